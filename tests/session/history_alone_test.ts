/** Sessions of which a history is there and no state: listed, found, cleaned up and deleted. */

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { content, entry, header, said } from "./history_file.ts";
import { answer, ID, NOW, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const windows = Deno.build.os === "windows";
const HISTORY = `${ID}.jsonl`;
const OTHER = "20260301-000000-00000a";

/** A history in which a model has answered, and one in which none has. */
const ANSWERS = answer(1, 1).map((message) => entry(message));
const ANSWERED = content(header(1), said(1, 2), ANSWERS);
const UNANSWERED = content(header(1), said(1, 2));

/** Makes all files of a session so many days old. */
async function age(workspace: Workspace, id: string, days: number): Promise<void> {
  const when = new Date(NOW.getTime() - days * DAY_MS);
  for (const name of await workspace.names()) {
    if (name.includes(id)) await Deno.utime(workspace.file(name), when, when);
  }
}

async function code(call: () => Promise<unknown>): Promise<string> {
  return (await assertRejects(call, ArchitectError)).code;
}

Deno.test("listSessions() shows a history with answers and no state as corrupt", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(HISTORY, ANSWERED);
  await workspace.other().save(sample({ sessionId: OTHER }));
  const summaries = await workspace.sessions.listSessions();
  assertEquals(summaries.map(({ id, status, reason }) => [id, status, String(reason ?? "")]), [
    [OTHER, "partial", ""],
    [ID, "corrupt", "its state is gone; a resume rebuilds it from its history"],
  ]);
});

Deno.test("listSessions() shows no session whose run died before its first answer", async (t) => {
  const cases: [string, Uint8Array][] = [
    ["the task", UNANSWERED],
    ["a header", header(1)],
    ["half a line", header(1).subarray(0, 40)],
    ["nothing", new Uint8Array()],
  ];
  for (const [name, bytes] of cases) {
    await t.step(`with ${name} in its history`, async () => {
      await using workspace = await Workspace.make();
      await workspace.put(HISTORY, bytes);
      assertEquals(await workspace.sessions.listSessions(), []);
      await using _lock = await workspace.sessions.lock(ID);
      assertEquals(await code(() => workspace.sessions.open(ID)), "session_not_found");
    });
  }
});

Deno.test("listSessions() tells what is wrong with a history that is all there is", async (t) => {
  const cases: [string, (path: string) => Promise<unknown>, string][] = [
    ["a damaged first line", (path) => Deno.writeTextFile(path, "{}\n"), "line 1: "],
    ["a damaged line before the first answer", (path) => {
      return Deno.writeFile(path, content(header(1), said(1), "{}\n", ANSWERS));
    }, "line 3: "],
    ["a newer layout", (path) => {
      return Deno.writeFile(path, header(1, { metadata: { schema: 99 } }));
    }, "a newer architect wrote it"],
  ];
  if (!windows) {
    cases.push(
      ["a link", (path) => Deno.symlink("/etc/passwd", path), "is a symbolic link"],
      ["a pipe", (path) => new Deno.Command("mkfifo", { args: [path] }).output(), "is a pipe"],
      ["a folder", (path) => Deno.mkdir(path), "is a folder"],
    );
  }
  for (const [name, make, reason] of cases) {
    await t.step(name, async () => {
      await using workspace = await Workspace.make();
      await workspace.other().save(sample({ sessionId: OTHER }));
      await make(workspace.file(HISTORY));
      const summaries = await workspace.sessions.listSessions();
      assertEquals(summaries.map(({ id, status }) => [id, status]), [
        [OTHER, "partial"],
        [ID, "corrupt"],
      ]);
      assertStringIncludes(String(summaries[1]?.reason), reason);
      const { removed } = await workspace.sessions.cleanupSessions({ olderThanDays: 0 });
      assertEquals(removed.map(({ id }) => id), [OTHER]);
    });
  }
});

Deno.test("SessionManager.find() finds a history with no state, but never takes it for the last", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(HISTORY, ANSWERED);
  const { sessions } = workspace;
  for (const wanted of [ID, ID.slice(0, 8), ID.slice(0, -1)]) {
    assertEquals(await sessions.find(wanted), ID);
  }
  assertEquals(await code(() => sessions.find("last")), "session_not_found");
  await workspace.put(`${ID.slice(0, -1)}4.jsonl`, ANSWERED);
  assertEquals(await code(() => sessions.find(ID.slice(0, 8))), "session_ambiguous");
});

Deno.test("cleanupSessions() keeps a history with answers unless damaged sessions are asked for", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(HISTORY, ANSWERED);
  await age(workspace, ID, 30);
  const { removed, kept } = await workspace.sessions.cleanupSessions();
  assertEquals(removed, []);
  assertEquals(kept.map(({ id, reason, failed }) => [id, String(reason), failed]), [[
    ID,
    "damaged (its state is gone; a resume rebuilds it from its history)",
    false,
  ]]);
  await workspace.put(`${OTHER}.jsonl`, ANSWERED);
  await age(workspace, OTHER, 1);
  const report = await workspace.sessions.cleanupSessions({ damaged: true });
  assertEquals(report.removed.map(({ id, bytes }) => [id, bytes]), [[ID, ANSWERED.length]]);
  assertEquals(await workspace.names(), [`${OTHER}.jsonl`]);
});

Deno.test("cleanupSessions() takes what a run left that died before its first answer, by its age", async () => {
  await using workspace = await Workspace.make();
  for (const [id, days] of [[ID, 30], [OTHER, 1]] as const) {
    await workspace.put(`${id}.jsonl`, UNANSWERED);
    await workspace.put(`${id}.lock`, "");
    await workspace.put(`.${id}.json.tmp`, "half");
    await age(workspace, id, days);
  }
  const { removed, kept } = await workspace.sessions.cleanupSessions();
  assertEquals(removed.map(({ id, reason }) => [id, String(reason)]), [
    [ID, "no state was saved; 7 days or older"],
  ]);
  assertEquals(kept.map(({ id }) => id), [OTHER]);
  assertEquals(await workspace.names(), [`.${OTHER}.json.tmp`, `${OTHER}.jsonl`, `${OTHER}.lock`]);
});

Deno.test("cleanupSessions() leaves the history of a run alone that is about to save its first state", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(HISTORY, UNANSWERED);
  await using _lock = await workspace.other().lock(ID);
  await age(workspace, ID, 30);
  const { removed, kept } = await workspace.sessions.cleanupSessions({ olderThanDays: 0 });
  assertEquals([removed, kept.map(({ failed }) => failed)], [[], [false]]);
  assertEquals(await workspace.names(), [HISTORY, `${ID}.lock`]);
});

Deno.test("cleanupSessions() and delete() take the history and the kept damage with the session", async (t) => {
  const old = () => new Date(NOW.getTime() - 30 * DAY_MS);
  const filled = async () => {
    const workspace = await Workspace.make();
    await workspace.other({ now: old }).save(sample());
    for (const end of ["", "-2", ".jsonl"]) {
      await workspace.put(`${ID}.damaged-20260101-000000${end}`, "{");
    }
    await age(workspace, ID, 30);
    return workspace;
  };
  const ways: [string, (workspace: Workspace) => Promise<unknown>][] = [
    ["cleanup", ({ sessions }) => sessions.cleanup()],
    ["delete", ({ sessions }) => sessions.delete(ID)],
  ];
  for (const [name, remove] of ways) {
    for (const state of ["whole", "damaged", "lost"]) {
      if (name === "cleanup" && state !== "whole") continue;
      await t.step(`${name}, ${state}`, async () => {
        await using workspace = await filled();
        if (state === "damaged") await workspace.put(`${ID}.json`, "");
        if (state === "lost") await Deno.remove(workspace.file());
        await remove(workspace);
        assertEquals(await workspace.names(), []);
        assertEquals(await workspace.sessions.delete(ID), false);
      });
    }
  }
});

Deno.test("SessionManager.delete() refuses a history with no state that somebody rebuilds", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(HISTORY, ANSWERED);
  await using _lock = await workspace.other().lock(ID);
  assertEquals(await code(() => workspace.sessions.delete(ID)), "session_locked");
  assertEquals((await workspace.names()).includes(HISTORY), true);
});
