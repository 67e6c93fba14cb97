import { assertEquals } from "@std/assert";
import { removeLeftoverTemp } from "../../src/tools/leftover_temp.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("removeLeftoverTemp() removes the temporary file of a file tool", () =>
  withWorkspace(async (workspace) => {
    const temp = "src/.a.ts.architect-0a1b2c.tmp";
    await Deno.mkdir(`${workspace}/src`);
    await Deno.writeTextFile(`${workspace}/${temp}`, "half");
    const mark = { path: "src/a.ts", temp };
    assertEquals(await removeLeftoverTemp(workspace, { path: "src/b.ts", temp }), false);
    assertEquals(await removeLeftoverTemp(workspace, { path: "a.ts", temp }), false);
    assertEquals(await removeLeftoverTemp(workspace, mark), true);
    assertEquals([...Deno.readDirSync(`${workspace}/src`)], []);
    assertEquals(await removeLeftoverTemp(workspace, mark), false);
    assertEquals(await removeLeftoverTemp(workspace, { ...mark, temp: null }), false);
  }));

Deno.test("removeLeftoverTemp() removes nothing else, whatever the mark says", async (t) => {
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/workspace`;
    await Deno.mkdir(workspace);
    const name = ".x.architect-0a1b2c.tmp";
    await Deno.writeTextFile(`${folder}/${name}`, "outside");
    await Deno.writeTextFile(`${workspace}/mine.txt`, "mine");
    await Deno.symlink(`${folder}/${name}`, `${workspace}/${name}`);
    for (
      const temp of ["mine.txt", `../${name}`, `${folder}/${name}`, name, ".", "", "\0", `${name}/`]
    ) {
      await t.step(JSON.stringify(temp.replace(folder, "FOLDER")), async () => {
        assertEquals(await removeLeftoverTemp(workspace, { path: beside(temp), temp }), false);
      });
    }
    assertEquals(await Deno.readTextFile(`${folder}/${name}`), "outside");
    assertEquals([...Deno.readDirSync(workspace)].length, 2);
  });
});

/** A file whose temporary file it could be. */
function beside(temp: string): string {
  return `${temp.slice(0, temp.lastIndexOf("/") + 1)}x`;
}
