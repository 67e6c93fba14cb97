/** Removing all files of a session. */

import { join } from "@std/path";
import type { Disk } from "../files/disk.ts";
import { fileName } from "./file_name.ts";
import type { SessionFolder } from "./folder.ts";
import type { FolderContent } from "./folder_content.ts";

/**
 * The size of a session's files.
 *
 * @param folder The folder.
 * @param names Their names.
 * @param disk Where.
 * @returns Their bytes, and the time of the newest change, in milliseconds since 1970; that of the
 * lock where nothing else is left.
 */
export async function measureFamily(
  folder: SessionFolder,
  names: readonly string[],
  disk: Disk,
): Promise<{ readonly bytes: number; readonly changedMs: number }> {
  let bytes = 0;
  let [changedMs, lockedMs] = [0, 0];
  for (const name of names) {
    try {
      const info = await disk.lstat(join(folder.path, name));
      const timeMs = info.mtime?.getTime() ?? 0;
      if (info.isFile) bytes += info.size;
      // Whoever looks at a session writes its lock: that makes it no younger.
      if (name.endsWith(".lock")) lockedMs = timeMs;
      else changedMs = Math.max(changedMs, timeMs);
    } catch (error) {
      // In a folder that may not be entered nothing can be measured, or removed: the lock will tell.
      const unseen = error instanceof Deno.errors.NotFound ||
        error instanceof Deno.errors.PermissionDenied;
      if (!unseen) throw error;
    }
  }
  return { bytes, changedMs: changedMs || lockedMs };
}

/**
 * What keeps a session from being removed whole, before anything of it is touched: nothing that is in
 * a folder is architect's.
 *
 * @param content What is in the folder of the sessions.
 * @param id The session.
 * @returns Words that can follow a colon; null when nothing does.
 */
export function folderIn({ families, folders }: FolderContent, id: string): string | null {
  const name = families.get(id)?.find((name) => folders.has(name));
  return name === undefined ? null : `${name} is a folder`;
}

/**
 * Removes a session's files. The first step decides: what the session is listed and resumed by gets
 * another name, durably. A removal that is cut off after it leaves nothing that could come back, and
 * the next cleanup finishes it. The lock goes last: until then nobody else begins with the session.
 *
 * The lock is held by the caller.
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
  const [state, history, lock] = [fileName(id, "json"), fileName(id, "history"), `${id}.lock`];
  const rest = new Set(names);
  const removed = fileName(id, "removed");
  // A folder with something in it may not go: that shows before anything else has gone.
  for (const name of names) {
    if (name !== state && !await isRegular(join(folder.path, name), disk)) {
      await remove(join(folder.path, name), disk);
    }
  }
  const heart = rest.has(state) ? state : rest.has(history) && !rest.has(removed) ? history : null;
  if (heart !== null) {
    rest.delete(heart);
    if (await isRegular(join(folder.path, heart), disk)) {
      await disk.rename(join(folder.path, heart), join(folder.path, removed));
      await disk.syncFolder(folder.path);
    } else {
      await remove(join(folder.path, heart), disk);
    }
  }
  for (const name of [removed, lock]) rest.delete(name);
  for (const name of rest) await remove(join(folder.path, name), disk);
  // What says that the session is removed may not be gone for good before its history is.
  if (rest.has(history)) await disk.syncFolder(folder.path);
  for (const name of [removed, lock]) await remove(join(folder.path, name), disk);
  await disk.syncFolder(folder.path);
}

/** What is no regular file cannot be resumed; a folder may not go, and then all stays. */
async function isRegular(path: string, disk: Disk): Promise<boolean> {
  try {
    return (await disk.lstat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function remove(path: string, disk: Disk): Promise<void> {
  try {
    await disk.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
