import { assert, assertEquals, assertRejects } from "@std/assert";
import { realDisk, systemCode } from "../../src/files/disk.ts";
import { TempFolder } from "./temp_folder.ts";

Deno.test("realDisk rejects, and never throws at once", async () => {
  await using folder = await TempFolder.make();
  const none = `${folder.path}/none`;
  const calls = {
    open: () => realDisk.open(none, { read: true }),
    rename: () => realDisk.rename(none, `${none}2`),
    remove: () => realDisk.remove(none),
    lstat: () => realDisk.lstat(none),
  };
  for (const call of Object.values(calls)) await assertRejects(call, Deno.errors.NotFound);
});

Deno.test("realDisk.open() gives a file that is written, flushed, read, cut and locked", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/a`;
  const file = await realDisk.open(path, { read: true, write: true, create: true });
  assertEquals(await file.write(new Uint8Array([1, 2, 3])), 3);
  await file.sync();
  assertEquals((await file.stat()).size, 3);
  await file.truncate(1);
  assertEquals(await file.tryLock(true), true);
  const other = await realDisk.open(path, { read: true });
  assertEquals(await other.tryLock(false), false);
  file.close();
  assertEquals(await other.tryLock(false), true);
  const buffer = new Uint8Array(9);
  assertEquals([await other.read(buffer), await other.read(buffer)], [1, null]);
  other.close();
});

Deno.test("realDisk.syncFolder() flushes a folder that is there", async () => {
  await using folder = await TempFolder.make();
  await realDisk.syncFolder(folder.path);
  if (Deno.build.os !== "windows") {
    await assertRejects(() => realDisk.syncFolder(`${folder.path}/none`), Deno.errors.NotFound);
  }
});

Deno.test("systemCode() reads the code of what the system refused", async () => {
  const error = await assertRejects(() => realDisk.lstat("/dev/null/x"));
  if (Deno.build.os !== "windows") assertEquals(systemCode(error), "ENOTDIR");
  assertEquals(systemCode("text"), null);
  assert(systemCode(new Error("x")) === null);
});
