/** Sessions that come from others: forks, and what another machine has written. */

import { ArchitectError } from "../errors.ts";
import { atomicWrite } from "../files/atomic_write.ts";
import { type Disk, realDisk } from "../files/disk.ts";
import { text } from "../text.ts";
import { diskError } from "./disk_error.ts";
import { OWNER_FILE, SessionFolder } from "./folder.ts";
import { lockStatus } from "./listing.ts";
import { type RecoveredSession, recoverSession } from "./recover_session.ts";
import { markUnanswered } from "./rebuild.ts";
import { MAX_STATE_BYTES, SessionEncoder } from "./session_file.ts";
import { isSessionId, sessionNotFound } from "./session_id.ts";
import { SessionLocks } from "./session_locks.ts";
import type { SessionManagerOptions } from "./session_manager.ts";
import type { SessionState } from "./session_state.ts";

/** A session as it is, read without its lock. */
export interface WholeSession
  extends Pick<RecoveredSession, "state" | "messages" | "before" | "notes"> {
  /** Its full history; null where there is none that can be read. */
  readonly history: RecoveredSession["lines"];
  /** Whether another process works on it: what is read stands as of one of its saves. */
  readonly inUse: boolean;
}

/** The files of a session that is not there yet. */
export interface SessionFiles {
  /** The state, as it is to be stored: its time and its revision stay. */
  readonly state: SessionState;
  /** Lines of its full history; none: it has none. */
  readonly history: readonly Uint8Array[];
}

/**
 * Reads sessions whole without touching them, and puts down new ones.
 *
 * `read` needs read permission for `.architect`, `place` write permission too.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSession, SessionManager } from "./mod.ts";
 * import { SessionCopier } from "./session_copier.ts";
 *
 * const workspace = await Deno.makeTempDir();
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * await new SessionCopier(workspace).place({ state, history: [] });
 * assertEquals((await new SessionManager(workspace).load(state.sessionId))?.task, "say hello");
 * await Deno.remove(workspace, { recursive: true });
 * ```
 */
export class SessionCopier {
  readonly #folder: SessionFolder;
  readonly #disk: Disk;
  readonly #locks: SessionLocks;

  /**
   * @param workspaceRoot The folder that holds `.architect`, or will.
   * @param options Who takes the locks; the clock; the disk.
   */
  constructor(workspaceRoot: string, options: SessionManagerOptions = {}) {
    const { host = "unknown", pid = Deno.pid, now = () => new Date(), disk = realDisk } = options;
    this.#folder = new SessionFolder(workspaceRoot, disk);
    this.#disk = disk;
    this.#locks = new SessionLocks(this.#folder, disk, { host, pid, now });
  }

  /**
   * Reads a session and its history. A state that is damaged, lost or older is rebuilt from that, in
   * memory only: no file is changed, and none is made.
   *
   * @param id The full id.
   * @returns The session, also one that is in use.
   * @throws {ArchitectError} As `SessionManager.open`.
   */
  async read(id: string): Promise<WholeSession> {
    if (!isSessionId(id)) throw sessionNotFound(id, text("it is no session id"));
    const found = await recoverSession(this.#folder, this.#disk, id, { history: true });
    const { messages, before, notes, lines } = found;
    // Of another program's calls nobody knows whether they began, and a copy is architect's own.
    const isOwn = found.state.metadata.schema !== undefined;
    const state = isOwn ? found.state : markUnanswered(found.state);
    // Asked only afterwards: one that ends meanwhile is taken as it was read.
    const running = state.status === "running";
    const inUse = running && await lockStatus(this.#folder, id, this.#disk) === "held";
    return { state, messages, before, notes, history: lines, inUse };
  }

  /**
   * Whether there is a session, whatever it is.
   *
   * @param id The full id.
   * @returns True when something of it is there.
   * @throws {ArchitectError} `no_permission`.
   */
  async has(id: string): Promise<boolean> {
    return isSessionId(id) && await this.#folder.exists() && await this.#folder.hasSession(id);
  }

  /**
   * Puts down a session: first its history, then its state. What cannot be written whole leaves
   * nothing behind; a process that dies in between leaves a session that is rebuilt from its history.
   *
   * @param files The session.
   * @throws {ArchitectError} `session_conflict`: there is one with this id; `session_locked`;
   * `session_too_large`; `save_error`; `no_permission`.
   */
  async place({ state, history }: SessionFiles): Promise<void> {
    const id = state.sessionId;
    const pieces = new SessionEncoder().encode(state);
    if (pieces.reduce((sum, piece) => sum + piece.length, 0) > MAX_STATE_BYTES) {
      throw new ArchitectError(
        "session_too_large",
        text('Cannot save session "{id}": it is larger than 64 MiB', { id }),
        { sessionId: id, suggestion: text("Nothing was written.") },
      );
    }
    try {
      await using _lock = await this.#locks.take(id);
      if (await this.#folder.hasSession(id)) throw taken(id);
      await this.#sweep(id);
      if (history.length > 0) await this.#write(id, "history", history);
      try {
        await this.#write(id, "json", pieces);
      } catch (error) {
        // Were the state in place, its history is what it counts on.
        if (!await this.#stateIsThere(id)) await this.#removeIfThere(id, "history");
        throw error;
      }
    } catch (error) {
      throw diskError(error, text('Cannot save session "{id}"', { id }), "save_error", id);
    }
  }

  #write(
    id: string,
    kind: "json" | "history",
    pieces: readonly Uint8Array[],
  ): Promise<unknown> {
    return atomicWrite(this.#folder.file(id, kind), pieces, {
      temp: this.#folder.file(id, "temp"),
      mode: OWNER_FILE,
      disk: this.#disk,
    });
  }

  /** What a removal or a write that was cut off has left: the mark of the first goes last. */
  async #sweep(id: string): Promise<void> {
    for (const kind of ["temp", "history", "removed"] as const) await this.#removeIfThere(id, kind);
  }

  async #stateIsThere(id: string): Promise<boolean> {
    try {
      await this.#disk.lstat(this.#folder.file(id, "json"));
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }

  async #removeIfThere(id: string, kind: "temp" | "history" | "removed"): Promise<void> {
    try {
      await this.#disk.remove(this.#folder.file(id, kind));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

function taken(id: string): ArchitectError {
  return new ArchitectError(
    "session_conflict",
    text('Cannot save session "{id}": there is one with this id', { id }),
    {
      sessionId: id,
      suggestion: text("Nothing was written. Look at what is there: architect sessions"),
    },
  );
}
