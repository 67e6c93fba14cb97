/** Values and keys of JSON that a reader does not expect. */

import type { Dice } from "./dice.ts";

/** Numbers at the ends of what is kept exactly, and beyond. */
export const NUMBERS = [
  ..."-1 -0 0.5 1e400 -1e400 1e14 1e16 9007199254740993 1e-400 0 1 2 3 4 5 7 50 999999".split(" "),
  "1" + "0".repeat(400),
  "0." + "3".repeat(400),
];

/** Keys with a meaning, to JavaScript or to a session. */
export const KEYS = [
  ..."__proto__ constructor toString hasOwnProperty prototype then toJSON length 0".split(" "),
  ..."messages message metadata task session_id status role content tool_calls".split(" "),
  ..."tool_call_id first_message messages_truncated truncated pending files runs".split(" "),
  "",
  "\u{d83d}",
  "\n",
];

/** What stands for a piece of JSON that no value is written as. */
export const RAW = "\u{e000}raw:";
/** Behind a key: it is to be the same key once more. */
export const TWIN = "\u{e000}twin";

/** A value that is mostly not what is wanted; `old` is what stands there. */
export function oddValue(dice: Dice, old: unknown): unknown {
  const odd = dice.pick(ODD_VALUES);
  return odd === null ? null : odd(dice, old);
}

const ODD_VALUES: readonly (null | ((dice: Dice, old: unknown) => unknown))[] = [
  null,
  () => true,
  () => [],
  () => ({}),
  () => "",
  () => "text",
  () => 0,
  () => 3,
  (dice) => `${RAW}${dice.pick(NUMBERS)}`,
  (dice) => `${RAW}${dice.pick(NUMBERS)}`,
  (dice) => `${RAW}"${dice.pick(["\\ud800", "\\udfff x", "\\ud83d\\ude80", "\\u0000"])}"`,
  (dice) => `${RAW}${nested(dice.pick([100, 148, 149, 150, 151, 400]))}`,
  (dice) => "x".repeat(dice.pick([100, 1000, 5000, 70_000])),
  (dice) => dice.pick(["\u{1b}[31m", "a\nb", "\u{2028}", "\u{202e}", "\u{feff}", "🚀", "ñ"]),
  (dice) => dice.pick(TIMES),
  (dice) => dice.pick(["success", "running", "system", "tool", "assistant", "user"]),
  (_, old) => [old],
  (_, old) => [old, old],
  (_, old) => ({ value: old }),
  (_, old) => String(old),
  () => JSON.parse('{"__proto__": {"role": "user"}, "constructor": null}'),
  () => [null, 1, "", [], {}, { type: "text" }, { type: "text", text: 3 }],
];

const TIMES = [
  "2026-02-30T00:00:00Z",
  "2026-13-45T99:99:99Z",
  "9999-12-31T23:59:59.999Z",
  "0000-01-01T00:00:00Z",
  "+010000-01-01T00:00:00Z",
  "2026-02-23 14:30",
  "2026-02-23T14:30:22.123456789+0530",
  "2026-02-23T24:00:00Z",
  "2026-02-23T14:30:60Z",
  "yesterday",
];

/** Lists in one another. */
export function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}
