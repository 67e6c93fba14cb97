/** A disk that fails in mid-run and is well again later: nothing is lost, nothing is done twice. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { architect } from "../support/architect.ts";
import { answer, type ChatServer, chatServer, type Reply } from "../support/chat_server.ts";
import { ANSWERS } from "../support/file_task.ts";
import { asUser, ONE_USER, ONLY_ROOT, own, type User } from "../support/other_user.ts";
import { fill, makeReadOnly, NO_MOUNT, withSmallDisk } from "../support/small_disk.ts";
import { ending, prepare, TASK, undisturbed } from "../support/stop_and_go.ts";
import { withWorkspace } from "../support/workspace.ts";
import { model, onlySession } from "./support.ts";

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
const AT_ONCE = 6;

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

for (const fault of FAULTS) {
  Deno.test({
    name: `a run whose disk ${fault.name} ends, and goes on when the disk is well${fault.reason}`,
    ignore: fault.reason !== "",
    fn: async () => {
      const expected = await undisturbed();
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
