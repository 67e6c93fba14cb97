/**
 * What can go wrong, as a code that scripts read, and the exit code that goes with each.
 *
 * May be imported by every file and imports only what texts are.
 */

import { type Text, verbatim } from "./text.ts";

/** Exit code of every {@linkcode ErrorCode}. */
export const EXIT_CODES = {
  internal: 1,
  llm_error: 1,
  cassette_error: 1,
  incomplete: 1,
  usage: 3,
  config: 3,
  no_permission: 3,
  session_not_found: 3,
  session_ambiguous: 3,
  auth_error: 4,
  session_corrupt: 6,
  session_too_large: 6,
  session_too_new: 6,
  session_locked: 7,
  session_conflict: 7,
  save_error: 8,
  user_interrupt: 130,
} as const;

/** A kind of failure, stable across releases: what `error.code` holds in JSON output. */
export type ErrorCode = keyof typeof EXIT_CODES;

/** Options of {@linkcode ArchitectError}. */
export interface ArchitectErrorOptions {
  /** The way out, as a sentence or a command that works. */
  readonly suggestion?: Text;
  /** The error that led to this one. */
  readonly cause?: unknown;
  /** The session that the failure is about. */
  readonly sessionId?: string;
}

/** An error whose message is a text: `message` has it in English. */
export class TextError extends Error {
  /** The message, to be translated. */
  readonly text: Text;

  /**
   * @param text The message.
   * @param options `cause`: the error that led to this one.
   */
  constructor(text: Text, options: { readonly cause?: unknown } = {}) {
    super(String(text), options.cause === undefined ? undefined : { cause: options.cause });
    this.text = text;
  }
}

/**
 * A failure that the user can act on: what could not be done, its state, and the way out.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { ArchitectError } from "./errors.ts";
 * import { text } from "./text.ts";
 *
 * const error = new ArchitectError(
 *   "config",
 *   text("Cannot use the current folder: it cannot be read"),
 *   { suggestion: text("Start architect in a folder that exists.") },
 * );
 * assertEquals(error.exitCode, 3);
 * ```
 */
export class ArchitectError extends TextError {
  override readonly name = "ArchitectError";
  /** What kind of failure it is. */
  readonly code: ErrorCode;
  /** The way out, or null. */
  readonly suggestion: Text | null;
  /** The session that the failure is about, or null. */
  readonly sessionId: string | null;

  /**
   * @param code What kind of failure it is.
   * @param message "Cannot <verb> <thing> "<value>": <state>", without a final period.
   * @param options The way out, the cause, the session.
   */
  constructor(code: ErrorCode, message: Text, options: ArchitectErrorOptions = {}) {
    super(message, options);
    const { suggestion = null, sessionId = null } = options;
    this.code = code;
    this.suggestion = suggestion;
    this.sessionId = sessionId;
  }

  /**
   * The same failure with another way out.
   *
   * @param suggestion The way out.
   * @returns The error.
   */
  withSuggestion(suggestion: Text): ArchitectError {
    const { code, text, cause, sessionId } = this;
    const about = sessionId === null ? {} : { sessionId };
    return new ArchitectError(code, text, { suggestion, cause, ...about });
  }

  /**
   * The same failure, said of a session.
   *
   * @param sessionId The session; one that the error names already stays.
   * @returns The error.
   */
  about(sessionId: string): ArchitectError {
    if (this.sessionId !== null) return this;
    return new ArchitectError(this.code, this.text, {
      suggestion: this.suggestion ?? undefined,
      cause: this.cause ?? this,
      sessionId,
    });
  }

  /** The exit code of the process that ends with this error. */
  get exitCode(): number {
    return EXIT_CODES[this.code];
  }
}

/**
 * The message of anything that was thrown, with the messages of its causes.
 *
 * @param error What was thrown.
 * @returns One line of text.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.message || error.name;
  if (error.cause === undefined || error.cause === null) return own;
  const cause = messageOf(error.cause);
  return own.includes(cause) ? own : `${own}: ${cause}`;
}

/**
 * {@linkcode messageOf} as a text: that of an error of ours is translated, what others said stays.
 *
 * @param error What was thrown.
 * @returns One line of text.
 */
export function textOf(error: unknown): Text {
  return error instanceof TextError ? error.text : verbatim(messageOf(error));
}
