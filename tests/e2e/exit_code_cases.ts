/** Ways to every exit code of the program. */

import { answer, type ChatServer, hang, type Reply, status } from "../support/chat_server.ts";
import { saveSession } from "../support/workspace.ts";
import { model, writes } from "./support.ts";

/** The session that some of them are about. */
export const ID = "20260223-143022-a1b2c3";
const FULL = { error: { message: "too long", code: "context_length_exceeded" } };

/** One way to an exit code. */
export interface ExitCodeCase {
  readonly code: number;
  readonly name: string;
  /** Of the server; default: an answer that ends the run. */
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

/** Makes a text the state file of a session without a history: with one it would be rebuilt. */
export async function writeState(workspace: string, text: string): Promise<void> {
  await saveSession(workspace, { sessionId: ID });
  const path = `${workspace}/.architect/sessions/${ID}.json`;
  await Deno.writeTextFile(path, text);
  await Deno.remove(`${path}l`);
}

const USAGE = { code: 3, status: "failed", error: "usage", session: false };
const FAILED = { status: "failed", session: false };

/** The ways. */
export const EXIT_CODE_CASES: readonly ExitCodeCase[] = [
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
  ...["0", "9"].map((code): ExitCodeCase => ({
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
    ([name, text]): ExitCodeCase => ({
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
    code: 8,
    name: "a file in the place of .architect",
    before: (workspace) => Deno.writeTextFile(`${workspace}/.architect`, "a file"),
    args: task(),
    error: "save_error",
  },
];
