/** Reading the state file of a session, and telling why it cannot be read. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import { diskError } from "./disk_error.ts";
import type { SessionFolder } from "./folder.ts";
import { corrupt } from "./session_dict.ts";
import { decodeSession, MAX_STATE_BYTES } from "./session_file.ts";
import { sessionNotFound } from "./session_id.ts";
import type { SessionState } from "./session_state.ts";

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
  if (!await folder.exists()) throw sessionNotFound(id, "there is none with this id");
  try {
    const path = folder.file(id, "json");
    const { bytes, info } = await readRegularFile(path, { maxBytes: MAX_STATE_BYTES, disk });
    return { state: decodeSession(bytes, id), info };
  } catch (error) {
    throw readError(error, id);
  }
}

function readError(error: unknown, id: string): ArchitectError {
  if (error instanceof Deno.errors.NotFound) {
    return sessionNotFound(id, "there is none with this id");
  }
  if (!(error instanceof RefusedFileError)) {
    return diskError(error, `Cannot read session "${id}"`, "session_corrupt", id);
  }
  if (error.kind !== "too_large") return corrupt(id, error.reason, error);
  return new ArchitectError(
    "session_too_large",
    `Cannot read session "${id}": its file is larger than 64 MiB`,
    { sessionId: id, suggestion: `Remove it: architect sessions delete ${id}`, cause: error },
  );
}
