/** The hash by which a file of the workspace is known again. */

import { RefusedFileError } from "./regular_file.ts";
import { sha256 } from "./sha256.ts";
import { readWorkspaceFile } from "./workspace_file.ts";
import { resolveWorkspacePath, WorkspacePathError } from "./workspace_path.ts";

/** A file that is larger was not written by a tool. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Hashes a file of the workspace. The path may come from a file that somebody else wrote: it is
 * resolved as a model's path is.
 *
 * Needs read permission for the workspace.
 *
 * @param workspace Real path of the workspace.
 * @param path Relative to it.
 * @returns SHA-256, hex; null when there is no such file; undefined when the path leads out of the
 * workspace, to something that is no regular file, or to one that cannot be read.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { hashWorkspaceFile } from "./workspace_hash.ts";
 *
 * const workspace = await Deno.realPath(await Deno.makeTempDir());
 * assertEquals(await hashWorkspaceFile(workspace, "a.txt"), null);
 * assertEquals(await hashWorkspaceFile(workspace, "../a.txt"), undefined);
 * await Deno.remove(workspace);
 * ```
 */
export async function hashWorkspaceFile(
  workspace: string,
  path: string,
): Promise<string | null | undefined> {
  try {
    const found = await resolveWorkspacePath(workspace, path);
    if (found.kind === "missing") return null;
    if (found.kind === "folder") return undefined;
    return await sha256((await readWorkspaceFile(found.path, { maxBytes: MAX_BYTES })).bytes);
  } catch (error) {
    const refused = error instanceof WorkspacePathError || error instanceof RefusedFileError ||
      error instanceof Deno.errors.PermissionDenied;
    if (refused) return undefined;
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
