import { assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { hookedDisk, systemError } from "../files/faulty_disk.ts";
import { ID, NOW, pythonDict } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const windows = Deno.build.os === "windows";

/** The id of the session that {@linkcode age} put there. */
function idOf(name: string): string {
  return `20260101-000000-${name.padStart(6, "0")}`;
}

/** Puts a session there that was updated so many days ago; its file is brand new. */
async function age(
  workspace: Workspace,
  name: string,
  days: number,
  change: Record<string, unknown> = {},
): Promise<void> {
  const id = idOf(name);
  const updated = (NOW.getTime() - days * DAY_MS) / 1000;
  await workspace.put(`${id}.json`, JSON.stringify({ ...pythonDict(id, updated), ...change }));
}

async function touch(path: string, days: number): Promise<void> {
  const when = new Date(NOW.getTime() - days * DAY_MS);
  await Deno.utime(path, when, when);
}

Deno.test("cleanup() removes the old and keeps the new", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  await age(workspace, "b", 1);
  assertEquals(await workspace.sessions.cleanup(), 1);
  assertEquals(await workspace.names(), [`${idOf("b")}.json`]);
});

Deno.test("cleanup() of nothing removes 0", async () => {
  await using workspace = await Workspace.make();
  assertEquals(await workspace.sessions.cleanup(7), 0);
});

Deno.test("cleanup() removes from the given age on", async (t) => {
  const cases: [number, number, number][] = [
    [7, 7.001, 1],
    [7, 7, 1],
    [7, 6.999, 0],
    [0, 0, 1],
    [0, -1, 0],
    [30, 29, 0],
  ];
  for (const [limit, days, removed] of cases) {
    await t.step(`${days} days at a limit of ${limit}`, async () => {
      await using workspace = await Workspace.make();
      await age(workspace, "a", days);
      assertEquals(await workspace.sessions.cleanup(limit), removed);
    });
  }
});

Deno.test("cleanup() refuses an age that is none, before anything is removed", async (t) => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  for (const days of [-1, NaN]) {
    await t.step(String(days), async () => {
      await assertRejects(() => workspace.sessions.cleanup(days), RangeError);
    });
  }
  assertEquals((await workspace.names()).length, 1);
});

Deno.test("cleanupSessions() goes by the stored time, not by that of the file", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 1);
  await touch(workspace.file(`${idOf("a")}.json`), 400);
  await age(workspace, "b", 400);
  const { removed } = await workspace.sessions.cleanupSessions();
  assertEquals(removed.map(({ id }) => id), [idOf("b")]);
});

Deno.test("cleanupSessions() reports every session with bytes, age and reason", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  await age(workspace, "b", 1.5);
  const size = async (name: string) => (await Deno.stat(workspace.file(`${idOf(name)}.json`))).size;
  const [a, b] = [await size("a"), await size("b")];
  const report = await workspace.sessions.cleanupSessions({ olderThanDays: 7 });
  assertEquals(JSON.parse(JSON.stringify(report)), {
    removed: [{ id: idOf("a"), bytes: a, age_days: 30, reason: "7 days or older" }],
    kept: [{
      id: idOf("b"),
      bytes: b,
      age_days: 1.5,
      reason: "younger than 7 days",
      failed: false,
      unasked: true,
    }],
  });
});

Deno.test("cleanupSessions() removes the whole family", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  for (const name of [`${idOf("a")}.lock`, `${idOf("a")}.jsonl`, `.${idOf("a")}.json.tmp`]) {
    await workspace.put(name, "x");
  }
  const { removed } = await workspace.sessions.cleanupSessions();
  assertEquals(removed.length, 1);
  assertEquals(await workspace.names(), []);
});

Deno.test("cleanupSessions() only tells on a dry run", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  await age(workspace, "b", 30);
  await using _lock = await workspace.other().lock(idOf("b"));
  const before = await workspace.names();
  const { removed, kept } = await workspace.sessions.cleanupSessions({ dryRun: true });
  assertEquals(removed.map(({ id }) => id), [idOf("a")]);
  assertEquals(kept.map(({ reason }) => String(reason)), ["in use by another process"]);
  assertEquals(await workspace.names(), before);
});

Deno.test("cleanupSessions() skips a session whose lock is held, and says who holds it", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  await using _lock = await workspace.other().lock(idOf("a"));
  const { removed, kept } = await workspace.sessions.cleanupSessions();
  assertEquals(removed, []);
  assertEquals(kept[0]?.failed, false);
  assertEquals(String(kept[0]?.reason).includes("pid 8 on ci-2"), true);
});

Deno.test("cleanupSessions() takes what is stored as running by a dead process", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30, { status: "running" });
  await workspace.put(`${idOf("a")}.lock`, "");
  const { removed } = await workspace.sessions.cleanupSessions({ status: "interrupted" });
  assertEquals(removed.length, 1);
});

Deno.test("cleanupSessions() takes only the status that is asked for, as shown", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30, { status: "failed" });
  await age(workspace, "b", 30, { status: "success" });
  const { removed, kept } = await workspace.sessions.cleanupSessions({ status: "failed" });
  assertEquals(removed.map(({ id }) => id), [idOf("a")]);
  assertEquals(kept.map(({ id, reason }) => [id, String(reason)]), [[
    idOf("b"),
    "status is success",
  ]]);
});

Deno.test("cleanupSessions() keeps damaged sessions unless they are asked for, by file time", async () => {
  await using workspace = await Workspace.make();
  for (const [name, days] of [["a", 30], ["b", 1]] as const) {
    await workspace.put(`${idOf(name)}.json`, "");
    await touch(workspace.file(`${idOf(name)}.json`), days);
  }
  const kept = (await workspace.sessions.cleanupSessions()).kept;
  assertEquals(kept.map(({ reason, failed }) => [String(reason), failed]), [
    ["damaged (empty file)", false],
    ["damaged (empty file)", false],
  ]);
  const { removed } = await workspace.sessions.cleanupSessions({ damaged: true });
  assertEquals(removed.map(({ id, reason }) => [id, String(reason)]), [
    [idOf("a"), "damaged (empty file); 7 days or older"],
  ]);
  assertEquals(await workspace.names(), [`${idOf("b")}.json`]);
});

Deno.test("cleanupSessions() removes what a run left that died before it saved anything", async () => {
  await using workspace = await Workspace.make();
  for (const [name, days] of [["a", 30], ["b", 1]] as const) {
    for (const file of [`${idOf(name)}.lock`, `.${idOf(name)}.json.tmp`]) {
      await workspace.put(file, "x");
      await touch(workspace.file(file), days);
    }
  }
  await workspace.put(`${idOf("c")}.lock`, "");
  await touch(workspace.file(`${idOf("c")}.lock`), 30);
  await using _lock = await workspace.other().lock(idOf("d"));
  await touch(workspace.file(`${idOf("d")}.lock`), 30);
  const { removed, kept } = await workspace.sessions.cleanupSessions();
  const shown = removed.map(({ id, reason }) => [id, String(reason)]).sort();
  assertEquals(shown, [
    [idOf("a"), "no state was saved; 7 days or older"],
    [idOf("c"), "no state was saved; 7 days or older"],
  ]);
  assertEquals(kept.map(({ id }) => id).sort(), [idOf("b"), idOf("d")]);
});

Deno.test("cleanupSessions() stops when it is told to, and tells what stays", async () => {
  await using workspace = await Workspace.make();
  for (const name of ["a", "b", "c"]) await age(workspace, name, 30);
  const stop = new AbortController();
  const disk = hookedDisk(({ name }) => {
    if (name === "tryLock") stop.abort();
  });
  const told: [number, number][] = [];
  const onProgress = (done: number, total: number) => void told.push([done, total]);
  const { signal } = stop;
  const { removed, kept } = await workspace.other({ disk }).cleanupSessions({ onProgress, signal });
  assertEquals(removed.length, 1);
  assertEquals(kept.map(({ reason, failed }) => [String(reason), failed]), [
    ["the cleanup was interrupted", false],
    ["the cleanup was interrupted", false],
  ]);
  assertEquals(told, [[3, 3]]);
  assertEquals((await workspace.sessions.listSessions()).length, 2);
});

Deno.test("cleanupSessions() takes no lock for the age of a session", async () => {
  await using workspace = await Workspace.make();
  const id = idOf("a");
  await workspace.put(`${id}.json`, "");
  await touch(workspace.file(`${id}.json`), 30);
  await workspace.put(`${id}.lock`, "of a resume that was refused just now");
  await touch(workspace.file(`${id}.lock`), 0);
  const { removed } = await workspace.sessions.cleanupSessions({ damaged: true });
  assertEquals(removed.map((session) => [session.id, session.age_days]), [[id, 30]]);
});

Deno.test("cleanupSessions() leaves what it does not know", async () => {
  await using workspace = await Workspace.make();
  await workspace.put("notes.txt", "mine");
  await workspace.put(`${idOf("a")}.backup`, "of a person");
  await touch(workspace.file(`${idOf("a")}.backup`), 30);
  await workspace.sessions.cleanupSessions({ olderThanDays: 0, damaged: true });
  assertEquals(await workspace.names(), [`${idOf("a")}.backup`, "notes.txt"]);
});

Deno.test("cleanupSessions() goes on past a session that cannot be removed, and tells", async () => {
  await using workspace = await Workspace.make();
  for (const name of ["a", "b", "c"]) await age(workspace, name, 30);
  const disk = hookedDisk(({ name, path }) => {
    if (name === "rename" && path.endsWith(`${idOf("b")}.json`)) throw systemError("EROFS");
  });
  const { removed, kept } = await workspace.other({ disk }).cleanupSessions();
  assertEquals(removed.map(({ id }) => id), [idOf("c"), idOf("a")]);
  assertEquals(kept.map(({ id, reason, failed }) => [id, String(reason), failed]), [
    [idOf("b"), "the file system is read-only (EROFS)", true],
  ]);
});

Deno.test("cleanupSessions() keeps a session that goes on between the look and the lock", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  let lookedAt = 0;
  const disk = hookedDisk(({ name, path }) => {
    if (name !== "tryLock" || !path.endsWith(".lock") || lookedAt++ > 0) return;
    const resumed = pythonDict(idOf("a"), NOW.getTime() / 1000);
    Deno.writeTextFileSync(workspace.file(`${idOf("a")}.json`), JSON.stringify(resumed));
  });
  const { removed, kept } = await workspace.other({ disk }).cleanupSessions();
  assertEquals(removed, []);
  assertEquals(kept.map(({ reason }) => String(reason)), ["younger than 7 days"]);
});

Deno.test({
  name: "cleanupSessions() removes a link or a pipe itself, and nothing behind it",
  ignore: windows,
  fn: async () => {
    await using workspace = await Workspace.withSession();
    const outside = `${workspace.path}/outside`;
    await Deno.writeTextFile(outside, "mine");
    await Deno.symlink(outside, workspace.file(`${idOf("a")}.json`));
    await new Deno.Command("mkfifo", { args: [workspace.file(`${idOf("b")}.json`)] }).output();
    await workspace.other({ now: () => new Date(Date.now() + 1e6) }).cleanupSessions({
      olderThanDays: 0,
      damaged: true,
    });
    assertEquals(await Deno.readTextFile(outside), "mine");
    assertEquals(await workspace.names(), []);
  },
});

Deno.test("SessionManager removes nothing but by cleanup and delete", async () => {
  await using workspace = await Workspace.withSession();
  await age(workspace, "a", 4000);
  await age(workspace, "b", 4000, { status: "failed" });
  const sessions = workspace.other();
  await sessions.listSessions();
  await sessions.find("last");
  await sessions.save(await sessions.read(ID));
  assertEquals((await sessions.listSessions()).length, 3);
});

Deno.test("a folder that may not be entered is told of, and is no crash", async () => {
  await using workspace = await Workspace.make();
  await age(workspace, "a", 30);
  const id = idOf("a");
  const disk = hookedDisk(({ path }) => {
    if (path.includes(id)) {
      throw new Deno.errors.PermissionDenied("Permission denied (os error 13)");
    }
  });
  const sessions = workspace.other({ disk });
  const error = await assertRejects(
    () => sessions.find(id),
    ArchitectError,
    "permission is denied",
  );
  assertEquals([error.code, error.sessionId], ["no_permission", id]);
  const { removed, kept } = await sessions.cleanupSessions({ olderThanDays: 0 });
  assertEquals([removed.length, kept.map(({ failed }) => failed)], [0, [true]]);
});
