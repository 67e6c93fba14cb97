import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { atomicWrite } from "../../src/files/atomic_write.ts";
import { guardedDisk } from "../../src/files/guarded_disk.ts";
import { readRegularFile, RefusedFileError } from "../../src/files/regular_file.ts";
import {
  readWorkspaceFile,
  requireSameFile,
  requireSameFolder,
} from "../../src/files/workspace_file.ts";
import { makeWorkspace, type Workspace } from "../tools/workspace.ts";

/** Puts a link to the folder outside in the place of a folder, as somebody else would. */
async function swap(ws: Workspace): Promise<void> {
  await Deno.rename(`${ws.path}/sub`, `${ws.path}/moved`);
  await Deno.symlink("../outside", `${ws.path}/sub`);
}

Deno.test("readWorkspaceFile() reads a file, and none behind a folder that was swapped", async () => {
  await using ws = await makeWorkspace();
  await ws.write("sub/secret.txt", "mine");
  const path = `${ws.path}/sub/secret.txt`;
  const { bytes } = await readWorkspaceFile(path, { maxBytes: 100 });
  assertEquals(new TextDecoder().decode(bytes), "mine");
  await swap(ws);
  await assertRejects(() => readWorkspaceFile(path, { maxBytes: 100 }), RefusedFileError);
});

Deno.test("requireSameFile() refuses a file that was opened while its folder was swapped", async () => {
  await using ws = await makeWorkspace();
  await ws.write("sub/secret.txt", "mine");
  const path = `${ws.path}/sub/secret.txt`;
  await swap(ws);
  const { info } = await readRegularFile(path, { maxBytes: 100 });
  await Deno.remove(`${ws.path}/sub`);
  await Deno.rename(`${ws.path}/moved`, `${ws.path}/sub`);
  assertThrows(() => requireSameFile(path, info), RefusedFileError, "swapped");
});

Deno.test("requireSameFolder() refuses a folder that is a link now, or gone", async () => {
  await using ws = await makeWorkspace();
  await ws.write("sub/secret.txt", "mine");
  requireSameFolder(`${ws.path}/sub/new.txt`);
  await swap(ws);
  assertThrows(() => requireSameFolder(`${ws.path}/sub/new.txt`), RefusedFileError);
  await Deno.remove(`${ws.path}/sub`);
  assertThrows(() => requireSameFolder(`${ws.path}/sub/new.txt`), RefusedFileError);
});

Deno.test("guardedDisk() writes nothing into a folder that was swapped", async () => {
  await using ws = await makeWorkspace();
  await ws.write("sub/secret.txt", "mine");
  await swap(ws);
  const temp = `${ws.path}/sub/.secret.txt.tmp`;
  const write = () =>
    atomicWrite(`${ws.path}/sub/secret.txt`, new TextEncoder().encode("evil"), {
      temp,
      mode: 0o600,
      disk: guardedDisk(),
    });
  await assertRejects(write, RefusedFileError);
  assertEquals(await Deno.readTextFile(`${ws.outside}/secret.txt`), "outside secret");
  assertEquals((await Array.fromAsync(Deno.readDir(ws.outside))).length, 1);
});

Deno.test("guardedDisk() renames nothing into a folder that was swapped", async () => {
  await using ws = await makeWorkspace();
  await ws.write("sub/new.txt", "mine");
  await swap(ws);
  await Deno.writeTextFile(`${ws.outside}/new.txt`, "theirs");
  const path = `${ws.path}/sub/secret.txt`;
  const rename = async () => await guardedDisk().rename(`${ws.path}/sub/new.txt`, path);
  await assertRejects(rename, RefusedFileError);
  assertEquals(await Deno.readTextFile(`${ws.outside}/secret.txt`), "outside secret");
});
