/** What a run leaves alone: with --no-session, and with --dry-run. */

import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { answer, chatServer, status } from "../support/chat_server.ts";
import { saveSession } from "../support/workspace.ts";
import { DONE, inWorkspace, model, onlySession, writes } from "./support.ts";

Deno.test("--no-session leaves nothing behind", async (t) => {
  const ways: readonly (readonly [string, (workspace: string) => Promise<readonly string[]>])[] = [
    ["--no-session", () => Promise.resolve(["--no-session"])],
    ["auto_save: false", async (workspace) => {
      await Deno.writeTextFile(`${workspace}/c.yaml`, "sessions: {auto_save: false}\n");
      return ["-c", "c.yaml"];
    }],
  ];
  for (const [name, prepare] of ways) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        const flags = await prepare(workspace);
        await using server = chatServer([writes("a.txt"), DONE]);
        const result = await run(["run", "x", ...model(server), ...flags]);
        assertEquals([result.code, result.stdout], [0, "All done.\n"], result.stderr);
        assertEquals(await Deno.readTextFile(`${workspace}/a.txt`), "written\n");
        assertNotMatch(result.stderr, /^session /m);
        const names = [...Deno.readDirSync(workspace)].map((entry) => entry.name);
        assertEquals(names.includes(".architect"), false);
      }));
    await t.step(`${name}, and a resume`, () =>
      inWorkspace(async (run, workspace) => {
        await saveSession(workspace);
        const before = await onlySession(workspace);
        const flags = await prepare(workspace);
        await using server = chatServer([DONE]);
        const result = await run(["resume", "last", "y", "--json", ...model(server), ...flags]);
        assertEquals([result.code, result.json().status], [3, "failed"]);
        assertEquals([server.requests.length, await onlySession(workspace)], [0, before]);
      }));
  }
  await t.step("a failure tells of no command that could go on", () =>
    inWorkspace(async (run) => {
      await using server = chatServer([status(400)]);
      const result = await run(["run", "x", ...model(server), "--no-session"]);
      assertEquals(result.code, 1);
      assertNotMatch(result.stderr, /resume/);
    }));
});

Deno.test("--dry-run leaves every file as it was", () =>
  inWorkspace(async (run, workspace) => {
    await Deno.writeTextFile(`${workspace}/a.txt`, "before\n");
    const calls = [
      { name: "write_file", args: { path: "new.txt", content: "x", mode: "overwrite" } },
      { name: "edit_file", args: { path: "a.txt", old_str: "before", new_str: "after" } },
      { name: "delete_file", args: { path: "a.txt" } },
      { name: "run_command", args: { command: "touch b.txt" } },
      { name: "read_file", args: { path: "a.txt" } },
    ];
    await using server = chatServer([answer({ calls }), DONE]);
    const flags = ["--dry-run", "--allow-commands", "--json", ...model(server)];
    const result = await run(["run", "x", ...flags]);
    assertEquals([result.code, result.json().files_modified], [0, []], result.stderr);
    const names = [...Deno.readDirSync(workspace)].map((entry) => entry.name).sort();
    assertEquals(names, [".architect", "a.txt"]);
    assertEquals(await Deno.readTextFile(`${workspace}/a.txt`), "before\n");
    const results = server.requests[1]!.messages.slice(-5).map(({ content }) => String(content));
    for (const told of results.slice(0, 4)) assertMatch(told, /^Dry run: nothing was changed/);
    assertStringIncludes(results[1]!, "after");
    assertStringIncludes(results[4]!, "before");
  }));
