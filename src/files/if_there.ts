/** Calls to the disk for which a path that is not there is no failure. */

import type { Disk } from "./disk.ts";

/**
 * Looks at what is at a path, and follows no symlink.
 *
 * @param disk Where.
 * @param path The path.
 * @returns What the system tells; null when nothing is there.
 * @throws What else the disk refused.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { realDisk } from "./disk.ts";
 * import { lstatIfThere } from "./if_there.ts";
 *
 * const folder = await Deno.makeTempDir();
 * assertEquals((await lstatIfThere(realDisk, folder))?.isDirectory, true);
 * await Deno.remove(folder);
 * assertEquals(await lstatIfThere(realDisk, folder), null);
 * ```
 */
export async function lstatIfThere(disk: Disk, path: string): Promise<Deno.FileInfo | null> {
  try {
    return await disk.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * Removes a file, a symlink or an empty folder, where it is there.
 *
 * @param disk Where.
 * @param path The path.
 * @throws What else the disk refused.
 */
export async function removeIfThere(disk: Disk, path: string): Promise<void> {
  try {
    await disk.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
