/** Saving sessions: nothing that another process wrote is ever overwritten. */

import { ArchitectError } from "../errors.ts";
import { atomicWrite, type FileIdentity, identityOf, sameIdentity } from "../files/atomic_write.ts";
import type { Disk } from "../files/disk.ts";
import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import { type Text, text } from "../text.ts";
import { COUNT, DamageError, DICT } from "./fields.ts";
import { OWNER_FILE, type SessionFolder } from "./folder.ts";
import { SCHEMA } from "./session_dict.ts";
import type { HistoryLog } from "./history_log.ts";
import { decodeDict, MAX_STATE_BYTES, SessionEncoder } from "./session_file.ts";
import type { SessionState } from "./session_state.ts";
import { readTime } from "./stored_time.ts";
import { truncateMessages } from "./truncate.ts";

/** The file as it was when a state was last loaded from it or written to it. */
interface Seen {
  /** Null for a state that did not come through this writer. */
  readonly identity: FileIdentity | null;
  readonly revision: number;
  readonly updatedAt: string;
  /** Whether the state was rebuilt, as its file was lost. Default false. */
  readonly gone?: boolean;
}

/** Writes states, and remembers of each one which file it belongs to. */
export class SessionWriter {
  readonly #folder: SessionFolder;
  readonly #disk: Disk;
  readonly #now: () => Date;
  readonly #history: HistoryLog | null;
  readonly #encoder = new SessionEncoder();
  readonly #seen = new WeakMap<SessionState, Seen>();

  /**
   * @param folder Where.
   * @param disk The calls it writes with.
   * @param now The clock.
   * @param history Where what is new is written first; null: nowhere.
   */
  constructor(folder: SessionFolder, disk: Disk, now: () => Date, history: HistoryLog | null) {
    this.#folder = folder;
    this.#disk = disk;
    this.#now = now;
    this.#history = history;
  }

  /**
   * Remembers that a state was read from a file.
   *
   * @param state The state.
   * @param info What the system tells of the file; null when there is no file, or none any more.
   */
  loaded(state: SessionState, info: Deno.FileInfo | null): void {
    const seen = seenIn(state);
    if (info === null) this.#seen.set(state, { ...seen, gone: true });
    else this.#seen.set(state, { ...seen, identity: identityOf(info) });
  }

  /**
   * Writes a state once: to its history what is new, then the state. Its time, revision and
   * truncation change only when the file did.
   *
   * @param state The state. The caller holds the session's lock.
   * @throws {ArchitectError} `session_conflict`, `session_too_large`.
   * @throws What the disk refused.
   */
  async write(state: SessionState): Promise<void> {
    const seen = this.#seen.get(state) ?? seenIn(state);
    await this.#refuseConflict(state.sessionId, seen);
    const next = this.#next(state, seen.revision + 1);
    const added = await this.#history?.prepare(state, next.updatedAt);
    if (added === undefined) delete next.metadata.history_lines;
    else if (added.lines > 0) next.metadata.history_lines = added.lines;
    const pieces = this.#encoder.encode(next);
    if (pieces.reduce((sum, piece) => sum + piece.length, 0) > MAX_STATE_BYTES) {
      throw new ArchitectError(
        "session_too_large",
        text('Cannot save session "{id}": it is larger than 64 MiB', { id: state.sessionId }),
        { sessionId: state.sessionId, suggestion: text("The last saved state stands.") },
      );
    }
    await added?.commit();
    await atomicWrite(this.#folder.file(state.sessionId, "json"), pieces, {
      temp: this.#folder.file(state.sessionId, "temp"),
      mode: OWNER_FILE,
      disk: this.#disk,
      // Also when the flush of the folder fails after this: a retry must know its own file.
      onReplaced: (identity) => {
        state.updatedAt = next.updatedAt;
        state.messages = next.messages;
        const { schema, revision, truncated, messages_dropped, history_lines } = next.metadata;
        Object.assign(state.metadata, { schema, revision });
        if (truncated) Object.assign(state.metadata, { truncated, messages_dropped });
        if (history_lines === undefined) delete state.metadata.history_lines;
        else state.metadata.history_lines = history_lines;
        this.#seen.set(state, { ...seenIn(next), identity });
      },
    });
  }

  #next(state: SessionState, revision: number): SessionState {
    const { messages, dropped } = truncateMessages(state.messages);
    const metadata = { ...state.metadata, schema: SCHEMA, revision };
    if (dropped > 0) {
      metadata.truncated = true;
      metadata.messages_dropped = (metadata.messages_dropped ?? 0) + dropped;
    }
    return {
      ...state,
      updatedAt: this.#now().toISOString(),
      messages: dropped > 0 ? [...messages] : state.messages,
      metadata,
    };
  }

  async #refuseConflict(id: string, seen: Seen): Promise<void> {
    const path = this.#folder.file(id, "json");
    let info: Deno.FileInfo;
    try {
      info = await this.#disk.lstat(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      if (seen.gone || (seen.identity === null && seen.revision === 0)) return;
      throw conflict(id, text("its file is gone"));
    }
    if (seen.identity !== null && sameIdentity(identityOf(info), seen.identity)) return;
    const there = await readVersion(path, id);
    if (there.revision !== seen.revision || there.updatedAt !== seen.updatedAt) {
      throw conflict(id, text("another process has written it"));
    }
  }
}

function seenIn(state: SessionState): Seen {
  return {
    identity: null,
    revision: state.metadata.revision ?? 0,
    updatedAt: state.updatedAt,
  };
}

/** A copy, a restore or a touch changes what identifies a file, and not what it holds. */
async function readVersion(path: string, id: string): Promise<Omit<Seen, "identity">> {
  try {
    const dict = decodeDict((await readRegularFile(path, { maxBytes: MAX_STATE_BYTES })).bytes);
    const stored = DICT.is(dict.metadata) ? dict.metadata.revision : 0;
    return {
      revision: COUNT.is(stored) ? stored : 0,
      updatedAt: readTime(dict.updated_at, "updated_at", ""),
    };
  } catch (error) {
    const changed = error instanceof DamageError || error instanceof RefusedFileError;
    if (changed) throw conflict(id, text("its file is not the one that was read"), error);
    throw error;
  }
}

function conflict(id: string, why: Text, cause?: unknown): ArchitectError {
  const message = text('Cannot save session "{id}": {why}', { id, why });
  return new ArchitectError("session_conflict", message, {
    sessionId: id,
    suggestion: text("Nothing was written. Look at what is there: architect sessions"),
    cause,
  });
}
