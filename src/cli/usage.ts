/** Wrong command lines: what Cliffy lets through, and what it says badly. */

import type { ValidationError } from "@cliffy/command";
import { ArchitectError } from "../errors.ts";

/**
 * The arguments that are flags or commands: those before `--`.
 *
 * @param args The whole command line.
 * @returns Its beginning.
 */
export function beforeLiterals(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}

/**
 * Refuses `--flag=` without a value, for which Cliffy would take the next argument: an unset shell
 * variable would make the prompt the value of the flag.
 *
 * @param args The whole command line.
 * @throws {ArchitectError} `usage`.
 */
export function refuseEmptyValues(args: readonly string[]): void {
  const empty = beforeLiterals(args).find((arg) => /^--?[a-z][a-z-]*=$/.test(arg));
  if (empty === undefined) return;
  throw new ArchitectError("usage", `Cannot use ${empty.slice(0, -1)} "": it is empty`);
}

/**
 * Turns what Cliffy threw for a wrong command line into an error of ours.
 *
 * @param error What `parse()` rejected with.
 * @param args The whole command line.
 * @returns The error, with code `usage`.
 */
export function usageError(error: ValidationError, args: readonly string[]): ArchitectError {
  const path = error.cmd?.getPath() ?? "architect";
  const suggestion = `Run \`${path} --help\` for what it takes.`;
  const given = beforeLiterals(args);
  // Both set one property in Cliffy, which then speaks of one flag given twice.
  const both = given.includes("--no-session") &&
    given.some((arg) => arg === "--session" || arg.startsWith("--session="));
  const message = both ? "Cannot use --session together with --no-session" : error.message;
  return new ArchitectError("usage", message.replace(/\.$/, ""), { suggestion, cause: error });
}
