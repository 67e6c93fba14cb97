/** What the file system said, in words and as an error with a code. */

import { ArchitectError, type ErrorCode, messageOf } from "../errors.ts";
import { systemCode } from "../files/disk.ts";

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission is denied",
  EPERM: "the operation is not permitted",
  EIO: "the disk reports an error",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOTDIR: "a file stands where a folder is wanted",
  EFBIG: "the file would be too large for the file system",
};

/**
 * What an error of the file system means.
 *
 * @param error What was thrown.
 * @returns Words that can follow a colon, with the system's own code where there is one.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { diskWords } from "./disk_error.ts";
 *
 * const full = Object.assign(new Error("os error 28"), { code: "ENOSPC" });
 * assertEquals(diskWords(full), "the disk is full (ENOSPC)");
 * ```
 */
export function diskWords(error: unknown): string {
  const code = systemCode(error);
  const words = WORDS[code ?? ""];
  if (words !== undefined) return `${words} (${code})`;
  if (error instanceof Deno.errors.PermissionDenied) return "permission is denied";
  return messageOf(error);
}

const WAY_OUT =
  "Make room or give the right to write there, then go on: what was saved last is whole.";

/**
 * An error of the file system as one that a user can act on.
 *
 * @param error What was thrown. An {@linkcode ArchitectError} is given back as it is.
 * @param what What could not be done: "Cannot <verb> <thing>".
 * @param code The code for what is not a matter of permission.
 * @param sessionId The session that it is about.
 * @returns The error, to be thrown.
 */
export function diskError(
  error: unknown,
  what: string,
  code: ErrorCode,
  sessionId?: string,
): ArchitectError {
  if (error instanceof ArchitectError) return error;
  const denied = error instanceof Deno.errors.NotCapable ||
    (code !== "save_error" && error instanceof Deno.errors.PermissionDenied);
  return new ArchitectError(denied ? "no_permission" : code, `${what}: ${diskWords(error)}`, {
    cause: error,
    ...(code === "save_error" && !denied ? { suggestion: WAY_OUT } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
  });
}
