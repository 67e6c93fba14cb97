/** Removing all files of a session. */

import type { Disk } from "../files/disk.ts";
import { removeIfThere } from "../files/if_there.ts";
import { fileName } from "./file_name.ts";
import type { SessionFolder } from "./folder.ts";

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
      const info = await disk.lstat(folder.at(name));
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

/** A session whose files are to go. Its lock is held. */
export interface Doomed {
  readonly id: string;
  /** The names of its files. */
  readonly names: readonly string[];
}

/**
 * Removes the files of sessions. The first step decides: what a session is listed and resumed by gets
 * another name, durably. A removal that is cut off after it leaves nothing that could come back, and
 * the next cleanup finishes it. The lock goes last: until then nobody else begins with the session.
 *
 * Each step is done for all of them before the folder is flushed, as flushes take most of the time.
 * One that the disk refuses does not keep the others from going.
 *
 * @param folder The folder.
 * @param doomed The sessions.
 * @param irregular Names in the folder that are no regular files.
 * @param disk Where.
 * @returns What the disk refused, by session.
 */
export async function removeFamilies(
  folder: SessionFolder,
  doomed: readonly Doomed[],
  irregular: ReadonlySet<string>,
  disk: Disk,
): Promise<ReadonlyMap<string, unknown>> {
  const refused = new Map<string, unknown>();
  // Flushes for nothing would be most of a cleanup that removes nothing.
  if (doomed.length === 0) return refused;
  const step = async (action: (family: Doomed) => Promise<void>) => {
    for (const family of doomed) {
      if (refused.has(family.id)) continue;
      await action(family).catch((error) => refused.set(family.id, error));
    }
    await disk.syncFolder(folder.path).catch((error) => {
      for (const { id } of doomed) if (!refused.has(id)) refused.set(id, error);
    });
  };
  await step(async (family) => {
    // What is no file cannot be resumed. Whether it may go shows before anything else has gone.
    const odd = family.names.filter((name) => irregular.has(name));
    for (const name of odd) await removeIfThere(disk, folder.at(name));
    const heart = heartOf(family, irregular);
    if (heart === null) return;
    await disk.rename(folder.at(heart), folder.file(family.id, "removed"));
  });
  await step(async (family) => {
    const { id, names } = family;
    const others = [heartOf(family, irregular), fileName(id, "removed"), fileName(id, "lock")];
    const rest = names.filter((name) => !others.includes(name) && !irregular.has(name));
    for (const name of rest) await removeIfThere(disk, folder.at(name));
  });
  // What says that a session is removed may not be gone for good before its history is.
  await step(async ({ id }) => {
    await removeIfThere(disk, folder.file(id, "removed"));
    await removeIfThere(disk, folder.file(id, "lock"));
  });
  return refused;
}

/** What a session is listed and resumed by; null when it is not any more, or never was. */
function heartOf({ id, names }: Doomed, irregular: ReadonlySet<string>): string | null {
  const files = names.filter((name) => !irregular.has(name));
  const [state, history] = [fileName(id, "json"), fileName(id, "history")];
  if (files.includes(state)) return state;
  return files.includes(history) && !files.includes(fileName(id, "removed")) ? history : null;
}
