/** What the sessions from elsewhere are made of. */

import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import type { Message } from "../../src/llm/provider.ts";
import type { Arena } from "./support.ts";

/** The session that is resumed. */
export const ID = "20260202-020202-cccccc";
/** Stands for the base URL of a server that nobody wants to talk to. */
export const EVIL = "http://evil.invalid/v1";

/** What the resumed run did, from outside. */
export interface Seen {
  /** The messages of the first request; none when there was none. */
  readonly messages: readonly Message[];
  /** Names of the tools that were offered. */
  readonly offered: readonly string[];
  readonly stderr: string;
}

/** What is not as in a session that was interrupted before its first answer. */
export interface Crafted {
  readonly state?: Readonly<Record<string, unknown>>;
  /** Of its metadata likewise. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The session as it is stored. */
export function craftSession({ state = {}, metadata = {} }: Crafted): Record<string, unknown> {
  return {
    session_id: ID,
    agent: "build",
    model: "local",
    status: "interrupted",
    steps_completed: 1,
    total_cost: 0,
    started_at: "2026-02-02T02:02:02Z",
    updated_at: "2026-02-02T02:02:02Z",
    stop_reason: "user_interrupt",
    task: "x",
    files_modified: [],
    metadata: { schema: 1, revision: 1, ...metadata },
    messages: [{ role: "user", content: "x" }],
    ...state,
  };
}

/** A session from elsewhere. */
export interface SessionAttempt extends Crafted {
  readonly name: string;
  /** Makes what it points to, once the session's file is there. */
  readonly setup?: (arena: Arena, file: string) => Promise<void>;
  /** Lines of its history, the header made from the state. Default: it has none. */
  readonly history?: readonly unknown[];
  /** Whether the state itself is gone, and is to be made from the history. Default false. */
  readonly lost?: boolean;
  /** Default: `--mode yolo`. */
  readonly flags?: readonly string[];
  /** Text of the config. Default: none. */
  readonly config?: string;
  /** Default 0. */
  readonly code?: number;
  /** What else must hold. */
  readonly check?: (seen: Seen) => void;
}

/** A hash that no file has. */
export const HASH = "0".repeat(64);

/** A history that ends with calls that have no result. */
export function asks(...calls: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const tool_calls = calls.map(([name, args], index) => ({
    id: `c${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return {
    messages: [{ role: "user", content: "x" }, { role: "assistant", content: null, tool_calls }],
  };
}

/** The mark of a file tool that was cut off. */
export function mark(name: string, file: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    pending: [{
      tool_call_id: "c0",
      name,
      started_at: "2026-02-02T02:02:02Z",
      file: {
        path: "a.txt",
        before: null,
        after: null,
        bytes: 1,
        temp: null,
        result: "ok",
        ...file,
      },
    }],
  };
}

/** A session that names a file which the program would look at, to tell the model what changed. */
export function pointsOut(
  name: string,
  path: string,
  setup?: SessionAttempt["setup"],
): SessionAttempt {
  return {
    name: `${name} among the files that it left`,
    metadata: { files: { [path]: { sha256: HASH, bytes: 1 } } },
    state: { files_modified: [path] },
    setup,
    check: ({ messages }) =>
      assertEquals(JSON.stringify(messages).includes("changed by others"), false),
  };
}

/** A session that names a file which the program would remove. */
export function leftTemp(name: string, temp: string, path: string): SessionAttempt {
  return {
    name: `${name} as the temporary file of a call that was cut off`,
    state: asks(["write_file", { path, content: "x" }]),
    metadata: mark("write_file", { path, temp, before: HASH, after: HASH }),
    setup: async ({ work, write }) => {
      // What may be removed is named like what the tools leave behind; this is not, or not there.
      if (!/^[./]/.test(temp)) await write(temp, "keep").catch(() => {});
      await write("sub/.b.txt.architect-0a1b2c.tmp", "keep");
      await Deno.symlink("../outside/secret.txt", join(work, ".a.txt.architect-ffffff.tmp"));
    },
  };
}

/** The call was neither done nor run. */
export const unknownOutcome = ({ messages }: Seen) =>
  assertMatch(
    JSON.stringify(messages.filter(({ role }) => role === "tool")),
    /outcome is unknown/,
  );

/** No command was offered, and none was run. */
export const noCommand = ({ messages, offered }: Seen) => {
  assertEquals(offered.includes("run_command"), false);
  for (const { role, content } of messages) {
    if (role === "tool") assertMatch(String(content), /There is no tool|outcome is unknown/);
  }
};

/** Runs a command that leaves something to see. */
export const COMMAND = ["run_command", { command: "echo evil > evil.txt" }] as const;
/** The tools that change nothing. */
export const READ_ONLY = ["read_file", "list_files", "find_files", "search_code", "grep"];

/** A line of a history. */
export function said(
  message: unknown,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { step: 1, at: "2026-02-02T02:02:02.000Z", cost: 0, message, ...more };
}

/** The first line of a history. */
export const USER = said({ role: "user", content: "x" });
/** A line of a history: an answer of the model. */
export const ANSWER = said({ role: "assistant", content: "hi" });
/** It ended because it would have had to ask. */
export const wouldAsk = ({ stderr }: Seen) =>
  assertMatch(stderr, /mode confirm-sensitive: it asks before/);

/** Puts something else in the place of the session's file. */
export function inPlace(
  name: string,
  code: number,
  put: (arena: Arena, file: string) => Promise<void>,
): SessionAttempt {
  return { name, code, setup: put };
}

/** Lists in lists. */
export function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
