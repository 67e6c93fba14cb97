/** The content of a file as text and as hash. */

import { sha256 } from "../files/sha256.ts";
import { readWorkspaceFile } from "../files/workspace_file.ts";
import type { WorkspacePath } from "../files/workspace_path.ts";
import { ToolError } from "./tool.ts";

/** The largest file that is changed. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Whether the beginning of a file is that of a binary one.
 *
 * @param head Its first bytes.
 * @returns True when there is a NUL among the first 8,000.
 */
export function isBinary(head: Uint8Array): boolean {
  return head.subarray(0, 8000).includes(0);
}

/**
 * Decodes UTF-8 so that encoding gives the same bytes again.
 *
 * @param bytes The bytes. A byte order mark is kept.
 * @returns The text; null when it is not UTF-8.
 */
export function decodeExactly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** A file as it is now. */
export interface FileNow {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
  /** Permission bits. */
  readonly mode: number | null;
  /** What `fstat` told of it. */
  readonly info: Deno.FileInfo;
}

/**
 * Reads the file that a call is about to change.
 *
 * @param target Where it is.
 * @returns The file; null when there is none.
 * @throws {ToolError} It is a folder, or too large.
 */
export async function readFileNow(target: WorkspacePath): Promise<FileNow | null> {
  if (target.kind === "missing") return null;
  if (target.kind === "folder") {
    throw new ToolError(`Cannot use "${target.relative}" as a file: it is a folder`);
  }
  const { bytes, info } = await readWorkspaceFile(target.path, { maxBytes: MAX_FILE_BYTES });
  return {
    bytes,
    sha256: await sha256(bytes),
    mode: info.mode === null ? null : info.mode & 0o777,
    info,
  };
}

/**
 * The text of a file that a call is about to edit.
 *
 * @param target Where it is.
 * @param now What {@linkcode readFileNow} read there.
 * @returns Its text.
 * @throws {ToolError} There is none, or it is not UTF-8, of which an edit would destroy a part.
 */
export function editableText(target: WorkspacePath, now: FileNow | null): string {
  if (now === null) throw new ToolError(`Cannot edit "${target.relative}": there is no such file`);
  const text = decodeExactly(now.bytes);
  if (text === null || isBinary(now.bytes)) {
    throw new ToolError(`Cannot edit "${target.relative}": it is not a text in UTF-8`);
  }
  return text;
}
