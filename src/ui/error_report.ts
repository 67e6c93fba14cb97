/** How a command that failed says so. */

import type { RunError } from "../agent/events.ts";
import { ArchitectError, messageOf } from "../errors.ts";
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
    return new ArchitectError("no_permission", line, { cause: thrown });
  }
  return new ArchitectError("internal", line, {
    cause: thrown,
    suggestion: "Set ARCHITECT_DEBUG=1 to see where it came from.",
  });
}

/**
 * What a person is told of a failure.
 *
 * @param error The failure.
 * @param options `debug`: with the stack of what nobody expected. Default false.
 * @returns Lines without control characters.
 */
export function errorLines(
  error: ArchitectError,
  options: { readonly debug?: boolean } = {},
): string[] {
  const lines = [`error: ${escapeControls(error.message)}`];
  const { cause } = error;
  if (options.debug && error.code === "internal" && cause instanceof Error) {
    lines.push(escapeControls(cause.stack ?? "", { newlines: true }));
  } else if (error.suggestion !== null) {
    lines.push(escapeControls(error.suggestion, { newlines: true }));
  }
  return lines;
}

/** The JSON document of a command that failed. */
export interface ErrorDocument {
  readonly session_id: string | null;
  readonly status: "failed";
  readonly error: RunError;
}

/**
 * What a program is told of a failure.
 *
 * @param error The failure.
 * @returns The document.
 */
export function errorDocument(error: ArchitectError): ErrorDocument {
  const { code, message, suggestion, sessionId } = error;
  return { session_id: sessionId, status: "failed", error: { code, message, suggestion } };
}
