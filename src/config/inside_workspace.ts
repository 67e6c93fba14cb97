/** Files that flags name. */

import { dirname, isAbsolute, join, relative, resolve } from "@std/path";
import { ArchitectError, textOf } from "../errors.ts";
import { type Text, text } from "../text.ts";

/**
 * The real path of a file that a flag names, which must lie in the workspace: architect has no right
 * to anything beyond it. The file need not exist; the folder it is to lie in must.
 *
 * Needs read permission for the workspace.
 *
 * @param path As the user gave it: relative to the workspace or absolute.
 * @param workspace Real path of the workspace.
 * @param flag The flag, for the message.
 * @returns The path, without a symlink in it.
 * @throws {ArchitectError} `usage`: it lies outside, or its folder does not exist.
 *
 * @example
 * ```ts
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { join } from "@std/path";
 * import { insideWorkspace } from "./inside_workspace.ts";
 *
 * const workspace = await Deno.realPath(await Deno.makeTempDir());
 * assertEquals(await insideWorkspace("a.yaml", workspace, "--config"), join(workspace, "a.yaml"));
 * await assertRejects(() => insideWorkspace("../a.yaml", workspace, "--config"));
 * await Deno.remove(workspace);
 * ```
 */
export async function insideWorkspace(
  path: string,
  workspace: string,
  flag: string,
): Promise<string> {
  const wanted = resolve(workspace, path);
  // Checked before the disk is asked: outside, the right to ask is missing too.
  if (!isInside(wanted, workspace)) {
    throw refused(flag, path, text("it lies outside the workspace"));
  }
  const real = await realPathOf(wanted, flag, path);
  if (!isInside(real, workspace)) {
    throw refused(
      flag,
      path,
      text("it leads outside the workspace through a symbolic link"),
    );
  }
  return real;
}

async function realPathOf(wanted: string, flag: string, path: string): Promise<string> {
  try {
    return await Deno.realPath(wanted);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw refused(flag, path, textOf(error), error);
    }
  }
  try {
    // A dangling link would be followed by whoever writes to it.
    if ((await Deno.lstat(wanted)).isSymlink) {
      throw refused(flag, path, text("it is a symbolic link that leads nowhere"));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  try {
    return join(await Deno.realPath(dirname(wanted)), relative(dirname(wanted), wanted));
  } catch (error) {
    throw refused(flag, path, text("its folder does not exist"), error);
  }
}

function isInside(path: string, workspace: string): boolean {
  const way = relative(workspace, path);
  return way !== ".." && !way.startsWith("../") && !way.startsWith("..\\") && !isAbsolute(way);
}

function refused(flag: string, path: string, why: Text, cause?: unknown): ArchitectError {
  return new ArchitectError(
    "usage",
    text("Cannot use {flag} {path}: {why}", { flag, path: JSON.stringify(path), why }),
    { cause, suggestion: text("Give a file in the folder that architect was started in.") },
  );
}
