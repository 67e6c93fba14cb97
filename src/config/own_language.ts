/** The language that the workspace's own config asks for. */

import { join } from "@std/path";
import { ArchitectError } from "../errors.ts";
import type { Language } from "../language.ts";
import { readConfigFiles } from "./read_config_files.ts";

/**
 * Looks into `.architect/config.yaml` for `language`, for the commands that read nothing else of it.
 * A config that is wrong asks for nothing: the commands that use it say what is wrong. Nor does one in
 * a folder that a link leads to: it is not looked at, and the commands refuse such a folder.
 *
 * Needs read permission for `.architect`.
 *
 * @param workspace Real path of the workspace.
 * @returns The language; undefined where none is asked for.
 */
export async function ownLanguage(workspace: string): Promise<Language | undefined> {
  if (!await isFolder(join(workspace, ".architect"))) return undefined;
  try {
    const [file] = await readConfigFiles(workspace);
    // Most configs say nothing of it, and a reader of YAML takes as long to load as all the rest.
    if (!file?.text.includes("language")) return undefined;
    const { checkConfigFile } = await import("./config_file.ts");
    return checkConfigFile(file).settings.language;
  } catch (error) {
    if (error instanceof ArchitectError) return undefined;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.lstat(path)).isDirectory;
  } catch (error) {
    // The command needs the folder too, and says what is wrong with it.
    if (error instanceof Error) return false;
    throw error;
  }
}
