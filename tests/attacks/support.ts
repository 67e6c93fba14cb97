/**
 * What the attacks share: a workspace with things beside it that nothing may reach, a hostile model
 * that drives the program, and looks at everything from outside.
 */

import { assertEquals, assertNotMatch } from "@std/assert";
import { walk } from "@std/fs/walk";
import { dirname, join, relative } from "@std/path";
import { architect, type ArchitectOptions, type ArchitectResult } from "../support/architect.ts";
import { binaryPath } from "../support/architect.ts";
import { answer, type ChatRequest, chatServer, type ScriptedCall } from "../support/chat_server.ts";

/** Stands in every file outside of the workspace. */
export const OUTSIDE = "canary-outside-71f3";
/** Stands in a session that is not the run's own. */
export const STATE = "canary-state-90ab";
/** The session that holds it. */
export const OTHER_SESSION = "20260101-000000-aaaaaa";

/** What Windows calls a link, a device and a user needs a list of its own. */
export const ignore = Deno.build.os === "windows";

/** Who runs the program. */
export interface User {
  readonly name: string;
  /** Undefined: whoever runs the tests. */
  readonly uid?: number;
}

/** The user that runs the tests and, where that is root, one without any right. */
export const USERS: readonly User[] = Deno.build.os !== "windows" && Deno.uid() === 0
  ? [{ name: "root" }, { name: "another user", uid: 65534 }]
  : [{ name: "a user" }];

/** A workspace, and what lies beside it. */
export interface Arena extends AsyncDisposable {
  readonly work: string;
  /** A folder beside the workspace; every file in it holds {@linkcode OUTSIDE}. */
  readonly outside: string;
  /** Writes a file of the workspace, and the folders that it needs. */
  write(path: string, content: string): Promise<void>;
  /** Runs the program in the workspace. */
  run(
    args: readonly string[],
    options?: Omit<ArchitectOptions, "cwd">,
  ): Promise<ArchitectResult>;
}

/**
 * Makes a workspace with some files, a `.git` and a session of somebody else.
 *
 * @param user Who will run the program. Default: who runs the tests.
 */
export async function makeArena(user: User = { name: "" }): Promise<Arena> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "architect_attack_" }));
  await Deno.chmod(root, 0o755);
  const [work, outside] = [join(root, "work"), join(root, "outside")];
  const write = async (path: string, content: string) => {
    await Deno.mkdir(dirname(join(work, path)), { recursive: true });
    await Deno.writeTextFile(join(work, path), content);
  };
  for (const name of ["secret.txt", "folder/deep.txt", ".secret.txt.architect-0a1b2c.tmp"]) {
    await write(`../outside/${name}`, `${OUTSIDE}\n`);
  }
  await write("a.txt", "alpha\n");
  await write("sub/b.txt", "beta\n");
  await write(".git/config", "[core]\n");
  await write(".git/hooks/pre-commit", "exit 0\n");
  await write(`.architect/sessions/${OTHER_SESSION}.json`, otherSession());
  for (const folder of [".architect", ".architect/sessions"]) {
    await Deno.chmod(join(work, folder), 0o700);
  }
  return {
    work,
    outside,
    write,
    async run(args, options = {}) {
      const { uid } = user;
      if (uid === undefined) return await architect(args, { cwd: work, ...options });
      await giveTo(uid, root);
      const binary = await (binaryForAll ??= copyBinary());
      return await architect(args, { cwd: work, uid, binary, ...options });
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

function otherSession(): string {
  const head = { session_id: OTHER_SESSION, agent: "plan", model: "local", status: "success" };
  const times = { started_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
  return JSON.stringify({ ...head, ...times, task: STATE, messages: [] });
}

/** What lies beside the workspace too: rights alone must not be what keeps it safe. */
async function giveTo(uid: number, folder: string): Promise<void> {
  for await (const { path, isSymlink } of walk(folder, { followSymlinks: false })) {
    if (!isSymlink) await Deno.chown(path, uid, uid);
  }
}

let binaryForAll: Promise<string> | undefined;

/** The folder that the program was built in may be closed to another user. */
async function copyBinary(): Promise<string> {
  const binary = binaryPath();
  if (binary === null) throw new Error("The attacks drive the built program: set ARCHITECT_BIN");
  const folder = await Deno.makeTempDir({ prefix: "architect_attack_" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  await Deno.chmod(folder, 0o755);
  await Deno.copyFile(binary, join(folder, "architect"));
  await Deno.chmod(join(folder, "architect"), 0o755);
  return join(folder, "architect");
}

/**
 * All that is in a folder: kind, rights, content, target of links.
 *
 * @param folder The folder.
 * @param without What is left out.
 * @returns A line for each path.
 */
export async function snapshot(
  folder: string,
  without: (path: string) => boolean = () => false,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of walk(folder, { followSymlinks: false })) {
    const path = relative(folder, entry.path);
    if (without(path)) continue;
    const { mode, mtime, isFile } = await Deno.lstat(entry.path);
    const what = entry.isSymlink
      ? `-> ${await Deno.readLink(entry.path)}`
      : isFile
      ? `${mtime?.getTime()} ${JSON.stringify(await Deno.readTextFile(entry.path))}`
      : "";
    lines.push(`${path} ${(mode ?? 0).toString(8)} ${what}`);
  }
  return lines.sort();
}

/** The files of the sessions that a run made itself, and what every run makes. */
export function isOwnState(path: string): boolean {
  return path === ".architect/.gitignore" ||
    path.startsWith(".architect/sessions/") && !path.includes(OTHER_SESSION);
}

/** What became of one call that the hostile model asked for. */
export interface Told {
  readonly name: string;
  readonly success: boolean;
  readonly path?: string;
  readonly error?: string;
  /** What came back to the model. */
  readonly content: string;
}

/** A run that a hostile model drove. */
export interface HostileRun {
  /** In the order of the calls. */
  readonly told: readonly Told[];
  readonly requests: readonly ChatRequest[];
  readonly result: ArchitectResult;
}

/** Calls of one answer: more would make each save long. */
const CALLS_PER_ANSWER = 50;

/** What could move the cursor of whoever watches. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/**
 * Lets a hostile model ask for calls, whatever comes back, and end.
 *
 * @param arena Where.
 * @param calls What it asks for.
 * @param flags Further flags.
 * @param options How the program is started.
 */
export async function hostileRun(
  arena: Arena,
  calls: readonly ScriptedCall[],
  flags: readonly string[] = [],
  options: Omit<ArchitectOptions, "cwd"> = {},
): Promise<HostileRun> {
  const numbered = calls.map((call, index) => ({ ...call, id: `call_${index}` }));
  const replies = [];
  for (let at = 0; at < numbered.length; at += CALLS_PER_ANSWER) {
    const some = numbered.slice(at, at + CALLS_PER_ANSWER);
    replies.push(answer({ calls: some, chunkSize: 1000 }));
  }
  await using server = chatServer([...replies, answer({ content: "done" })]);
  const result = await arena.run([
    ...["run", "be evil", "--json", "-v", "--max-steps", "1000", "--model", "local"],
    ...["--api-base", server.baseUrl, "--mode", "yolo", ...flags],
  ], options);
  assertEquals(result.code, 0, result.stderr);
  assertNotMatch(result.stderr, CONTROL);
  const contents = new Map<string, string>();
  for (const { messages } of server.requests) {
    for (const { tool_call_id, content } of messages) {
      if (tool_call_id) contents.set(tool_call_id, String(content));
    }
  }
  const used: readonly Omit<Told, "content">[] = result.json().tools_used;
  assertEquals(used.length, calls.length, "every call has one result");
  const told = used.map((use, index) => ({ ...use, content: contents.get(`call_${index}`) ?? "" }));
  return { told, requests: server.requests, result };
}

/** Makes an assertion a step of the test. */
export type Step = (name: string, check: () => void) => void;

/** Steps that are told once all is done: what runs at the same time cannot be steps. */
export function collectSteps(): { readonly step: Step; tell(t: Deno.TestContext): Promise<void> } {
  const outcomes: { readonly name: string; readonly error: unknown }[] = [];
  return {
    step(name, check) {
      let error: unknown = null;
      try {
        check();
      } catch (thrown) {
        error = thrown;
      }
      outcomes.push({ name, error });
    },
    async tell(t) {
      for (const { name, error } of outcomes) {
        await t.step(name, () => {
          if (error !== null) throw error;
        });
      }
    },
  };
}

/**
 * Lets each user attack in an arena of its own, at the same time.
 *
 * @param t The test.
 * @param attack Tries everything, and makes steps of what it checks.
 */
export async function asEachUser(
  t: Deno.TestContext,
  attack: (arena: Arena, step: Step) => Promise<void>,
): Promise<void> {
  const runs = await Promise.all(USERS.map(async (user) => {
    const steps = collectSteps();
    await using arena = await makeArena(user);
    const error: unknown = await attack(arena, steps.step).then(() => null, (thrown) => thrown);
    return { user, steps, error };
  }));
  for (const { user, steps, error } of runs) {
    await t.step(`as ${user.name}`, async (t) => {
      await steps.tell(t);
      if (error !== null) throw error;
    });
  }
}

/** Two do not wait for each other's disk. */
const AT_ONCE = 3;

/**
 * Tries attempts that have nothing to do with each other, some at once, and tells of each as a step.
 *
 * @param t The test.
 * @param attempts What is tried.
 * @param attack Tries one; throws when it succeeds.
 */
export async function attemptsInParallel<T extends { readonly name: string }>(
  t: Deno.TestContext,
  attempts: readonly T[],
  attack: (attempt: T) => Promise<void>,
): Promise<void> {
  const outcomes: { readonly name: string; readonly error: unknown }[] = [];
  const left = [...attempts];
  const work = async () => {
    for (let attempt = left.shift(); attempt !== undefined; attempt = left.shift()) {
      const { name } = attempt;
      outcomes.push({ name, error: await attack(attempt).then(() => null, (error) => error) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  assertEquals(outcomes.length, attempts.length);
  for (const { name, error } of outcomes) {
    await t.step(name, () => {
      if (error !== null) throw error;
    });
  }
}
