import { assertEquals, assertRejects } from "@std/assert";
import { openCassette } from "../../src/commands/cassette_file.ts";
import { ArchitectError } from "../../src/errors.ts";
import { withWorkspace } from "../support/workspace.ts";

const HEADER = '{"cassette":1,"model":"gpt-4o"}\n';

Deno.test("openCassette() makes a new file and appends whole lines", () =>
  withWorkspace(async (workspace) => {
    {
      using cassette = await openCassette("a.jsonl", workspace, { goesOn: false });
      assertEquals(cassette.hasHeader, false);
      await cassette.append("{}\n");
      await cassette.append('{"text":"ñ"}');
    }
    assertEquals(await Deno.readTextFile(`${workspace}/a.jsonl`), '{}\n{"text":"ñ"}\n');
  }));

Deno.test("openCassette() goes on with the file of a resumed session", async (t) => {
  const cases: [string, string, string, boolean][] = [
    ["an empty one", "", "{}\n", false],
    ["a whole one", `${HEADER}2\n`, `${HEADER}2\n{}\n`, true],
    ["one whose last line is torn: it was never used", `${HEADER}{"to`, `${HEADER}{}\n`, true],
  ];
  for (const [name, before, after, hasHeader] of cases) {
    await t.step(name, () =>
      withWorkspace(async (workspace) => {
        await Deno.writeTextFile(`${workspace}/a.jsonl`, before);
        using cassette = await openCassette("a.jsonl", workspace, { goesOn: true });
        assertEquals(cassette.hasHeader, hasHeader);
        await cassette.append("{}");
        assertEquals(await Deno.readTextFile(`${workspace}/a.jsonl`), after);
      }));
  }
});

Deno.test("openCassette() begins anew where not even the header was written", () =>
  withWorkspace(async (workspace) => {
    await Deno.writeTextFile(`${workspace}/a.jsonl`, '{"cassette":1,"mod');
    using cassette = await openCassette("a.jsonl", workspace, { goesOn: true });
    assertEquals(cassette.hasHeader, false);
    await cassette.append("header");
    assertEquals(await Deno.readTextFile(`${workspace}/a.jsonl`), "header\n");
  }));

Deno.test("openCassette() refuses a file that it would spoil", async (t) => {
  await withWorkspace(async (workspace) => {
    await Deno.writeTextFile(`${workspace}/notes.txt`, "mine");
    await Deno.mkdir(`${workspace}/folder`);
    await Deno.symlink("/dev/null", `${workspace}/link`);
    const cases: [string, string, boolean, string][] = [
      ["one that is there", "notes.txt", false, "there is a file of that name already"],
      ["one that is no cassette", "notes.txt", true, "it is no cassette"],
      ["stdout", "-", false, "stdout is for the result"],
      ["a folder", "folder", true, "it is a folder"],
      ["one outside", "../a.jsonl", true, "outside the workspace"],
      ["a link that leads out", "link", true, "outside the workspace"],
      ["one in a folder that is not there", "none/a.jsonl", true, "folder does not exist"],
    ];
    for (const [name, file, goesOn, words] of cases) {
      await t.step(name, async () => {
        const open = () => openCassette(file, workspace, { goesOn });
        assertEquals((await assertRejects(open, ArchitectError, words)).exitCode, 3);
      });
    }
    assertEquals(await Deno.readTextFile(`${workspace}/notes.txt`), "mine");
  });
});
