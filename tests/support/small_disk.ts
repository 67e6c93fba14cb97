/** A small file system of its own, where this user may mount one: it fills up, and is read-only. */

import { assert, assertMatch } from "@std/assert";
import { withWorkspace } from "./workspace.ts";

/** Why no file system can be mounted here, to end the name of a test with; empty: it can. */
export const NO_MOUNT: string = await mounts() ? "" : " (left out: needs Linux, root and mount)";

async function mounts(): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  const folder = await Deno.makeTempDir({ prefix: "architect_test_" });
  try {
    if (!await mount(folder, "size=64k")) return false;
    await unmount(folder);
    return true;
  } finally {
    await Deno.remove(folder);
  }
}

async function mount(folder: string, options: string): Promise<boolean> {
  return await succeeds("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
}

/** Also what was mounted over it. */
async function unmount(folder: string): Promise<void> {
  let times = 0;
  while (await succeeds("umount", [folder])) times++;
  assert(times > 0, `${folder} is still mounted`);
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stderr: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/**
 * Calls a test with a folder whose `.architect` is a file system of its own.
 *
 * @param test Is given the folder.
 * @param size Its size, as `mount` takes it. Default 256 KiB.
 */
export async function withSmallDisk(
  test: (workspace: string) => Promise<void>,
  size = "256k",
): Promise<void> {
  await withWorkspace(async (workspace) => {
    const folder = `${workspace}/.architect`;
    await Deno.mkdir(folder, { mode: 0o700 });
    assert(await mount(folder, `size=${size},mode=700`));
    try {
      await test(workspace);
    } finally {
      await unmount(folder);
    }
  });
}

/**
 * Makes a folder read-only, also while files in it are open, as a disk with errors becomes.
 *
 * @param folder The folder.
 * @returns Call it to make it as it was.
 */
export async function makeReadOnly(folder: string): Promise<() => Promise<void>> {
  assert(await succeeds("mount", ["--bind", folder, folder]));
  assert(await succeeds("mount", ["-o", "remount,bind,ro", folder]));
  return async () => assert(await succeeds("umount", [folder]));
}

/**
 * Fills the file system of {@linkcode withSmallDisk} up to its last byte.
 *
 * @param workspace The folder.
 * @returns Call it to make room again.
 */
export async function fill(workspace: string): Promise<() => Promise<void>> {
  const path = `${workspace}/.architect/filler`;
  using file = await Deno.open(path, { write: true, create: true });
  const block = new Uint8Array(4096);
  try {
    while (true) await file.write(block);
  } catch (error) {
    assertMatch(String(error), /No space left/);
  }
  return () => Deno.remove(path);
}
