/** What was done with a session, and what must be there of it after a power cut at any moment. */

import { assert, assertEquals, equal } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import type { Disk } from "../../src/files/disk.ts";
import type { Message } from "../../src/llm/provider.ts";
import { SessionManager, type SessionState } from "../../src/session/mod.ts";
import { PowerCut } from "../files/power_cut_disk.ts";
import { type Image, readImage, type RecordedDisk, writeImage } from "../files/recorded_disk.ts";
import { withMemoryWorkspace } from "../support/workspace.ts";
import { quickDisk as unsyncedDisk } from "./opened.ts";
import { NOW } from "./samples.ts";

/** What a save that returned has promised. */
export interface Saved {
  /** Changes on the disk until then. */
  readonly after: number;
  readonly state: SessionState;
  /** Every message of the session until then. */
  readonly messages: readonly Message[];
}

/** Something that was done with a session, and how. */
export interface Story {
  readonly id: string;
  readonly disk: RecordedDisk;
  /** Every save that returned, in order. */
  readonly saved: readonly Saved[];
  /** Every message that there ever was. */
  readonly messages: readonly Message[];
}

/** The same numbers each time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The real disk without any wait. */
export const quickDisk: Disk = { ...unsyncedDisk, wait: () => Promise.resolve() };

/** Every folder that may be found, with what was promised before. */
export function* folders(
  { disk, saved }: Pick<Story, "disk" | "saved">,
  limit: number,
  seed: number,
): Generator<{ readonly name: string; readonly image: Image; readonly promised: Saved | null }> {
  const cut = new PowerCut(disk.base);
  const random = seeded(seed);
  const seen = new Set<string>();
  const careless = (path: string) => path.endsWith(".lock");
  for (let done = 0; done <= disk.changes.length; done++) {
    if (done > 0) cut.apply(disk.changes[done - 1]!);
    const promised = saved.findLast(({ after }) => after <= done) ?? null;
    let number = 0;
    for (const image of cut.images({ limit, random, careless })) {
      const key = `${promised?.after} ${textOf(image)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield { name: `cut ${done}, folder ${number++}`, image, promised };
    }
  }
}

function textOf(image: Image): string {
  const text = new TextDecoder("latin1");
  return [...image].map(([path, bytes]) => `${path}\0${bytes && text.decode(bytes)}`).join("\0");
}

/** Opens a session as a resume does, with its lock. */
export async function opened<T>(
  workspace: string,
  id: string,
  use: (sessions: SessionManager, found: Awaited<ReturnType<SessionManager["open"]>>) => Promise<T>,
  disk: Disk = quickDisk,
): Promise<T> {
  const sessions = new SessionManager(workspace, { disk, now: () => NOW });
  await using _lock = await sessions.lock(id);
  return await use(sessions, await sessions.open(id));
}

/** Shows that a folder gives a good session back: all that was promised, and nothing else. */
async function check(workspace: string, story: Story, promised: Saved | null): Promise<void> {
  const { id } = story;
  const listed = await new SessionManager(workspace, { disk: quickDisk }).listSessions();
  assert(listed.length <= 1);
  const next: Message = { role: "user", content: "go on" };
  let known: readonly Message[];
  try {
    known = await opened(workspace, id, async (sessions, { state, messages, before }) => {
      assertEquals(before, 0);
      assertSame(messages, story.messages.slice(0, messages.length));
      if (promised !== null) assertKept(state, messages, promised);
      const found = [...messages];
      state.messages.push(next);
      await sessions.save(state);
      return found;
    });
  } catch (error) {
    if (promised !== null || !(error instanceof ArchitectError)) throw error;
    assert(["session_not_found", "session_corrupt"].includes(error.code), error.message);
    return;
  }
  const names = [...(await readImage(`${workspace}/.architect/sessions`)).keys()];
  assertEquals(names.filter((name) => name.includes(id) && name.endsWith(".tmp")), []);
  const again = await opened(workspace, id, (_, found) => Promise.resolve(found));
  assertSame(again.messages, [...known, next]);
  assertEquals(again.notes, []);
}

/** Long messages are not told. */
function assertSame(messages: readonly Message[], expected: readonly Message[]): void {
  const text = (list: readonly Message[]) => list.map((one) => JSON.stringify(one));
  const [found, wanted] = [text(messages), text(expected)];
  const first = wanted.findIndex((one, index) => one !== found[index]);
  const story = `${found.length} messages, ${wanted.length} expected, another at ${first}`;
  assert(equal(messages, expected), story);
}

function assertKept(state: SessionState, messages: readonly Message[], promised: Saved): void {
  const before = promised.state;
  assert(messages.length >= promised.messages.length, `${messages.length} messages`);
  assert(state.stepsCompleted >= before.stepsCompleted, `${state.stepsCompleted} steps`);
  assert(state.totalCost >= before.totalCost, `${state.totalCost} USD`);
  for (const path of before.filesModified) assert(state.filesModified.includes(path), path);
  for (const path of Object.keys(before.metadata.files ?? {})) {
    assert(path in (state.metadata.files ?? {}), path);
  }
  // A call that was marked before it was started has its mark, or its result.
  for (const { tool_call_id: call } of before.metadata.pending ?? []) {
    const marked = state.metadata.pending?.some(({ tool_call_id }) => tool_call_id === call);
    assert(marked || messages.some(({ tool_call_id }) => tool_call_id === call), call);
  }
}

/** Checks every folder that a story may leave. */
export async function checkAll(story: Story, limit: number): Promise<number> {
  let count = 0;
  for (const { name, image, promised } of folders(story, limit, 1)) {
    count++;
    await withMemoryWorkspace(async (workspace) => {
      await writeImage(workspace, image);
      try {
        await check(workspace, story, promised);
      } catch (error) {
        throw new Error(`${name}: ${told(story, Number(/\d+/.exec(name)))}`, { cause: error });
      }
    });
  }
  return count;
}

/** The last changes before a cut. */
function told({ disk }: Pick<Story, "disk">, done: number): string {
  return disk.changes.slice(Math.max(0, done - 12), done).map((change) => {
    const { kind, ...rest } = change;
    return `${kind} ${JSON.stringify({ ...rest, ...("data" in rest ? { data: undefined } : {}) })}`;
  }).join("\n");
}

/** Saves a state that grows by some messages each time. */
export async function grow(
  sessions: SessionManager,
  state: SessionState,
  disk: RecordedDisk,
  all: Message[],
  batches: readonly (readonly Message[])[],
): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (const batch of batches) {
    all.push(...batch);
    state.messages.push(...batch);
    state.stepsCompleted += batch.filter(({ role }) => role === "assistant").length;
    await sessions.save(state);
    saved.push({
      after: disk.changes.length,
      state: structuredClone(state),
      messages: [...all],
    });
  }
  return saved;
}
