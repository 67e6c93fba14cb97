/**
 * The values that flags and arguments take. Each function gives the value or throws Cliffy's
 * `ValidationError`, which names the flag, what was given and what is wanted.
 */

import { ValidationError } from "@cliffy/command";
import { type Mode, MODES } from "../mode.ts";

/** What Cliffy hands to a type: `name` is `--flag`, or the name of an argument. */
export interface GivenValue {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}

/** Longest time limit, in seconds: longer ones do not fit into a timer of 32-bit milliseconds. */
const MAX_TIMEOUT_SECONDS = 2_000_000;

/** Text that is not blank: an unset shell variable never starts anything. */
export function text(given: GivenValue): string {
  if (given.value.trim() === "") throw refused(given, "it is empty");
  return given.value;
}

/** An http or https URL. */
export function httpUrl(given: GivenValue): string {
  const url = URL.parse(given.value);
  if (url?.protocol === "http:" || url?.protocol === "https:") return given.value;
  throw refused(given, "a URL that begins with http:// or https:// is wanted");
}

/** USD in total, or with a `+` on top of what is spent. */
export function budget(given: GivenValue): { readonly usd: number; readonly onTop: boolean } {
  const [, plus, digits] = /^(\+?)(\d+(?:\.\d+)?|\.\d+)$/.exec(given.value) ?? [];
  const usd = Number(digits);
  if (Number.isFinite(usd)) return { usd, onTop: plus === "+" };
  throw refused(given, "an amount of USD such as 1.50, or +1.50 for more than is spent, is wanted");
}

/** A time limit in seconds. */
export function seconds(given: GivenValue): number {
  const value = /^(\d+(\.\d+)?|\.\d+)$/.test(given.value) ? Number(given.value) : NaN;
  if (value > 0 && value <= MAX_TIMEOUT_SECONDS) return value;
  throw refused(given, `a number of seconds above 0, at most ${MAX_TIMEOUT_SECONDS}, is wanted`);
}

/** An integer of 1 or more. */
export function count(given: GivenValue): number {
  const value = wholeNumber(given.value);
  if (value >= 1) return value;
  throw refused(given, "an integer of 1 or more is wanted");
}

/** An integer of 0 or more. */
export function days(given: GivenValue): number {
  const value = wholeNumber(given.value);
  if (value >= 0) return value;
  throw refused(given, "an integer of 0 or more is wanted");
}

/** What a process can exit with. */
export function exitCode(given: GivenValue): number {
  const value = wholeNumber(given.value);
  if (value >= 0 && value <= 255) return value;
  throw refused(given, "an integer from 0 to 255 is wanted");
}

/** A value that is one of a few words, which a shell can complete. */
export interface Choice<T extends string> {
  (given: GivenValue): T;
  /** The words. */
  readonly values: readonly T[];
}

/** When a person is asked. */
export const mode: Choice<Mode> = oneOf(MODES);

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
    throw refused(given, `one of ${values.join(", ")} is wanted`);
  };
  return Object.assign(choose, { values });
}

/** NaN for anything but digits. */
function wholeNumber(value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? number : NaN;
}

function refused(given: GivenValue, why: string): ValidationError {
  const name = given.label === "Argument" ? `<${given.name}>` : given.name;
  return new ValidationError(`Cannot use ${name} ${JSON.stringify(given.value)}: ${why}`);
}
