/** Reading the state file of a session, and telling why it cannot be read. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { readRegularFile, RefusedFileError, type RegularFile } from "../files/regular_file.ts";
import { joined, type Text, text } from "../text.ts";
import { diskError } from "./disk_error.ts";
import type { SessionFolder } from "./folder.ts";
import { decodeSession, MAX_STATE_BYTES } from "./session_file.ts";
import { salvageState } from "./salvage.ts";
import { sessionNotFound } from "./session_id.ts";
import type { SessionState } from "./session_state.ts";
import { corrupt, unreadable } from "./unreadable.ts";

/** A running session is saved a few times a second: it is not replaced so often in a row. */
const MOST_TRIES = 5;

/** A session, and what the system tells of its file. */
export interface StoredSession {
  readonly state: SessionState;
  readonly info: Deno.FileInfo;
}

/**
 * Reads a session from its state file.
 *
 * @param folder Where.
 * @param disk The calls it reads with.
 * @param id The full id.
 * @returns The session.
 * @throws {ArchitectError} `session_not_found`, `session_corrupt`, `session_too_new`,
 * `session_too_large`, `no_permission`.
 */
export async function readSession(
  folder: SessionFolder,
  disk: Disk,
  id: string,
): Promise<StoredSession> {
  if (!await folder.exists()) throw sessionNotFound(id, text("there is none with this id"));
  try {
    const path = folder.file(id, "json");
    const { bytes, info } = await readSaved(path, disk);
    return { state: await decoded(bytes, folder, disk, id), info };
  } catch (error) {
    throw readError(error, id);
  }
}

/** Who saves replaces the file: of one that was replaced right then, the new one is wanted. */
async function readSaved(path: string, disk: Disk): Promise<RegularFile> {
  for (let tries = 1;; tries++) {
    try {
      return await readRegularFile(path, { maxBytes: MAX_STATE_BYTES, disk });
    } catch (error) {
      const replaced = error instanceof RefusedFileError && error.kind === "changed";
      if (!replaced || tries === MOST_TRIES) throw error;
    }
  }
}

async function decoded(
  bytes: Uint8Array,
  folder: SessionFolder,
  disk: Disk,
  id: string,
): Promise<SessionState> {
  try {
    return decodeSession(bytes, id);
  } catch (error) {
    if (!(error instanceof ArchitectError) || error.code !== "session_corrupt") throw error;
    const wayOut = await hasHistory(folder, disk, id)
      ? text("Rebuild it from its history: architect sessions verify {id} --repair", { id })
      : restOf(bytes, id);
    throw wayOut === null ? error : error.withSuggestion(wayOut);
  }
}

async function hasHistory(folder: SessionFolder, disk: Disk, id: string): Promise<boolean> {
  try {
    return (await disk.lstat(folder.file(id, "history"))).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** What a person may still want of a damaged file; null when nothing of it can be read. */
function restOf(bytes: Uint8Array, id: string): Text | null {
  const rest = salvageState(bytes, id);
  if (rest === null) return null;
  const task = rest.task.length > 80 ? `${rest.task.slice(0, 80).toWellFormed()}...` : rest.task;
  const count = rest.stepsCompleted;
  return joined([
    text("What can still be read: task {task}, {steps}, {count} messages.", {
      task: JSON.stringify(task),
      steps: count === 1 ? text("1 step") : text("{count} steps", { count }),
      count: rest.messages.length,
    }),
    text("The file was left as it is; restore it from a copy, or go on with that: {command}", {
      command: `architect sessions verify ${id} --repair`,
    }),
  ], " ");
}

function readError(error: unknown, id: string): ArchitectError {
  if (error instanceof Deno.errors.NotFound) {
    return sessionNotFound(id, text("there is none with this id"));
  }
  if (!(error instanceof RefusedFileError)) {
    return diskError(error, text('Cannot read session "{id}"', { id }), "session_corrupt", id);
  }
  if (error.kind !== "too_large") return corrupt(id, error.reason, error);
  return new ArchitectError(
    "session_too_large",
    unreadable(id, text("its file is larger than 64 MiB")),
    {
      sessionId: id,
      suggestion: text("Remove it: architect sessions delete {id}", { id }),
      cause: error,
    },
  );
}
