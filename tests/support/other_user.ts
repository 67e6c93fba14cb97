/** A user who is not root, to run the program as: root may do what others may not. */

import { walk } from "@std/fs/walk";
import { binaryPath } from "./architect.ts";
import { withWorkspace } from "./workspace.ts";

/** Of nobody in particular. */
const UID = 12345;

/** Who runs the program: options of `startArchitect`. */
export interface User {
  readonly uid?: number;
  readonly binary?: string;
}

/** Why nobody but root can be had here, to end the name of a test with; empty: somebody can. */
export const ONLY_ROOT: string = onlyRoot() ? " (left out: needs a user who is not root)" : "";

/** Why there is no second user here, to end the name of a test with; empty: there is one. */
export const ONE_USER: string = Deno.build.os === "windows" || Deno.uid() !== 0 || onlyRoot()
  ? " (left out: needs root, and another user)"
  : "";

function onlyRoot(): boolean {
  if (Deno.build.os === "windows") return true;
  if (Deno.uid() !== 0) return false;
  // In some containers root may not become anybody else.
  return binaryPath() === null || !mayRun("true");
}

function mayRun(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], uid: UID, gid: UID }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/**
 * Calls a test with a folder that belongs to a user who is not root: this one, or another one where
 * this one is root.
 *
 * @param test Is given the folder, and how the program is run as that user.
 */
export async function asUser(
  test: (workspace: string, user: User) => Promise<void>,
): Promise<void> {
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/work`;
    await Deno.mkdir(workspace);
    if (Deno.uid() !== 0) return await test(workspace, {});
    await Deno.chmod(folder, 0o755);
    await own(workspace);
    let binary = binaryPath()!;
    if (!mayRun(binary)) {
      // A folder above the program is closed to others.
      await Deno.copyFile(binary, `${folder}/architect`);
      binary = `${folder}/architect`;
      await Deno.chmod(binary, 0o755);
    }
    await test(workspace, { uid: UID, binary });
  });
}

/**
 * Gives what is in a folder of {@linkcode asUser} to its user.
 *
 * @param workspace The folder.
 */
export async function own(workspace: string): Promise<void> {
  if (Deno.uid() !== 0) return;
  for await (const { path } of walk(workspace)) await Deno.chown(path, UID, UID);
}
