/** The task of the demo on its real files, with real commands, stopped half-way and not. */

import { assertEquals } from "@std/assert";
import { copy } from "@std/fs/copy";
import { architect } from "../support/architect.ts";
import { readTree } from "../support/tree.ts";
import { withWorkspace } from "../support/workspace.ts";

const DEMO = new URL("../../scripts/demo/", import.meta.url);
const RUN = [
  ...["run", "fix the totals, then add --by month"],
  ...["--model", "replay:answers.jsonl", "--mode", "yolo", "--allow-commands"],
];
const ENVIRONMENT = { PATH: Deno.env.get("PATH") ?? "" };

/** The files that a run of the task leaves, started by `drive`. */
async function filesAfter(
  drive: (run: (args: readonly string[]) => Promise<number>) => Promise<void>,
): Promise<Record<string, string>> {
  let files: Record<string, string> = {};
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/project`;
    await copy(new URL("sample", DEMO), workspace);
    await copy(new URL("expenses.jsonl", DEMO), `${workspace}/answers.jsonl`);
    await drive(async (args) => {
      const { code } = await architect(args, { cwd: workspace, env: ENVIRONMENT });
      return code;
    });
    const check = await new Deno.Command("sh", { args: ["check.sh"], cwd: workspace }).output();
    assertEquals(check.code, 0, new TextDecoder().decode(check.stdout));
    files = await readTree(workspace);
  });
  return files;
}

Deno.test("a real task that is stopped half-way leaves the files of one that is not", async () => {
  const undisturbed = await filesAfter(async (run) => assertEquals(await run(RUN), 0));
  const stopped = await filesAfter(async (run) => {
    assertEquals(await run([...RUN, "--budget", "0.05"]), 2);
    const more = ["--budget", "0.50", "--mode", "yolo", "--allow-commands"];
    assertEquals(await run(["resume", "last", ...more]), 0);
  });
  assertEquals(stopped, undisturbed);
});
