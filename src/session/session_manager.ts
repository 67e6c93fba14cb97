/** The sessions of a workspace: saved, found, loaded, listed and removed. */

import { ArchitectError } from "../errors.ts";
import { type Disk, realDisk } from "../files/disk.ts";
import type { Message } from "../llm/provider.ts";
import { type Text, text } from "../text.ts";
import type { CleanupOptions, CleanupReport } from "./cleanup.ts";
import { diskError } from "./disk_error.ts";
import { keepDamaged } from "./damaged_file.ts";
import { SessionFolder } from "./folder.ts";
import { listSessions, lockStatus, type OnProgress } from "./listing.ts";
import type { SessionLock } from "./lock.ts";
import { removeFamilies } from "./removal.ts";
import { readSession } from "./read_session.ts";
import { isSessionId, resolveSessionId, sessionNotFound } from "./session_id.ts";
import { SessionLocks } from "./session_locks.ts";
import { SessionSaver } from "./session_saver.ts";
import type { SessionState } from "./session_state.ts";
import type { SessionSummary } from "./session_summary.ts";

/** Options of {@linkcode SessionManager}. */
export interface SessionManagerOptions {
  /** Written into the locks. Default `unknown`: asking for the name takes a permission. */
  readonly host?: string;
  /** Written into the locks. Default: this process. */
  readonly pid?: number;
  /** Whether the full history is written beside the state. Default true. */
  readonly history?: boolean;
  /** The clock. Default: the present. */
  readonly now?: () => Date;
  /** Default: the file system of this machine. */
  readonly disk?: Disk;
}

/** A session that somebody goes on with. */
export interface OpenedSession {
  /** The session; its `messages` are those that the state file keeps. */
  readonly state: SessionState;
  /** Every message that is there, oldest first. */
  readonly messages: readonly Message[];
  /** How many messages of the session come before them; null: some, but not how many. */
  readonly before: number | null;
  /** What a person should know: what was rebuilt, and what is missing. */
  readonly notes: readonly Text[];
}

/**
 * The sessions of a workspace, in `.architect/sessions`.
 *
 * A save is atomic and durable, and never overwrites what another process has written. Whoever works
 * on a session for longer takes its {@linkcode SessionManager.lock} first; a save without it takes
 * it for its own time.
 *
 * Needs read and write permission for `.architect` and nothing else; `load`, `read`, `find` and
 * `listSessions` only read.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { SessionManager } from "./session_manager.ts";
 * import { createSession } from "./session_state.ts";
 *
 * const workspace = await Deno.makeTempDir();
 * const sessions = new SessionManager(workspace);
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * await sessions.save(state);
 *
 * const id = await sessions.find("last");
 * assertEquals((await sessions.load(id))?.task, "say hello");
 * assertEquals((await sessions.listSessions()).map((one) => one.status), ["interrupted"]);
 * assertEquals(await sessions.delete(id), true);
 * await Deno.remove(workspace, { recursive: true });
 * ```
 */
export class SessionManager {
  readonly #folder: SessionFolder;
  readonly #disk: Disk;
  readonly #now: () => Date;
  readonly #locks: SessionLocks;
  readonly #saver: SessionSaver;
  readonly #withHistory: boolean;

  /**
   * @param workspaceRoot The folder that holds `.architect`, or will.
   * @param options Who takes the locks; the clock; the disk.
   */
  constructor(workspaceRoot: string, options: SessionManagerOptions = {}) {
    const { host = "unknown", pid = Deno.pid, history = true } = options;
    const { now = () => new Date(), disk = realDisk } = options;
    const folder = new SessionFolder(workspaceRoot, disk);
    this.#folder = folder;
    this.#disk = disk;
    this.#now = now;
    this.#locks = new SessionLocks(folder, disk, { host, pid, now });
    this.#saver = new SessionSaver({ folder, disk, now, history, locks: this.#locks });
    this.#withHistory = history;
  }

  /**
   * Saves a session. Sets `updatedAt`, counts the revision, and cuts `messages` when there are more
   * than 50: `state.messages` is then another, shorter list, and the old one stays as it was.
   *
   * What the disk refuses is tried again for 2 s.
   *
   * @param state The session.
   * @throws {ArchitectError} `save_error`, naming what the disk said; `session_conflict`: another
   * process wrote or removed the file; `session_locked`; `session_too_large`; `no_permission`. The
   * last saved state stands, and `state` is unchanged.
   */
  save(state: SessionState): Promise<void> {
    return this.#saver.save(state);
  }

  /**
   * Loads a session.
   *
   * @param id The full id.
   * @returns The session; null when there is none or it cannot be read. {@linkcode read} tells why.
   */
  async load(id: string): Promise<SessionState | null> {
    try {
      return await this.read(id);
    } catch (error) {
      if (error instanceof ArchitectError) return null;
      throw error;
    }
  }

  /**
   * Loads a session, and tells why when it cannot.
   *
   * @param id The full id.
   * @returns The session.
   * @throws {ArchitectError} `session_not_found`, `session_corrupt`, `session_too_new`,
   * `session_too_large`, `no_permission`. The file is left as it is.
   */
  async read(id: string): Promise<SessionState> {
    if (!isSessionId(id)) throw sessionNotFound(id, text("it is no session id"));
    const { state, info } = await readSession(this.#folder, this.#disk, id);
    this.#saver.loaded(state, info, null);
    return state;
  }

  /**
   * Opens a session to go on with it: reads its state and its full history, and brings them together.
   * A state that is damaged, lost or older than its history is rebuilt from that and saved; a damaged
   * file is kept as `<id>.damaged-<time>`.
   *
   * @param id The full id. Its {@linkcode lock} is held by the caller.
   * @returns The session, and every message that is there.
   * @throws {ArchitectError} As {@linkcode read}; `session_corrupt` also where the history is damaged,
   * or tells something else than the state; and as {@linkcode save}.
   */
  async open(id: string): Promise<OpenedSession> {
    if (!isSessionId(id)) throw sessionNotFound(id, text("it is no session id"));
    // A listing needs none of it.
    const { recoverSession } = await import("./recover_session.ts");
    const found = await recoverSession(this.#folder, this.#disk, id, {
      history: this.#withHistory,
    });
    const { state, messages, before, notes } = found;
    const kept = found.damaged ? await this.#keepDamaged(id) : [];
    this.#saver.loaded(state, found.info, found.history);
    if (found.changed) await this.save(state);
    return { state, messages, before, notes: [...notes, ...kept] };
  }

  async #keepDamaged(id: string): Promise<Text[]> {
    try {
      const name = await keepDamaged(this.#folder, id, "json", this.#now(), this.#disk);
      return [text("the damaged file is kept as .architect/sessions/{name}", { name })];
    } catch (error) {
      throw diskError(error, text('Cannot repair session "{id}"', { id }), "save_error", id);
    }
  }

  /**
   * The id that a text stands for, wherever a user gives one.
   *
   * @param wanted A full id, a unique prefix of four or more characters, or `last`: the newest
   * session that nobody is working on.
   * @returns The id. Its file may still be damaged.
   * @throws {ArchitectError} `session_not_found`, `session_ambiguous`, `no_permission`.
   */
  async find(wanted: string): Promise<string> {
    if (wanted === "last") return await this.#last();
    if (isSessionId(wanted)) {
      // Only the named file is looked at, however many there are.
      const there = await this.#folder.exists() && await this.#folder.hasSession(wanted);
      return resolveSessionId(wanted, there ? [wanted] : []);
    }
    const { states, orphans } = await this.#folder.read();
    return resolveSessionId(wanted, [...states.keys(), ...orphans.keys()]);
  }

  async #last(): Promise<string> {
    for (const { id, status } of await this.listSessions()) {
      if (status === "corrupt") continue;
      if (await lockStatus(this.#folder, id, this.#disk) !== "held") return id;
    }
    throw sessionNotFound("last", text("there is none that can be resumed"));
  }

  /**
   * Lists the sessions, newest first. Reads only the head of files that architect wrote.
   *
   * @param onProgress Told after each session: how many of how many are read.
   * @returns Every session, damaged ones too; one that is stored as running and that nobody works on
   * is `interrupted`.
   * @throws {ArchitectError} `no_permission`.
   */
  listSessions(onProgress?: OnProgress): Promise<SessionSummary[]> {
    return listSessions(this.#folder, this.#disk, undefined, onProgress);
  }

  /**
   * Takes a session's lock, trying for 200 ms. Needed by whoever saves it more than once.
   *
   * @param id The full id. There need be no such session yet.
   * @returns The lock; it is freed when it is disposed of, or when the process ends in any way.
   * @throws {ArchitectError} `session_locked`, naming who holds it; `save_error`; `no_permission`.
   */
  async lock(id: string): Promise<SessionLock> {
    if (!isSessionId(id)) throw sessionNotFound(id, text("it is no session id"));
    return await this.#locks.take(id);
  }

  /**
   * Looks whether somebody works on a session right now.
   *
   * @param id The full id.
   * @returns False when its lock is free: one that is stored as running was interrupted.
   */
  async inUse(id: string): Promise<boolean> {
    return isSessionId(id) && await lockStatus(this.#folder, id, this.#disk) !== "free";
  }

  /**
   * Checks that a session could be saved now: for a run, before its first paid call.
   *
   * @param id The full id. Its {@linkcode lock} is held by the caller.
   * @throws {ArchitectError} `save_error`, naming what the disk said; `no_permission`.
   */
  checkWritable(id: string): Promise<void> {
    return this.#folder.checkWritable(id);
  }

  /**
   * Removes sessions from an age on. {@linkcode cleanupSessions} tells more.
   *
   * @param olderThanDays The age. Default 7.
   * @returns How many were removed.
   */
  async cleanup(olderThanDays = 7): Promise<number> {
    return (await this.cleanupSessions({ olderThanDays })).removed.length;
  }

  /**
   * Removes sessions from an age on, by the time that they store.
   *
   * @param options Which ones; or only tell.
   * @returns Every session, removed or kept, with the reason.
   * @throws {RangeError} The age is negative or no number.
   * @throws {ArchitectError} `no_permission`.
   */
  async cleanupSessions(options: CleanupOptions = {}): Promise<CleanupReport> {
    const { cleanupSessions } = await import("./cleanup.ts");
    return await cleanupSessions({
      folder: this.#folder,
      disk: this.#disk,
      now: this.#now,
      lock: (id) => this.lock(id),
    }, options);
  }

  /**
   * Removes a session, damaged or not, with all its files.
   *
   * @param id The full id.
   * @returns True when something was removed.
   * @throws {ArchitectError} `session_locked`; `no_permission`; `save_error` when the lock cannot be
   * taken; `incomplete` when a file cannot be removed.
   */
  async delete(id: string): Promise<boolean> {
    if (!isSessionId(id)) return false;
    if (!(await this.#folder.read()).families.has(id)) return false;
    try {
      await using _lock = await this.lock(id);
      const { families, irregular } = await this.#folder.read();
      const doomed = [{ id, names: families.get(id) ?? [] }];
      const refused = await removeFamilies(this.#folder, doomed, irregular, this.#disk);
      if (refused.has(id)) throw refused.get(id);
      return true;
    } catch (error) {
      throw diskError(error, text('Cannot delete session "{id}"', { id }), "incomplete", id);
    }
  }
}
