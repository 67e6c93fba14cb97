/** Runs that are killed at moments that nobody chose. `--rounds` of scripts/test.sh gives more. */

import { assertEquals } from "@std/assert";
import { eachAtOnce, goOnAfterKill, toldSteps } from "../support/after_kill.ts";
import { architect, startArchitect } from "../support/architect.ts";
import { prepare, REPLAY, TASK, undisturbed } from "../support/stop_and_go.ts";
import { withWorkspace } from "../support/workspace.ts";

const CHAINS = 4 * Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);

/** A run and its resumes are killed so often, if they do not come to the end before. */
const KILLS = 20;

Deno.test("a run that is killed again and again at any moment ends as one that is not", async () => {
  const expected = await undisturbed();
  const started = performance.now();
  await withWorkspace(async (workspace) => {
    await prepare(workspace);
    await architect(["run", TASK, ...REPLAY], { cwd: workspace });
  });
  const wholeMs = performance.now() - started;
  const chains = Array.from({ length: CHAINS }, (_, chain) => ({ name: `chain ${chain}` }));
  await eachAtOnce(chains, () =>
    withWorkspace(async (workspace) => {
      await prepare(workspace);
      const moments: number[] = [];
      let told = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const begun = await hasSession(workspace);
        const args = begun ? ["resume", "last", "--mode", "yolo"] : ["run", TASK, ...REPLAY];
        // Most of the time a process starts; what comes after is what counts.
        const afterMs = (0.3 + 0.4 * Math.random()) * wholeMs;
        moments.push(Math.round(afterMs));
        const run = await startArchitect(args, { cwd: workspace });
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        run.kill("SIGKILL");
        const { code, stderr } = await run.result;
        if (code === 0) break;
        told = Math.max(told, toldSteps(stderr));
      }
      try {
        await goOnAfterKill(workspace, { expected, steps: told });
      } catch (cause) {
        throw new Error(`killed after ${moments.join(", ")} ms`, { cause });
      }
    }));
});

/** Whether a first save was done: what can be resumed. */
async function hasSession(workspace: string): Promise<boolean> {
  const list = await architect(["sessions", "--json"], { cwd: workspace });
  assertEquals(list.code, 0, list.stderr);
  return list.json().length > 0;
}
