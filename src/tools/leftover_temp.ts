/** The temporary file of a file tool that died. */

import { resolveWorkspacePath, WorkspacePathError } from "../files/workspace_path.ts";

/** What file tools call their temporary files. */
const TEMP_NAME = /^\..*\.architect-[0-9a-f]{6}\.tmp$/s;

/**
 * Removes the temporary file that the mark of a started call names. The mark comes from a session
 * file, which somebody may have edited: nothing but a file with such a name, inside the workspace, is
 * ever removed.
 *
 * Needs read and write permission for the workspace.
 *
 * @param workspace Real path of the workspace.
 * @param temp Relative to it; null for none.
 * @returns True when there was one.
 */
export async function removeLeftoverTemp(
  workspace: string,
  temp: string | null,
): Promise<boolean> {
  if (temp === null || !TEMP_NAME.test(temp.slice(temp.lastIndexOf("/") + 1))) return false;
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
