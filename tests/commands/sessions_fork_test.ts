import { assertEquals, assertStringIncludes } from "@std/assert";
import { SessionManager } from "../../src/session/mod.ts";
import { architect } from "../support/architect.ts";
import { readFolder } from "../support/folder_content.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

const NO_FILE = { sha256: "a".repeat(64), bytes: 1 };

Deno.test("sessions fork prints the id of the new session, and leaves the old one as it is", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    const folder = `${cwd}/.architect/sessions`;
    const before = await readFolder(folder, sessionId);
    const { code, stdout, stderr } = await architect(["sessions", "fork", "last"], { cwd });
    assertEquals([code, /^\d{8}-\d{6}-[0-9a-f]{6}\n$/.test(stdout)], [0, true], stdout + stderr);
    assertStringIncludes(stderr, `forked ${sessionId} after step 1\n`);
    assertEquals(await readFolder(folder, sessionId), before);
    const fork = await new SessionManager(cwd).read(stdout.trim());
    assertEquals(fork.metadata.parent, { session_id: sessionId, step: 1 });
    assertEquals([fork.task, fork.status], ["say hello", "success"]);
  });
});

Deno.test("sessions fork --json tells the files that are not as the steps left them", async () => {
  await withWorkspace(async (cwd) => {
    const files = { "gone.txt": NO_FILE, "../out.txt": NO_FILE };
    const { sessionId } = await saveSession(cwd, { totalCost: 0.25, metadata: { files } });
    const result = await architect(["sessions", "fork", sessionId, "--json"], { cwd });
    const { session_id, ...report } = result.json();
    assertEquals(report, {
      parent: { session_id: sessionId, step: 1 },
      steps: 1,
      total_cost_usd: 0.25,
      drift: [{ path: "gone.txt", state: "gone" }],
    });
    assertEquals((await new SessionManager(cwd).load(session_id))?.totalCost, 0.25);
    assertStringIncludes(result.stderr, "not as the session left them:\n  gone.txt: gone\n");
  });
});

Deno.test("sessions fork --at 0 begins anew, and says what no history tells", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, { totalCost: 0.25 });
    await Deno.remove(`${cwd}/.architect/sessions/${sessionId}.jsonl`);
    const result = await architect(["sessions", "fork", sessionId, "--at", "0"], { cwd });
    assertEquals(result.code, 0, result.stderr);
    assertStringIncludes(result.stderr, `warning: no history tells what ${sessionId} had spent`);
    const fork = await new SessionManager(cwd).read(result.stdout.trim());
    assertEquals([fork.messages.length, fork.totalCost, fork.status], [1, 0.25, "interrupted"]);
  });
});

Deno.test("sessions fork speaks the person's language, and English in JSON", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    const env = { ARCHITECT_LANGUAGE: "es" };
    const told = await architect(["sessions", "fork", sessionId], { cwd, env });
    assertStringIncludes(told.stderr, `${sessionId} bifurcada tras el paso 1\n`);
    const args = ["sessions", "fork", sessionId, "--at", "7", "--json"];
    const { stderr, json } = await architect(args, { cwd, env });
    assertStringIncludes(
      stderr,
      `error: No se puede bifurcar la sesión "${sessionId}": el paso 7 no existe; existen los pasos del 0 al 1\n`,
    );
    assertStringIncludes(json().error.message, "step 7 is not there; there are steps 0 to 1");
  });
});

Deno.test("sessions fork refuses a step that is not there, and names those that are", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    const result = await architect(["sessions", "fork", sessionId, "--at", "7", "--json"], { cwd });
    const { session_id, error } = result.json();
    assertEquals([result.code, session_id, error.code], [3, sessionId, "usage"]);
    assertStringIncludes(error.message, "step 7 is not there; there are steps 0 to 1");
    assertEquals((await new SessionManager(cwd).listSessions()).length, 1);
  });
});
