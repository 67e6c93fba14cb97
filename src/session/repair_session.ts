/** Making a damaged session usable again, from what is whole of its files. */

import { ArchitectError } from "../errors.ts";
import { atomicWrite } from "../files/atomic_write.ts";
import type { Disk } from "../files/disk.ts";
import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import { damagedCopyName } from "./damaged_file.ts";
import { unlessDamaged } from "./fields.ts";
import { fileName, LEFT_BEHIND } from "./file_name.ts";
import { OWNER_FILE, type SessionFolder } from "./folder.ts";
import type { KnownHistory } from "./history_log.ts";
import { decodeHistory, type History, MAX_HISTORY_BYTES } from "./read_history.ts";
import { markUnanswered } from "./rebuild.ts";
import { rebuild, reconcile } from "./reconcile.ts";
import { salvageState } from "./salvage.ts";
import { salvageHistory } from "./salvage_history.ts";
import { decodeSession, MAX_STATE_BYTES } from "./session_file.ts";
import type { SessionState } from "./session_state.ts";

/** What a repair works on. */
export interface RepairPlace {
  readonly folder: SessionFolder;
  readonly disk: Disk;
  readonly now: Date;
}

/** A session as a repair leaves it, to be saved. */
export interface RepairedSession {
  readonly state: SessionState;
  /** The state file that is replaced; null: there is none. */
  readonly info: Deno.FileInfo | null;
  /** Its history as it is on disk now. */
  readonly history: KnownHistory;
  /** Whether the state or its history must be written. */
  readonly changed: boolean;
  /** Copies of damaged files. */
  readonly kept: readonly string[];
  /** Whether it is only what could be read of a damaged state: what was said last may be lost. */
  readonly isRest: boolean;
}

/**
 * Puts right what is not in a session's files but of them: modes, and what a run that died left.
 *
 * @param place Where. The session's lock is held by the caller.
 * @param id The session.
 * @param names The names of its files.
 * @throws What the disk refused.
 */
export async function tidyFiles(
  { folder, disk }: RepairPlace,
  id: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const path = folder.at(name);
    if (LEFT_BEHIND.some((kind) => name === fileName(id, kind))) await disk.remove(path);
    else if ((await disk.lstat(path)).isFile) await disk.chmod(path, OWNER_FILE);
  }
}

interface Content {
  readonly bytes: Uint8Array;
  readonly info: Deno.FileInfo;
}

/**
 * Repairs the files of a session: copies what is damaged, writes a history of what can be read, and
 * gives the state that goes with it. Nothing readable is left out; what is not is marked as a gap.
 *
 * @param place Where. The session's lock is held by the caller, who saves the state.
 * @param id The session.
 * @returns The session; null when nothing of it can be read.
 * @throws {ArchitectError} `session_too_new`.
 * @throws What the disk refused.
 */
export async function repairSession(
  place: RepairPlace,
  id: string,
): Promise<RepairedSession | null> {
  try {
    return await repaired(place, id);
  } catch (error) {
    // A link, a pipe or a folder is for a person to look at.
    if (error instanceof RefusedFileError) return null;
    throw error;
  }
}

async function repaired(place: RepairPlace, id: string): Promise<RepairedSession | null> {
  const stateFile = await content(place, id, "json", MAX_STATE_BYTES);
  const historyFile = await content(place, id, "history", MAX_HISTORY_BYTES);
  const whole = stateFile === null ? null : wholeState(stateFile.bytes, id);
  const salvaged = whole ?? (stateFile === null ? null : salvageState(stateFile.bytes, id));
  const kept: string[] = [];
  const history = historyFile === null
    ? null
    : await soundHistory(place, id, historyFile, { whole, salvaged }, kept);
  const { state, inHistory, isRest } = together(whole, salvaged, history);
  if (state === null) return null;
  const count = (state.metadata.messages_dropped ?? 0) + state.messages.length;
  const logged = state.metadata.history_lines !== undefined && inHistory !== count;
  if (whole === null && stateFile !== null) kept.push(await copy(place, id, "json", stateFile));
  const { lines = 0, bytes = 0 } = history ?? {};
  const known = { end: { lines, bytes }, messages: history === null ? null : inHistory };
  const changed = state !== whole || kept.length > 0 || logged;
  return { state, info: stateFile?.info ?? null, history: known, changed, kept, isRest };
}

/** A state that is whole is believed; else a history, which has everything; else what is left. */
function together(
  whole: SessionState | null,
  salvaged: SessionState | null,
  history: History | null,
): Pick<RepairedSession, "isRest"> & {
  readonly state: SessionState | null;
  readonly inHistory: number | null;
} {
  if (whole !== null) {
    const { state, inHistory } = history === null
      ? { state: whole, inHistory: null }
      : reconcile(whole, history);
    return { state, inHistory, isRest: false };
  }
  if (history !== null && history.entries.length > 0) {
    const { state, inHistory } = rebuild(history);
    return { state, inHistory, isRest: false };
  }
  return { state: salvaged && unfinished(salvaged), inHistory: null, isRest: true };
}

/**
 * A state whose end may be lost. Nobody knows that its last answer was the final one, or whether the
 * calls that have no result in it were started. A limit that is lost with the metadata must not become
 * none: what is spent counts as the budget until somebody gives another.
 */
function unfinished(state: SessionState): SessionState {
  const { metadata, totalCost } = state;
  const limits = metadata.schema === undefined ? { budget_usd: totalCost } : {};
  return markUnanswered({
    ...state,
    status: "running",
    stopReason: null,
    metadata: { ...metadata, ...limits },
  });
}

/** The history, rewritten where it is damaged or tells something else than the state. */
async function soundHistory(
  place: RepairPlace,
  id: string,
  file: Content,
  { whole, salvaged }: Readonly<Record<"whole" | "salvaged", SessionState | null>>,
  kept: string[],
): Promise<History | null> {
  const read = unlessDamaged(() => decodeHistory(file.bytes, id));
  if (read !== null && read.damage === null && agrees(whole, read)) {
    if (read.tornBytes > 0) await replace(place, id, file.bytes.subarray(0, read.bytes));
    return read;
  }
  // As much as agrees with the state; what stands before its first message always does.
  const before = whole?.metadata.messages_dropped ?? 0;
  const known = (number: number) => whole?.messages[number - before - 1];
  let { bytes } = salvageHistory(file.bytes, id, { head: salvaged, known });
  const all = decodeHistory(bytes, id);
  if (all !== null && !agrees(whole, all)) {
    bytes = salvageHistory(file.bytes, id, { head: salvaged, upTo: before }).bytes;
  }
  kept.push(await copy(place, id, "history", file));
  await replace(place, id, bytes);
  return decodeHistory(bytes, id);
}

function agrees(state: SessionState | null, history: History): boolean {
  return state === null || unlessDamaged(() => reconcile(state, history)) !== null;
}

function wholeState(bytes: Uint8Array, id: string): SessionState | null {
  try {
    return decodeSession(bytes, id);
  } catch (error) {
    if (error instanceof ArchitectError && error.code === "session_corrupt") return null;
    throw error;
  }
}

/** Null where there is none. */
async function content(
  { folder, disk }: RepairPlace,
  id: string,
  kind: "json" | "history",
  maxBytes: number,
): Promise<Content | null> {
  try {
    return await readRegularFile(folder.file(id, kind), { maxBytes, disk });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function copy(
  place: RepairPlace,
  id: string,
  kind: "json" | "history",
  { bytes }: Content,
): Promise<string> {
  const name = await damagedCopyName(place.folder, id, kind, place.now, place.disk);
  await write(place, id, place.folder.at(name), bytes);
  return name;
}

async function replace(place: RepairPlace, id: string, bytes: Uint8Array): Promise<void> {
  await write(place, id, place.folder.file(id, "history"), bytes);
}

async function write(
  { folder, disk }: RepairPlace,
  id: string,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  await atomicWrite(path, bytes, { temp: folder.file(id, "temp"), mode: OWNER_FILE, disk });
}
