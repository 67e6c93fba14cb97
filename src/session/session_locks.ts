/** The locks that a process has taken, so that its saves know under which one they write. */

import type { Disk } from "../files/disk.ts";
import type { SessionFolder } from "./folder.ts";
import { acquireLock, type SessionLock } from "./lock.ts";

/** Who takes locks, as it is written into them. */
export interface LockOwner {
  readonly host: string;
  readonly pid: number;
  readonly now: () => Date;
}

/** Takes locks of sessions, and remembers them. */
export class SessionLocks {
  readonly #folder: SessionFolder;
  readonly #disk: Disk;
  readonly #owner: LockOwner;
  readonly #taken = new Map<string, SessionLock>();

  /**
   * @param folder Where the sessions are.
   * @param disk The calls it locks with.
   * @param owner Who takes them.
   */
  constructor(folder: SessionFolder, disk: Disk, owner: LockOwner) {
    this.#folder = folder;
    this.#disk = disk;
    this.#owner = owner;
  }

  /**
   * Takes a session's lock.
   *
   * @param id The session.
   * @returns The lock.
   * @throws As `acquireLock`; and what the making of the folder throws.
   */
  async take(id: string): Promise<SessionLock> {
    await this.#folder.make();
    const { host, pid, now } = this.#owner;
    const holder = { host, pid, since: now().toISOString() };
    const lock = await acquireLock(this.#folder.file(id, "lock"), id, holder, this.#disk);
    this.#taken.set(id, lock);
    return lock;
  }

  /**
   * The lock of a session that this process holds.
   *
   * @param id The session.
   * @returns The lock; null when none was taken, or it is disposed of.
   */
  held(id: string): SessionLock | null {
    const lock = this.#taken.get(id);
    return lock?.held ? lock : null;
  }
}
