/** How a command that failed says so. */

import { ArchitectError, messageOf, TextError } from "../errors.ts";
import { inEnglish, type Translate } from "../language.ts";
import { joined, type Text, text, verbatim } from "../text.ts";
import { escapeControls } from "./escape.ts";

/**
 * Anything that was thrown, as an error with a code: a right that is missing is `no_permission`, what
 * nobody expected is `internal`.
 *
 * @param thrown What was thrown.
 * @returns The error; an `ArchitectError` as it is.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { asArchitectError } from "./error_report.ts";
 *
 * const { code, exitCode } = asArchitectError(new TypeError("x is not a function"));
 * assertEquals([code, exitCode], ["internal", 1]);
 * ```
 */
export function asArchitectError(thrown: unknown): ArchitectError {
  if (thrown instanceof ArchitectError) return thrown;
  const [line = ""] = messageOf(thrown).split("\n");
  if (thrown instanceof Deno.errors.NotCapable) {
    return new ArchitectError("no_permission", verbatim(line), { cause: thrown });
  }
  const message = thrown instanceof TextError
    // What led to it stands behind its own words.
    ? joined([thrown.text, line.slice(thrown.message.length)])
    : verbatim(line);
  return new ArchitectError("internal", message, {
    cause: thrown,
    suggestion: text("Set ARCHITECT_DEBUG=1 to see where it came from."),
  });
}

/**
 * What a person is told of a failure.
 *
 * @param error The failure.
 * @param options `translate`: into the person's language; default, none. `debug`: with the stack of
 * what nobody expected; default false.
 * @returns Lines without control characters.
 */
export function errorLines(
  error: ArchitectError,
  options: { readonly translate?: Translate; readonly debug?: boolean } = {},
): string[] {
  const { translate = inEnglish, debug = false } = options;
  const lines = [escapeControls(translate(text("error: {message}", { message: error.text })))];
  const { cause } = error;
  if (debug && error.code === "internal" && cause instanceof Error) {
    lines.push(escapeControls(cause.stack ?? "", { newlines: true }));
  } else if (error.suggestion !== null) {
    lines.push(escapeControls(translate(error.suggestion), { newlines: true }));
  }
  return lines;
}

/** A failure as programs read it. */
export interface ErrorParts {
  readonly code: string;
  readonly message: string;
  readonly suggestion: string | null;
}

/**
 * A failure as programs read it: never translated.
 *
 * @param error The failure.
 * @returns Its parts, in English.
 */
export function errorParts(
  error: {
    readonly code: string;
    readonly message: Text;
    readonly suggestion: Text | null;
  },
): ErrorParts {
  const { code, message, suggestion } = error;
  return {
    code,
    message: String(message),
    suggestion: suggestion === null ? null : String(suggestion),
  };
}

/** The JSON document of a command that failed. */
export interface ErrorDocument {
  readonly session_id: string | null;
  readonly status: "failed";
  readonly error: ErrorParts;
}

/**
 * What a program is told of a failure.
 *
 * @param error The failure.
 * @returns The document.
 */
export function errorDocument(error: ArchitectError): ErrorDocument {
  const { code, text: message, suggestion, sessionId } = error;
  return {
    session_id: sessionId,
    status: "failed",
    error: errorParts({ code, message, suggestion }),
  };
}
