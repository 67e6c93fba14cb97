/** The config files of a call, read from disk. */

import { join } from "@std/path";
import { ArchitectError, textOf } from "../errors.ts";
import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import { type Text, text } from "../text.ts";
import type { ConfigFile } from "./config_file.ts";
import { insideWorkspace } from "./inside_workspace.ts";

/** Far more than any config needs. */
const MAX_BYTES = 256 * 1024;

const OWN = ".architect/config.yaml";

/**
 * Reads `.architect/config.yaml`, where there is one, and the file that `-c` names.
 *
 * A file that `-c` names is trusted, be it `.architect/config.yaml` itself.
 *
 * Needs read permission for `.architect`; with `-c` for the workspace too.
 *
 * @param workspace Real path of the workspace.
 * @param configFile What `-c` gave: a path inside the workspace, or `-` for stdin.
 * @returns The files, least important first, for `loadConfig`.
 * @throws {ArchitectError} `usage`: the path lies outside; `config`: a file cannot be read, is no
 * regular file, is too large or not UTF-8.
 */
export async function readConfigFiles(
  workspace: string,
  configFile?: string,
): Promise<readonly ConfigFile[]> {
  const ownPath = join(workspace, ".architect", "config.yaml");
  if (configFile === undefined) return await readOwn(ownPath);
  if (configFile === "-") {
    return [...await readOwn(ownPath), { name: "stdin", text: await readStdin(), trusted: true }];
  }
  const path = await insideWorkspace(configFile, workspace, "--config");
  const named: ConfigFile = {
    name: configFile,
    text: await readText(path, configFile),
    trusted: true,
  };
  return path === ownPath ? [named] : [...await readOwn(ownPath), named];
}

async function readOwn(path: string): Promise<ConfigFile[]> {
  try {
    await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return [];
    }
    throw unreadable(OWN, textOf(error), error);
  }
  return [{ name: OWN, text: await readText(path, OWN), trusted: false }];
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return decode((await readRegularFile(path, { maxBytes: MAX_BYTES })).bytes, name);
  } catch (error) {
    if (error instanceof ArchitectError) throw error;
    if (error instanceof Deno.errors.NotFound) {
      throw unreadable(name, text("there is no such file"), error);
    }
    const reason = error instanceof RefusedFileError ? error.reason : textOf(error);
    throw unreadable(name, reason, error);
  }
}

async function readStdin(): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of Deno.stdin.readable) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= MAX_BYTES) continue;
    throw unreadable("stdin", text("it is larger than {count} bytes", { count: MAX_BYTES }));
  }
  return decode(new Uint8Array(await new Blob(chunks).arrayBuffer()), "stdin");
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(name, text("it is not UTF-8 text"), error);
  }
}

function unreadable(name: string, why: Text, cause?: unknown): ArchitectError {
  return new ArchitectError(
    "config",
    text('Cannot read config "{file}": {why}', { file: name, why }),
    {
      cause,
    },
  );
}
