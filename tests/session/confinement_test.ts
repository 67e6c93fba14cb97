/** Everything lies inside `.architect`, and nothing else is needed. */

import { assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { SessionManager } from "../../src/session/session_manager.ts";
import { hookedDisk } from "../files/faulty_disk.ts";
import { ID, NOW, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";

/** Workspaces for tests whose permissions must be known before they begin. */
const exact = Deno.makeTempDirSync();
const readOnly = Deno.makeTempDirSync();
Deno.mkdirSync(`${readOnly}/.architect/sessions`, { recursive: true });
Deno.writeTextFileSync(
  `${readOnly}/.architect/sessions/${ID}.json`,
  JSON.stringify({ session_id: ID, task: "t", status: "running", messages: [] }),
);
Deno.writeTextFileSync(`${readOnly}/.architect/sessions/${ID}.lock`, "");

Deno.test.afterAll(async () => {
  await Deno.remove(exact, { recursive: true });
  await Deno.remove(readOnly, { recursive: true });
});

Deno.test({
  name: "SessionManager does everything with read and write permission for .architect alone",
  permissions: { read: [`${exact}/.architect`], write: [`${exact}/.architect`] },
  fn: async () => {
    const sessions = new SessionManager(exact, { now: () => NOW });
    await sessions.checkWritable(ID);
    const state = sample();
    {
      await using _lock = await sessions.lock(ID);
      await sessions.save(state);
      await sessions.save(state);
    }
    await sessions.save(state);
    const other = new SessionManager(exact, { now: () => NOW });
    assertEquals(await other.load(ID), state);
    assertEquals(await other.find("2026"), ID);
    assertEquals(await other.find("last"), ID);
    assertEquals((await other.listSessions()).length, 1);
    assertEquals(
      (await other.cleanupSessions({ olderThanDays: 0, dryRun: true })).removed.length,
      1,
    );
    assertEquals(await other.delete(ID), true);
    await other.save(sample());
    assertEquals(await other.cleanup(0), 1);
  },
});

Deno.test({
  name: "SessionManager reads with read permission for .architect alone",
  permissions: { read: [`${readOnly}/.architect`] },
  fn: async () => {
    const sessions = new SessionManager(readOnly);
    assertEquals((await sessions.read(ID)).task, "t");
    assertEquals(await sessions.find("last"), ID);
    assertEquals((await sessions.listSessions()).map(({ status }) => status), ["interrupted"]);
    const { removed } = await sessions.cleanupSessions({ olderThanDays: 0, dryRun: true });
    assertEquals(removed.length, 1);
    const disk = hookedDisk(() => {});
    const error = await assertRejects(
      () => new SessionManager(readOnly, { disk }).save(sample()),
      ArchitectError,
    );
    assertEquals([error.code, error.exitCode], ["no_permission", 3]);
  },
});

Deno.test({
  name: "SessionManager says so when it has no permission at all",
  permissions: "none",
  fn: async (t) => {
    const sessions = new SessionManager(readOnly);
    const calls = {
      read: () => sessions.read(ID),
      find: () => sessions.find(ID),
      listSessions: () => sessions.listSessions(),
      cleanup: () => sessions.cleanup(),
      delete: () => sessions.delete(ID),
      lock: () => sessions.lock(ID),
      checkWritable: () => sessions.checkWritable(ID),
    };
    for (const [name, call] of Object.entries(calls)) {
      await t.step(name, async () => {
        assertEquals((await assertRejects(call, ArchitectError)).code, "no_permission");
      });
    }
    assertEquals(await sessions.load(ID), null);
  },
});

Deno.test({
  name: "SessionManager goes through no linked folder",
  ignore: windows,
  fn: async (t) => {
    for (const name of [".architect", ".architect/sessions"]) {
      await using workspace = await Workspace.withSession();
      const outside = `${workspace.path}/outside`;
      await Deno.rename(`${workspace.path}/${name}`, outside);
      await Deno.symlink(outside, `${workspace.path}/${name}`);
      const before = await Array.fromAsync(Deno.readDir(outside), (entry) => entry.name);
      const sessions = workspace.other();
      const calls = {
        read: () => sessions.read(ID),
        find: () => sessions.find(ID),
        findLast: () => sessions.find("last"),
        listSessions: () => sessions.listSessions(),
        cleanup: () => sessions.cleanup(0),
        delete: () => sessions.delete(ID),
        lock: () => sessions.lock(ID),
        save: () => sessions.save(sample({ sessionId: "20260101-000000-aaaaaa" })),
        checkWritable: () => sessions.checkWritable(ID),
      };
      for (const [call, run] of Object.entries(calls)) {
        await t.step(`${name}: ${call}`, async () => {
          const error = await assertRejects(run, ArchitectError, "it is a symbolic link");
          assertEquals(error.code, "no_permission");
        });
      }
      const after = await Array.fromAsync(Deno.readDir(outside), (entry) => entry.name);
      assertEquals(after.sort(), before.sort());
    }
  },
});

Deno.test({
  name: "SessionManager makes nothing through a link that leads to nowhere",
  ignore: windows,
  fn: async () => {
    await using workspace = await Workspace.make();
    await Deno.symlink(`${workspace.path}/elsewhere`, `${workspace.path}/.architect`);
    await assertRejects(() => workspace.sessions.save(sample()), ArchitectError);
    const names = await Array.fromAsync(Deno.readDir(workspace.path), (entry) => entry.name);
    assertEquals(names, [".architect"]);
  },
});

Deno.test({
  name: "SessionManager.save() does not write through a linked state, temporary file or lock",
  ignore: windows,
  fn: async (t) => {
    for (const name of [`${ID}.json`, `.${ID}.json.tmp`, `${ID}.lock`]) {
      await t.step(name, async () => {
        await using workspace = await Workspace.withSession();
        const outside = `${workspace.path}/outside`;
        await Deno.writeTextFile(outside, "mine");
        const sessions = workspace.other({ disk: hookedDisk(() => {}) });
        const state = await sessions.read(ID);
        await Deno.remove(workspace.file(name)).catch(() => {});
        await Deno.symlink(outside, workspace.file(name));
        // A stale temporary file is removed; the others are refused.
        await sessions.save(state).catch((error) => {
          if (!(error instanceof ArchitectError)) throw error;
        });
        assertEquals(await Deno.readTextFile(outside), "mine");
      });
    }
  },
});

Deno.test({
  name: "SessionManager works in a workspace that was moved, and through a link to it",
  ignore: windows,
  fn: async () => {
    await using workspace = await Workspace.withSession();
    const moved = `${workspace.path}/.architect`;
    await Deno.mkdir(`${workspace.path}/new`);
    await Deno.rename(moved, `${workspace.path}/new/.architect`);
    await Deno.symlink(`${workspace.path}/new`, `${workspace.path}/old`);
    for (const name of ["new", "old"]) {
      const sessions = new SessionManager(`${workspace.path}/${name}`);
      assertEquals(await sessions.find("last"), ID);
      await sessions.save(await sessions.read(ID));
    }
  },
});

const root = !windows && Deno.uid() === 0;

Deno.test({
  name: `SessionManager.save() works on files of another user${root ? "" : " (needs root)"}`,
  ignore: !root,
  fn: async () => {
    await using workspace = await Workspace.withSession();
    for (const path of [`${workspace.path}/.architect`, workspace.file(""), workspace.file()]) {
      await Deno.chown(path, 12345, 12345);
    }
    const sessions = workspace.other();
    await sessions.save(await sessions.read(ID));
    assertEquals((await sessions.read(ID)).metadata.revision, 2);
  },
});
