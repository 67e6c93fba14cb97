/**
 * One process at a time works on a session: a kernel lock on a file beside its state, which is free
 * again at once when the process ends in any way.
 */

import { ArchitectError } from "../errors.ts";
import { type Disk, type DiskFile, realDisk, systemCode } from "../files/disk.ts";
import { lstatIfThere } from "../files/if_there.ts";
import { irregularKind } from "../files/regular_file.ts";
import { type Text, text } from "../text.ts";
import { diskError } from "./disk_error.ts";
import { OWNER_FILE } from "./folder.ts";

/** Who holds a lock, as it is written inside the file. */
export interface LockHolder {
  readonly host: string;
  readonly pid: number;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** Whether a lock is held; `unknown` where the file system has no locks. */
export type LockStatus = "free" | "held" | "unknown";

/** Waits between the attempts: 200 ms in all, as a listing holds a lock for a moment. */
const RETRY_DELAYS_MS = [5, 10, 20, 30, 60, 75];

/** How file systems without locks answer. */
const NO_LOCKS = new Set(["ENOTSUP", "EOPNOTSUPP", "ENOLCK", "ENOSYS", "EINVAL"]);

/** A lock that is held until it is disposed of. */
export class SessionLock implements AsyncDisposable {
  /** False where the file system has no locks: then only the revision protects the data. */
  readonly enforced: boolean;
  #file: DiskFile | null;

  /**
   * @param file The locked file.
   * @param enforced Whether the kernel holds the lock.
   */
  constructor(file: DiskFile, enforced: boolean) {
    this.#file = file;
    this.enforced = enforced;
  }

  /** Whether it is not disposed of yet. */
  get held(): boolean {
    return this.#file !== null;
  }

  /** Frees the lock. The file stays: removing it would let two processes in. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#file?.close();
    this.#file = null;
    return Promise.resolve();
  }
}

/**
 * Takes the lock of a session, trying for 200 ms.
 *
 * Needs read and write permission for the path.
 *
 * @param path The lock file; made when missing, 0600.
 * @param id The session, for messages.
 * @param holder Who takes it.
 * @param disk Default: the file system of this machine.
 * @returns The lock.
 * @throws {ArchitectError} `session_locked`, naming the holder; `save_error` or `no_permission` when
 * the file cannot be made.
 *
 * @example
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { ArchitectError } from "../errors.ts";
 * import { acquireLock } from "./lock.ts";
 *
 * const folder = await Deno.makeTempDir();
 * const id = "20260223-143022-a1b2c3";
 * const holder = { host: "ci-1", pid: 7, since: "2026-02-23T14:30:22.000Z" };
 * {
 *   await using _lock = await acquireLock(`${folder}/${id}.lock`, id, holder);
 *   await assertRejects(
 *     () => acquireLock(`${folder}/${id}.lock`, id, holder),
 *     ArchitectError,
 *     "pid 7 on ci-1",
 *   );
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function acquireLock(
  path: string,
  id: string,
  holder: LockHolder,
  disk: Disk = realDisk,
): Promise<SessionLock> {
  try {
    for (const delay of RETRY_DELAYS_MS) {
      const lock = await tryAcquire(path, holder, disk);
      if (lock !== null) return lock;
      await disk.wait(delay);
    }
    const lock = await tryAcquire(path, holder, disk);
    if (lock !== null) return lock;
    throw locked(id, await readHolder(path, disk));
  } catch (error) {
    throw diskError(error, text('Cannot lock session "{id}"', { id }), "save_error", id);
  }
}

/**
 * Looks whether a session's lock is held, for a moment sharing it.
 *
 * Needs read permission for the path.
 *
 * @param path The lock file, which is known to be a regular one.
 * @param disk Default: the file system of this machine.
 * @returns How it stands; a missing file is a free lock.
 */
export async function probeLock(path: string, disk: Disk = realDisk): Promise<LockStatus> {
  let file: DiskFile;
  try {
    file = await disk.open(path, { read: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "free";
    // Someone else's lock file: nothing tells whether it is held.
    if (error instanceof Deno.errors.PermissionDenied) return "unknown";
    throw error;
  }
  try {
    const free = await tryLock(file, false);
    return free === null ? "unknown" : free ? "free" : "held";
  } finally {
    file.close();
  }
}

async function tryAcquire(
  path: string,
  holder: LockHolder,
  disk: Disk,
): Promise<SessionLock | null> {
  const before = await lstatIfThere(disk, path);
  const irregular = before === null ? null : irregularKind(before);
  if (irregular !== null) {
    throw new ArchitectError(
      "no_permission",
      text('Cannot use "{path}": {reason}', {
        path,
        reason: text("it is {kind}, and a regular file is wanted", { kind: irregular }),
      }),
      { suggestion: text("Remove it.") },
    );
  }
  const file = await disk.open(path, { read: true, write: true, create: true, mode: OWNER_FILE });
  let kept = false;
  try {
    const taken = await tryLock(file, true);
    if (taken === false) return null;
    // A lock file that was removed meanwhile is no longer what others lock.
    const [opened, there] = [await file.stat(), await lstatIfThere(disk, path)];
    if (there === null || opened.dev !== there.dev || opened.ino !== there.ino) return null;
    // Written before it is cut: whoever reads it meanwhile finds a name, if not the newest.
    const told = new TextEncoder().encode(`${JSON.stringify(holder)}\n`);
    await file.write(told);
    await file.truncate(told.length);
    kept = true;
    return new SessionLock(file, taken !== null);
  } finally {
    if (!kept) file.close();
  }
}

/** Null where the file system has no locks. */
async function tryLock(file: DiskFile, exclusive: boolean): Promise<boolean | null> {
  try {
    return await file.tryLock(exclusive);
  } catch (error) {
    const none = NO_LOCKS.has(systemCode(error) ?? "") || error instanceof Deno.errors.NotSupported;
    if (none) return null;
    throw error;
  }
}

async function readHolder(path: string, disk: Disk): Promise<Text> {
  try {
    const file = await disk.open(path, { read: true });
    try {
      const buffer = new Uint8Array(1024);
      const count = await file.read(buffer) ?? 0;
      const [line = ""] = new TextDecoder().decode(buffer.subarray(0, count)).split("\n", 1);
      return holderWords(JSON.parse(line));
    } finally {
      file.close();
    }
  } catch {
    // Not written yet, or unreadable while locked, as on Windows: that it is held is what counts.
    return text("another process");
  }
}

function holderWords(holder: Partial<LockHolder> | null): Text {
  const { host, pid, since } = holder ?? {};
  const who = { pid: pid ?? text("unknown"), host: host ?? text("an unknown host") };
  return since === undefined || since === null
    ? text("pid {pid} on {host} since unknown", who)
    : text("pid {pid} on {host} since {since}", { ...who, since });
}

function locked(id: string, holder: Text): ArchitectError {
  const message = text('Cannot lock session "{id}": in use by {holder}', { id, holder });
  return new ArchitectError("session_locked", message, {
    sessionId: id,
    suggestion: text("Wait until it ends, or stop that process."),
  });
}
