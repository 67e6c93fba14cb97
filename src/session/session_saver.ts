/** Saving sessions as a run does: under the session's lock, and with patience. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { removeIfThere } from "../files/if_there.ts";
import { text } from "../text.ts";
import { diskError } from "./disk_error.ts";
import type { SessionFolder } from "./folder.ts";
import { HistoryLog, type KnownHistory } from "./history_log.ts";
import type { SessionLock } from "./lock.ts";
import type { SessionLocks } from "./session_locks.ts";
import type { SessionState } from "./session_state.ts";
import { SessionWriter } from "./session_writer.ts";

/** Waits between the attempts of a save: 2 s in all. */
const SAVE_DELAYS_MS = [50, 100, 200, 350, 550, 750];

/** Sooner than a person notices. */
const LISTEN_EVERY_MS = 100;

/** What {@linkcode SessionSaver} saves with. */
export interface SaverParts {
  readonly folder: SessionFolder;
  readonly disk: Disk;
  readonly locks: SessionLocks;
  readonly now: () => Date;
  /** Whether the full history is written too. */
  readonly history: boolean;
}

/** Saves states, and remembers of each one what was read of it. */
export class SessionSaver {
  readonly #parts: SaverParts;
  readonly #history: HistoryLog | null;
  readonly #writer: SessionWriter;
  #listenedMs = performance.now();
  /** Locks under which the temporary file of a run that died was looked for. */
  readonly #swept = new WeakSet<SessionLock>();

  /** @param parts The folder, the disk, the locks, the clock. */
  constructor(parts: SaverParts) {
    const { folder, disk, now } = parts;
    this.#parts = parts;
    this.#history = parts.history ? new HistoryLog(folder, disk) : null;
    this.#writer = new SessionWriter(folder, disk, now, this.#history);
  }

  /**
   * Remembers that a state was read, or rebuilt: which file it belongs to.
   *
   * @param state The state.
   * @param info What the system tells of the state file; null when there is none.
   * @param history What is known of its history; null: what the state says.
   */
  loaded(state: SessionState, info: Deno.FileInfo | null, history: KnownHistory | null): void {
    this.#writer.loaded(state, info);
    this.#history?.loaded(state, history);
  }

  /**
   * Saves a state, under the lock that this process holds, else under one for its own time. What the
   * disk refuses is tried again for 2 s.
   *
   * @param state The state.
   * @throws {ArchitectError} As `SessionManager.save`.
   */
  async save(state: SessionState): Promise<void> {
    for (const delay of SAVE_DELAYS_MS) {
      try {
        await this.#saveOnce(state);
        return await this.#listen();
      } catch (error) {
        if (!(error instanceof ArchitectError) || error.code !== "save_error") throw error;
        await this.#parts.disk.wait(delay);
      }
    }
    await this.#saveOnce(state);
  }

  /** Nothing of a save waits: a run that waits for nothing else would hear no signal. */
  async #listen(): Promise<void> {
    const now = performance.now();
    if (now - this.#listenedMs < LISTEN_EVERY_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#listenedMs = performance.now();
  }

  async #saveOnce(state: SessionState): Promise<void> {
    const { folder, locks } = this.#parts;
    const id = state.sessionId;
    try {
      await folder.make();
      const held = locks.held(id);
      if (held !== null) return await this.#write(state, held);
      await using lock = await locks.take(id);
      await this.#write(state, lock);
    } catch (error) {
      throw diskError(error, text('Cannot save session "{id}"', { id }), "save_error", id);
    }
  }

  async #write(state: SessionState, lock: SessionLock): Promise<void> {
    if (!this.#swept.has(lock)) {
      const { disk, folder } = this.#parts;
      await removeIfThere(disk, folder.file(state.sessionId, "temp"));
      this.#swept.add(lock);
    }
    try {
      await this.#writer.write(state);
    } catch (error) {
      // The disk that failed may not have let the temporary file be removed either.
      this.#swept.delete(lock);
      throw error;
    }
  }
}
