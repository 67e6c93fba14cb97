/** A session that goes on somewhere else. */

import { assert, assertEquals } from "@std/assert";
import { copy } from "@std/fs/copy";
import { architect } from "../support/architect.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { crashPoints } from "../support/crash_points.ts";
import { call, calls, scriptedProvider, text } from "../support/scripted_provider.ts";
import { ending, prepare, REPLAY, TASK, undisturbed } from "../support/stop_and_go.ts";
import { readTree } from "../support/tree.ts";
import { withWorkspace } from "../support/workspace.ts";

/** Takes the newest session of a folder along to a copy of its files, where no session is. */
async function takeAlong(from: string, to: string): Promise<string> {
  const args = ["sessions", "export", "last", "--format", "bundle", "-o", "session.bundle"];
  const exported = await architect(args, { cwd: from });
  assertEquals(exported.code, 0, exported.stderr);
  await copy(from, to, { overwrite: true });
  await Deno.remove(`${to}/.architect`, { recursive: true });
  const imported = await architect(["sessions", "import", "session.bundle", "--json"], { cwd: to });
  assertEquals(imported.code, 0, imported.stderr);
  assertEquals(imported.json().drift, [], "the files are the same");
  for (const folder of [from, to]) await Deno.remove(`${folder}/session.bundle`);
  return imported.json().session_id;
}

Deno.test("a run that goes on elsewhere after any of its steps ends as one that was not moved", async (t) => {
  const expected = await undisturbed();
  for (const steps of [1, 5, 8]) {
    await t.step(`after step ${steps}`, () =>
      withWorkspace(async (root) => {
        const [here, there] = [`${root}/here`, `${root}/there`];
        await Deno.mkdir(here);
        await prepare(here);
        const limit = ["--max-steps", String(steps)];
        const first = await architect(["run", TASK, ...REPLAY, ...limit], { cwd: here });
        assertEquals(first.code, 2, first.stderr);
        const id = await takeAlong(here, there);
        const second = await architect(["resume", id, "--mode", "yolo"], { cwd: there });
        assertEquals(second.code, 0, second.stderr);
        assertEquals(await ending(there), expected);
        // And back again, with what was done there.
        await Deno.remove(here, { recursive: true });
        assertEquals(await takeAlong(there, here), id);
        const third = await architect(["resume", id, "--json"], { cwd: here });
        assertEquals([third.code, third.json().run_steps], [0, 0], third.stderr);
        assertEquals(await ending(here), expected);
      }));
  }
});

Deno.test("a run that was killed at any moment goes on elsewhere", async (t) => {
  const answers = [
    calls(call("w1", "write_file", { path: "b.txt", content: "b\n", mode: "overwrite" })),
    calls(call("e1", "edit_file", { path: "a.txt", old_str: "hi", new_str: "hello" })),
    text("done"),
  ];
  await withWorkspace(async (root) => {
    const workspace = `${root}/run`;
    await Deno.mkdir(workspace);
    await Deno.writeTextFile(`${workspace}/a.txt`, "hi\n");
    await Deno.writeTextFile(`${workspace}/answers.jsonl`, cassetteText(answers));
    const { points } = await crashPoints({
      workspace,
      copies: root,
      task: "write",
      model: "replay:answers.jsonl",
      provider: scriptedProvider(answers),
    });
    assert(points.some(({ name }) => name.includes("tool_started")));
    for (const { name, workspace, sessionId } of points) {
      // The files are those of the moment before.
      if (name.includes("step_started")) continue;
      await t.step(name, async () => {
        const there = `${workspace}-there`;
        assertEquals(await takeAlong(workspace, there), sessionId);
        const resumed = await architect(["resume", sessionId, "--mode", "yolo"], { cwd: there });
        assertEquals(resumed.code, 0, resumed.stderr);
        const tree = await readTree(there, ["answers.jsonl"]);
        assertEquals(tree, { "a.txt": "hello\n", "b.txt": "b\n" });
      });
    }
  });
});
