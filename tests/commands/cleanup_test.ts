import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { SessionManager } from "../../src/session/mod.ts";
import { architect } from "../support/architect.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

async function idsIn(cwd: string): Promise<string[]> {
  return (await new SessionManager(cwd).listSessions()).map((session) => session.id);
}

Deno.test("cleanup removes what is older than seven days, and tells", async () => {
  await withWorkspace(async (cwd) => {
    const old = await saveSession(cwd, {}, 8);
    const young = await saveSession(cwd, {}, 6);
    const result = await architect(["cleanup", "--json"], { cwd });
    assertEquals(result.code, 0);
    const { removed: [gone], kept: [left] } = result.json();
    assertEquals([gone.id, gone.age_days, gone.bytes > 0], [old.sessionId, 8, true]);
    assertEquals([left.id, left.reason], [young.sessionId, "younger than 7 days"]);
    assertEquals(await idsIn(cwd), [young.sessionId]);
  });
});

Deno.test("cleanup takes the age of the config, then of the flag", async () => {
  await withWorkspace(async (cwd) => {
    const sessions = [await saveSession(cwd, {}, 1), await saveSession(cwd, {}, 4)];
    const config = join(cwd, ".architect", "config.yaml");
    await Deno.writeTextFile(config, "mcp: {}\nsessions: {cleanup_after_days: 3}\n");
    const { stderr } = await architect(["cleanup"], { cwd });
    assertStringIncludes(stderr, "only the Python architect knows it: mcp");
    assertEquals(await idsIn(cwd), [sessions[0]!.sessionId]);
    await architect(["cleanup", "--older-than", "0"], { cwd });
    assertEquals(await idsIn(cwd), []);
  });
});

Deno.test("cleanup --dry-run removes nothing", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, {}, 8);
    const { code, stdout } = await architect(["cleanup", "--dry-run"], { cwd });
    assertEquals(code, 0);
    assertStringIncludes(stdout, `would remove ${sessionId}`);
    assertEquals(await idsIn(cwd), [sessionId]);
  });
});

Deno.test("cleanup --status leaves sessions with another status", async () => {
  await withWorkspace(async (cwd) => {
    const success = await saveSession(cwd, {}, 8);
    await saveSession(cwd, { status: "failed" }, 8);
    await architect(["cleanup", "--status", "failed"], { cwd });
    assertEquals(await idsIn(cwd), [success.sessionId]);
  });
});

Deno.test("cleanup removes damaged sessions only when asked", async () => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd);
    const id = "20200101-000000-abcdef";
    const path = join(cwd, ".architect", "sessions", `${id}.json`);
    await Deno.writeTextFile(path, "");
    await Deno.utime(path, new Date("2020-01-01"), new Date("2020-01-01"));
    const { stdout } = await architect(["cleanup"], { cwd });
    assertStringIncludes(stdout, `kept ${id}`);
    assertEquals((await idsIn(cwd)).includes(id), true);
    await architect(["cleanup", "--damaged"], { cwd });
    assertEquals((await idsIn(cwd)).includes(id), false);
  });
});

Deno.test("cleanup skips a session that is in use", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, {}, 8);
    await using _lock = await new SessionManager(cwd).lock(sessionId);
    const result = await architect(["cleanup", "--json"], { cwd });
    assertEquals([result.code, result.json().removed, result.json().kept.length], [0, [], 1]);
  });
});

Deno.test("cleanup of a folder without sessions makes none", async () => {
  await withWorkspace(async (cwd) => {
    const result = await architect(["cleanup", "--json"], { cwd });
    assertEquals([result.code, result.json()], [0, { removed: [], kept: [] }]);
    assertEquals([...Deno.readDirSync(cwd)], []);
  });
});

Deno.test("cleanup names file, line and key of a wrong config, and removes nothing", async () => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd, {}, 8);
    const config = join(cwd, ".architect", "config.yaml");
    await Deno.writeTextFile(config, "sessions:\n  cleanup_after: 3\n");
    const { code, stderr } = await architect(["cleanup"], { cwd });
    assertEquals(code, 3);
    assertStringIncludes(stderr, 'config ".architect/config.yaml": line 2: sessions.cleanup_after');
    assertEquals((await idsIn(cwd)).length, 1);
  });
});

Deno.test("cleanup that could not remove everything removes the rest and says so, exit 1", async () => {
  await withWorkspace(async (cwd) => {
    const stuck = await saveSession(cwd, {}, 9);
    const other = await saveSession(cwd, {}, 8);
    // A folder with something in it, where a file of the session should be.
    const folder = join(cwd, ".architect", "sessions", `${stuck.sessionId}.jsonl`);
    await Deno.remove(folder);
    await Deno.mkdir(join(folder, "a"), { recursive: true });
    const result = await architect(["cleanup", "--json"], { cwd });
    assertEquals(result.code, 1);
    const { removed, kept } = result.json();
    assertEquals(removed.map((session: { id: string }) => session.id), [other.sessionId]);
    assertEquals([kept[0].id, kept[0].failed], [stuck.sessionId, true]);
    // What cannot go whole stays whole.
    assertEquals(await idsIn(cwd), [stuck.sessionId]);
  });
});
