/** A save that meets what another process wrote. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { createSession } from "../../src/session/session_state.ts";
import { failingDisk, systemError } from "../files/faulty_disk.ts";
import { ID, NOW, pythonDict, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

function failure(call: () => Promise<unknown>): Promise<ArchitectError> {
  return assertRejects(call, ArchitectError);
}

Deno.test("SessionManager.save() refuses when another process wrote", async (t) => {
  const changes: [string, (workspace: Workspace) => Promise<void>][] = [
    ["a newer revision", async (workspace) => {
      const other = workspace.other();
      await other.save(await other.read(ID));
    }],
    ["another session with the same revision", async (workspace) => {
      const text = await Deno.readTextFile(workspace.file());
      await Deno.writeTextFile(workspace.file(), text.replace("T15:00:00.000Z", "T15:00:00.001Z"));
    }],
    ["a file of the Python tool", (workspace) => workspace.put(`${ID}.json`, '{"updated_at": 5}')],
    ["a damaged file", (workspace) => workspace.put(`${ID}.json`, "")],
    ["a folder", async (workspace) => {
      await Deno.remove(workspace.file());
      await Deno.mkdir(workspace.file());
    }],
    ["nothing", (workspace) => Deno.remove(workspace.file())],
  ];
  for (const [name, change] of changes) {
    await t.step(name, async () => {
      await using workspace = await Workspace.withSession();
      const { sessions } = workspace;
      const state = await sessions.read(ID);
      await change(workspace);
      const before = await workspace.names();
      const content = async () => await Deno.readTextFile(workspace.file()).catch(() => null);
      const text = await content();
      const error = await failure(() => sessions.save(state));
      assertEquals([error.code, error.exitCode], ["session_conflict", 7]);
      assertEquals(await workspace.names(), before);
      assertEquals(await content(), text);
    });
  }
});

Deno.test("SessionManager.save() refuses the second of two copies of one session", async () => {
  await using workspace = await Workspace.withSession();
  const { sessions } = workspace;
  const [one, two] = [await sessions.read(ID), await sessions.read(ID)];
  await sessions.save(one);
  assertEquals((await failure(() => sessions.save(two))).code, "session_conflict");
});

Deno.test("SessionManager.save() refuses a new session at the place of another", async () => {
  await using workspace = await Workspace.withSession();
  const stranger = sample({ task: "another" });
  assertEquals((await failure(() => workspace.sessions.save(stranger))).code, "session_conflict");
});

Deno.test("SessionManager.save() makes a file for each of 200 ids of one second", async () => {
  await using workspace = await Workspace.make();
  const managers = Array.from({ length: 8 }, () => workspace.other());
  const states = Array.from({ length: 200 }, (_, number) => ({
    ...createSession({ task: `task ${number}`, agent: "build", model: "gpt-4o", now: NOW }),
    stepsCompleted: number,
  }));
  const saves = states.map((state, number) => managers[number % 8]!.save(state));
  const results = await Promise.allSettled(saves);
  // In a thousand such seconds one has two equal ids: then the first stands, and the second is told.
  const saved = states.filter((_, number) => results[number]!.status === "fulfilled");
  assert(saved.length > 197);
  assertEquals(new Set(states.map(({ sessionId }) => sessionId)).size, saved.length);
  const files = (await workspace.names()).filter((name) => name.endsWith(".json"));
  assertEquals(files, saved.map(({ sessionId }) => `${sessionId}.json`).sort());
  for (const state of saved) assertEquals(await workspace.sessions.read(state.sessionId), state);
});

Deno.test("SessionManager.save() refuses a moved revision also where there are no locks", async () => {
  await using workspace = await Workspace.make();
  const disk = failingDisk("tryLock", () => systemError("ENOLCK"));
  const [one, two] = [workspace.other({ disk }), workspace.other({ disk })];
  await one.save(sample());
  const state = await two.read(ID);
  const winner = await one.read(ID);
  await one.save(winner);
  assertEquals((await failure(() => two.save(state))).code, "session_conflict");
});

Deno.test("SessionManager.save() goes on after a touch or a restored copy", async () => {
  await using workspace = await Workspace.withSession();
  const state = await workspace.sessions.read(ID);
  await Deno.utime(workspace.file(), 1, 1);
  await workspace.sessions.save(state);
  const bytes = await Deno.readFile(workspace.file());
  await Deno.remove(workspace.file());
  await Deno.writeFile(workspace.file(), bytes);
  await workspace.sessions.save(state);
  assertEquals(state.metadata.revision, 3);
});

Deno.test("SessionManager.save() takes a file of the Python tool over and counts from 1", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(`${ID}.json`, JSON.stringify(pythonDict(), null, 2));
  const state = await workspace.sessions.read(ID);
  await workspace.sessions.save(state);
  const again = await workspace.other().read(ID);
  assertEquals([again.metadata.schema, again.metadata.revision], [1, 1]);
  assertEquals([again.metadata.truncated, again.messages.length], [true, 30]);
});
