/** A save that fails or is killed. */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { SessionManager } from "../../src/session/session_manager.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import {
  type Call,
  failingDisk,
  hookedDisk,
  Killed,
  killedAt,
  smallDisk,
  systemError,
} from "../files/faulty_disk.ts";
import { answer, ID, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";

function failure(call: () => Promise<unknown>): Promise<ArchitectError> {
  return assertRejects(call, ArchitectError);
}

Deno.test("SessionManager.save() names what the disk refused, and the last state stands", async (t) => {
  const cases: [string, string][] = [
    ["ENOSPC", "the disk is full (ENOSPC)"],
    ["EDQUOT", "the disk quota is used up (EDQUOT)"],
    ["EROFS", "the file system is read-only (EROFS)"],
    ["EACCES", "permission is denied (EACCES)"],
    ["EIO", "the disk reports an error (EIO)"],
  ];
  for (const [code, words] of cases) {
    await t.step(code, async () => {
      await using workspace = await Workspace.withSession();
      const before = await Deno.readFile(workspace.file());
      const cause = systemError(code);
      const sessions = workspace.other({
        disk: failingDisk("write", () => cause, { ending: ".tmp" }),
      });
      const state = await sessions.read(ID);
      const copy = structuredClone(state);
      state.messages.push(...answer(9, 1));
      const error = await failure(() => sessions.save(state));
      assertEquals([error.code, error.exitCode, error.sessionId], ["save_error", 8, ID]);
      assertStringIncludes(error.message, words);
      assertEquals(error.cause, cause);
      assertEquals(await Deno.readFile(workspace.file()), before);
      assertEquals(await workspace.names(), [`${ID}.json`, `${ID}.jsonl`, `${ID}.lock`]);
      assertEquals([state.updatedAt, state.metadata], [copy.updatedAt, copy.metadata]);
    });
  }
});

Deno.test("SessionManager.save() tries again for 2 seconds, and no half line remains", async () => {
  await using workspace = await Workspace.withSession();
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(void waits.push(ms));
  const disk = failingDisk("sync", () => systemError("EIO"), { times: 3, wait });
  const sessions = workspace.other({ disk });
  const state = await sessions.read(ID);
  await sessions.save(state);
  assertEquals(waits.length, 3);
  assertEquals((await workspace.sessions.read(ID)).metadata.revision, 2);

  waits.length = 0;
  const broken = workspace.other({ disk: failingDisk("sync", () => systemError("EIO"), { wait }) });
  await failure(() => broken.save(state));
  assertEquals(waits.reduce((sum, ms) => sum + ms), 2000);
});

Deno.test("SessionManager.save() knows its own file when only the folder's flush failed", async () => {
  await using workspace = await Workspace.withSession();
  const disk = failingDisk("syncFolder", () => systemError("EIO"), { times: 1 });
  const sessions = workspace.other({ disk });
  const state = await sessions.read(ID);
  await sessions.save(state);
  assertEquals(await workspace.sessions.read(ID), state);
});

Deno.test("SessionManager.save() leaves a state that loads, wherever it is killed", async () => {
  let done = false;
  let rounds = 0;
  for (let at = 0; !done; at++) {
    await using workspace = await Workspace.withSession();
    const state = await workspace.other().read(ID);
    state.messages.push(...answer(9, 1));
    try {
      await workspace.other({ disk: killedAt(at).disk }).save(state);
      done = true;
    } catch (error) {
      assert(error instanceof ArchitectError && error.cause instanceof Killed);
    }
    const loaded = await workspace.other().read(ID);
    assertEquals([6, 8].includes(loaded.messages.length), true);
    // The next process goes on, past whatever temporary file is there.
    loaded.messages.push(...answer(10, 1));
    const next = workspace.other();
    await using _lock = await next.lock(ID);
    await next.save(await next.read(ID));
    assertEquals(await workspace.names(), [`${ID}.json`, `${ID}.jsonl`, `${ID}.lock`]);
    rounds++;
  }
  assert(rounds > 10);
});

Deno.test("SessionManager.save() removes a stale temporary file once it holds the lock", async () => {
  await using workspace = await Workspace.withSession();
  await workspace.put(`.${ID}.json.tmp`, "half a sess");
  const sessions = workspace.other();
  const state = await sessions.read(ID);
  await using _lock = await sessions.lock(ID);
  await sessions.save(state);
  await sessions.save(state);
  assertEquals(await workspace.names(), [`${ID}.json`, `${ID}.jsonl`, `${ID}.lock`]);
});

Deno.test("SessionManager.save() leaves the temporary file of a process that holds the lock", async () => {
  await using workspace = await Workspace.withSession();
  const state = await workspace.sessions.read(ID);
  await using _lock = await workspace.other().lock(ID);
  await workspace.put(`.${ID}.json.tmp`, "being written");
  assertEquals((await failure(() => workspace.sessions.save(state))).code, "session_locked");
  assertEquals(await Deno.readTextFile(workspace.file(`.${ID}.json.tmp`)), "being written");
});

Deno.test("SessionManager.save() refuses a state of more than 64 MiB", async () => {
  await using workspace = await Workspace.withSession();
  const state = await workspace.sessions.read(ID);
  const part = { role: "user" as const, content: "x".repeat(1024 * 1024) };
  state.messages = Array.from({ length: 50 }, () => part);
  state.extra.big = "y".repeat(15 * 1024 * 1024);
  assertEquals((await failure(() => workspace.sessions.save(state))).code, "session_too_large");
  assertEquals((await workspace.sessions.read(ID)).metadata.revision, 1);
});

Deno.test("SessionManager.save() makes only the calls that it must", async () => {
  await using workspace = await Workspace.make();
  const calls: Call[] = [];
  const sessions = workspace.other({ disk: hookedDisk((call) => calls.push(call)) });
  const state = sample();
  await using _lock = await sessions.lock(ID);
  await sessions.save(state);
  calls.length = 0;
  await sessions.save(state);
  assertEquals(calls.map((call) => call.name), [
    "lstat",
    "open",
    "write",
    "stat",
    "sync",
    "rename",
    "syncFolder",
  ]);
});

Deno.test("SessionManager.checkWritable() leaves nothing behind", async () => {
  await using workspace = await Workspace.make();
  await workspace.sessions.checkWritable(ID);
  assertEquals(await workspace.names(), []);
});

Deno.test("SessionManager.checkWritable() removes what one that was killed left behind", async () => {
  await using workspace = await Workspace.make();
  for (let at = 0, left = 1; left > 0; at++) {
    const { disk, calls } = killedAt(at);
    await failureOrNothing(() => workspace.other({ disk }).checkWritable(ID));
    left = calls() > at ? 1 : 0;
    await workspace.sessions.checkWritable(ID);
    assertEquals(await workspace.names(), []);
  }
});

async function failureOrNothing(call: () => Promise<unknown>): Promise<void> {
  await call().catch((error) => assert(error instanceof ArchitectError, String(error)));
}

Deno.test("SessionManager.checkWritable() fails where a save would", async (t) => {
  const disks = {
    "a full disk": smallDisk({ room: 100 }),
    "a read-only one": failingDisk("open", () => systemError("EROFS"), { ending: ".new" }),
    "a refused rename": failingDisk("rename", () => systemError("EACCES"), { ending: ".new" }),
  };
  for (const [name, disk] of Object.entries(disks)) {
    await t.step(name, async () => {
      await using workspace = await Workspace.make();
      const error = await failure(() => workspace.other({ disk }).checkWritable(ID));
      assertEquals([error.code, error.exitCode], ["save_error", 8]);
      assertEquals(await workspace.names(), []);
    });
  }
});

Deno.test("SessionManager.save() finishes, through a slow disk of one byte at a time", async () => {
  await using workspace = await Workspace.make({ disk: smallDisk({ chunk: 13 }) });
  const state: SessionState = sample();
  await workspace.sessions.save(state);
  assertEquals(await workspace.other().read(ID), state);
});

/** Why the test of a real full disk cannot run here; null when it can. */
function noMount(): string | null {
  if (Deno.build.os !== "linux") return "needs Linux";
  if (Deno.uid() !== 0) return "needs root";
  const folder = Deno.makeTempDirSync();
  const mount = new Deno.Command("mount", {
    args: ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder],
    stderr: "null",
  });
  const { success } = mount.outputSync();
  if (success) new Deno.Command("umount", { args: [folder] }).outputSync();
  Deno.removeSync(folder);
  return success ? null : "needs mount";
}

const obstacle = noMount();

Deno.test({
  name: `SessionManager.save() keeps the last state on a disk that is really full${
    obstacle === null ? "" : ` (${obstacle})`
  }`,
  ignore: obstacle !== null,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const run = (name: string, ...args: string[]) => new Deno.Command(name, { args }).output();
    await run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder);
    try {
      const disk = hookedDisk(() => {});
      const sessions = new SessionManager(folder, { disk });
      const state = sample();
      await sessions.save(state);
      state.messages.push({ role: "user", content: "x".repeat(1024 * 1024) });
      const error = await failure(() => sessions.save(state));
      assertEquals(error.code, "save_error");
      assertStringIncludes(error.message, "the disk is full");
      assertEquals((await sessions.read(ID)).metadata.revision, 1);
      const names = await Array.fromAsync(
        Deno.readDir(`${folder}/.architect/sessions`),
        (entry) => entry.name,
      );
      assertEquals(names.sort(), [`${ID}.json`, `${ID}.jsonl`, `${ID}.lock`]);
      state.messages.pop();
      await sessions.save(state);
      assertEquals((await sessions.read(ID)).metadata.revision, 2);
    } finally {
      await run("umount", folder);
      await Deno.remove(folder);
    }
  },
});

Deno.test({
  name: `SessionManager.save() says that permission is denied${
    windows || Deno.uid() === 0 ? " (needs a user that is not root)" : ""
  }`,
  ignore: windows || Deno.uid() === 0,
  fn: async () => {
    await using workspace = await Workspace.withSession();
    const sessions = workspace.other({ disk: hookedDisk(() => {}) });
    const state = await sessions.read(ID);
    await Deno.chmod(workspace.file(""), 0o500);
    const error = await failure(() => sessions.save(state));
    await Deno.chmod(workspace.file(""), 0o700);
    assertEquals(error.code, "save_error");
  },
});
