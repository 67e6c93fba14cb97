/** The files of a folder, to compare two of them. */

import { walk } from "@std/fs/walk";
import { relative } from "@std/path";

/**
 * Reads all files of a folder, but for `.architect` and the names that are left out.
 *
 * @param folder The folder.
 * @param without Names of files to leave out.
 * @returns Path to content, sorted by path.
 */
export async function readTree(
  folder: string,
  without: readonly string[] = [],
): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for await (
    const entry of walk(folder, { includeDirs: false, skip: [/[/\\]\.architect([/\\]|$)/] })
  ) {
    if (without.includes(entry.name)) continue;
    tree[relative(folder, entry.path)] = await Deno.readTextFile(entry.path);
  }
  return Object.fromEntries(Object.entries(tree).sort(([a], [b]) => a < b ? -1 : 1));
}
