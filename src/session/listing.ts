/** The sessions of a folder, newest first. */

import { type Disk, systemCode } from "../files/disk.ts";
import { type Text, text } from "../text.ts";
import { diskWords } from "./disk_error.ts";
import { DamageError } from "./fields.ts";
import type { SessionFolder } from "./folder.ts";
import type { EntryKind, FolderContent } from "./folder_content.ts";
import { probeLock } from "./lock.ts";
import { hasAnswer } from "./read_history.ts";
import { HeadReader } from "./session_head.ts";
import { corruptSummary, newestFirst, type SessionSummary } from "./session_summary.ts";

/** Told how much of a work is done, of how much. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Lists the sessions of a folder: newest first by the stored time, ties newest id first. Damaged
 * ones are listed too, as `corrupt`, and so is what is named like a session and is no file, and a
 * history with answers whose state is gone.
 *
 * Needs read permission for the folder.
 *
 * @param folder The folder.
 * @param disk Where locks are looked at.
 * @param content The names in it, where they are read already.
 * @param onProgress Told after each session: how many of how many are read.
 * @returns The summaries, with the status as shown.
 * @throws {ArchitectError} `no_permission`.
 */
export async function listSessions(
  folder: SessionFolder,
  disk: Disk,
  content?: FolderContent,
  onProgress?: OnProgress,
): Promise<SessionSummary[]> {
  const { states, orphans, locks } = content ?? await folder.read();
  const reader = new HeadReader();
  const summaries: SessionSummary[] = [];
  for (const [id, kind] of states) {
    const summary = quickSummary(folder, reader, id, kind) ??
      await summarize(folder, reader, id, kind, locks.has(id), disk);
    if (summary !== null) summaries.push(summary);
    onProgress?.(summaries.length, states.size);
  }
  for (const [id, kind] of orphans) {
    const reason = await orphanReason(folder, id, kind, disk);
    if (reason !== null) summaries.push(corruptSummary(id, reason));
  }
  return newestFirst(summaries);
}

/** One for all: there may be thousands of them. */
const STATE_GONE = text("its state is gone; a resume rebuilds it from its history");

/**
 * What is wrong with a session of which only a history is there; null for one that is no session, as
 * its run died before its first answer.
 */
async function orphanReason(
  folder: SessionFolder,
  id: string,
  kind: EntryKind,
  disk: Disk,
): Promise<Text | null> {
  if (kind !== null) return text("it has no state, and its history is {kind}", { kind });
  try {
    const answered = await hasAnswer(folder, disk, id);
    return answered ? STATE_GONE : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    const reason = diskWords(error);
    return text("its state is gone, and its history cannot be read: {reason}", { reason });
  }
}

/** Of nearly every session one look tells all; null for one that needs more. */
function quickSummary(
  folder: SessionFolder,
  reader: HeadReader,
  id: string,
  kind: EntryKind,
): SessionSummary | null {
  if (kind !== null) return null;
  try {
    const summary = reader.readHead(folder.at(`${id}.json`), id);
    return summary?.status === "running" ? null : summary;
  } catch (error) {
    // Whatever it is, the slower way meets it again and tells it.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Null for a session that was removed meanwhile. */
async function summarize(
  folder: SessionFolder,
  reader: HeadReader,
  id: string,
  kind: EntryKind,
  hasLock: boolean,
  disk: Disk,
): Promise<SessionSummary | null> {
  if (kind !== null) return corruptSummary(id, text("it is {kind}", { kind }));
  try {
    const summary = await reader.read(folder.at(`${id}.json`), id);
    if (summary.status !== "running") return summary;
    const held = hasLock ? await lockStatus(folder, id, disk) : "free";
    return held === "free" ? { ...summary, status: "interrupted" } : summary;
  } catch (error) {
    if (error instanceof DamageError) return corruptSummary(id, error.text);
    if (error instanceof Deno.errors.NotFound) return null;
    // One session that the system does not give away must not hide the others.
    const refused = error instanceof Deno.errors.PermissionDenied || systemCode(error) !== null;
    if (refused) return corruptSummary(id, diskWords(error));
    throw error;
  }
}

/**
 * Looks whether a session's lock is held.
 *
 * @param folder The folder.
 * @param id The session.
 * @param disk Where.
 * @returns How it stands. What is named like a lock and is no file locks nothing.
 */
export async function lockStatus(
  folder: SessionFolder,
  id: string,
  disk: Disk,
): Promise<"free" | "held" | "unknown"> {
  const path = folder.file(id, "lock");
  try {
    return (await disk.lstat(path)).isFile ? await probeLock(path, disk) : "free";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "free";
    throw error;
  }
}
