/** Wrong command lines: what Cliffy lets through, and what it says badly. */

import type { ValidationError } from "@cliffy/command";
import { ArchitectError } from "../errors.ts";
import { type Text, text, verbatim } from "../text.ts";
import { beforeLiterals } from "./before_literals.ts";
import { UsageError } from "./usage_error.ts";

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
  const name = empty.slice(0, -1);
  throw new ArchitectError(
    "usage",
    text("Cannot use {name} {value}: {why}", { name, value: '""', why: text("it is empty") }),
  );
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
  const suggestion = text("Run `{path} --help` for what it takes.", { path });
  return new ArchitectError("usage", messageOf(error, args), { suggestion, cause: error });
}

function messageOf(error: ValidationError, args: readonly string[]): Text {
  const given = beforeLiterals(args);
  // Both set one property in Cliffy, which then speaks of one flag given twice.
  const both = given.includes("--no-session") &&
    given.some((arg) => arg === "--session" || arg.startsWith("--session="));
  if (both) return text("Cannot use --session together with --no-session");
  return error instanceof UsageError ? error.text : textOfCliffy(error.message);
}

/**
 * What Cliffy says, to our text of the same words. Greedy: what was given may hold anything, and
 * stands before what Cliffy adds. By the words, as the names of classes do not outlive a build.
 */
const SAID_BY_CLIFFY: readonly (readonly [RegExp, (...found: string[]) => Text])[] = [
  [
    /^Unknown command "(.*)"\. Did you mean command "(.*)"\?$/s,
    (name, meant) =>
      text('Unknown command "{name}". Did you mean command "{meant}"?', { name, meant }),
  ],
  [
    /^Unknown option "(.*)"\. Did you mean option "(.*)"\?$/s,
    (name, meant) =>
      text('Unknown option "{name}". Did you mean option "{meant}"?', { name, meant }),
  ],
  [
    /^Invalid option "(.*)"\. Did you mean option "(.*)"\?$/s,
    (name, meant) =>
      text('Invalid option "{name}". Did you mean option "{meant}"?', { name, meant }),
  ],
  [
    /^Option "(.*)" can only occur once, but was found several times\.$/s,
    (name) => text('Option "{name}" can only occur once, but was found several times', { name }),
  ],
  [
    /^Missing value for option "(.*)"\.$/s,
    (name) => text('Missing value for option "{name}"', { name }),
  ],
  [
    /^Option "(.*?)" doesn't take a value, but got "(.*)"\.$/s,
    (name, value) =>
      text(`Option "{name}" doesn't take a value, but got "{value}"`, { name, value }),
  ],
  [
    /^Option "(.*)" cannot be combined with other options\.$/s,
    (name) => text('Option "{name}" cannot be combined with other options', { name }),
  ],
  [
    /^Option "(.*)" conflicts with option "(.*)"\.$/s,
    (name, other) => text('Option "{name}" conflicts with option "{other}"', { name, other }),
  ],
  [
    /^No arguments allowed for command "(.*)"\.$/s,
    (path) => text('No arguments allowed for command "{path}"', { path }),
  ],
  [/^Missing argument\(s\): (.*)$/s, (names) => text("Missing argument(s): {names}", { names })],
  [/^Too many arguments: (.*)$/s, (values) => text("Too many arguments: {values}", { values })],
];

function textOfCliffy(message: string): Text {
  for (const [pattern, toText] of SAID_BY_CLIFFY) {
    const found = pattern.exec(message);
    if (found !== null) return toText(...found.slice(1));
  }
  return verbatim(message.replace(/\.$/, ""));
}
