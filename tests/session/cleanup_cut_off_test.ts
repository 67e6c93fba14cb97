/** A cleanup that dies half-way, or that the disk refuses something: sessions are whole, or gone. */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { copy } from "@std/fs/copy";
import { ArchitectError } from "../../src/errors.ts";
import { hookedDisk, Killed, killedAt, systemError } from "../files/faulty_disk.ts";
import { NOW, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const OLD = new Date(NOW.getTime() - 30 * 24 * 60 * 60 * 1000);

/** With a state, a history and a lock; the first has a file that was damaged too. */
const WHOLE = ["20260101-000000-00000a", "20260101-000000-00000b", "20260101-000000-00000c"];
/** With a history that holds answers, and no state. */
const LOST = "20260101-000000-00000d";
/** With a state that cannot be read, and a history. */
const DAMAGED = "20260101-000000-00000e";
/** What a run left that died before it saved anything. */
const LEFTOVER = "20260101-000000-00000f";
/** Too young to go. */
const YOUNG = "20260101-000000-0000ff";

const ALL = [...WHOLE, LOST, DAMAGED, YOUNG];

/** A workspace with all of them. */
async function filled(): Promise<Workspace> {
  const workspace = await Workspace.make();
  for (const sessionId of ALL) {
    const now = sessionId === YOUNG ? NOW : OLD;
    await workspace.other({ now: () => now }).save(sample({ sessionId }));
  }
  await workspace.put(`${WHOLE[0]}.damaged-20260101T000000Z`, "{");
  await Deno.remove(workspace.file(`${LOST}.json`));
  await workspace.put(`${DAMAGED}.json`, "{");
  for (const name of [`${LEFTOVER}.lock`, `.${LEFTOVER}.json.tmp`]) await workspace.put(name, "");
  await grow(workspace);
  return workspace;
}

/** Makes all files old, but those of the young one. */
async function grow(workspace: Workspace): Promise<void> {
  for (const name of await workspace.names()) {
    if (!name.startsWith(YOUNG)) await Deno.utime(workspace.file(name), OLD, OLD);
  }
}

/** A copy, for a test to spoil. */
async function copyOf(template: Workspace): Promise<Workspace> {
  const workspace = await Workspace.make();
  await copy(`${template.path}/.architect`, `${workspace.path}/.architect`, {
    preserveTimestamps: true,
  });
  return workspace;
}

/** All files of a session but its lock, which says who came last. */
async function family(workspace: Workspace, id: string): Promise<Record<string, string>> {
  const names = (await workspace.names()).filter((name) => name.includes(id));
  const files = names.filter((name) => name !== `${id}.lock`).map(async (
    name,
  ) => [name, await Deno.readTextFile(workspace.file(name))]);
  return Object.fromEntries(await Promise.all(files));
}

/** Checks that each session is as it was, or that nobody can find it any more. */
async function assertWholeOrGone(
  workspace: Workspace,
  template: Workspace,
  story: string,
): Promise<string[]> {
  const sessions = workspace.other();
  const listed = (await sessions.listSessions()).map(({ id }) => id);
  for (const id of ALL) {
    if (listed.includes(id)) {
      assertEquals(await family(workspace, id), await family(template, id), `${story}: ${id}`);
      continue;
    }
    for (const call of [() => sessions.find(id), () => sessions.read(id)]) {
      const error = await assertRejects(call, ArchitectError, undefined, `${story}: ${id}`);
      assertEquals(error.code, "session_not_found", `${story}: ${id}`);
    }
    await using _lock = await sessions.lock(id);
    const error = await assertRejects(() => sessions.open(id), ArchitectError, undefined, story);
    assertEquals(error.code, "session_not_found", `${story}: ${id}`);
  }
  assert(listed.includes(YOUNG), story);
  assertEquals(listed.filter((id) => !ALL.includes(id)), [], story);
  return listed;
}

/** Checks that a further cleanup takes all that is left of the old ones, and nothing else. */
async function assertFinishes(
  workspace: Workspace,
  template: Workspace,
  story: string,
): Promise<void> {
  // Whoever takes a lock writes it: it is as old as the rest once so much time has gone by again.
  await grow(workspace);
  const { kept } = await workspace.other().cleanupSessions({ damaged: true });
  assertEquals(kept.map(({ id, failed }) => [id, failed]), [[YOUNG, false]], story);
  const names = [`${YOUNG}.json`, `${YOUNG}.jsonl`, `${YOUNG}.lock`];
  assertEquals(await workspace.names(), names, story);
  assertEquals(await family(workspace, YOUNG), await family(template, YOUNG), story);
}

Deno.test("cleanupSessions() leaves each session whole or gone, wherever it is killed", async () => {
  await using template = await filled();
  const seen = new Set<number>();
  for (let at = 0, done = false; !done; at++) {
    await using workspace = await copyOf(template);
    const { disk, calls } = killedAt(at);
    await workspace.other({ disk }).cleanupSessions({ damaged: true }).catch((error) => {
      const killed = error instanceof Killed || error?.cause instanceof Killed;
      if (!killed) throw error;
    });
    done = calls() <= at;
    const story = `killed at call ${at}`;
    seen.add((await assertWholeOrGone(workspace, template, story)).length);
    await assertFinishes(workspace, template, story);
  }
  // It was killed before, after and between each two removals.
  assertEquals([...seen].sort(), ALL.map((_, index) => index + 1));
});

Deno.test("cleanupSessions() tells each removal that fails, and the next one finishes it", async () => {
  await using template = await filled();
  const changes = ["rename", "remove", "syncFolder"];
  let done = false;
  for (let at = 0; !done; at++) {
    await using workspace = await copyOf(template);
    let count = 0;
    let refused = "";
    const disk = hookedDisk(({ name, path }) => {
      if (!changes.includes(name) || count++ !== at) return;
      refused = `${name} ${path}`;
      throw systemError("EIO");
    });
    const report = await workspace.other({ disk }).cleanupSessions({ damaged: true });
    done = refused === "";
    const failed = report.kept.filter((one) => one.failed);
    // A flush is for all that are removed together.
    if (refused.startsWith("syncFolder")) assert(failed.length > 1, refused);
    else assertEquals(failed.length, done ? 0 : 1, refused);
    for (const { id, reason } of failed) {
      assertStringIncludes(String(reason), "the disk reports an error (EIO)");
      assert(refused.includes(id) || refused.startsWith("syncFolder"), `${refused}: ${id}`);
    }
    // All others are gone: one failure keeps nothing else from being removed.
    const stay = [...failed.map(({ id }) => id), YOUNG];
    const listed = await assertWholeOrGone(workspace, template, refused);
    assertEquals(listed.filter((id) => !stay.includes(id)), [], refused);
    await assertFinishes(workspace, template, refused);
  }
});

Deno.test("SessionManager.delete() leaves a session whole or gone, wherever it is killed", async (t) => {
  await using template = await filled();
  for (const id of [WHOLE[0]!, LOST, DAMAGED]) {
    await t.step(id, async () => {
      for (let at = 0, done = false; !done; at++) {
        await using workspace = await copyOf(template);
        const { disk, calls } = killedAt(at);
        await workspace.other({ disk }).delete(id).catch((error) => {
          const killed = error instanceof Killed || error?.cause instanceof Killed;
          if (!killed) throw error;
        });
        done = calls() <= at;
        const listed = await assertWholeOrGone(workspace, template, `killed at call ${at}`);
        assertEquals(listed.length, listed.includes(id) ? ALL.length : ALL.length - 1);
      }
    });
  }
});
