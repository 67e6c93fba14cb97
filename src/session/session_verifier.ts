/** Checking the sessions of a workspace byte by byte, and repairing what is damaged. */

import { type Disk, realDisk } from "../files/disk.ts";
import { text } from "../text.ts";
import { diskError } from "./disk_error.ts";
import { SessionFolder } from "./folder.ts";
import { listSessions, type OnProgress } from "./listing.ts";
import { type RepairedSession, repairSession, tidyFiles } from "./repair_session.ts";
import { SessionLocks } from "./session_locks.ts";
import type { SessionManagerOptions } from "./session_manager.ts";
import { SessionSaver } from "./session_saver.ts";
import type { SessionState } from "./session_state.ts";
import { type VerifiedSession, verifySession } from "./verify_session.ts";

/** What a repair did. */
export interface RepairReport {
  readonly before: VerifiedSession;
  readonly after: VerifiedSession;
  /** Names of the copies of what was damaged, in `.architect/sessions`. */
  readonly kept: readonly string[];
  /** What is left of a session whose end may be lost; null: nothing is lost, but for gaps. */
  readonly rest: SessionRest | null;
}

/** What could be read of a damaged state that has no history. */
export interface SessionRest {
  readonly messages: number;
  /** How many of the steps the messages have the answers of. */
  readonly answers: number;
  /** Steps of the session. */
  readonly steps: number;
  /** Whether its budget, mode and tools could be read too: else all that may be spent is. */
  readonly hasLimits: boolean;
}

/**
 * Checks and repairs the sessions in `.architect/sessions` of a workspace.
 *
 * `verify` needs read permission for `.architect`, `repair` write permission too.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSession, SessionManager } from "./mod.ts";
 * import { SessionVerifier } from "./session_verifier.ts";
 *
 * const workspace = await Deno.makeTempDir();
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * state.messages.push({ role: "user", content: "hello" }, { role: "assistant", content: "hi" });
 * await new SessionManager(workspace).save(state);
 * const path = `${workspace}/.architect/sessions/${state.sessionId}.json`;
 * await Deno.truncate(path, 100);
 *
 * const verifier = new SessionVerifier(workspace);
 * assertEquals((await verifier.verify()).map(({ status }) => status), ["damaged"]);
 * assertEquals((await verifier.repair(state.sessionId)).after.status, "ok");
 * assertEquals((await new SessionManager(workspace).load(state.sessionId))?.messages.length, 2);
 * await Deno.remove(workspace, { recursive: true });
 * ```
 */
export class SessionVerifier {
  readonly #folder: SessionFolder;
  readonly #disk: Disk;
  readonly #now: () => Date;
  readonly #locks: SessionLocks;

  /**
   * @param workspaceRoot The folder that holds `.architect`.
   * @param options Who takes the locks; the clock; the disk.
   */
  constructor(workspaceRoot: string, options: SessionManagerOptions = {}) {
    const { host = "unknown", pid = Deno.pid, now = () => new Date(), disk = realDisk } = options;
    const folder = new SessionFolder(workspaceRoot, disk);
    this.#folder = folder;
    this.#disk = disk;
    this.#now = now;
    this.#locks = new SessionLocks(folder, disk, { host, pid, now });
  }

  /**
   * Reads every byte of a session, or of all of them, and tells what is wrong.
   *
   * @param id The full id. Default: every session there is.
   * @param onProgress Told after each session: how many of how many are checked.
   * @returns A report a session, in the order of a listing; one that is in use is not read.
   * @throws {ArchitectError} `no_permission`: the folder cannot be read.
   */
  async verify(id?: string, onProgress?: OnProgress): Promise<VerifiedSession[]> {
    const content = await this.#folder.read();
    const all = await listSessions(this.#folder, this.#disk, content);
    const wanted = all.filter((listed) => id === undefined || listed.id === id);
    const reports: VerifiedSession[] = [];
    for (const listed of wanted) {
      reports.push(await this.#verify(listed.id, content.families.get(listed.id) ?? [], false));
      onProgress?.(reports.length, wanted.length);
    }
    return reports;
  }

  /**
   * Repairs a session: its state from its history, its history from what can be read of it, both from
   * what is left of them; the modes of its files. What is damaged is kept beside it, as a copy.
   *
   * @param id The full id.
   * @returns How it stood, how it stands now, and the names of what was kept.
   * @throws {ArchitectError} `session_locked`, `session_too_new`, `no_permission`; `save_error`, naming
   * what the disk said: what was there is still there.
   */
  async repair(id: string): Promise<RepairReport> {
    try {
      await using _lock = await this.#locks.take(id);
      const before = await this.#verify(id, await this.#names(id), true);
      if (before.status === "ok") return { before, after: before, kept: [], rest: null };
      const place = { folder: this.#folder, disk: this.#disk, now: this.#now() };
      const repaired = await repairSession(place, id);
      // Before the save, which counts a revision where there was none.
      const rest = repaired?.isRest ? restOf(repaired.state) : null;
      if (repaired?.changed) await this.#save(repaired);
      await tidyFiles(place, id, await this.#names(id));
      const after = await this.#verify(id, await this.#names(id), true);
      return { before, after, kept: repaired?.kept ?? [], rest };
    } catch (error) {
      throw diskError(error, text('Cannot repair session "{id}"', { id }), "save_error", id);
    }
  }

  /** A history is written where there is one, or was one. */
  async #save({ state, info, history }: RepairedSession): Promise<void> {
    const withHistory = history.end.lines > 0 || state.metadata.history_lines !== undefined;
    const saver = new SessionSaver({
      folder: this.#folder,
      disk: this.#disk,
      now: this.#now,
      locks: this.#locks,
      history: withHistory,
    });
    saver.loaded(state, info, history);
    await saver.save(state);
  }

  async #names(id: string): Promise<readonly string[]> {
    return (await this.#folder.read()).families.get(id) ?? [];
  }

  #verify(id: string, names: readonly string[], locked: boolean): Promise<VerifiedSession> {
    const place = { folder: this.#folder, disk: this.#disk, now: this.#now() };
    return verifySession(place, id, names, { locked });
  }
}

function restOf({ messages, stepsCompleted, metadata }: SessionState): SessionRest {
  const answers = messages.filter(({ role }) => role === "assistant").length;
  // Every save counts: without the revision, the metadata is lost.
  const hasLimits = metadata.revision !== undefined;
  return { messages: messages.length, answers, steps: stepsCompleted, hasLimits };
}
