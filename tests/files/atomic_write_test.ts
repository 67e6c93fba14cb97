import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  atomicWrite,
  type FileIdentity,
  identityOf,
  sameIdentity,
} from "../../src/files/atomic_write.ts";
import { type Disk, systemCode } from "../../src/files/disk.ts";
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

const OLD = "the old content";
const NEW = "the new content, which is longer";
const windows = Deno.build.os === "windows";

/** Writes NEW over OLD; gives what is there then. */
async function attempt(
  disk: Disk | undefined,
  options: { readonly onReplaced?: () => void } = {},
): Promise<{ error: unknown; content: string; names: string[] }> {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/a.json`;
  await Deno.writeTextFile(path, OLD);
  let error: unknown = null;
  try {
    await atomicWrite(path, new TextEncoder().encode(NEW), {
      temp: `${folder.path}/.a.json.tmp`,
      mode: 0o600,
      ...(disk === undefined ? {} : { disk }),
      ...options,
    });
  } catch (thrown) {
    error = thrown;
  }
  return { error, content: await Deno.readTextFile(path), names: await folder.names() };
}

Deno.test("atomicWrite() replaces a file and leaves nothing else", async () => {
  assertEquals(await attempt(undefined), { error: null, content: NEW, names: ["a.json"] });
});

Deno.test("atomicWrite() makes a file, of several pieces", async () => {
  await using folder = await TempFolder.make();
  const pieces = ["one ", "two ", "", "three"].map((text) => new TextEncoder().encode(text));
  const path = `${folder.path}/a`;
  const identity = await atomicWrite(path, pieces, { temp: `${path}.tmp`, mode: 0o600 });
  assertEquals(await Deno.readTextFile(path), "one two three");
  assert(sameIdentity(identity, identityOf(await Deno.lstat(path))));
});

Deno.test("atomicWrite() makes an empty file", async () => {
  await using folder = await TempFolder.make();
  await atomicWrite(`${folder.path}/a`, [], { temp: `${folder.path}/t`, mode: 0o600 });
  assertEquals((await Deno.stat(`${folder.path}/a`)).size, 0);
});

Deno.test({
  name: "atomicWrite() gives exactly the mode that is asked for, whatever the umask",
  ignore: windows,
  fn: async (t) => {
    for (const umask of [0o000, 0o022, 0o077, 0o777]) {
      for (const mode of [0o600, 0o644, 0o664, 0o755]) {
        await t.step(`umask ${umask.toString(8)}, mode ${mode.toString(8)}`, async () => {
          await using folder = await TempFolder.make();
          const path = `${folder.path}/a`;
          await Deno.writeTextFile(path, OLD, { mode: 0o640 });
          const before = Deno.umask(umask);
          try {
            await atomicWrite(path, new Uint8Array(1), { temp: `${path}.tmp`, mode });
          } finally {
            Deno.umask(before);
          }
          assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o7777, mode);
        });
      }
    }
  },
});

Deno.test({
  name: "atomicWrite() never shows the temporary file to others",
  ignore: windows,
  fn: async () => assertEquals(await modesWhenWritten(attempt), [0o600]),
});

Deno.test("atomicWrite() flushes the file before the rename and the folder after it", async () => {
  const calls: string[] = [];
  await attempt(hookedDisk(({ name }) => calls.push(name)));
  assertEquals(calls, ["open", "write", "stat", "sync", "rename", "syncFolder"]);
});

Deno.test("atomicWrite() goes on after short writes", async () => {
  assertEquals((await attempt(smallDisk({ chunk: 1 }))).content, NEW);
});

Deno.test("atomicWrite() ends when the disk takes no more bytes and says nothing", async () => {
  const { error, content, names } = await attempt(smallDisk({ chunk: 0 }));
  assertEquals([error instanceof Error, content, names], [true, OLD, ["a.json"]]);
});

Deno.test("atomicWrite() leaves the old file and no temporary file when the disk is full", async (t) => {
  for (const room of [0, 1, NEW.length - 1]) {
    await t.step(`after ${room} bytes`, async () => {
      const { error, content, names } = await attempt(smallDisk({ chunk: 7, room }));
      assertEquals([systemCode(error), content, names], ["ENOSPC", OLD, ["a.json"]]);
    });
  }
});

Deno.test("atomicWrite() leaves the old file and no temporary file when a call fails", async (t) => {
  for (const name of ["open", "write", "stat", "sync", "rename"]) {
    await t.step(name, async () => {
      const disk = failingDisk(name, () => systemError("EIO"));
      const { error, content, names } = await attempt(disk);
      assertEquals([systemCode(error), content, names], ["EIO", OLD, ["a.json"]]);
    });
  }
});

Deno.test("atomicWrite() tells that the file is in place though the folder is not flushed", async () => {
  let replaced = 0;
  const disk = failingDisk("syncFolder", () => systemError("EIO"));
  const { error, content, names } = await attempt(disk, { onReplaced: () => replaced++ });
  assertEquals([systemCode(error), content, names, replaced], ["EIO", NEW, ["a.json"], 1]);
});

Deno.test("atomicWrite() leaves the old or the new file, whole, wherever it is killed", async () => {
  const contents: string[] = [];
  for (let at = 0;; at++) {
    const { disk, calls } = killedAt(at);
    const { error, content } = await attempt(disk);
    contents.push(content);
    if (error === null) break;
    assert(error instanceof Killed);
    assert(calls() > at);
  }
  // Six calls: killed before each of the first five, the old file is there.
  assertEquals(contents, [OLD, OLD, OLD, OLD, OLD, NEW, NEW]);
});

Deno.test("atomicWrite() does not touch a temporary file that it did not make", async () => {
  await using folder = await TempFolder.make();
  await Deno.writeTextFile(`${folder.path}/t`, "another's");
  await assertRejects(
    () => atomicWrite(`${folder.path}/a`, [], { temp: `${folder.path}/t`, mode: 0o600 }),
    Deno.errors.AlreadyExists,
  );
  assertEquals(await Deno.readTextFile(`${folder.path}/t`), "another's");
});

Deno.test({
  name: "atomicWrite() replaces a symlink and does not follow it",
  ignore: windows,
  fn: async () => {
    await using folder = await TempFolder.make();
    await Deno.writeTextFile(`${folder.path}/outside`, OLD);
    await Deno.symlink(`${folder.path}/outside`, `${folder.path}/a`);
    await atomicWrite(`${folder.path}/a`, new TextEncoder().encode(NEW), {
      temp: `${folder.path}/t`,
      mode: 0o600,
    });
    assertEquals(await Deno.readTextFile(`${folder.path}/outside`), OLD);
    assertEquals((await Deno.lstat(`${folder.path}/a`)).isFile, true);
  },
});

Deno.test("atomicWrite() tries a refused rename again on Windows", async (t) => {
  const refusals: [string, () => Error][] = [
    ["EPERM", () => systemError("EPERM")],
    ["EACCES", () => systemError("EACCES")],
    ["EBUSY", () => systemError("EBUSY")],
    ["PermissionDenied", () => new Deno.errors.PermissionDenied("Access is denied")],
  ];
  for (const [name, refusal] of refusals) {
    await t.step(name, async () => {
      const waits: number[] = [];
      const wait = (ms: number) => Promise.resolve(void waits.push(ms));
      const disk = failingDisk("rename", refusal, { times: 2, windows: true, wait });
      assertEquals(await attempt(disk), { error: null, content: NEW, names: ["a.json"] });
      assertEquals(waits, [10, 20]);
    });
  }
});

Deno.test("atomicWrite() gives a rename up on Windows after 1.3 seconds", async () => {
  let waited = 0;
  const wait = (ms: number) => Promise.resolve(void (waited += ms));
  const disk = failingDisk("rename", () => systemError("EBUSY"), { windows: true, wait });
  const { error, content, names } = await attempt(disk);
  assertEquals([systemCode(error), content, names], ["EBUSY", OLD, ["a.json"]]);
  assertEquals(waited, 1270);
});

Deno.test("atomicWrite() tries no rename again elsewhere, nor for another reason", async (t) => {
  for (const [isWindows, code] of [[false, "EPERM"], [true, "ENOSPC"]] as const) {
    await t.step(`${isWindows ? "Windows" : "others"}, ${code}`, async () => {
      const disk = failingDisk("rename", () => systemError(code), { times: 1, windows: isWindows });
      assertEquals(systemCode((await attempt(disk)).error), code);
    });
  }
});

Deno.test("sameIdentity() tells another file, size or time apart", () => {
  const one: FileIdentity = { dev: 1, ino: 2, mtimeMs: 3, size: 4 };
  assert(sameIdentity(one, { ...one }));
  for (const change of [{ dev: 9 }, { ino: 9 }, { mtimeMs: 9 }, { size: 9 }]) {
    assert(!sameIdentity(one, { ...one, ...change }));
  }
});
