/** The times in a session file. */

import { text } from "../text.ts";
import { DamageError, shown } from "./fields.ts";

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * A stored time as architect writes it.
 *
 * @param value ISO 8601 (UTC where it names no zone), or seconds since 1970 as a number.
 * @param key Where it stands.
 * @param fallback What stands for a missing one.
 * @returns ISO 8601, UTC, `Z`. A text that is so already is given back as it is.
 * @throws {DamageError} It is no time.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readTime } from "./stored_time.ts";
 *
 * assertEquals(readTime(1771857022.5, "updated_at", ""), "2026-02-23T14:30:22.500Z");
 * assertEquals(readTime("2026-02-23T14:30:22Z", "updated_at", ""), "2026-02-23T14:30:22Z");
 * ```
 */
export function readTime(value: unknown, key: string, fallback: string): string {
  if (value === undefined || value === null) return fallback;
  const ms = milliseconds(value);
  // The last one is the last with a year of four digits: all that is written, and read again.
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) {
    throw new DamageError(
      text("{key} is {value}, and {wanted} is wanted", {
        key,
        value: shown(value),
        wanted: text("a time"),
      }),
    );
  }
  return typeof value === "string" && value.endsWith("Z") && value[10] === "T"
    ? value
    : new Date(ms).toISOString();
}

function milliseconds(value: unknown): number {
  if (typeof value === "number") return new Date(value * 1000).getTime();
  if (typeof value !== "string") return NaN;
  const match = ISO.exec(value);
  if (match === null) return NaN;
  return Date.parse(match[3] === undefined ? `${value.replace(" ", "T")}Z` : value);
}

/**
 * The start time that an id carries.
 *
 * @param sessionId An id.
 * @returns ISO 8601, UTC; 1970 for an id whose digits are no time.
 */
export function timeOfId(sessionId: string): string {
  const digits = sessionId.replaceAll("-", "");
  const at = (from: number, to: number) => digits.slice(from, to);
  const ms = Date.parse(
    `${at(0, 4)}-${at(4, 6)}-${at(6, 8)}T${at(8, 10)}:${at(10, 12)}:${at(12, 14)}Z`,
  );
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString();
}
