/** Reading a file of which nothing is known: it may be a pipe, a link, a folder, or endless. */

import { TextError } from "../errors.ts";
import { type Text, text } from "../text.ts";
import { type Disk, type DiskFile, realDisk } from "./disk.ts";

/** Why {@linkcode readRegularFile} did not read. */
export type RefusedFileKind = "not_regular" | "too_large" | "changed";

/** A file that {@linkcode readRegularFile} does not read. */
export class RefusedFileError extends TextError {
  override readonly name = "RefusedFileError";
  /** Why. */
  readonly kind: RefusedFileKind;
  /** Why, in words that can follow the name of the file and a colon. */
  readonly reason: Text;

  /**
   * @param kind Why.
   * @param path The file.
   * @param reason Why, in words.
   */
  constructor(kind: RefusedFileKind, path: string, reason: Text) {
    super(text('Cannot read "{path}": {reason}', { path, reason }));
    this.kind = kind;
    this.reason = reason;
  }
}

/** A file, read whole. */
export interface RegularFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What `fstat` told of the file that was read. */
  readonly info: Deno.FileInfo;
}

// One for all: a folder of thousands of names may be asked for.
const LINK = text("a symbolic link");
const FOLDER = text("a folder");
const OTHER = text("a pipe, socket or device");

/**
 * Says what kind of thing that is no regular file is at a path.
 *
 * @param info What `lstat` gave.
 * @returns Words for a message; null for a regular file.
 */
export function irregularKind(info: Deno.FileInfo | Deno.DirEntry): Text | null {
  if (info.isSymlink) return LINK;
  if (info.isDirectory) return FOLDER;
  return info.isFile ? null : OTHER;
}

/**
 * Reads a regular file whole. Links are not followed.
 *
 * The path is looked at before it is opened, because opening a pipe blocks the whole process, and
 * what was opened is compared with it, because it may have been swapped in between.
 *
 * Needs read permission for the path.
 *
 * @param path The file.
 * @param options `maxBytes`: a larger file is not read. `disk`: default, the file system of this
 * machine.
 * @returns Its content and what the system tells of it.
 * @throws {RefusedFileError} It is no regular file, too large, or was swapped meanwhile.
 * @throws {Deno.errors.NotFound} There is none; other errors of the system likewise.
 *
 * @example
 * ```ts
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { readRegularFile, RefusedFileError } from "./regular_file.ts";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a.txt`, "hello");
 * const { bytes } = await readRegularFile(`${folder}/a.txt`, { maxBytes: 5 });
 * assertEquals(new TextDecoder().decode(bytes), "hello");
 * await assertRejects(() => readRegularFile(folder, { maxBytes: 5 }), RefusedFileError);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function readRegularFile(
  path: string,
  options: { readonly maxBytes: number; readonly disk?: Disk },
): Promise<RegularFile> {
  const { maxBytes, disk = realDisk } = options;
  const before = await disk.lstat(path);
  const irregular = irregularKind(before);
  if (irregular !== null) {
    throw new RefusedFileError(
      "not_regular",
      path,
      text("it is {kind}, and a regular file is wanted", { kind: irregular }),
    );
  }
  if (before.size > maxBytes) throw tooLarge(path, maxBytes);
  const file = await disk.open(path, { read: true });
  try {
    const info = await file.stat();
    if (!info.isFile || info.dev !== before.dev || info.ino !== before.ino) {
      throw new RefusedFileError(
        "changed",
        path,
        text("it was swapped while it was read"),
      );
    }
    const bytes = await readWhole(file, info.size, maxBytes);
    if (bytes === null) throw tooLarge(path, maxBytes);
    return { bytes, info };
  } finally {
    file.close();
  }
}

function tooLarge(path: string, maxBytes: number): RefusedFileError {
  return new RefusedFileError(
    "too_large",
    path,
    text("it is larger than {count} bytes", { count: maxBytes }),
  );
}

/**
 * Reads what the system says is there; of a file without a size, such as those of /proc, to its end.
 * Null when there is more than `maxBytes`.
 */
async function readWhole(
  file: DiskFile,
  size: number,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // One byte more than is expected, so that the end shows without another, larger buffer.
  let buffer = new Uint8Array(Math.min(size, maxBytes) + 1);
  let length = 0;
  while (true) {
    const count = await file.read(buffer.subarray(length));
    if (count === null) return buffer.subarray(0, length);
    length += count;
    if (length > maxBytes) return null;
    // Asked for more than there was: no further call is needed to see the end.
    if (size > 0 && length === size) return buffer.subarray(0, length);
    if (length < buffer.length) continue;
    const larger = new Uint8Array(Math.min(buffer.length * 2 + 4096, maxBytes + 1));
    larger.set(buffer);
    buffer = larger;
  }
}
