/** Writing in a folder of the workspace that somebody may swap for a link that leads out. */

import { type Disk, realDisk } from "./disk.ts";
import { requireSameFile, requireSameFolder } from "./workspace_file.ts";

/**
 * A disk for `atomicWrite` that checks at each use of a path whether it still leads to the same place.
 *
 * The temporary file is looked at as soon as it is made, before anything is written into it; a rename
 * finds it only in the folder where it was made. What a swap at the worst moment, and another one back,
 * can leave behind outside is that empty file, under its random name.
 *
 * @param options `umask`: a new file keeps what the umask left of the permission bits it was opened
 * with. Default false.
 * @returns The disk.
 */
export function guardedDisk(options: { readonly umask?: boolean } = {}): Disk {
  const { umask = false } = options;
  return {
    ...realDisk,
    async open(path, options) {
      const file = await realDisk.open(path, options);
      try {
        requireSameFile(path, await file.stat());
        return file;
      } catch (error) {
        file.close();
        removeWhereItIs(path);
        throw error;
      }
    },
    rename(from, to) {
      requireSameFolder(to);
      return realDisk.rename(from, to);
    },
    chmod: umask ? () => Promise.resolve() : realDisk.chmod,
  };
}

/** Of the two places of a folder that goes back and forth, the file is in one. */
const TRIES = 200;

/** The name is random, and so nobody else's, wherever the path leads right now. */
function removeWhereItIs(path: string): void {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return Deno.removeSync(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) return;
    }
  }
}
