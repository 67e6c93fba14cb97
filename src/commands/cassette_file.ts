/** The file that `--record` writes. */

import { insideWorkspace } from "../config/inside_workspace.ts";
import { ArchitectError, messageOf } from "../errors.ts";
import { irregularKind, readRegularFile } from "../files/regular_file.ts";

/** More than any recorded run. */
const MAX_BYTES = 64 * 1024 * 1024;

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
  const path = await insideWorkspace(file, workspace, "--record");
  const before = await lstatOrNull(path);
  const irregular = before === null ? null : irregularKind(before);
  if (irregular !== null) throw refused(file, `it is ${irregular}`);
  const hasHeader = before !== null && before.size > 0;
  if (hasHeader && !options.goesOn) throw refused(file, "there is a file of that name already");
  const handle = await open(path, file);
  try {
    if (hasHeader) await cutTornLine(handle, path);
  } catch (error) {
    handle.close();
    throw error;
  }
  return {
    hasHeader,
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
    throw refused(file, messageOf(cause), cause);
  }
}

/** A process that died in the middle of a line left an answer that no run has used: it goes. */
async function cutTornLine(handle: Deno.FsFile, path: string): Promise<void> {
  const { bytes } = await readRegularFile(path, { maxBytes: MAX_BYTES });
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) await handle.truncate(end);
}

function refused(file: string, why: string, cause?: unknown): ArchitectError {
  return new ArchitectError("config", `Cannot record to "${file}": ${why}`, {
    cause,
    suggestion: "Give the name of a file that is not there yet with --record.",
  });
}
