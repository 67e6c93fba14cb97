/** The temporary file of a file tool that died. */

import { basename, dirname } from "@std/path";
import { resolveWorkspacePath, WorkspacePathError } from "../files/workspace_path.ts";
import type { FileMark } from "./tool.ts";

/** What file tools call their temporary files. */
const TEMP_NAME = /^\.(.+)\.architect-[0-9a-f]{6}\.tmp$/s;

/**
 * Removes the temporary file that the mark of a started call names. The mark comes from a session
 * file, which somebody may have edited: nothing but a file with such a name, beside the file that the
 * call was about and inside the workspace, is ever removed.
 *
 * Needs read and write permission for the workspace.
 *
 * @param workspace Real path of the workspace.
 * @param mark The file that the call was about, and its temporary file, relative to the workspace.
 * @returns True when there was one.
 */
export async function removeLeftoverTemp(
  workspace: string,
  { path, temp }: Pick<FileMark, "path" | "temp">,
): Promise<boolean> {
  if (temp === null || !isTempOf(temp, path)) return false;
  try {
    const found = await resolveWorkspacePath(workspace, temp, { keepLink: true });
    if (found.kind !== "file") return false;
    await Deno.remove(found.path);
    return true;
  } catch (error) {
    if (error instanceof WorkspacePathError || error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function isTempOf(temp: string, path: string): boolean {
  const [, start] = TEMP_NAME.exec(basename(temp)) ?? [];
  return start !== undefined && dirname(temp) === dirname(path) && basename(path).startsWith(start);
}
