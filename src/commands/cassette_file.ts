/** The file that `--record` writes. */

import { insideWorkspace } from "../config/inside_workspace.ts";
import { ArchitectError, textOf } from "../errors.ts";
import { irregularKind, readRegularFile } from "../files/regular_file.ts";
import { type Text, text } from "../text.ts";

/** More than any recorded run. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How the first line of every cassette begins. */
const CASSETTE = /^\s*\{\s*"cassette"\s*:/;

/** A cassette that is open for appending. */
export interface CassetteFile extends Disposable {
  /** Whether something is recorded in it already: a resumed run goes on in the same file. */
  readonly hasHeader: boolean;
  /** Writes a line and returns when it is on disk. */
  append(line: string): Promise<void>;
}

/**
 * Opens a cassette. Done before the right to write in the workspace is dropped: a run that may change
 * nothing else can still be recorded.
 *
 * @param file As the user gave it.
 * @param workspace Real path of the workspace.
 * @param options `goesOn`: the run resumes a session, and a file that is there is gone on with.
 * @returns The open file.
 * @throws {ArchitectError} `usage` or `config`: it lies outside, is there already, or cannot be made.
 */
export async function openCassette(
  file: string,
  workspace: string,
  options: { readonly goesOn: boolean },
): Promise<CassetteFile> {
  if (file === "-") throw refused(file, text("stdout is for the result"));
  const path = await insideWorkspace(file, workspace, "--record");
  const before = await lstatOrNull(path);
  const irregular = before === null ? null : irregularKind(before);
  if (irregular !== null) throw refused(file, text("it is {kind}", { kind: irregular }));
  const isThere = before !== null && before.size > 0;
  if (isThere && !options.goesOn) {
    throw refused(file, text("there is a file of that name already"));
  }
  const whole = isThere ? await wholeLines(path, file) : 0;
  const handle = await open(path, file);
  try {
    if (isThere) await handle.truncate(whole);
  } catch (error) {
    handle.close();
    throw error;
  }
  return {
    hasHeader: whole > 0,
    async append(line) {
      const bytes = new TextEncoder().encode(line.endsWith("\n") ? line : `${line}\n`);
      for (let at = 0; at < bytes.length;) at += await handle.write(bytes.subarray(at));
      await handle.sync();
    },
    [Symbol.dispose]: () => handle.close(),
  };
}

async function lstatOrNull(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function open(path: string, file: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { read: true, append: true, create: true, mode: 0o644 });
  } catch (cause) {
    throw refused(file, textOf(cause), cause);
  }
}

/**
 * The length of a cassette without its last line where that is not whole: a process that died there
 * left an answer that no run has used. Of a file that is no cassette nothing is ever cut off.
 */
async function wholeLines(path: string, file: string): Promise<number> {
  const { bytes } = await readRegularFile(path, { maxBytes: MAX_BYTES });
  const firstLine = bytes.indexOf(0x0a);
  const head = new TextDecoder().decode(bytes.subarray(0, firstLine === -1 ? 512 : firstLine));
  if (!CASSETTE.test(head)) throw refused(file, text("it is no cassette"));
  return bytes.lastIndexOf(0x0a) + 1;
}

function refused(file: string, why: Text, cause?: unknown): ArchitectError {
  return new ArchitectError("config", text('Cannot record to "{file}": {why}', { file, why }), {
    cause,
    suggestion: text("Give the name of a file that is not there yet with --record."),
  });
}
