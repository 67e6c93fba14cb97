/**
 * Runs that are killed at every write, sync and rename in turn. `--rounds` of scripts/test.sh gives
 * more of them.
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { replayProvider } from "../../src/llm/replay.ts";
import { eachAtOnce, goOnAfterKill, toldSteps } from "../support/after_kill.ts";
import { ANSWERS } from "../support/file_task.ts";
import { killPoints } from "../support/kill_points.ts";
import { CASSETTE, prepare, REPLAY, TASK, undisturbed } from "../support/stop_and_go.ts";
import { architectUntil, type CallToDieIn, NO_STRACE } from "../support/strace.ts";
import { withWorkspace } from "../support/workspace.ts";

const ROUNDS = Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);

/** Of so many calls of the program it is killed in one; three rounds have them all. */
const STRIDE = Math.max(1, 4 - ROUNDS);

Deno.test("a run that is killed before any change on the disk, or in any write, loses the model call in flight at most", async () => {
  const expected = await undisturbed();
  for (let round = 1; round <= ROUNDS; round++) {
    await withWorkspace(async (folder) => {
      const workspace = `${folder}/run`;
      await Deno.mkdir(workspace);
      await prepare(workspace);
      const points = await killPoints({
        workspace,
        copies: folder,
        task: TASK,
        model: "replay:answers.jsonl",
        provider: await replayProvider({ file: "answers.jsonl", text: CASSETTE }),
        tornAt: round / (ROUNDS + 1),
      });
      assertGreater(points.length, 15 * ANSWERS.length);
      await eachAtOnce(points, async ({ workspace, answers }) => {
        await goOnAfterKill(workspace, { expected, steps: answers - 1 });
        await Deno.remove(workspace, { recursive: true });
      });
    });
  }
});

/** The calls to be killed in, until one is never reached. */
function* turns(calls: readonly string[], reached: Set<string>): Generator<
  CallToDieIn & { readonly name: string }
> {
  for (const call of calls) {
    const first = 1 + Math.floor(Math.random() * STRIDE);
    for (let number = first; !reached.has(call); number += STRIDE) {
      yield { name: `${call} ${number}`, call, number };
    }
  }
}

Deno.test({
  name: `the program, killed in its writes, syncs and renames in turn, loses nothing that it has ` +
    `told of${NO_STRACE}`,
  ignore: NO_STRACE !== "",
  fn: async () => {
    const expected = await undisturbed();
    const ended = new Set<string>();
    let kills = 0;
    // A file is flushed by the third of them, a folder by the fourth.
    const calls = ["write", "rename", "fdatasync", "fsync"];
    await eachAtOnce(
      turns(calls, ended),
      ({ call, number }) =>
        withWorkspace(async (workspace) => {
          await prepare(workspace);
          const args = ["run", TASK, ...REPLAY];
          const run = await architectUntil(args, { cwd: workspace, call, number });
          if (run.code === 0) ended.add(call);
          else kills++;
          assert(run.code === 0 || run.signal === "SIGKILL", run.stderr);
          await goOnAfterKill(workspace, { expected, steps: toldSteps(run.stderr) });
        }),
    );
    assertEquals(ended.size, calls.length);
    assertGreater(kills, 240 / STRIDE);
  },
});

Deno.test({
  name:
    `the program, killed in every resume soon after it began, comes to the same end${NO_STRACE}`,
  ignore: NO_STRACE !== "",
  fn: async () => {
    const expected = await undisturbed();
    await withWorkspace(async (workspace) => {
      await prepare(workspace);
      const at = { cwd: workspace, call: "rename" };
      const first = await architectUntil(["run", TASK, ...REPLAY], { ...at, number: 6 });
      assertEquals(first.signal, "SIGKILL", first.stderr);
      let kills = 0;
      for (let code = 1; code !== 0; kills++) {
        // The check of the disk, the mark of a call, the file that it writes, its result: one that
        // is killed before all of these is at the same point again.
        const number = [2, 5, 3, 6][kills % 4]!;
        const args = ["resume", "last", "--mode", "yolo"];
        const run = await architectUntil(args, { ...at, number });
        assert(run.code === 0 || run.signal === "SIGKILL", run.stderr);
        code = run.code;
      }
      assertGreater(kills, 20);
      await goOnAfterKill(workspace, { expected, steps: ANSWERS.length });
    });
  },
});
