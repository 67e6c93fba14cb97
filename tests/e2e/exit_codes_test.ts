/** Every exit code of the program, each by what leads to it, with its JSON document. */

import { assertEquals, assertMatch } from "@std/assert";
import type { ArchitectResult } from "../support/architect.ts";
import {
  answer,
  type ChatServer,
  chatServer,
  hang,
  type Reply,
  status,
} from "../support/chat_server.ts";
import { saveSession } from "../support/workspace.ts";
import { DONE, inWorkspace, model, type Run, sessionFiles, writes } from "./support.ts";

const ID = "20260223-143022-a1b2c3";
const FULL = { error: { message: "too long", code: "context_length_exceeded" } };

/** One way to an exit code. */
interface Case {
  readonly code: number;
  readonly name: string;
  readonly replies?: readonly Reply[];
  /** Makes what must be there before. */
  readonly before?: (workspace: string) => Promise<unknown>;
  readonly args: (server: ChatServer) => readonly string[];
  readonly status: string;
  /** `error.code`; null: the run ended without an error. */
  readonly error: string | null;
  readonly stopReason?: string;
  /** Whether the document names a session. */
  readonly session: boolean;
}

const task =
  (...flags: string[]) => (server: ChatServer) => ["run", "x", ...model(server), ...flags];
const go = (...args: string[]) => (server: ChatServer) => [...args, ...model(server)];

async function writeState(workspace: string, text: string): Promise<void> {
  await saveSession(workspace, { sessionId: ID });
  const path = `${workspace}/.architect/sessions/${ID}.json`;
  await Deno.writeTextFile(path, text);
  // With a history it would be rebuilt.
  await Deno.remove(`${path}l`);
}

const USAGE = { code: 3, status: "failed", error: "usage", session: false };
const FAILED = { status: "failed", session: false };

const CASES: readonly Case[] = [
  {
    code: 0,
    name: "success",
    args: task(),
    status: "success",
    error: null,
    stopReason: "llm_done",
    session: true,
  },
  {
    code: 1,
    name: "a model error",
    replies: [status(400)],
    args: task(),
    status: "failed",
    error: "llm_error",
    stopReason: "llm_error",
    session: true,
  },
  {
    code: 2,
    name: "max steps",
    replies: [writes("a.txt")],
    args: task("--max-steps", "1"),
    status: "partial",
    error: null,
    stopReason: "max_steps",
    session: true,
  },
  {
    code: 2,
    name: "budget",
    replies: [answer({ calls: [{ name: "list_files", args: { path: "." } }] })],
    args: (server) =>
      task("--budget", "0.0001", "--model", "gpt-4o")(server).filter((word, at, all) =>
        word !== "local" && all[at + 1] !== "local"
      ),
    status: "partial",
    error: null,
    stopReason: "budget_exceeded",
    session: true,
  },
  {
    code: 2,
    name: "context",
    replies: [status(400, { body: FULL })],
    args: task(),
    status: "partial",
    error: null,
    stopReason: "context_full",
    session: true,
  },
  ...["0", "9"].map((code): Case => ({
    code: Number(code),
    name: `--exit-code-on-partial ${code}`,
    replies: [writes("a.txt")],
    args: task("--max-steps", "1", "--exit-code-on-partial", code),
    status: "partial",
    error: null,
    stopReason: "max_steps",
    session: true,
  })),
  {
    code: 5,
    name: "timeout, whatever --exit-code-on-partial says",
    replies: [hang()],
    args: task("--timeout", "0.3", "--exit-code-on-partial", "9"),
    status: "partial",
    error: null,
    stopReason: "timeout",
    session: true,
  },
  { ...USAGE, name: "an unknown flag", args: go("run", "x", "--nope") },
  { ...USAGE, name: "an unknown command", args: () => ["walk"] },
  { ...USAGE, name: "no prompt", args: go("run") },
  { ...USAGE, name: "an empty prompt", args: go("run", "") },
  { ...USAGE, name: "a blank prompt", args: go("run", "  ") },
  { ...USAGE, name: "an empty id", args: go("resume", "") },
  { ...USAGE, name: "an empty --session", args: go("run", "x", "--session", "") },
  { ...USAGE, name: "two prompts", args: go("run", "x", "y") },
  { ...USAGE, name: "a bad mode", args: go("run", "x", "--mode", "nope") },
  { ...USAGE, name: "a bad budget", args: go("run", "x", "--budget", "-1") },
  { ...USAGE, name: "no timeout", args: go("run", "x", "--timeout", "0") },
  { ...USAGE, name: "no steps", args: go("run", "x", "--max-steps", "0") },
  { ...USAGE, name: "a bad exit code", args: go("run", "x", "--exit-code-on-partial", "256") },
  { ...FAILED, code: 3, name: "an unknown agent", args: task("-a", "nobody"), error: "config" },
  { ...FAILED, code: 3, name: "no config file", args: task("-c", "none.yaml"), error: "config" },
  { ...USAGE, name: "a config outside", args: task("-c", "../x.yaml") },
  { ...USAGE, name: "a cassette outside", args: task("--record", "/tmp/x.jsonl") },
  {
    ...FAILED,
    code: 3,
    name: "a bad config",
    before: (workspace) => Deno.writeTextFile(`${workspace}/bad.yaml`, "llm: {modell: x}\n"),
    args: task("-c", "bad.yaml"),
    error: "config",
  },
  {
    ...FAILED,
    code: 3,
    name: "no such session",
    args: go("resume", ID),
    error: "session_not_found",
  },
  {
    ...FAILED,
    code: 3,
    name: "run with no such session",
    args: go("run", "x", "--session", "nope"),
    error: "session_not_found",
  },
  {
    ...FAILED,
    code: 3,
    name: "no last session",
    args: go("resume", "last"),
    error: "session_not_found",
  },
  {
    ...FAILED,
    code: 3,
    name: "an id that is a path",
    args: go("resume", "../../x"),
    error: "session_not_found",
  },
  {
    ...FAILED,
    code: 3,
    name: "an ambiguous prefix",
    before: async (workspace) => {
      for (const end of ["a1b2c3", "a1b2c4"]) {
        await saveSession(workspace, { sessionId: `20260223-143022-${end}` });
      }
    },
    args: go("resume", "20260223"),
    error: "session_ambiguous",
  },
  {
    code: 4,
    name: "a refused key",
    replies: [status(401)],
    args: task(),
    status: "failed",
    error: "auth_error",
    stopReason: "auth_error",
    session: true,
  },
  {
    ...FAILED,
    code: 4,
    name: "no key",
    args: () => ["run", "x", "--mode", "yolo"],
    error: "auth_error",
  },
  ...[["empty", ""], ["cut", '{"session_id": "'], ["no object", "[]"], ["another id", "{}"]].map(
    ([name, text]): Case => ({
      code: 6,
      name: `a damaged session: ${name}`,
      before: (workspace) => writeState(workspace, text!),
      args: go("resume", ID, "x"),
      status: "failed",
      error: "session_corrupt",
      session: true,
    }),
  ),
  {
    code: 6,
    name: "a session of a newer architect",
    before: (workspace) =>
      writeState(
        workspace,
        JSON.stringify({ session_id: ID, metadata: { schema: 99 }, messages: [] }),
      ),
    args: go("resume", ID, "x"),
    status: "failed",
    error: "session_too_new",
    session: true,
  },
  {
    ...FAILED,
    code: 3,
    name: "a file in the place of .architect",
    before: (workspace) => Deno.writeTextFile(`${workspace}/.architect`, "a file"),
    args: task(),
    error: "no_permission",
  },
];

/** What does not differ between two runs of one task. */
// deno-lint-ignore no-explicit-any
function comparable({ session_id, duration_seconds, ...rest }: any): unknown {
  const told = JSON.stringify({
    ...rest,
    named: session_id !== null,
    timed: duration_seconds >= 0,
  });
  return JSON.parse(told.replaceAll(session_id ?? "ID", "ID").replaceAll("--json", "--events"));
}

Deno.test("each exit code has its reason, and each reason one JSON document and one last event", async (t) => {
  for (const each of CASES) {
    await t.step(`${each.code}: ${each.name}`, () =>
      inWorkspace(async (run, workspace) => {
        await each.before?.(workspace);
        const there = await sessionFiles(workspace).catch(() => []);
        await using server = chatServer(each.replies ?? [DONE]);
        const args = each.args(server);
        const plain = await run(args);
        assertEquals(plain.code, each.code, plain.stderr);
        if (each.code !== 0 && each.stopReason !== "max_steps") assertEquals(plain.stdout, "");
        if (each.error !== null) assertMatch(plain.stderr, /^error: /m);
        assertEquals(
          plain.stderr.includes("\x1b") || /^ +at /m.test(plain.stderr),
          false,
          plain.stderr,
        );

        const { code, json } = await run([...args.slice(0, 1), "--json", ...args.slice(1)]);
        assertEquals(code, each.code);
        const document = json();
        assertEquals([document.status, document.error?.code ?? null], [each.status, each.error]);
        assertEquals(document.stop_reason, each.stopReason);
        assertEquals(document.session_id !== null, each.session);
        if (each.error !== null) {
          assertEquals(Object.keys(document.error), ["code", "message", "suggestion"]);
        }
        const lines = await run([...args.slice(0, 1), "--events", ...args.slice(1)]);
        assertEquals(lines.code, code);
        assertEquals(comparable(lines.events().at(-1)?.result), comparable(document));

        if (each.stopReason !== undefined) return;
        // What did not begin left nothing behind and asked nobody.
        assertEquals(server.requests.length, 0);
        assertEquals(await sessionFiles(workspace).catch(() => []), there);
      }));
  }
});

Deno.test("each command has its JSON document and its exit code", async (t) => {
  await inWorkspace(async (run, workspace) => {
    const { sessionId } = await saveSession(workspace, {}, 30);
    await Deno.writeTextFile(`${workspace}/.architect/sessions/${ID}.json`, "");
    const cases:
      readonly (readonly [readonly string[], number, (result: ArchitectResult) => void])[] = [
        [["sessions", "--json"], 0, ({ json }) => {
          assertEquals(json().map(({ status }: { status: string }) => status).sort(), [
            "corrupt",
            "success",
          ]);
        }],
        [
          ["sessions", "--json", "--grep", "nothing like it"],
          0,
          ({ json }) => assertEquals(json(), []),
        ],
        [
          ["sessions", "show", "--json", sessionId],
          0,
          ({ json }) => assertEquals(json().steps_completed, 1),
        ],
        [["sessions", "show", "--json", ID], 6, ({ json }) => {
          assertEquals([json().session_id, json().error.code], [ID, "session_corrupt"]);
        }],
        [["sessions", "show", "--json", "none-of-it"], 3, ({ json }) => {
          assertEquals([json().session_id, json().error.code], [null, "session_not_found"]);
        }],
        [["sessions", "delete", "--json", sessionId.slice(0, 12)], 3, ({ json }) => {
          assertEquals([json().status, json().error.code], ["failed", "usage"]);
        }],
        [
          ["cleanup", "--json", "--older-than", "x"],
          3,
          ({ json }) => assertEquals(json().error.code, "usage"),
        ],
        [["cleanup", "--json", "--dry-run"], 0, ({ json }) => {
          assertEquals(json().removed.map(({ id }: { id: string }) => id), [sessionId]);
        }],
        [["sessions", "delete", "--json", sessionId], 0, ({ json }) => {
          assertEquals(json(), { session_id: sessionId, deleted: true });
        }],
        [["sessions", "delete", "--json", sessionId], 3, ({ json }) => {
          assertEquals(json().error.code, "session_not_found");
        }],
      ];
    for (const [args, code, check] of cases) {
      await t.step(args.join(" "), async () => {
        const result = await run(args);
        assertEquals(result.code, code, result.stderr);
        check(result);
      });
    }
  });
});

Deno.test("a damaged file is in the way of no other command", async (t) => {
  await inWorkspace(async (run, workspace) => {
    await writeState(workspace, "");
    await using server = chatServer([DONE]);
    const runs: Record<string, () => ReturnType<Run>> = {
      "--version": () => run(["--version"]),
      "--help": () => run(["--help"]),
      "run": () => run(["run", "x", ...model(server)]),
      "sessions": () => run(["sessions"]),
      "cleanup": () => run(["cleanup"]),
      "resume last": () => run(["resume", "last"]),
    };
    for (const [name, start] of Object.entries(runs)) {
      await t.step(name, async () => {
        const { code, stderr } = await start();
        assertEquals(code, 0, stderr);
      });
    }
  });
});

Deno.test("--help tells the exit codes", async (t) => {
  await inWorkspace(async (run) => {
    for (const args of [["--help"], ["run", "--help"], ["resume", "--help"]]) {
      await t.step(args.join(" "), async () => {
        const { code, stdout, stderr } = await run(args);
        assertEquals([code, stderr], [0, ""]);
        for (const exit of ["0", "1", "2", "3", "4", "5", "6", "7", "8", "130"]) {
          assertMatch(stdout, new RegExp(`^ +${exit} +\\S`, "m"));
        }
      });
    }
  });
});
