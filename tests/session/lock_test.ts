import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { realDisk } from "../../src/files/disk.ts";
import { acquireLock, probeLock, type SessionLock } from "../../src/session/lock.ts";
import { SPANISH } from "../../src/spanish.ts";
import { failingDisk, hookedDisk, systemError } from "../files/faulty_disk.ts";
import { TempFolder } from "../files/temp_folder.ts";
import { ID } from "./samples.ts";

const HOLDER = { host: "ci-1", pid: 7, since: "2026-02-23T14:30:22.000Z" };
const impatient = { ...realDisk, wait: () => Promise.resolve() };
const windows = Deno.build.os === "windows";

/** Another process that takes the lock and keeps it until it is killed. */
async function holdElsewhere(path: string): Promise<Deno.ChildProcess> {
  const program = `
    const file = await Deno.open(${
    JSON.stringify(path)
  }, { read: true, write: true, create: true });
    await file.lock(true);
    await file.write(new TextEncoder().encode('{"host":"child","pid":' + Deno.pid + ',"since":"now"}'));
    console.log("held");
    setInterval(() => {}, 1000);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", program],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await reader.cancel();
  return child;
}

Deno.test("acquireLock() writes who holds it, for the owner's eyes only", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/${ID}.lock`;
  await Deno.writeTextFile(path, JSON.stringify({ ...HOLDER, host: "an earlier, longer name" }), {
    mode: 0o600,
  });
  await using lock = await acquireLock(path, ID, HOLDER);
  assertEquals(JSON.parse(await Deno.readTextFile(path)), HOLDER);
  assertEquals([lock.held, lock.enforced], [true, true]);
  if (!windows) assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
});

Deno.test("acquireLock() refuses the second and names the first, after 200 ms", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/${ID}.lock`;
  await using _first = await acquireLock(path, ID, HOLDER);
  let waited = 0;
  const wait = (ms: number) => Promise.resolve(void (waited += ms));
  const second = () => acquireLock(path, ID, { ...HOLDER, pid: 8 }, { ...realDisk, wait });
  const error = await assertRejects(second, ArchitectError);
  assertEquals([error.code, error.exitCode, error.sessionId], ["session_locked", 7, ID]);
  assertStringIncludes(error.message, "pid 7 on ci-1 since 2026-02-23T14:30:22.000Z");
  assertEquals(waited, 200);
});

Deno.test({
  name: "acquireLock() says what it knows of a holder who left no name",
  // There a lock keeps others from writing into the file.
  ignore: windows,
  async fn() {
    await using folder = await TempFolder.make();
    const path = `${folder.path}/${ID}.lock`;
    await using _first = await acquireLock(path, ID, HOLDER);
    for (
      const [written, english, spanish] of [
        [
          "{}",
          "pid unknown on an unknown host since unknown",
          "pid desconocido en un equipo desconocido desde no se sabe cuándo",
        ],
        [
          '{"pid":7}',
          "pid 7 on an unknown host since unknown",
          "pid 7 en un equipo desconocido desde no se sabe cuándo",
        ],
        ["", "another process", "otro proceso"],
      ] as const
    ) {
      await Deno.writeTextFile(path, written);
      const error = await assertRejects(
        () => acquireLock(path, ID, HOLDER, impatient),
        ArchitectError,
      );
      assertStringIncludes(error.message, `in use by ${english}`);
      assertStringIncludes(error.text.in(SPANISH), `en uso por ${spanish}`);
    }
  },
});

Deno.test("acquireLock() takes a lock that is freed while it tries", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/${ID}.lock`;
  const first = await acquireLock(path, ID, HOLDER);
  const wait = () => first[Symbol.asyncDispose]();
  await using second = await acquireLock(path, ID, HOLDER, { ...realDisk, wait });
  assert(second.held);
});

Deno.test("acquireLock() gives the lock to one of twenty at a time", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/${ID}.lock`;
  for (let round = 0; round < 3; round++) {
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => acquireLock(path, ID, HOLDER, impatient)),
    );
    const taken: SessionLock[] = attempts.flatMap((one) =>
      one.status === "fulfilled" ? [one.value] : []
    );
    assertEquals(taken.length, 1);
    for (const lock of taken) await lock[Symbol.asyncDispose]();
  }
});

Deno.test("acquireLock() does not keep the lock of a file that is no longer at the path", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/${ID}.lock`;
  let removals = 1;
  const disk = hookedDisk((call) => {
    // Between the opening and the locking, another process deletes the session.
    if (call.name === "tryLock" && removals-- > 0) Deno.removeSync(path);
  });
  await using lock = await acquireLock(path, ID, HOLDER, disk);
  assert(lock.held);
  await assertRejects(() => acquireLock(path, ID, HOLDER, impatient), ArchitectError);
});

Deno.test("acquireLock() does without where the file system has no locks", async (t) => {
  const errors: [string, () => Error][] = [
    ["ENOLCK", () => systemError("ENOLCK")],
    ["ENOTSUP", () => systemError("ENOTSUP")],
    ["NotSupported", () => new Deno.errors.NotSupported("no locks")],
  ];
  for (const [name, error] of errors) {
    await t.step(name, async () => {
      await using folder = await TempFolder.make();
      const path = `${folder.path}/${ID}.lock`;
      const disk = failingDisk("tryLock", error);
      await using lock = await acquireLock(path, ID, HOLDER, disk);
      assertEquals(lock.enforced, false);
      assertEquals(await probeLock(path, disk), "unknown");
    });
  }
});

Deno.test("acquireLock() says what the disk refused", async () => {
  await using folder = await TempFolder.make();
  const disk = failingDisk("open", () => systemError("EROFS"));
  const error = await assertRejects(
    () => acquireLock(`${folder.path}/${ID}.lock`, ID, HOLDER, disk),
    ArchitectError,
    "the file system is read-only",
  );
  assertEquals([error.code, error.exitCode], ["save_error", 8]);
});

Deno.test({
  name: "acquireLock() opens nothing but a regular file",
  ignore: windows,
  fn: async (t) => {
    await using folder = await TempFolder.make();
    await Deno.writeTextFile(`${folder.path}/outside`, "mine");
    await Deno.symlink(`${folder.path}/outside`, `${folder.path}/link`);
    await Deno.mkdir(`${folder.path}/folder`);
    await new Deno.Command("mkfifo", { args: [`${folder.path}/pipe`] }).output();
    for (const name of ["link", "folder", "pipe"]) {
      await t.step(name, async () => {
        await assertRejects(
          () => acquireLock(`${folder.path}/${name}`, ID, HOLDER),
          ArchitectError,
          "a regular file is wanted",
        );
      });
    }
    assertEquals(await Deno.readTextFile(`${folder.path}/outside`), "mine");
  },
});

Deno.test("probeLock() tells free from held, and never keeps a lock", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/${ID}.lock`;
  assertEquals(await probeLock(path), "free");
  {
    await using _lock = await acquireLock(path, ID, HOLDER);
    assertEquals(await probeLock(path), "held");
  }
  assertEquals(await probeLock(path), "free");
  await using _again = await acquireLock(path, ID, HOLDER);
});

Deno.test("acquireLock() respects another process, and takes over at once when it is killed", async () => {
  await using folder = await TempFolder.make();
  const path = `${folder.path}/${ID}.lock`;
  const child = await holdElsewhere(path);
  try {
    await assertRejects(
      () => acquireLock(path, ID, HOLDER, impatient),
      ArchitectError,
      `pid ${child.pid} on child`,
    );
    assertEquals(await probeLock(path), "held");
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
  assertEquals(await probeLock(path), "free");
  await using lock = await acquireLock(path, ID, HOLDER, impatient);
  assert(lock.held);
  assertEquals(JSON.parse(await Deno.readTextFile(path)), HOLDER);
});
