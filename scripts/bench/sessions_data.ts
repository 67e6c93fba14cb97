/** Sessions to measure with: such as runs leave them, written by the encoder that saves them. */

import { join } from "@std/path";
import type { Message } from "../../src/llm/provider.ts";
import { encodeEntry, encodeHeader } from "../../src/session/history_line.ts";
import { SessionEncoder } from "../../src/session/session_file.ts";
import { createSession, generateSessionId, type SessionState } from "../../src/session/mod.ts";

const DAY_MS = 86_400_000;

/** Sessions that share their messages: as many kinds as make a folder not all alike. */
const KINDS = 16;

/** After so many files signals are listened to. */
const FILES_A_TURN = 200;

const WORDS =
  ("session state message tool result error config value index line file read write token " +
    "cost agent model step retry timeout import export const async await function class interface type " +
    "string number null undefined promise buffer parse render update delete return número señal über")
    .split(" ");

/** Gives the next number, 0 or more and less than 1: the same ones for the same seed. */
export type Random = () => number;

/**
 * @param seed Any integer.
 * @returns Numbers that look random (mulberry32), the same at every call with this seed.
 */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6D2B79F5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A text like the output of a tool: lines of code with quotes, tabs and numbers.
 *
 * @param random Chooses.
 * @param characters How long.
 * @returns The text.
 */
export function textOf(random: Random, characters: number): string {
  let text = "";
  while (text.length < characters) {
    const words = Array.from(
      { length: 4 + Math.floor(random() * 8) },
      () => WORDS[Math.floor(random() * WORDS.length)],
    );
    text += `${"  ".repeat(Math.floor(random() * 4))}${words.join(" ")} = "${words[0]}";\n`;
  }
  return text.slice(0, characters);
}

/**
 * Messages such as a run makes: the task, then calls of tools with their results.
 *
 * @param random Chooses.
 * @param count How many.
 * @param bytes What they take in the file, roughly.
 * @returns The messages.
 */
export function messagesOf(random: Random, count: number, bytes: number): Message[] {
  const messages: Message[] = [{ role: "user", content: textOf(random, 200) }];
  const each = Math.max(40, bytes * 2 / count - 700);
  for (let n = 0; messages.length < count; n++) {
    const call = {
      name: "read_file",
      arguments: JSON.stringify({ path: `src/${n}.ts`, start_line: n }),
    };
    messages.push({
      role: "assistant",
      content: textOf(random, Math.min(120, each)),
      tool_calls: [{ id: `call_${n}`, type: "function", function: call }],
    });
    if (messages.length === count) break;
    messages.push({
      role: "tool",
      tool_call_id: `call_${n}`,
      content: textOf(random, each * (0.6 + 0.6 * random())),
    });
  }
  return messages;
}

/** What {@linkcode writeSessions} writes. */
export interface SessionsData {
  readonly count: number;
  /** Size of a state, roughly. */
  readonly bytes: number;
  /** Messages of a session. Default 30. */
  readonly messages?: number;
  /** Whether the history and the lock are there too. Default false. */
  readonly families?: boolean;
}

/**
 * Writes sessions that ended 30 days ago and before.
 *
 * @param workspace The folder that gets an `.architect`.
 * @param data How many, how large.
 * @returns The bytes written.
 */
export async function writeSessions(workspace: string, data: SessionsData): Promise<number> {
  const { count, bytes, messages = 30, families = false } = data;
  const folder = join(workspace, ".architect", "sessions");
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const random = seededRandom(count);
  const kinds = Array.from({ length: KINDS }, () => messagesOf(random, messages, bytes));
  const encoder = new SessionEncoder();
  const newest = Date.now() - 30 * DAY_MS;
  let written = 0;
  const write = (name: string, pieces: readonly Uint8Array[]): void => {
    using file = Deno.openSync(join(folder, name), { write: true, createNew: true, mode: 0o600 });
    const content = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      content.set(piece, at);
      at += piece.length;
    }
    for (let done = 0; done < at;) done += file.writeSync(content.subarray(done));
    written += at;
  };
  const histories = families ? kinds.map(historyOf) : [];
  for (let n = 0; n < count; n++) {
    // A moment of its own for each: so is its id.
    const state = finished(random, new Date(newest - n * 7000));
    state.messages = kinds[n % KINDS]!;
    write(`${state.sessionId}.json`, encoder.encode(state));
    if (families) {
      const header = encodeHeader({ state: { ...state, messages: [] }, first: 1 });
      write(`${state.sessionId}.jsonl`, [header, ...histories[n % KINDS]!]);
      const holder = { host: "unknown", pid: 4321, since: state.startedAt };
      write(`${state.sessionId}.lock`, [new TextEncoder().encode(`${JSON.stringify(holder)}\n`)]);
    }
    if (n % FILES_A_TURN === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return written;
}

function historyOf(messages: readonly Message[]): Uint8Array[] {
  const at = "2026-02-23T14:30:22.000Z";
  return messages.map((message, step) => encodeEntry({ step, at, cost: 0.01, message }));
}

function finished(random: Random, now: Date): SessionState {
  const hex = () => crypto.getRandomValues(new Uint8Array(3));
  const state = createSession({
    sessionId: generateSessionId(now, hex),
    task: textOf(random, 20 + random() * 100).replaceAll("\n", " "),
    agent: "build",
    model: random() < 0.5 ? "gpt-4o" : "anthropic/claude-sonnet-4-6",
    now,
  });
  const [status, reason] = ([
    ["success", "llm_done"],
    ["partial", "max_steps"],
    ["failed", "llm_error"],
    ["interrupted", "user_interrupt"],
  ] as const)[Math.floor(random() * 4)]!;
  return Object.assign(state, {
    status,
    stopReason: reason,
    stepsCompleted: 1 + Math.floor(random() * 40),
    totalCost: Math.round(random() * 2e6) / 1e6,
    updatedAt: new Date(now.getTime() + 60_000).toISOString(),
    filesModified: ["src/main.ts", "tests/main_test.ts"].slice(Math.floor(random() * 3)),
    metadata: {
      schema: 1,
      revision: 12,
      answers_saved: 9,
      runs: [{
        started_at: now.toISOString(),
        ended_at: new Date(now.getTime() + 60_000).toISOString(),
        steps: 9,
        cost_usd: 0.01,
        stop_reason: reason,
        version: "0.1.0",
        widened: [],
      }],
    },
  });
}
