import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { SessionManager } from "../../src/session/mod.ts";
import { architect } from "../support/architect.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

Deno.test("sessions delete removes all files of a session, and no other", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    const other = await saveSession(cwd);
    const { code, stdout } = await architect(["sessions", "delete", sessionId], { cwd });
    assertEquals([code, stdout], [0, `deleted ${sessionId}\n`]);
    const names = [...Deno.readDirSync(join(cwd, ".architect", "sessions"))].map(({ name }) =>
      name
    );
    assertEquals(names.some((name) => name.includes(sessionId)), false);
    assertEquals(names.includes(`${other.sessionId}.json`), true);
  });
});

Deno.test("sessions delete --json gives one document", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    const result = await architect(["sessions", "delete", sessionId, "--json"], { cwd });
    assertEquals(result.json(), { session_id: sessionId, deleted: true });
  });
});

Deno.test("sessions delete refuses a prefix and last, and names the full id", async (t) => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    for (const wanted of [sessionId.slice(0, 15), "last"]) {
      await t.step(wanted, async () => {
        const { code, stderr } = await architect(["sessions", "delete", wanted], { cwd });
        assertEquals(code, 3);
        assertStringIncludes(stderr, `architect sessions delete ${sessionId}\n`);
      });
    }
    assertEquals((await new SessionManager(cwd).listSessions()).length, 1);
  });
});

Deno.test("sessions delete tells a session that is not there", async () => {
  await withWorkspace(async (cwd) => {
    const id = "20260223-143022-a1b2c3";
    const result = await architect(["sessions", "delete", id, "--json"], { cwd });
    assertEquals([result.code, result.json().error.code], [3, "session_not_found"]);
  });
});

Deno.test("sessions delete refuses a session that is in use", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    const sessions = new SessionManager(cwd, { host: "ci-1", pid: 7 });
    await using _lock = await sessions.lock(sessionId);
    const result = await architect(["sessions", "delete", sessionId, "--json"], { cwd });
    assertEquals([result.code, result.json().error.code], [7, "session_locked"]);
    assertStringIncludes(result.json().error.message, "pid 7 on ci-1");
    assertEquals((await sessions.load(sessionId))?.sessionId, sessionId);
  });
});
