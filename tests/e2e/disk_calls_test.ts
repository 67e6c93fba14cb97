/**
 * A run whose disk fails in each of its calls in turn, and is well again when the run is resumed. The
 * run is one of this process, as only there each call can be made to fail; the program resumes it.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { RunOutcome } from "../../src/agent/run_outcome.ts";
import { ArchitectError } from "../../src/errors.ts";
import type { Disk } from "../../src/files/disk.ts";
import type { Provider } from "../../src/llm/provider.ts";
import { replayProvider } from "../../src/llm/replay.ts";
import { failingDisk, hookedDisk, smallDisk, systemError } from "../files/faulty_disk.ts";
import { architect } from "../support/architect.ts";
import {
  CASSETTE,
  type Ending,
  ending,
  prepare,
  TASK,
  undisturbed,
} from "../support/stop_and_go.ts";
import { runTask } from "../support/task_run.ts";
import { withWorkspace } from "../support/workspace.ts";

/** Of so many failures one is resumed; all of them with `--rounds` of scripts/test.sh. */
const RESUMED = Deno.env.get("ARCHITECT_TEST_ROUNDS") === undefined ? 4 : 1;

/** Of so many changes one is refused: a save makes eight, so that it is another one in each save. */
const STRIDE = 7;

/** Calls that change what is on a disk. */
const CHANGES = ["write", "sync", "truncate", "chmod", "rename", "syncFolder", "remove"];

function sessionsOf(workspace: string): string {
  return `${workspace}/.architect/sessions`;
}

/** The files of the sessions, by name; none where there is no folder. */
async function stored(workspace: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  try {
    for await (const { name } of Deno.readDir(sessionsOf(workspace))) {
      files[name] = await Deno.readTextFile(`${sessionsOf(workspace)}/${name}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

/** The one state among them. */
function stateIn(files: Record<string, string>): string | null {
  const names = Object.keys(files).filter((name) => name.endsWith(".json"));
  assert(names.length <= 1, names.join(", "));
  return files[names[0] ?? ""] ?? null;
}

/** A model that plays the cassette and counts what it is asked. */
class CountedProvider implements Provider {
  readonly model = "replay:answers.jsonl";
  readonly contextTokens = 128_000;
  readonly priceKnown = true;
  calls = 0;
  readonly #replay = replayProvider({ file: "answers.jsonl", text: CASSETTE });

  async complete(request: Parameters<Provider["complete"]>[0]) {
    this.calls++;
    return await (await this.#replay).complete(request);
  }
}

/** What a disk did to a run. */
interface Spoilt {
  /** Null: the run could not even begin. */
  readonly outcome: RunOutcome | null;
  /** Model calls that were made after the disk had failed. */
  readonly callsAfter: number;
  /** The state as it was when the disk failed; null: there was none. */
  readonly before: string | null;
  /** Whether the disk failed at all. */
  readonly failed: boolean;
}

function assertWholeLines(text: string, story: string): void {
  assert(text === "" || text.endsWith("\n"), story);
  for (const line of text.split("\n").slice(0, -1)) JSON.parse(line);
}

/** Runs the task on a disk that `fails` makes; it calls its argument when it fails. */
async function spoil(
  workspace: string,
  fails: (failed: () => void) => Disk,
): Promise<Spoilt> {
  await prepare(workspace);
  const provider = new CountedProvider();
  let callsBefore: number | null = null;
  let before: string | null = null;
  const disk = fails(() => {
    if (callsBefore !== null) return;
    callsBefore = provider.calls;
    before = stateNow(workspace);
  });
  let outcome: RunOutcome | null = null;
  try {
    outcome = await runTask({ workspace, task: TASK, model: provider.model, provider, disk });
  } catch (error) {
    assert(error instanceof ArchitectError && error.code === "save_error", String(error));
  }
  const callsAfter = provider.calls - (callsBefore ?? provider.calls);
  return { outcome, callsAfter, before, failed: callsBefore !== null };
}

/** As {@linkcode stored}, of the state alone and at once. */
function stateNow(workspace: string): string | null {
  try {
    const names = [...Deno.readDirSync(sessionsOf(workspace))].map(({ name }) => name);
    const name = names.find((one) => one.endsWith(".json"));
    return name === undefined ? null : Deno.readTextFileSync(`${sessionsOf(workspace)}/${name}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Checks how a run ended whose disk failed. */
function assertStopped({ outcome, callsAfter }: Spoilt, told: RegExp, story: string): void {
  assertEquals(callsAfter, 0, story);
  if (outcome === null) return;
  const { status, stopReason, persisted, error } = outcome;
  assertEquals([status, stopReason, persisted], ["failed", "save_error", false], story);
  assertEquals(error?.code, "save_error", story);
  assertMatch(String(error!.message), told, story);
}

/** A disk that takes half of each history and state, then nothing; and all of it at the next try. */
function halfAtFirst(): Disk {
  const refused = new Set<string>();
  const disk = hookedDisk(() => {});
  return {
    ...disk,
    open: async (path, options) => {
      const file = await disk.open(path, options);
      const saved = options.read !== true && /\.(json\.tmp|jsonl)$/.test(path);
      const whole = !saved || refused.delete(path);
      return {
        ...file,
        write: async (data) => {
          if (whole) return await file.write(data);
          if (refused.has(path)) throw systemError("ENOSPC");
          refused.add(path);
          return await file.write(data.subarray(0, data.length >> 1));
        },
      };
    },
  };
}

/** A disk that is full from one write on, in the midst of that write. */
function fullFrom(at: number, failed: () => void): Disk {
  let writes = 0;
  // Nothing is flushed: that takes most of the time, and no power is cut here.
  const disk = hookedDisk(() => {}, { syncFolder: () => Promise.resolve() });
  return {
    ...disk,
    open: async (path, options) => {
      const file = await disk.open(path, options);
      return {
        ...file,
        sync: () => Promise.resolve(),
        write: async (data) => {
          const number = writes++;
          if (number < at) return await file.write(data);
          failed();
          if (number > at || data.length < 2) throw systemError("ENOSPC");
          return await file.write(data.subarray(0, data.length >> 1));
        },
      };
    },
  };
}

/** Checks that the program resumes what is there, and ends as one that nothing disturbed. */
async function assertGoesOn(workspace: string, expected: Ending, story: string): Promise<void> {
  const resumed = await architect(["resume", "last", "--mode", "yolo"], { cwd: workspace });
  assertEquals(resumed.code, 0, `${story}\n${resumed.stderr}`);
  assertEquals(await ending(workspace), expected, story);
  const id = (await architect(["sessions", "--json"], { cwd: workspace })).json()[0].id;
  const family = [`${id}.json`, `${id}.jsonl`, `${id}.lock`];
  const names = Object.keys(await stored(workspace));
  assertEquals(names.filter((name) => !family.includes(name)), [], story);
}

Deno.test("a run whose disk is full at any write goes on from where it was", async () => {
  const expected = await undisturbed();
  for (let at = 0, done = false; !done; at++) {
    await withWorkspace(async (workspace) => {
      const story = `full at write ${at}`;
      const spoilt = await spoil(workspace, (failed) => fullFrom(at, failed));
      done = !spoilt.failed;
      if (done) return assertEquals(spoilt.outcome?.status, "success");
      assertStopped(spoilt, /the disk is full \(ENOSPC\)/, story);
      const files = await stored(workspace);
      assertEquals(stateIn(files), spoilt.before, story);
      const others = Object.keys(files).filter((name) => !/\.(json|jsonl|lock)$/.test(name));
      assertEquals(others, [], story);
      // What was cut off in the midst of a line is taken away again.
      for (const [name, text] of Object.entries(files)) {
        if (name.endsWith(".jsonl")) assertWholeLines(text, story);
      }
      if (spoilt.before !== null && at % RESUMED === 0) {
        await assertGoesOn(workspace, expected, story);
      }
    });
  }
});

Deno.test("a run whose disk refuses every change from one on goes on from where it was", async () => {
  const expected = await undisturbed();
  for (let at = 0, done = false; !done; at += STRIDE) {
    await withWorkspace(async (workspace) => {
      const story = `refused from change ${at} on`;
      let count = 0;
      const spoilt = await spoil(workspace, (failed) =>
        hookedDisk(({ name }) => {
          if (!CHANGES.includes(name) || count++ < at) return;
          failed();
          throw systemError("EIO");
        }));
      done = !spoilt.failed;
      if (done) return assertEquals(spoilt.outcome?.status, "success");
      assertStopped(spoilt, /the disk reports an error \(EIO\)/, story);
      assertEquals(stateIn(await stored(workspace)), spoilt.before, story);
      if (spoilt.before !== null && at % (RESUMED * STRIDE) === 0) {
        await assertGoesOn(workspace, expected, story);
      }
    });
  }
});

Deno.test("a run ends as ever on a disk that is slow to take, fails at first, or has no locks", async (t) => {
  const expected = await undisturbed();
  const disks: readonly (readonly [string, () => Disk])[] = [
    ["few bytes at a time", () => smallDisk({ chunk: 99 })],
    ["each write at the second try, half of it at the first", halfAtFirst],
    ["no locks", () => failingDisk("tryLock", () => systemError("ENOTSUP"))],
  ];
  for (const [name, disk] of disks) {
    await t.step(name, () =>
      withWorkspace(async (workspace) => {
        await prepare(workspace);
        const provider = new CountedProvider();
        const task = { workspace, task: TASK, model: provider.model, provider, disk: disk() };
        const { status, persisted, sessionId } = await runTask(task);
        assertEquals([status, persisted, provider.calls], ["success", true, expected.steps]);
        assertEquals(await ending(workspace), expected);
        const files = await stored(workspace);
        const family = [`${sessionId}.json`, `${sessionId}.jsonl`, `${sessionId}.lock`];
        assertEquals(Object.keys(files).filter((file) => !family.includes(file)), []);
        assertWholeLines(files[`${sessionId}.jsonl`] ?? "", name);
      }));
  }
});
