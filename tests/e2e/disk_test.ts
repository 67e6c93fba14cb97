/** A disk that fails in mid-run and is well again later: nothing is lost, nothing is done twice. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { architect, startArchitect } from "../support/architect.ts";
import { answer, type ChatServer, chatServer, hang, type Reply } from "../support/chat_server.ts";
import { ANSWERS } from "../support/file_task.ts";
import { asUser, ONE_USER, ONLY_ROOT, own, type User } from "../support/other_user.ts";
import { fill, makeReadOnly, NO_MOUNT, withSmallDisk } from "../support/small_disk.ts";
import { type Ending, ending, prepare, TASK, undisturbed } from "../support/stop_and_go.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, model, onlySession, writes } from "./support.ts";

/** What is done to the disk in a model call; gives what makes it well again. */
type Spoil = (workspace: string) => Promise<() => Promise<void>>;

/** A way in which a disk fails. */
interface Fault {
  readonly name: string;
  /** Ends the name of a test that cannot run here; empty: it can. */
  readonly reason: string;
  readonly place: (test: (workspace: string, user: User) => Promise<void>) => Promise<void>;
  readonly spoil: Spoil;
  /** What is told. */
  readonly told: RegExp;
  /** Whether it is tried in each step of the task, not in three of them only. */
  readonly everyStep?: boolean;
  /** Whether the folder can still be read. */
  readonly readable: boolean;
  /** Exit code, error and stop reason. Default: those of a save that fails. */
  readonly end?: readonly [number, string, string | null];
}

function sessionsOf(workspace: string): string {
  return `${workspace}/.architect/sessions`;
}

/** Takes rights from the folder of the sessions. */
function chmod(mode: number): Spoil {
  return async (workspace) => {
    await Deno.chmod(sessionsOf(workspace), mode);
    return () => Deno.chmod(sessionsOf(workspace), 0o700);
  };
}

const DENIED = /permission is denied \(EACCES\)/;
const plain: Fault["place"] = (test) => withWorkspace((workspace) => test(workspace, {}));
const small: Fault["place"] = (test) => withSmallDisk((workspace) => test(workspace, {}), "1m");

const FAULTS: readonly Fault[] = [
  {
    name: "is full",
    reason: NO_MOUNT,
    place: small,
    spoil: fill,
    everyStep: true,
    told: /the disk is full \(ENOSPC\)/,
    readable: true,
  },
  {
    name: "is read-only",
    reason: NO_MOUNT,
    place: plain,
    spoil: (workspace) => makeReadOnly(sessionsOf(workspace)),
    told: /the file system is read-only \(EROFS\)/,
    readable: true,
  },
  {
    name: "holds a folder that may not be written",
    reason: ONLY_ROOT,
    place: asUser,
    spoil: chmod(0o500),
    told: DENIED,
    readable: true,
  },
  {
    name: "holds a folder that may not be entered",
    reason: ONLY_ROOT,
    place: asUser,
    spoil: chmod(0),
    told: DENIED,
    readable: false,
  },
  {
    name: "holds a folder that is another user's now",
    reason: ONE_USER,
    place: asUser,
    spoil: async (workspace) => {
      await Deno.chown(sessionsOf(workspace), 0, 0);
      return () => own(workspace);
    },
    told: DENIED,
    readable: false,
  },
  {
    name: "has lost the folder",
    reason: "",
    place: plain,
    spoil: async (workspace) => {
      await Deno.rename(`${workspace}/.architect`, `${workspace}/elsewhere`);
      return () => Deno.rename(`${workspace}/elsewhere`, `${workspace}/.architect`);
    },
    told: /its file is gone/,
    readable: false,
    end: [7, "session_conflict", null],
  },
];

/** As many at once: they spend their time on trying a save again. */
const AT_ONCE = 12;

/** Calls a test with each item; `AT_ONCE` are under way at a time. */
async function together<T>(items: readonly T[], test: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await test(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** The model of the task: it answers by what the history holds, and spoils the disk in one step. */
function taskServer(during: (step: number) => Promise<void>): ChatServer {
  const replies = ANSWERS.map(({ message }): Reply =>
    answer({
      content: message.content as string | null,
      calls: message.tool_calls?.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args,
      })),
    })
  );
  return chatServer([async ({ messages }) => {
    const step = messages.filter(({ role }) => role === "assistant").length + 1;
    await during(step);
    return replies[step - 1]!;
  }]);
}

/** How the task ends when nothing is in its way. */
let ended: Promise<Ending> | undefined;

for (const fault of FAULTS) {
  Deno.test({
    name: `a run whose disk ${fault.name} ends, and goes on when the disk is well${fault.reason}`,
    ignore: fault.reason !== "",
    fn: async () => {
      const expected = await (ended ??= undisturbed());
      const steps = fault.everyStep ? ANSWERS.map((_, index) => index + 1) : [2, 5, ANSWERS.length];
      await together(steps, (step) =>
        fault.place(async (workspace, user) => {
          const told = `in step ${step}`;
          await prepare(workspace);
          await own(workspace);
          const run = (args: string[]) => architect(args, { cwd: workspace, ...user });
          let mend: (() => Promise<void>) | undefined;
          await using server = taskServer(async (at) => {
            if (at === step) mend ??= await fault.spoil(workspace);
          });
          const failed = await run(["run", TASK, "--json", ...model(server)]);
          const { session_id: id, ...result } = failed.json();
          const [code, error, reason] = fault.end ?? [8, "save_error", "save_error"];
          assertEquals(
            [failed.code, result.error?.code],
            [code, error],
            `${told} ${failed.stderr}`,
          );
          assertMatch(result.error.message, fault.told, told);
          assertEquals([result.status, result.stop_reason], ["failed", reason], told);
          assertEquals([result.persisted, server.requests.length], [false, step], told);
          if (fault.readable) {
            const [shown] = (await run(["sessions", "--json"])).json();
            assertEquals([shown.id, shown.status], [id, "interrupted"], told);
          }

          await mend!();
          const state = await onlySession(workspace);
          assertEquals([state.session_id, state.status], [id, "running"], told);
          // What was saved last stands: at most the answer of the step, which came in, is not there.
          assert([step - 1, step].includes(state.steps_completed), told);
          const resumed = await run(["resume", id, "--json", ...model(server)]);
          assertEquals(resumed.code, 0, `${told} ${resumed.stderr}`);
          const end = await ending(workspace);
          assertEquals({ ...end, cost: expected.cost }, expected, told);
          const names = await Array.fromAsync(
            Deno.readDir(sessionsOf(workspace)),
            (one) => one.name,
          );
          const family = [`${id}.json`, `${id}.jsonl`, `${id}.lock`];
          assertEquals(names.filter((name) => !family.includes(name)), [], told);
        }));
    },
  });
}

Deno.test({
  name: `files that are not the user's are told of, and kept as they are${ONLY_ROOT}`,
  ignore: ONLY_ROOT !== "",
  fn: async (t) => {
    const root = Deno.uid() === 0;
    /** Takes a file or folder from the user: by its owner where that can be, else by its mode. */
    const take = (path: string) => root ? Deno.chown(path, 0, 0) : Deno.chmod(path, 0);
    const cases: readonly (readonly [string, (id: string) => string, number, number])[] = [
      ["the state", (id) => `${id}.json`, 3, 0],
      ["the history", (id) => `${id}.jsonl`, 3, 0],
      ["the lock", (id) => `${id}.lock`, 8, 0],
      ["the folder", () => "", 3, 8],
    ];
    for (const [name, file, resumeCode, runCode] of cases) {
      await t.step(name, () =>
        asUser(async (workspace, user) => {
          const run = (args: string[]) => architect(args, { cwd: workspace, ...user });
          await using server = chatServer([writes("a.txt"), hang()]);
          const first = await startArchitect(["run", "x", ...model(server)], {
            cwd: workspace,
            ...user,
          });
          await first.until(server.received(2));
          first.kill("SIGKILL");
          await first.result;
          const id = (await onlySession(workspace)).session_id;
          const path = `${sessionsOf(workspace)}/${file(id)}`.replace(/\/$/, "");
          await take(path);
          await using _back = {
            // A folder that is closed cannot be removed.
            [Symbol.asyncDispose]: () => root ? Promise.resolve() : Deno.chmod(path, 0o700),
          };
          const before = root ? await readFolder(sessionsOf(workspace)) : null;

          await using idle = chatServer([DONE]);
          const resumed = await run(["resume", id, "--json", ...model(idle)]);
          const { error, session_id } = resumed.json();
          assertEquals([resumed.code, session_id], [resumeCode, id], resumed.stderr);
          assertMatch(error.message, DENIED);
          assertEquals(idle.requests.length, 0);
          if (before !== null) assertEquals(await readFolder(sessionsOf(workspace)), before);

          const list = await run(["sessions", "--json"]);
          if (name === "the folder") {
            assertEquals([list.code, list.json().error.code], [3, "no_permission"]);
            assertMatch(list.json().error.message, DENIED);
          } else {
            const [shown] = list.json();
            assertEquals([list.code, shown.id], [0, id], list.stderr);
            if (name === "the state") {
              assertEquals(shown.status, "corrupt");
              assertMatch(shown.reason, DENIED);
            }
          }
          // Another session is none the worse for it.
          const other = await run(["run", "y", "--json", ...model(idle)]);
          assertEquals(other.code, runCode, other.stderr);
          if (runCode !== 0) {
            assertEquals([other.json().error.code, idle.requests.length], ["save_error", 0]);
          }
        }));
    }
  },
});

/** All that is in a folder but the locks, which say who came last. */
async function readFolder(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".lock")) files[name] = await Deno.readTextFile(`${folder}/${name}`);
  }
  return files;
}
