/** Runs that are killed at moments that nobody chose. `--rounds` of scripts/test.sh gives more. */

import { assert, assertEquals } from "@std/assert";
import { architect, startArchitect } from "../support/architect.ts";
import { ending, prepare, REPLAY, TASK, undisturbed } from "../support/stop_and_go.ts";
import { withWorkspace } from "../support/workspace.ts";

const ROUNDS = 6 * Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);

/** After so many kills a run is let go on, however far it came. */
const KILLS = 12;

Deno.test("a run that is killed again and again ends as one that is not", async (t) => {
  const expected = await undisturbed();
  const started = performance.now();
  await withWorkspace(async (workspace) => {
    await prepare(workspace);
    await architect(["run", TASK, ...REPLAY], { cwd: workspace });
  });
  const wholeMs = performance.now() - started;

  for (let round = 0; round < ROUNDS; round++) {
    await t.step(`round ${round}`, () =>
      withWorkspace(async (workspace) => {
        await prepare(workspace);
        const moments: number[] = [];
        for (let kill = 0; kill < KILLS; kill++) {
          const afterMs = Math.random() * wholeMs;
          moments.push(Math.round(afterMs));
          const begun = await hasSession(workspace);
          const args = begun ? ["resume", "last", "--mode", "yolo"] : ["run", TASK, ...REPLAY];
          const run = await startArchitect(args, { cwd: workspace });
          await new Promise((resolve) => setTimeout(resolve, afterMs));
          run.kill("SIGKILL");
          if ((await run.result).code === 0) break;
        }
        const list = await architect(["sessions", "--json"], { cwd: workspace });
        const story = `killed after ${moments.join(", ")} ms`;
        assert(list.json().length <= 1, `${story}: ${list.stdout}`);
        if (list.json().length === 0) return;
        assert(
          ["interrupted", "success"].includes(list.json()[0].status),
          `${story}: ${list.stdout}`,
        );
        const resumed = await architect(["resume", "last", "--mode", "yolo"], { cwd: workspace });
        assertEquals(resumed.code, 0, `${story}\n${resumed.stderr}`);
        assertEquals(await ending(workspace), expected, story);
      }));
  }
});

/** Whether a first save was done: what can be resumed. */
async function hasSession(workspace: string): Promise<boolean> {
  const list = await architect(["sessions", "--json"], { cwd: workspace });
  assertEquals(list.code, 0, list.stderr);
  return list.json().length > 0;
}
