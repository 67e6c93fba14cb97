import { assertEquals, assertRejects } from "@std/assert";
import { basename } from "@std/path";
import { realDisk } from "../../src/files/disk.ts";
import { keepDamaged } from "../../src/session/damaged_file.ts";
import { SessionFolder } from "../../src/session/folder.ts";
import { failingDisk, hookedDisk, systemError } from "../files/faulty_disk.ts";
import { ID, NOW } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const KEPT = `${ID}.damaged-20260223-150000`;
const BYTES = new Uint8Array([0, 255, 10, 123, 0]);

Deno.test("keepDamaged() keeps a file as it is, under a name of the session's family", async (t) => {
  for (
    const [kind, from, to] of [
      ["json", `${ID}.json`, KEPT],
      ["history", `${ID}.jsonl`, `${KEPT}.jsonl`],
    ] as const
  ) {
    await t.step(kind, async () => {
      await using workspace = await Workspace.make();
      await workspace.put(from, BYTES);
      const before = await Deno.stat(workspace.file(from));
      const folder = new SessionFolder(workspace.path);
      assertEquals(await keepDamaged(folder, ID, kind, NOW, realDisk), to);
      assertEquals(await workspace.names(), [to]);
      assertEquals(await Deno.readFile(workspace.file(to)), BYTES);
      assertEquals((await Deno.stat(workspace.file(to))).ino, before.ino);
      assertEquals([...(await folder.read()).families.keys()], [ID]);
    });
  }
});

Deno.test("keepDamaged() never replaces what is kept already", async () => {
  await using workspace = await Workspace.make();
  const folder = new SessionFolder(workspace.path);
  await workspace.put(KEPT, "the first");
  await workspace.put(`${KEPT}-3`, "by hand");
  const names: string[] = [];
  for (const content of ["a", "b"]) {
    await workspace.put(`${ID}.json`, content);
    names.push(await keepDamaged(folder, ID, "json", NOW, realDisk));
  }
  assertEquals(names, [`${KEPT}-2`, `${KEPT}-4`]);
  const contents = await Promise.all(
    (await workspace.names()).map((name) => Deno.readTextFile(workspace.file(name))),
  );
  assertEquals(contents, ["the first", "a", "by hand", "b"]);
});

Deno.test("keepDamaged() makes the new name last", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(`${ID}.json`, BYTES);
  const calls: string[] = [];
  const disk = hookedDisk(({ name, path }) => calls.push(`${name} ${basename(path)}`));
  await keepDamaged(new SessionFolder(workspace.path), ID, "json", NOW, disk);
  assertEquals(calls, [`lstat ${KEPT}`, `rename ${ID}.json`, "syncFolder sessions"]);
});

Deno.test("keepDamaged() gives up on what the disk refuses", async (t) => {
  for (const name of ["lstat", "rename"]) {
    await t.step(name, async () => {
      await using workspace = await Workspace.make();
      await workspace.put(`${ID}.json`, BYTES);
      const disk = failingDisk(name, () => systemError("EIO"));
      const folder = new SessionFolder(workspace.path);
      await assertRejects(() => keepDamaged(folder, ID, "json", NOW, disk), Error, "EIO");
      assertEquals(await workspace.names(), [`${ID}.json`]);
    });
  }
});
