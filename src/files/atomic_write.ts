/** Replacing a file so that at every moment either the old or the new one is there, whole. */

import { dirname } from "@std/path/dirname";
import { type Disk, realDisk, systemCode } from "./disk.ts";
import { writeAll } from "./write_all.ts";

/** What tells one state of a file from another without reading it. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number | null;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number | null;
  /** Bytes. */
  readonly size: number;
}

/** Options of {@linkcode atomicWrite}. */
export interface AtomicWriteOptions {
  /**
   * Path of the temporary file: in the folder of the target, and a name that nobody else writes. It
   * must not exist; one that does is left alone.
   */
  readonly temp: string;
  /** Permission bits of the result, exactly: the umask takes nothing away. Ignored on Windows. */
  readonly mode: number;
  /** Default: the file system of this machine. */
  readonly disk?: Disk;
  /**
   * Called as soon as the new file is in place: the flush of the folder, which follows, can still
   * fail.
   */
  readonly onReplaced?: (identity: FileIdentity) => void;
}

/** Waits between the attempts to rename on Windows: 1.3 s in all. */
const RENAME_DELAYS_MS = [10, 20, 40, 80, 160, 320, 640];

/** How Windows says that a virus scanner or an indexer has the file open right now. */
const HELD_OPEN = new Set(["EPERM", "EACCES", "EBUSY"]);

/**
 * The identity of a file, from what `stat` tells of it.
 *
 * @param info What `stat`, `lstat` or `fstat` gave.
 * @returns The identity.
 */
export function identityOf(info: Deno.FileInfo): FileIdentity {
  return {
    dev: info.dev,
    ino: info.ino,
    mtimeMs: info.mtime?.getTime() ?? null,
    size: info.size,
  };
}

/**
 * Whether two identities are of the same file in the same state.
 *
 * @param a One.
 * @param b The other.
 * @returns True when nothing tells them apart.
 */
export function sameIdentity(a: FileIdentity, b: FileIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.size === b.size;
}

/**
 * Replaces a file, or makes it: temporary file, write, flush, rename, flush of the folder.
 *
 * A failure at any point before the rename leaves the old file as it was and no temporary file. A
 * process that dies leaves the old file or the new one, and perhaps the temporary file. The path is
 * not resolved: a symlink at `path` is replaced, not followed.
 *
 * Needs read and write permission for both paths and for their folder.
 *
 * @param path The file to replace.
 * @param data Its new content; several pieces are written one after another.
 * @param options The temporary file's path, the permission bits, the disk.
 * @returns The identity of the new file.
 * @throws Whatever the file system refused, with its `code` where it has one.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { atomicWrite } from "./atomic_write.ts";
 *
 * const folder = await Deno.makeTempDir();
 * const data = new TextEncoder().encode("hello");
 * await atomicWrite(`${folder}/a.txt`, data, { temp: `${folder}/.a.txt.tmp`, mode: 0o600 });
 * assertEquals(await Deno.readTextFile(`${folder}/a.txt`), "hello");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function atomicWrite(
  path: string,
  data: Uint8Array | readonly Uint8Array[],
  options: AtomicWriteOptions,
): Promise<FileIdentity> {
  const { temp, mode, disk = realDisk, onReplaced } = options;
  const file = await disk.open(temp, { write: true, createNew: true, mode });
  let identity: FileIdentity;
  try {
    try {
      await writeAll(file, data);
      const info = await file.stat();
      // The mode given to open lost what the umask forbids.
      if (info.mode !== null && (info.mode & 0o7777) !== mode) await disk.chmod(temp, mode);
      await file.sync();
      identity = identityOf(info);
    } finally {
      file.close();
    }
    await rename(disk, temp, path);
  } catch (error) {
    await removeQuietly(disk, temp);
    throw error;
  }
  onReplaced?.(identity);
  await disk.syncFolder(dirname(path));
  return identity;
}

async function rename(disk: Disk, from: string, to: string): Promise<void> {
  const delays = disk.windows ? RENAME_DELAYS_MS : [];
  for (const delay of delays) {
    try {
      return await disk.rename(from, to);
    } catch (error) {
      if (!isHeldOpen(error)) throw error;
      await disk.wait(delay);
    }
  }
  await disk.rename(from, to);
}

function isHeldOpen(error: unknown): boolean {
  // Also by class: Deno maps access denied to one and may give no code.
  return HELD_OPEN.has(systemCode(error) ?? "") || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.Busy;
}

/** The error that is under way says what went wrong; that the temporary file stays is not news. */
async function removeQuietly(disk: Disk, path: string): Promise<void> {
  await disk.remove(path).catch(() => {});
}
