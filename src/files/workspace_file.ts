/**
 * Reading a file of the workspace while somebody may swap a folder on the way to it for a link that
 * leads out.
 */

import { dirname } from "@std/path";
import { text } from "../text.ts";
import { readRegularFile, RefusedFileError, type RegularFile } from "./regular_file.ts";

/**
 * Reads a regular file whole, as `readRegularFile` does, and makes sure that what was read lies where
 * its path says.
 *
 * Needs read permission for the path.
 *
 * @param path The file, without a symlink in it.
 * @param options `maxBytes`: a larger file is not read.
 * @returns Its content and what the system tells of it.
 * @throws {RefusedFileError} It is no regular file, too large, or was swapped meanwhile; errors of
 * the system likewise.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readWorkspaceFile } from "./workspace_file.ts";
 *
 * const folder = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${folder}/a.txt`, "hello");
 * const { bytes } = await readWorkspaceFile(`${folder}/a.txt`, { maxBytes: 5 });
 * assertEquals(new TextDecoder().decode(bytes), "hello");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function readWorkspaceFile(
  path: string,
  options: { readonly maxBytes: number },
): Promise<RegularFile> {
  const file = await readRegularFile(path, options);
  requireSameFile(path, file.info);
  return file;
}

/**
 * Makes sure that an open file is the one at its path, and that there is no symlink on the way. Where
 * that holds after it was opened, it was not opened anywhere else, whatever was swapped in between;
 * but for two swaps that hit exactly between the calls here, which come without a pause.
 *
 * @param path The file, without a symlink in it when it was resolved.
 * @param opened What `fstat` told of the open file.
 * @throws {RefusedFileError} It is another one, or somewhere else.
 */
export function requireSameFile(path: string, opened: Deno.FileInfo): void {
  const is = ({ dev, ino }: Deno.FileInfo) => dev === opened.dev && ino === opened.ino;
  try {
    if (is(Deno.lstatSync(path)) && isReal(path) && is(Deno.lstatSync(path))) return;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  throw swapped(path);
}

/**
 * Makes sure that the folder of a path is still the folder that it was resolved to.
 *
 * @param path A path in it, without a symlink in it when it was resolved.
 * @throws {RefusedFileError} A part of it is a symlink now, or gone.
 */
export function requireSameFolder(path: string): void {
  try {
    if (isReal(dirname(path))) return;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  throw swapped(path);
}

function isReal(path: string): boolean {
  return Deno.realPathSync(path) === path;
}

/** The runtime's own checks too can meet a path that changes under them. */
function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.NotCapable;
}

function swapped(path: string): RefusedFileError {
  return new RefusedFileError("changed", path, text("it was swapped meanwhile"));
}
