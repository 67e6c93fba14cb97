/** Text that every reader of JSON takes: no half of a surrogate pair. */

import { nestsDeeper } from "./nests_deeper.ts";

/** How JSON writes half a pair; also matches a backslash that stands before "ud8", which is fine. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** How JSON writes a number that may be beyond all that are kept: it would come out as Infinity. */
const HUGE_NUMBER = /\d[eE]\+?\d{3}|(?<!\d)\d{200}/;

/**
 * A value of JSON with every lone surrogate, in texts and in keys, replaced by U+FFFD.
 *
 * @param value The value. It is not changed.
 * @returns The same value where nothing had to be replaced, else a copy.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { wellFormed } from "./well_formed.ts";
 *
 * assertEquals(wellFormed({ a: ["\ud83d", 1] }), { a: ["\ufffd", 1] });
 * ```
 */
export function wellFormed<T>(value: T): T {
  const text = JSON.stringify(value);
  // JSON.stringify looks at every character anyway, and far faster than a walk does.
  return text !== undefined && ESCAPED_SURROGATE.test(text) ? replaced(value) as T : value;
}

/**
 * The JSON text of a value without lone surrogates.
 *
 * @param value The value.
 * @param indent Spaces of a level; 0: all in one line. Default 2.
 * @returns The text.
 */
export function wellFormedJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, null, indent);
  return ESCAPED_SURROGATE.test(text) ? JSON.stringify(replaced(value), null, indent) : text;
}

/**
 * Parses JSON and replaces lone surrogates.
 *
 * @param text JSON.
 * @param maxDepth Levels that it may nest: what reads it on goes down by recursion.
 * @returns The value.
 * @throws {SyntaxError} It is not JSON, nested deeper, or holds a number that would be Infinity, which
 * JSON writes as null.
 */
export function parseWellFormed(text: string, maxDepth: number): unknown {
  const value: unknown = JSON.parse(text);
  if (nestsDeeper(value, maxDepth)) {
    throw new SyntaxError(`it is nested deeper than ${maxDepth} levels`);
  }
  if (HUGE_NUMBER.test(text) && !hasOnlyFinite(value)) {
    throw new SyntaxError("a number is too large");
  }
  return ESCAPED_SURROGATE.test(text) ? replaced(value) : value;
}

function hasOnlyFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(hasOnlyFinite);
}

function replaced(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), replaced(member)]),
  );
}
