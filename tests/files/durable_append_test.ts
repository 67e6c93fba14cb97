import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Disk, type DiskFile, realDisk, systemCode } from "../../src/files/disk.ts";
import { durableAppend } from "../../src/files/durable_append.ts";
import { writeAll } from "../../src/files/write_all.ts";
import {
  failingDisk,
  hookedDisk,
  Killed,
  killedAt,
  modesWhenWritten,
  smallDisk,
  systemError,
} from "./faulty_disk.ts";
import { TempFolder } from "./temp_folder.ts";

const OLD = "one\ntwo\n";
const TORN = "half a li";
const NEW = "three\nfour\n";
const windows = Deno.build.os === "windows";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Appends NEW to OLD, behind which something stands that was cut off; gives what is there then. */
async function attempt(
  disk: Disk = realDisk,
  before = OLD + TORN,
): Promise<{ error: unknown; content: string; names: string[] }> {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/log`;
  await Deno.writeTextFile(path, before);
  if (!windows) await Deno.chmod(path, 0o644);
  let error: unknown = null;
  try {
    await durableAppend(path, bytes(NEW), { end: OLD.length, mode: 0o600, disk });
  } catch (thrown) {
    error = thrown;
  }
  return { error, content: await Deno.readTextFile(path), names: await folder.names() };
}

Deno.test("durableAppend() cuts what was left behind and adds what is new", async (t) => {
  for (const [name, before] of [["nothing", OLD], ["a torn line", OLD + TORN]] as const) {
    await t.step(`${name} is behind the good part`, async () => {
      const found = await attempt(realDisk, before);
      assertEquals(found, { error: null, content: OLD + NEW, names: ["log"] });
    });
  }
});

Deno.test("durableAppend() makes a file, of several pieces, and tells which one it is", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/log`;
  const pieces = ["one\n", "", "two\n"].map(bytes);
  const file = await durableAppend(path, pieces, { end: 0, mode: 0o600 });
  assertEquals(await Deno.readTextFile(path), OLD);
  const { dev, ino, size } = await Deno.stat(path);
  assertEquals(file, { dev, ino, size });
});

Deno.test({
  name: "durableAppend() gives exactly the mode that is asked for, also to an old file",
  ignore: windows,
  fn: async (t) => {
    for (const umask of [0o000, 0o022, 0o077, 0o277]) {
      for (const old of [null, 0o644, 0o4755]) {
        await t.step(`umask ${umask.toString(8)}, old ${old?.toString(8) ?? "none"}`, async () => {
          await using folder = await TempFolder.make();
          const path = `${folder.path}/log`;
          if (old !== null) {
            await Deno.writeTextFile(path, OLD);
            await Deno.chmod(path, old);
          }
          const end = old === null ? 0 : OLD.length;
          const before = Deno.umask(umask);
          try {
            await durableAppend(path, bytes(NEW), { end, mode: 0o600 });
          } finally {
            Deno.umask(before);
          }
          assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o7777, 0o600);
        });
      }
    }
  },
});

Deno.test({
  name: "durableAppend() shows nothing to others before its mode is narrowed",
  ignore: windows,
  fn: async () => assertEquals(await modesWhenWritten(attempt), [0o600]),
});

Deno.test("durableAppend() has written and flushed when it returns, after it cut", async () => {
  const calls: string[] = [];
  await attempt(hookedDisk(({ name }) => calls.push(name)));
  assertEquals(calls, ["open", "stat", ...(windows ? [] : ["chmod"]), "truncate", "write", "sync"]);
});

Deno.test("durableAppend() adds all where the system takes little at a time", async () => {
  for (const chunk of [1, 2, 7]) {
    const found = await attempt(smallDisk({ chunk }));
    assertEquals([found.error, found.content], [null, OLD + NEW]);
  }
});

Deno.test("durableAppend() leaves no piece of a line when the disk is full", async (t) => {
  for (const room of [0, 1, NEW.length - 1]) {
    await t.step(`after ${room} bytes`, async () => {
      const { error, content } = await attempt(smallDisk({ chunk: 4, room }));
      assertEquals([systemCode(error), content], ["ENOSPC", OLD]);
    });
  }
});

Deno.test("durableAppend() leaves the good part, and nothing new, when a call fails", async (t) => {
  for (const name of ["open", "stat", ...(windows ? [] : ["chmod"]), "truncate", "write", "sync"]) {
    await t.step(name, async () => {
      const { error, content } = await attempt(failingDisk(name, () => systemError("EIO")));
      assertEquals(systemCode(error), "EIO");
      assert(content === OLD || content === OLD + TORN, content);
    });
  }
});

Deno.test("durableAppend() tells of the failure, not of that to clean up after it", async () => {
  const disk = hookedDisk(({ name }) => {
    if (name === "write") throw systemError("ENOSPC");
    if (name === "truncate") throw systemError("EIO");
  });
  const { error, content } = await attempt(disk, OLD);
  assertEquals([systemCode(error), content], ["ENOSPC", OLD]);
});

Deno.test("durableAppend() leaves the good part whole wherever it is killed, and goes on from there", async () => {
  let rounds = 0;
  for (let at = 0;; at++) {
    await using folder = await TempFolder.make();
    const path = `${folder.path}/log`;
    await Deno.writeTextFile(path, OLD + TORN);
    const { disk } = killedAt(at);
    const options = { end: OLD.length, mode: 0o600 };
    try {
      await durableAppend(path, bytes(NEW), { ...options, disk });
      break;
    } catch (error) {
      assert(error instanceof Killed);
    }
    rounds++;
    assertEquals((await Deno.readTextFile(path)).slice(0, OLD.length), OLD);
    await durableAppend(path, bytes(NEW), options);
    assertEquals(await Deno.readTextFile(path), OLD + NEW);
  }
  assert(rounds >= 5);
});

Deno.test("durableAppend() refuses a file that is shorter than its good part", async () => {
  const { error, content } = await attempt(realDisk, "one\n");
  assert(error instanceof Error);
  assertStringIncludes(error.message, "was cut to 4 bytes");
  assertEquals(content, "one\n");
});

Deno.test("writeAll() gives up on a file system that takes nothing, instead of trying for ever", async () => {
  await using folder = await TempFolder.make();
  const file = await realDisk.open(`${folder.path}/a`, { write: true, create: true });
  try {
    let asked = 0;
    const deaf: DiskFile = Object.assign(Object.create(file), {
      write: () => Promise.resolve(asked++ === 0 ? 2 : 0),
    });
    await assertRejects(() => writeAll(deaf, bytes(NEW)), Error, "takes no more bytes");
    assertEquals(asked, 2);
  } finally {
    file.close();
  }
});

Deno.test("writeAll() writes pieces in their order, however large they are", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/a`;
  const MIB = 1024 * 1024;
  const sizes = [1, 3 * MIB, MIB - 1, 1, 0, 5 * MIB, 7, 4 * MIB, 3];
  const pieces = sizes.map((size, n) => new Uint8Array(size).fill(n));
  const file = await realDisk.open(path, { write: true, create: true });
  try {
    assertEquals(await writeAll(file, pieces), sizes.reduce((sum, size) => sum + size));
  } finally {
    file.close();
  }
  const written = await Deno.readFile(path);
  let at = 0;
  for (const piece of pieces) {
    // Not assertEquals: it would look for differences byte by byte.
    assert(written.subarray(at, at += piece.length).every((byte) => byte === piece[0]));
  }
  assertEquals(at, written.length);
});
