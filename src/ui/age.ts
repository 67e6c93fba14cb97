import { inEnglish, type Translate } from "../language.ts";
import { text } from "../text.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** From the longest on; a session is seldom older than the last of them. */
const UNITS = [
  [365 * DAY_MS, "y"],
  [7 * DAY_MS, "w"],
  [DAY_MS, "d"],
  [HOUR_MS, "h"],
  [MINUTE_MS, "m"],
] as const;

/**
 * How long ago something was, in one unit.
 *
 * @param at ISO 8601, UTC, `Z`; null: unknown.
 * @param now The present.
 * @param translate Into the reader's language. Default: none.
 * @returns Such as `now`, `5m`, `3h`, `2d`, `7w`, `1y`; `-` where it is not known. What lies ahead,
 * by another machine's clock, is `now`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { formatAge } from "./age.ts";
 *
 * const now = new Date("2026-02-23T14:30:00Z");
 * assertEquals(formatAge("2026-02-23T11:00:00Z", now), "3h");
 * assertEquals(formatAge(null, now), "-");
 * ```
 */
export function formatAge(
  at: string | null,
  now: Date,
  translate: Translate = inEnglish,
): string {
  if (at === null) return "-";
  const ms = now.getTime() - Date.parse(at);
  const [unitMs, letter] = UNITS.find(([unitMs]) => ms >= unitMs) ?? [];
  return unitMs === undefined ? translate(text("now")) : `${Math.floor(ms / unitMs)}${letter}`;
}
