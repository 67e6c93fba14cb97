/** Sessions whose surroundings are no longer what they were. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { copy } from "@std/fs/copy";
import { architect } from "../support/architect.ts";
import { answer, chatServer } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, model, writeConfig, writes } from "./support.ts";

Deno.test("a session goes on in a folder that was moved, copied, or reached by a link", async (t) => {
  await withWorkspace(async (folder) => {
    const project = `${folder}/project`;
    await Deno.mkdir(project);
    await using server = chatServer([writes("a.txt"), DONE]);
    const first = await architect(["run", "x", ...model(server)], { cwd: project });
    assertEquals(first.code, 0, first.stderr);

    await Deno.rename(project, `${folder}/moved`);
    await Deno.symlink(`${folder}/moved`, project);
    await copy(`${folder}/moved`, `${folder}/wörk 🎉`);
    for (const name of ["moved", "project", "wörk 🎉"]) {
      await t.step(name, async () => {
        const cwd = `${folder}/${name}`;
        await using next = chatServer([DONE]);
        const resumed = await architect(["resume", "last", "go on", "--json", ...model(next)], {
          cwd,
        });
        assertEquals([resumed.code, resumed.json().files_modified], [0, ["a.txt"]], resumed.stderr);
        // The file is where it was, seen from the workspace: nothing is told as changed.
        assertEquals(next.requests[0]?.messages.at(-1)?.content, "go on");
      });
    }
  });
});

Deno.test("a folder without sessions has none to resume, and gets none", () =>
  withWorkspace(async (cwd) => {
    const resumed = await architect(["resume", "last", "--json"], { cwd });
    assertEquals([resumed.code, resumed.json().error.code], [3, "session_not_found"]);
    assertEquals([...Deno.readDirSync(cwd)], []);
  }));

Deno.test("an agent of the config keeps its prompt over a resume, and a change of it is told", () =>
  withWorkspace(async (cwd) => {
    await using server = chatServer([answer({ content: "done" })]);
    const agent = (prompt: string) =>
      writeConfig(cwd, `agents: {poet: {system_prompt: "${prompt}", max_steps: 5}}\n`);
    const config = await agent("Answer in verse.");
    const api = [...model(server), ...config];
    await architect(["run", "x", "-a", "poet", ...api], { cwd });
    const same = await architect(["resume", "last", "y", ...api], { cwd });
    assertEquals(same.stderr.includes("system prompt"), false, same.stderr);
    await agent("Answer in prose.");
    const changed = await architect(["resume", "last", "z", ...api], { cwd });
    assertStringIncludes(changed.stderr, "warning: the system prompt of agent poet");
    assertEquals(
      server.requests.map(({ messages }) => messages[0]?.content),
      ["Answer in verse.", "Answer in verse.", "Answer in prose."],
    );
  }));
