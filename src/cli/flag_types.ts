/**
 * The values that flags and arguments take. Each function gives the value or throws a
 * `UsageError`, which names the flag, what was given and what is wanted.
 */

import { type Language, LANGUAGES } from "../language.ts";
import { type Mode, MODES } from "../mode.ts";
import { type Text, text } from "../text.ts";
import { UsageError } from "./usage_error.ts";

/** What Cliffy hands to a type: `name` is `--flag`, or the name of an argument. */
export interface GivenValue {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}

/** Longest time limit, in seconds: longer ones do not fit into a timer of 32-bit milliseconds. */
const MAX_TIMEOUT_SECONDS = 2_000_000;

/** Text that is not blank: an unset shell variable never starts anything. */
export function notBlank(given: GivenValue): string {
  if (given.value.trim() === "") throw refused(given, text("it is empty"));
  return given.value;
}

/** An http or https URL. */
export function httpUrl(given: GivenValue): string {
  const url = URL.parse(given.value);
  if (url?.protocol === "http:" || url?.protocol === "https:") return given.value;
  throw refused(given, text("a URL that begins with http:// or https:// is wanted"));
}

/** USD in total, or with a `+` on top of what is spent. */
export function budget(given: GivenValue): { readonly usd: number; readonly onTop: boolean } {
  const [, plus, digits] = /^(\+?)(\d+(?:\.\d+)?|\.\d+)$/.exec(given.value) ?? [];
  const usd = Number(digits);
  if (Number.isFinite(usd)) return { usd, onTop: plus === "+" };
  throw refused(
    given,
    text("an amount of USD such as 1.50, or +1.50 for more than is spent, is wanted"),
  );
}

/** A time limit in seconds. */
export function seconds(given: GivenValue): number {
  const value = /^(\d+(\.\d+)?|\.\d+)$/.test(given.value) ? Number(given.value) : NaN;
  if (value > 0 && value <= MAX_TIMEOUT_SECONDS) return value;
  const most = MAX_TIMEOUT_SECONDS;
  throw refused(given, text("a number of seconds above 0, at most {most}, is wanted", { most }));
}

/** An integer of 1 or more. */
export function count(given: GivenValue): number {
  const value = wholeNumber(given.value);
  if (value >= 1) return value;
  throw refused(given, text("an integer of 1 or more is wanted"));
}

/** An integer of 0 or more. */
export function days(given: GivenValue): number {
  const value = wholeNumber(given.value);
  if (value >= 0) return value;
  throw refused(given, text("an integer of 0 or more is wanted"));
}

/** What a process can exit with. */
export function exitCode(given: GivenValue): number {
  const value = wholeNumber(given.value);
  if (value >= 0 && value <= 255) return value;
  throw refused(given, text("an integer from 0 to 255 is wanted"));
}

/** A value that is one of a few words, which a shell can complete. */
export interface Choice<T extends string> {
  (given: GivenValue): T;
  /** The words. */
  readonly values: readonly T[];
}

/** When a person is asked. */
export const mode: Choice<Mode> = oneOf(MODES);

/** In which language people are spoken to. */
export const language: Choice<Language> = oneOf(LANGUAGES);

const STATUSES = ["running", "success", "partial", "failed", "interrupted", "corrupt"] as const;

/** See {@linkcode status}. */
export type SessionStatusShown = typeof STATUSES[number];

/** How a listing shows that a session stands. */
export const status: Choice<SessionStatusShown> = oneOf(STATUSES);

/**
 * Makes the type of a value that is one of a few words.
 *
 * @param values The words.
 * @returns The type.
 */
export function oneOf<T extends string>(values: readonly T[]): Choice<T> {
  const choose = (given: GivenValue): T => {
    const found = values.find((value) => value === given.value);
    if (found !== undefined) return found;
    throw refused(given, text("one of {words} is wanted", { words: values.join(", ") }));
  };
  return Object.assign(choose, { values });
}

/** NaN for anything but digits. */
function wholeNumber(value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? number : NaN;
}

function refused(given: GivenValue, why: Text): UsageError {
  const name = given.label === "Argument" ? `<${given.name}>` : given.name;
  const value = JSON.stringify(given.value);
  return new UsageError(text("Cannot use {name} {value}: {why}", { name, value, why }));
}
