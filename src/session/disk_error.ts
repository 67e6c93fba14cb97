/** What the file system said, in words and as an error with a code. */

import { ArchitectError, type ErrorCode, textOf } from "../errors.ts";
import { systemCode } from "../files/disk.ts";
import { joined, type Text, text } from "../text.ts";

const WORDS: Readonly<Record<string, Text>> = {
  ENOSPC: text("the disk is full"),
  EDQUOT: text("the disk quota is used up"),
  EROFS: text("the file system is read-only"),
  EACCES: text("permission is denied"),
  EPERM: text("the operation is not permitted"),
  EIO: text("the disk reports an error"),
  EMFILE: text("too many files are open"),
  ENFILE: text("too many files are open"),
  ENOTDIR: text("a file stands where a folder is wanted"),
  EFBIG: text("the file would be too large for the file system"),
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
 * assertEquals(String(diskWords(full)), "the disk is full (ENOSPC)");
 * ```
 */
export function diskWords(error: unknown): Text {
  const code = systemCode(error);
  const words = WORDS[code ?? ""];
  if (words !== undefined) return joined([words, ` (${code})`]);
  if (error instanceof Deno.errors.PermissionDenied) return text("permission is denied");
  return textOf(error);
}

const WAY_OUT = text(
  "Make room or give the right to write there, then go on: what was saved last is whole.",
);

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
  what: Text,
  code: ErrorCode,
  sessionId?: string,
): ArchitectError {
  if (error instanceof ArchitectError) return error;
  const denied = error instanceof Deno.errors.NotCapable ||
    (code !== "save_error" && error instanceof Deno.errors.PermissionDenied);
  return new ArchitectError(
    denied ? "no_permission" : code,
    text("{what}: {why}", { what, why: diskWords(error) }),
    {
      cause: error,
      ...(code === "save_error" && !denied ? { suggestion: WAY_OUT } : {}),
      ...(sessionId === undefined ? {} : { sessionId }),
    },
  );
}
