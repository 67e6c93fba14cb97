import { assertEquals, assertRejects } from "@std/assert";
import { realDisk } from "../../src/files/disk.ts";
import { lstatIfThere, removeIfThere } from "../../src/files/if_there.ts";
import { hookedDisk, systemError } from "./faulty_disk.ts";
import { TempFolder } from "./temp_folder.ts";

Deno.test("lstatIfThere() and removeIfThere() take a path that is not there as it is", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/a.txt`;
  assertEquals(await lstatIfThere(realDisk, path), null);
  await removeIfThere(realDisk, path);
  await Deno.writeTextFile(path, "hello");
  assertEquals((await lstatIfThere(realDisk, path))?.size, 5);
  await removeIfThere(realDisk, path);
  assertEquals(await folder.names(), []);
});

Deno.test("lstatIfThere() and removeIfThere() tell every other failure", async () => {
  const disk = hookedDisk(() => {
    throw systemError("EIO");
  });
  await assertRejects(() => lstatIfThere(disk, "a"), Error, "EIO");
  await assertRejects(() => removeIfThere(disk, "a"), Error, "EIO");
});
