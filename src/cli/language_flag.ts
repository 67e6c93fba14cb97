/** `--lang`, which must be known before the command line is parsed: a wrong one is refused in words. */

import { type Language, LANGUAGES } from "../language.ts";
import { beforeLiterals } from "./before_literals.ts";

/** A command line, and the language that it asks for. */
export interface LanguageFlag {
  /** What `--lang` gives; undefined where it is not given, or is wrong: the parser refuses it. */
  readonly language?: Language;
  /** The command line without the flag; with it, where the parser will refuse it. */
  readonly rest: readonly string[];
}

const FLAG = /^--lang(?:=(.*))?$/s;

/**
 * Takes `--lang` out of a command line.
 *
 * @param args The whole command line.
 * @returns The language, and the rest.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { takeLanguage } from "./language_flag.ts";
 *
 * assertEquals(takeLanguage(["sessions", "--lang", "es", "--help"]), {
 *   language: "es",
 *   rest: ["sessions", "--help"],
 * });
 * ```
 */
export function takeLanguage(args: readonly string[]): LanguageFlag {
  const flags = beforeLiterals(args);
  const given = flags.flatMap((flag, index) => FLAG.test(flag) ? [index] : []);
  const last = given.at(-1);
  if (last === undefined) return { rest: args };
  const [, joined] = FLAG.exec(flags[last]!) ?? [];
  const value = joined ?? flags[last + 1];
  const language = LANGUAGES.find((language) => language === value);
  if (language === undefined || given.length > 1) return { language, rest: args };
  return { language, rest: args.toSpliced(last, joined === undefined ? 2 : 1) };
}
