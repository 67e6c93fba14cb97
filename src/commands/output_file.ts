/** The file that `-o` names. */

import { ArchitectError, textOf } from "../errors.ts";
import { writeAll } from "../files/write_all.ts";
import { requireSameFile } from "../files/workspace_file.ts";
import {
  resolveWorkspacePath,
  type WorkspacePath,
  WorkspacePathError,
} from "../files/workspace_path.ts";
import { missingRights, type Permissions } from "../permissions.ts";
import { type Text, text } from "../text.ts";

/** A file that is open to be written once. */
export interface OutputFile {
  /** Relative to the workspace, `/` separators. */
  readonly name: string;
  /**
   * Replaces what the file held, and closes it. Needs no permission.
   *
   * @param content The new content: text, or bytes in pieces.
   * @throws {ArchitectError} `incomplete`: the disk refused.
   */
  write(content: string | readonly Uint8Array[]): Promise<void>;
}

/** Options of {@linkcode openOutputFile}. */
export interface OutputFileOptions {
  /** What is started, for the message. */
  readonly command: string;
  /** Permission bits of a file that was not there, less the umask. Default: all may read and write. */
  readonly mode?: number;
  /** Default: this process's. */
  readonly permissions?: Permissions;
}

/**
 * Opens a file of the workspace to write to it later, when the right to write is dropped: the runtime
 * cannot keep `.architect` from a process that may write around it. What the file holds stays until
 * then; a file that was not there is empty.
 *
 * Needs read and write permission for the workspace.
 *
 * @param given As the user gave it: relative to the workspace or absolute.
 * @param workspace Real path of the workspace.
 * @param options What is started, who may read the file, the rights.
 * @returns The open file.
 * @throws {ArchitectError} `no_permission`; `usage`: it lies outside, in `.architect`, or is no
 * regular file; `config`: the disk refused.
 */
export async function openOutputFile(
  given: string,
  workspace: string,
  options: OutputFileOptions,
): Promise<OutputFile> {
  const { command, mode, permissions = Deno.permissions } = options;
  await requireRights(command, permissions);
  const path = await pathOf(given, workspace);
  const file = await open(path.path, given, mode);
  try {
    requireSameFile(path.path, await file.stat());
  } catch (error) {
    file.close();
    throw refused(given, textOf(error), error);
  }
  return {
    name: path.relative,
    async write(content) {
      const bytes = typeof content === "string"
        ? new TextEncoder().encode(content.toWellFormed())
        : content;
      try {
        await file.truncate(0);
        await writeAll(file, bytes);
      } catch (cause) {
        throw new ArchitectError(
          "incomplete",
          text('Cannot write "{path}": {reason}', { path: path.relative, reason: textOf(cause) }),
          { cause },
        );
      } finally {
        file.close();
      }
    },
  };
}

async function requireRights(command: string, permissions: Permissions): Promise<void> {
  const missing: string[] = [];
  for (const name of ["read", "write"] as const) {
    const { state } = await permissions.query({ name, path: "." });
    if (state !== "granted") missing.push(`--allow-${name}=.`);
  }
  if (missing.length > 0) throw missingRights(command, missing);
}

async function pathOf(given: string, workspace: string): Promise<WorkspacePath> {
  const path = await resolve(workspace, given);
  if (path.kind === "folder") {
    throw refused(given, text("it is {kind}", { kind: text("a folder") }));
  }
  if (path.missing.length > 1) throw refused(given, text("its folder does not exist"));
  return path;
}

async function resolve(workspace: string, given: string): Promise<WorkspacePath> {
  try {
    return await resolveWorkspacePath(workspace, given);
  } catch (error) {
    if (!(error instanceof WorkspacePathError)) throw error;
    const why = /\.architect is closed/.test(error.message)
      ? text("it lies in .architect, where sessions are")
      : error.reason;
    throw refused(given, why, error);
  }
}

async function open(
  path: string,
  given: string,
  mode: number | undefined,
): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { write: true, create: true, mode });
  } catch (cause) {
    throw refused(given, textOf(cause), cause);
  }
}

function refused(given: string, why: Text, cause?: unknown): ArchitectError {
  const values = { flag: "--output", path: JSON.stringify(given), why };
  return new ArchitectError("usage", text("Cannot use {flag} {path}: {why}", values), {
    cause,
    suggestion: text("Give a file in the folder that architect was started in."),
  });
}
