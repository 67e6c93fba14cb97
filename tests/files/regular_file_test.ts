import { assertEquals, assertRejects } from "@std/assert";
import { realDisk } from "../../src/files/disk.ts";
import { readRegularFile, RefusedFileError } from "../../src/files/regular_file.ts";
import { TempFolder } from "./temp_folder.ts";

const windows = Deno.build.os === "windows";

async function refusal(path: string, maxBytes = 100): Promise<string> {
  const error = await assertRejects(() => readRegularFile(path, { maxBytes }), RefusedFileError);
  return error.kind;
}

Deno.test("readRegularFile() reads a file whole", async (t) => {
  await using folder = await TempFolder.make();
  for (const size of [0, 1, 99, 100]) {
    await t.step(`${size} bytes`, async () => {
      const path = `${folder.path}/${size}`;
      await Deno.writeFile(path, new Uint8Array(size).fill(65));
      const { bytes, info } = await readRegularFile(path, { maxBytes: 100 });
      assertEquals(bytes, new Uint8Array(size).fill(65));
      assertEquals(info.size, size);
    });
  }
});

Deno.test("readRegularFile() refuses a file over the limit", async () => {
  await using folder = await TempFolder.make();
  await Deno.writeFile(`${folder.path}/a`, new Uint8Array(101));
  assertEquals(await refusal(`${folder.path}/a`), "too_large");
});

Deno.test("readRegularFile() reads on in a file that grew, up to the limit", async (t) => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/a`;
  await Deno.writeFile(path, new Uint8Array(90));
  // What fstat told is out of date: the file is read to its end all the same.
  const stale = {
    ...realDisk,
    lstat: async (path: string) => ({ ...await Deno.lstat(path), size: 3, isFile: true }),
    open: async (path: string) => {
      const file = await Deno.open(path);
      return {
        write: (data: Uint8Array) => file.write(data),
        read: (buffer: Uint8Array) => file.read(buffer),
        sync: () => file.sync(),
        stat: async () => ({ ...await file.stat(), size: 3, isFile: true }),
        truncate: () => file.truncate(),
        tryLock: () => Promise.resolve(true),
        close: () => file.close(),
      };
    },
  };
  await t.step("within", async () => {
    assertEquals((await readRegularFile(path, { maxBytes: 90, disk: stale })).bytes.length, 90);
  });
  await t.step("beyond", async () => {
    const read = () => readRegularFile(path, { maxBytes: 89, disk: stale });
    assertEquals((await assertRejects(read, RefusedFileError)).kind, "too_large");
  });
});

Deno.test("readRegularFile() refuses a folder and tells a missing file apart", async () => {
  await using folder = await TempFolder.make();
  assertEquals(await refusal(folder.path), "not_regular");
  await assertRejects(
    () => readRegularFile(`${folder.path}/none`, { maxBytes: 1 }),
    Deno.errors.NotFound,
  );
});

Deno.test({
  name: "readRegularFile() follows no link and does not hang on a pipe",
  ignore: windows,
  fn: async () => {
    await using folder = await TempFolder.make();
    await Deno.writeTextFile(`${folder.path}/a`, "content");
    await Deno.symlink(`${folder.path}/a`, `${folder.path}/link`);
    assertEquals(await refusal(`${folder.path}/link`), "not_regular");
    await new Deno.Command("mkfifo", { args: [`${folder.path}/pipe`] }).output();
    assertEquals(await refusal(`${folder.path}/pipe`), "not_regular");
  },
});

Deno.test("readRegularFile() refuses a file that is swapped between look and open", async () => {
  await using folder = await TempFolder.make();
  const [path, other] = [`${folder.path}/a`, `${folder.path}/b`];
  await Deno.writeTextFile(path, "harmless");
  await Deno.writeTextFile(other, "another");
  const disk = {
    ...realDisk,
    lstat: async (path: string) => {
      const info = await Deno.lstat(path);
      await Deno.rename(other, path);
      return info;
    },
  };
  const error = await assertRejects(
    () => readRegularFile(path, { maxBytes: 100, disk }),
    RefusedFileError,
  );
  assertEquals(error.kind, "changed");
});
