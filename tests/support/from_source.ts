/** How a program of this project is started from its source. */

import { dirname, fromFileUrl, join } from "@std/path";
import { exists } from "@std/fs/exists";

const ROOT = dirname(dirname(dirname(fromFileUrl(import.meta.url))));

/** What a user starts. */
export const MAIN = join(ROOT, "src", "main.ts");

/**
 * Gives the command line of Deno that runs a program, with modules from where this network has them.
 *
 * @param program Path of its main module.
 * @param flags Its permissions, and what else Deno is to be told.
 * @returns The arguments of Deno, before those of the program.
 */
export async function fromSource(program: string, flags: readonly string[]): Promise<string[]> {
  return ["run", "--quiet", "--no-check", ...await importFlags(), ...flags, program];
}

/** Flags of Deno that say where modules come from. */
export async function importFlags(): Promise<string[]> {
  const offlineMap = join(ROOT, ".deps", "import_map.json");
  return await exists(offlineMap)
    ? ["--no-lock", `--import-map=${offlineMap}`]
    : [`--config=${join(ROOT, "deno.json")}`];
}
