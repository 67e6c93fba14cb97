/** Adding to the end of a file so that nothing half-written is ever in the middle of it. */

import { TextError } from "../errors.ts";
import { text } from "../text.ts";
import { type Disk, realDisk } from "./disk.ts";
import { writeAll } from "./write_all.ts";

/** Options of {@linkcode durableAppend}. */
export interface DurableAppendOptions {
  /** Where the good part of the file ends, in bytes; what is behind it is cut off first. */
  readonly end: number;
  /** Permission bits of the file, exactly. Ignored on Windows. */
  readonly mode: number;
  /** Default: the file system of this machine. */
  readonly disk?: Disk;
}

/** The file that was written, as it is now. */
export interface AppendedFile {
  readonly dev: number;
  readonly ino: number | null;
  /** Bytes. */
  readonly size: number;
}

/**
 * Appends to a file, or makes it: cut what a write that failed left behind, write, flush. A failure
 * leaves the good part as it was, and perhaps a piece behind it, which the next append cuts off.
 *
 * A new file is durable when its folder is flushed, which is left to the caller. The path must be
 * known to be a regular file or nothing: opening a pipe would block.
 *
 * Needs read and write permission for the path.
 *
 * @param path The file.
 * @param data What to add; several pieces are written one after another.
 * @param options Where the good part ends, the permission bits, the disk.
 * @returns The file.
 * @throws Whatever the file system refused; an `Error` when the file is shorter than its good part.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { durableAppend } from "./durable_append.ts";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/log`, "one\nhalf a li");
 * const data = new TextEncoder().encode("two\n");
 * const { size } = await durableAppend(`${folder}/log`, data, { end: 4, mode: 0o600 });
 * assertEquals(size, 8);
 * assertEquals(await Deno.readTextFile(`${folder}/log`), "one\ntwo\n");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function durableAppend(
  path: string,
  data: Uint8Array | readonly Uint8Array[],
  options: DurableAppendOptions,
): Promise<AppendedFile> {
  const { end, mode, disk = realDisk } = options;
  const file = await disk.open(path, { append: true, create: true, mode });
  try {
    const info = await file.stat();
    if (info.size < end) {
      throw new TextError(
        text('Cannot append to "{path}": it was cut to {count} bytes meanwhile', {
          path,
          count: info.size,
        }),
      );
    }
    if (info.mode !== null && (info.mode & 0o7777) !== mode) await disk.chmod(path, mode);
    if (info.size > end) await file.truncate(end);
    let added: number;
    try {
      added = await writeAll(file, data);
      await file.sync();
    } catch (error) {
      // The error that is under way is the news; what this leaves is cut by the next append.
      await file.truncate(end).catch(() => {});
      throw error;
    }
    return { dev: info.dev, ino: info.ino, size: end + added };
  } finally {
    file.close();
  }
}
