/** Removing all files of a session. */

import { join } from "@std/path";
import type { Disk } from "../files/disk.ts";
import type { SessionFolder } from "./folder.ts";

/**
 * The size of a session's files.
 *
 * @param folder The folder.
 * @param names Their names.
 * @param disk Where.
 * @returns Their bytes, and the time of the newest change, in milliseconds since 1970.
 */
export async function measureFamily(
  folder: SessionFolder,
  names: readonly string[],
  disk: Disk,
): Promise<{ readonly bytes: number; readonly changedMs: number }> {
  let bytes = 0;
  let changedMs = 0;
  for (const name of names) {
    try {
      const info = await disk.lstat(join(folder.path, name));
      if (info.isFile) bytes += info.size;
      changedMs = Math.max(changedMs, info.mtime?.getTime() ?? 0);
    } catch (error) {
      // In a folder that may not be entered nothing can be measured, or removed: the lock will tell.
      const unseen = error instanceof Deno.errors.NotFound ||
        error instanceof Deno.errors.PermissionDenied;
      if (!unseen) throw error;
    }
  }
  return { bytes, changedMs };
}

/**
 * Removes a session's files, the lock last: until then nobody else begins with the session. The lock
 * is held by the caller.
 *
 * @param folder The folder.
 * @param id The session.
 * @param names The names of its files.
 * @param disk Where.
 */
export async function removeFamily(
  folder: SessionFolder,
  id: string,
  names: readonly string[],
  disk: Disk,
): Promise<void> {
  const lock = `${id}.lock`;
  for (const name of [...names.filter((name) => name !== lock), lock]) {
    try {
      await disk.remove(join(folder.path, name));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  await disk.syncFolder(folder.path);
}
