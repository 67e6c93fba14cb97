/** Reading records of which nothing is known, so that a wrong value is named and never used. */

import { TextError } from "../errors.ts";
import { isJsonObject } from "../json/json_object.ts";
import { text, type TextValue } from "../text.ts";

/** A record whose keys and values are unchecked. */
export type Dict = Readonly<Record<string, unknown>>;

/** A value that is not what a session file holds there. The message names the key. */
export class DamageError extends TextError {
  override readonly name = "DamageError";
}

/**
 * What a reader gives, where nothing is wrong with what it reads.
 *
 * @param read The reader.
 * @returns Its result; null when it throws a {@linkcode DamageError}.
 * @throws What else it throws.
 */
export function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}

/** A kind of value: a test, and the words for it. */
export interface Kind<T> {
  readonly wanted: TextValue;
  is(value: unknown): value is T;
}

/** Any text. */
export const TEXT: Kind<string> = {
  wanted: text("a text"),
  is: (value): value is string => typeof value === "string",
};

/** Texts. */
export const TEXTS: Kind<string[]> = {
  wanted: text("a list of texts"),
  is: (value): value is string[] => Array.isArray(value) && value.every(TEXT.is),
};

/** Far more than anything counts to, and so little that counting on from it stays exact. */
const MAX = 1e15;

/** A whole number of 0 or more. */
export const COUNT: Kind<number> = {
  wanted: text("a whole number of 0 or more"),
  is: (value): value is number => Number.isInteger(value) && isAmount(value),
};

/** A number of 0 or more. */
export const AMOUNT: Kind<number> = { wanted: text("a number of 0 or more"), is: isAmount };

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= MAX;
}

/** True or false. */
export const FLAG: Kind<boolean> = {
  wanted: text("true or false"),
  is: (value): value is boolean => typeof value === "boolean",
};

/** A record. */
export const DICT: Kind<Dict> = {
  wanted: text("an object"),
  is: isJsonObject,
};

/** A list of anything. */
export const LIST: Kind<readonly unknown[]> = { wanted: text("a list"), is: Array.isArray };

/**
 * One of some words.
 *
 * @param words The words.
 * @returns The kind.
 */
export function oneOf<T extends string>(words: readonly T[]): Kind<T> {
  return {
    wanted: words.length === 1
      ? String(words[0])
      : text("one of {words}", { words: words.join(", ") }),
    is: (value): value is T => words.some((word) => word === value),
  };
}

/**
 * A value of a kind.
 *
 * @param value The value.
 * @param key Where it stands, such as `messages[3].role`.
 * @param kind What is wanted there.
 * @returns The value.
 * @throws {DamageError} It is missing or something else.
 *
 * @example
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { COUNT, DamageError, wanted } from "./fields.ts";
 *
 * assertEquals(wanted(3, "steps_completed", COUNT), 3);
 * assertThrows(
 *   () => wanted("3", "steps_completed", COUNT),
 *   DamageError,
 *   'steps_completed is "3", and a whole number of 0 or more is wanted',
 * );
 * ```
 */
export function wanted<T>(value: unknown, key: TextValue, kind: Kind<T>): T {
  if (kind.is(value)) return value;
  if (value === undefined) throw new DamageError(text("{key} is missing", { key }));
  throw new DamageError(
    text("{key} is {value}, and {wanted} is wanted", {
      key,
      value: shown(value),
      wanted: kind.wanted,
    }),
  );
}

/**
 * A value of a kind that may be missing or null.
 *
 * @param value The value.
 * @param key Where it stands.
 * @param kind What is wanted there.
 * @param fallback What stands for a missing one.
 * @returns The value or the fallback.
 * @throws {DamageError} It is something else.
 */
export function optional<T, F>(value: unknown, key: string, kind: Kind<T>, fallback: F): T | F {
  return value === undefined || value === null ? fallback : wanted(value, key, kind);
}

/**
 * A value of JSON as a reason shows it.
 *
 * @param value The value.
 * @returns Its JSON, cut where it is long; only the kind of a list or an object.
 */
export function shown(value: unknown): TextValue {
  if (Array.isArray(value)) return text("a list");
  if (typeof value === "object" && value !== null) return text("an object");
  const json = JSON.stringify(value);
  const short = json.length > 60 ? `${json.slice(0, 60).toWellFormed()}...` : json;
  // JSON escapes only some of them.
  return short.replace(/\p{Cc}/gu, " ");
}
