/**
 * The few file-system calls that a save and a lock are made of.
 *
 * They are gathered here because this is the one seam where tests let faults in: a full disk, a
 * refused rename, a short write, a process that is killed between two calls.
 */

/** An open file. `Deno.FsFile` is one. */
export interface DiskFile {
  /** Writes some of `data`, at least one byte, and tells how many: it may be fewer than given. */
  write(data: Uint8Array): Promise<number>;
  /** Reads up to the length of `buffer`; null at the end of the file. */
  read(buffer: Uint8Array): Promise<number | null>;
  /** Returns when the content, and the size that goes with it, are on the storage device. */
  sync(): Promise<void>;
  /** What `fstat` tells. */
  stat(): Promise<Deno.FileInfo>;
  /** Cuts the file, or makes it longer with zeros. */
  truncate(length?: number): Promise<void>;
  /** Takes a kernel lock, or tells at once that another handle has it. Freed by `close`. */
  tryLock(exclusive?: boolean): Promise<boolean>;
  /** Closes it. Called once. */
  close(): void;
}

/** The calls. Each rejects with what the `Deno` function of its name throws. */
export interface Disk {
  /** Whether a file that another process holds open cannot be replaced for a moment. */
  readonly windows: boolean;
  open(path: string, options: Deno.OpenOptions): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  lstat(path: string): Promise<Deno.FileInfo>;
  /** Sets the permission bits; does nothing on Windows. */
  chmod(path: string, mode: number): Promise<void>;
  /** Makes the names of a folder durable; does nothing where the OS has no such call. */
  syncFolder(path: string): Promise<void>;
  /** Lets time pass before something is tried again. */
  wait(ms: number): Promise<void>;
}

/** Answers of file systems that have no flush for folders: nothing is left to be done there. */
const NO_FOLDER_SYNC = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EBADF"]);

/**
 * The code of a system error, such as `ENOSPC`.
 *
 * @param error What was thrown.
 * @returns The code; null when it has none.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { systemCode } from "./disk.ts";
 *
 * assertEquals(systemCode(Object.assign(new Error("no space"), { code: "ENOSPC" })), "ENOSPC");
 * assertEquals(systemCode(new Error("other")), null);
 * ```
 */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/**
 * A file whose calls are made at once, which is several times quicker than through a thread: also the
 * flush, as the system lets no process be interrupted in one anyway.
 */
class RealFile implements DiskFile {
  readonly #file: Deno.FsFile;

  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  write(data: Uint8Array): Promise<number> {
    return atOnce(() => this.#file.writeSync(data));
  }

  read(buffer: Uint8Array): Promise<number | null> {
    return atOnce(() => this.#file.readSync(buffer));
  }

  sync(): Promise<void> {
    // Not the times: what is needed to read the content is flushed with it.
    return atOnce(() => this.#file.syncDataSync());
  }

  stat(): Promise<Deno.FileInfo> {
    return atOnce(() => this.#file.statSync());
  }

  truncate(length?: number): Promise<void> {
    return atOnce(() => this.#file.truncateSync(length));
  }

  tryLock(exclusive?: boolean): Promise<boolean> {
    return atOnce(() => this.#file.tryLockSync(exclusive));
  }

  close(): void {
    this.#file.close();
  }
}

/** What a call gives or throws, as a promise. */
function atOnce<T>(call: () => T): Promise<T> {
  return new Promise((resolve) => resolve(call()));
}

function syncFolder(path: string): void {
  // Windows opens no folder as a file; its renames are journalled.
  if (Deno.build.os === "windows") return;
  const folder = Deno.openSync(path, { read: true });
  try {
    folder.syncSync();
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(systemCode(error) ?? "")) throw error;
  } finally {
    folder.close();
  }
}

/** The file system of this machine. Needs read and write permission for the paths it is given. */
export const realDisk: Disk = {
  windows: Deno.build.os === "windows",
  open: (path, options) => atOnce(() => new RealFile(Deno.openSync(path, options))),
  rename: (from, to) => atOnce(() => Deno.renameSync(from, to)),
  remove: (path) => atOnce(() => Deno.removeSync(path)),
  lstat: (path) => atOnce(() => Deno.lstatSync(path)),
  chmod: (path, mode) =>
    atOnce(() => Deno.build.os === "windows" ? undefined : Deno.chmodSync(path, mode)),
  syncFolder: (path) => atOnce(() => syncFolder(path)),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
