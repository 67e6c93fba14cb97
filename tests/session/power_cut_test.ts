/**
 * The power goes at any moment of a real run, a resume, a repair or a removal; what a disk may hold
 * then is what tests/files/power_cut_disk.ts says, and each of those folders is opened.
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import { createSession, SessionManager, type SessionState } from "../../src/session/mod.ts";
import { Killed } from "../files/faulty_disk.ts";
import { recordDisk, writeImage } from "../files/recorded_disk.ts";
import { ANSWERS, writeFiles } from "../support/file_task.ts";
import { scriptedProvider } from "../support/scripted_provider.ts";
import { startTask } from "../support/task_run.ts";
import { withMemoryWorkspace } from "../support/workspace.ts";
import {
  checkAll,
  folders,
  grow,
  opened,
  quickDisk,
  type Saved,
  seeded,
  type Story,
} from "./power_cut_story.ts";
import { ID, NOW } from "./samples.ts";

/** `--rounds` of scripts/test.sh gives more folders for each moment. */
const ROUNDS = Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);
/** Folders for one moment at most. */
const IMAGES = 24 * ROUNDS;

/** As many saves, each with a task's message or an answer. Every third one is longer than a block. */
function batches(count: number, from = 0, size = 1): Message[][] {
  return Array.from(
    { length: count },
    (_, index) =>
      Array.from({ length: size }, (_, inner): Message => {
        const number = from + index * size + inner;
        const content = `${number} ${"x".repeat(number % 3 === 2 ? 6000 : 10)}`;
        return { role: number % 2 === 0 ? "user" : "assistant", content };
      }),
  );
}

function newState(): SessionState {
  return createSession({ task: "t", agent: "build", model: "m", sessionId: ID, now: NOW });
}

/** A real run to its end, with every file tool in it. */
async function realRun(): Promise<Story> {
  let story: Story | undefined;
  await withMemoryWorkspace(async (workspace) => {
    const disk = await recordDisk(workspace);
    await writeFiles(workspace);
    const saved: Saved[] = [];
    await using run = await startTask({
      workspace,
      task: "make it friendly",
      model: "m",
      provider: scriptedProvider(ANSWERS),
      disk: disk.disk,
    });
    await run.sessions.checkWritable(ID);
    for (let next = await run.events.next(); !next.done; next = await run.events.next()) {
      // What an event tells was saved before.
      if (run.state.metadata.revision === saved.at(-1)?.state.metadata.revision) continue;
      const state = structuredClone(run.state);
      saved.push({ after: disk.changes.length, state, messages: state.messages });
    }
    const { sessionId: id, messages, stepsCompleted } = run.state;
    assertEquals(stepsCompleted, ANSWERS.length);
    story = { id, disk, saved, messages };
  });
  return story!;
}

/** Saves in a folder that holds what earlier saves made, and was synced since. */
async function goOn(
  workspace: string,
  history: boolean,
  more: readonly (readonly Message[])[],
): Promise<Story> {
  const before = await opened(workspace, ID, (_, { state, messages }) => {
    return Promise.resolve({ after: 0, state: structuredClone(state), messages });
  });
  const disk = await recordDisk(workspace);
  const sessions = new SessionManager(workspace, { disk: disk.disk, history, now: () => NOW });
  await using _lock = await sessions.lock(ID);
  const { state, messages } = await sessions.open(ID);
  const all = [...messages];
  const saved = await grow(sessions, state, disk, all, more);
  return { id: ID, disk, saved: [before, ...saved], messages: all };
}

Deno.test("SessionManager.open() gives every promised step back after a power cut at any moment of a run", async () => {
  const story = await realRun();
  assertGreater(story.saved.length, 2 * ANSWERS.length);
  assertGreater(await checkAll(story, IMAGES), 400);
});

Deno.test("SessionManager.open() gives every promised step back after a second power cut while it goes on after the first", async () => {
  const story = await realRun();
  const random = seeded(2);
  let count = 0;
  for (const { image, promised } of folders(story, 8, 3)) {
    if (promised === null || random() > 0.03 * ROUNDS) continue;
    await withMemoryWorkspace(async (workspace) => {
      await writeImage(workspace, image);
      const disk = await recordDisk(workspace);
      const sessions = new SessionManager(workspace, { disk: disk.disk });
      await using _lock = await sessions.lock(story.id);
      const { state, messages } = await sessions.open(story.id);
      const all = [...messages];
      const [saved] = await grow(sessions, state, disk, all, batches(1, 1));
      const again: Story = {
        id: story.id,
        disk,
        saved: [{ ...promised, after: 0 }, saved!],
        messages: all,
      };
      count += await checkAll(again, 8);
    });
  }
  assertGreater(count, 100);
});

Deno.test("SessionManager.open() gives every promised message back after a power cut while the state keeps the newest alone", async () => {
  await withMemoryWorkspace(async (workspace) => {
    const disk = await recordDisk(workspace);
    const sessions = new SessionManager(workspace, { disk: disk.disk, now: () => NOW });
    await using _lock = await sessions.lock(ID);
    const all: Message[] = [];
    const saved = await grow(sessions, newState(), disk, all, batches(32, 0, 2));
    assertGreater(saved.at(-1)!.state.metadata.messages_dropped ?? 0, 20);
    assertGreater(await checkAll({ id: ID, disk, saved, messages: all }, IMAGES / 4), 100);
  });
});

Deno.test("SessionManager.open() gives every promised message back after a power cut while a history is begun late", async () => {
  await withMemoryWorkspace(async (workspace) => {
    const first = new SessionManager(workspace, { history: false, disk: quickDisk });
    await first.save({ ...newState(), messages: batches(1, 0, 49)[0]! });
    const story = await goOn(workspace, true, batches(3, 49, 2));
    assertEquals(story.saved[0]!.messages.length, 49);
    assertGreater(await checkAll(story, IMAGES), 20);
  });
});

Deno.test("SessionManager.open() gives every promised message back after a power cut while a history goes on that was left off", async (t) => {
  for (const without of [2, 46]) {
    await t.step(`for ${without} messages`, () =>
      withMemoryWorkspace(async (workspace) => {
        const first = new SessionManager(workspace, { disk: quickDisk });
        await first.save({ ...newState(), messages: batches(1, 0, 4)[0]! });
        const second = new SessionManager(workspace, { history: false, disk: quickDisk });
        const state = await second.read(ID);
        state.messages.push(...batches(1, 4, without)[0]!);
        await second.save(state);
        const story = await goOn(workspace, true, batches(3, 4 + without, 2));
        assertEquals(story.saved[0]!.messages.length, 4 + without);
        assertGreater(await checkAll(story, IMAGES), 20);
      }));
  }
});

/** A run that is killed in its call number `kill` on the disk, while it saves; then another one. */
async function killedAndResumed(
  workspace: string,
  kill: number,
  before: readonly Saved[],
  more: number,
): Promise<Story> {
  let left = Infinity;
  const disk = await recordDisk(workspace, () => {
    if (left-- <= 0) throw new Killed();
  });
  const all = [...before.at(-1)?.messages ?? []];
  const saved = [...before];
  const options = { disk: disk.disk, now: () => NOW };
  {
    const killed = new SessionManager(workspace, options);
    await using _lock = await killed.lock(ID);
    const state = before.length === 0 ? newState() : (await killed.open(ID)).state;
    saved.push(...await grow(killed, state, disk, all, batches(more, all.length, 2)));
    left = kill;
    await grow(killed, state, disk, all, batches(1, all.length, 2)).catch(() => {});
    left = Infinity;
  }
  const sessions = new SessionManager(workspace, options);
  await using _lock = await sessions.lock(ID);
  const { state, messages } = await sessions.open(ID);
  assert([all.length - 2, all.length].includes(messages.length));
  // What came through of the save that was cut off may be found, and what is saved now.
  all.splice(messages.length);
  saved.push(...await grow(sessions, state, disk, all, batches(2, messages.length, 1)));
  return { id: ID, disk, saved, messages: all };
}

Deno.test("SessionManager.open() gives every promised message back after a power cut in a resume of a run that was killed", async (t) => {
  for (let kill = 1; kill <= 9; kill++) {
    await t.step(`in call ${kill} of a save`, () =>
      withMemoryWorkspace(async (workspace) => {
        assertGreater(await checkAll(await killedAndResumed(workspace, kill, [], 2), 4), 20);
      }));
    await t.step(
      `in call ${kill} of a save that begins a history`,
      () =>
        withMemoryWorkspace(async (workspace) => {
          const messages = batches(1, 0, 49)[0]!;
          const state = { ...newState(), messages };
          await new SessionManager(workspace, { history: false, disk: quickDisk }).save(state);
          const before = { after: 0, state: structuredClone(state), messages };
          assertGreater(
            await checkAll(await killedAndResumed(workspace, kill, [before], 0), 8),
            20,
          );
        }),
    );
  }
});

Deno.test("SessionManager.open() gives every promised message back after a power cut while it repairs a damaged state", async () => {
  await withMemoryWorkspace(async (workspace) => {
    const sessions = new SessionManager(workspace, { disk: quickDisk });
    await sessions.save({ ...newState(), messages: batches(1, 0, 6)[0]! });
    const path = `${workspace}/.architect/sessions/${ID}.json`;
    const { size } = await Deno.stat(path);
    await Deno.writeFile(path, new Uint8Array(size));
    const before = { after: 0, state: newState(), messages: batches(1, 0, 6)[0]! };
    const disk = await recordDisk(workspace);
    const repairing = new SessionManager(workspace, { disk: disk.disk, now: () => NOW });
    await using _lock = await repairing.lock(ID);
    const { state, messages } = await repairing.open(ID);
    const all = [...messages];
    const saved = await grow(repairing, state, disk, all, batches(1, 6, 2));
    assertEquals(all.length, 8);
    assertGreater(
      await checkAll({ id: ID, disk, saved: [before, ...saved], messages: all }, IMAGES),
      10,
    );
  });
});

Deno.test("SessionManager.delete() lets no session come back after a power cut, and keeps it whole until then", async () => {
  await withMemoryWorkspace(async (workspace) => {
    const messages = batches(1, 0, 6)[0]!;
    const state = { ...newState(), messages };
    await new SessionManager(workspace, { disk: quickDisk }).save(state);
    const disk = await recordDisk(workspace);
    const sessions = new SessionManager(workspace, { disk: disk.disk });
    assert(await sessions.delete(ID));
    const deleted = { after: disk.changes.length, state, messages };
    let [there, gone] = [0, 0];
    for (const { image, promised } of folders({ disk, saved: [deleted] }, 1024, 4)) {
      await withMemoryWorkspace(async (folder) => {
        await writeImage(folder, image);
        const listed = await new SessionManager(folder).listSessions();
        if (listed.length === 0) return void gone++;
        there++;
        assertEquals(promised, null);
        assertEquals(listed.map(({ status }) => status), ["interrupted"]);
        const found = await opened(folder, ID, (_, session) => Promise.resolve(session));
        assertEquals([...found.messages], messages);
      });
    }
    assert(there > 0 && gone > 0, `${there} times there, ${gone} times gone`);
  });
});
