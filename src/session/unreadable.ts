/** What is said of a session that cannot be read. */

import { ArchitectError } from "../errors.ts";
import { Text, text, type TextValue } from "../text.ts";

const CANNOT_READ = 'Cannot read session "{id}"';

/**
 * The message of an error for a session that cannot be read.
 *
 * @param id The session.
 * @param why What is wrong, in words that can follow a colon.
 * @returns The message.
 */
export function unreadable(id: string, why: TextValue): Text {
  return text("{what}: {why}", { what: text(CANNOT_READ, { id }), why });
}

/**
 * What an error of reading a session says after the colon, for a message that says the rest itself.
 *
 * @param error The error.
 * @returns What is wrong; null when the error says something else than that a session cannot be read.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { ArchitectError } from "../errors.ts";
 * import { text } from "../text.ts";
 * import { corrupt, whyUnreadable } from "./unreadable.ts";
 *
 * const error = corrupt("20260223-151045-d4e5f6", text("empty file"));
 * assertEquals(String(whyUnreadable(error)), "empty file");
 * assertEquals(whyUnreadable(new ArchitectError("save_error", text("the disk is full"))), null);
 * ```
 */
export function whyUnreadable({ text: message }: ArchitectError): TextValue | null {
  const { what, why = null } = message.values;
  return what instanceof Text && what.template === CANNOT_READ ? why : null;
}

/**
 * The error for a session that cannot be read.
 *
 * @param id The session.
 * @param reason What is wrong.
 * @param cause The error that told.
 * @param suggestion The way out. Default: what to do with a file that was left as it is.
 * @returns The error, to be thrown.
 */
export function corrupt(
  id: string,
  reason: Text,
  cause?: unknown,
  suggestion: Text = text(
    "The file was left as it is; restore it from a copy, or remove the session: {command}",
    { command: `architect sessions delete ${id}` },
  ),
): ArchitectError {
  const options = { sessionId: id, suggestion, cause };
  return new ArchitectError("session_corrupt", unreadable(id, reason), options);
}
