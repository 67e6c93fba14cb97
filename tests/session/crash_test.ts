/** Real processes that save and are killed. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { ID, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

/** How often a process is killed; `--rounds` of scripts/test.sh gives more. */
const ROUNDS = 8 * Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);

/** A process that holds the session and saves it, longer and longer, until it is killed. */
function saver(workspace: string): Deno.ChildProcess {
  const manager = new URL("../../src/session/session_manager.ts", import.meta.url).href;
  const program = `
    import { SessionManager } from ${JSON.stringify(manager)};
    const sessions = new SessionManager(${JSON.stringify(workspace)}, { host: "child" });
    await using lock = await sessions.lock("${ID}");
    const state = await sessions.read("${ID}");
    console.log("ready");
    for (;;) {
      state.stepsCompleted++;
      state.messages.push({ role: "user", content: "x".repeat(50_000) });
      await sessions.save(state);
    }`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const map = new URL("../../.deps/import_map.json", import.meta.url).pathname;
  const offline = exists(map) ? ["--no-lock", "--import-map", map] : ["--config", config];
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--no-prompt",
      ...offline,
      `--allow-read=${workspace}/.architect`,
      `--allow-write=${workspace}/.architect`,
      `data:application/typescript,${encodeURIComponent(program)}`,
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("SessionManager.save() leaves a session that goes on, however often it is killed", async () => {
  await using workspace = await Workspace.withSession();
  let revision = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const child = saver(workspace.path);
    const reader = child.stdout.getReader();
    assert(!(await reader.read()).done);
    // Killed at another point of a save in every round: after that many looks at the disk.
    for (let look = 0; look < round * 3; look++) await Deno.stat(workspace.file());
    await assertRejects(() => workspace.sessions.lock(ID), ArchitectError, `pid ${child.pid}`);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();

    const state = await workspace.sessions.read(ID);
    assert((state.metadata.revision ?? 0) >= revision);
    revision = (state.metadata.revision ?? 0) + 1;
    await using _lock = await workspace.sessions.lock(ID);
    await workspace.sessions.save(state);
    assertEquals(await workspace.names(), [`${ID}.json`, `${ID}.jsonl`, `${ID}.lock`]);
  }
  assert(revision > ROUNDS + 1);
});

Deno.test("SessionManager lets one of two processes save a session, and neither reverts the other", async () => {
  await using workspace = await Workspace.make();
  await workspace.sessions.save(sample());
  const managers = Array.from({ length: 5 }, () => workspace.other());
  const states = await Promise.all(managers.map((one) => one.read(ID)));
  const results = await Promise.allSettled(
    managers.map((one, i) => one.save({ ...states[i]!, task: `by ${i}` })),
  );
  const codes = results.map((one) =>
    one.status === "fulfilled" ? "saved" : (one.reason as ArchitectError).code
  );
  assertEquals(codes.filter((code) => code === "saved").length, 1);
  for (const code of codes) {
    assert(["saved", "session_conflict", "session_locked"].includes(code), code);
  }
  assertEquals((await workspace.sessions.read(ID)).metadata.revision, 2);
});
