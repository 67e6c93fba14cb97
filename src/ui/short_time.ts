/**
 * A time to the second.
 *
 * @param at ISO 8601, UTC, `Z`; null: unknown.
 * @returns The time, or `-`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { shortTime } from "./short_time.ts";
 *
 * assertEquals(shortTime("2026-02-23T14:30:22.512Z"), "2026-02-23T14:30:22Z");
 * assertEquals(shortTime(null), "-");
 * ```
 */
export function shortTime(at: string | null): string {
  return at === null ? "-" : at.replace(/\.\d+Z$/, "Z");
}
