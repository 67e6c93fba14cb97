/** Good files of sessions made bad, by dice whose throws can be repeated. */

import { concat } from "../../src/files/concat.ts";

/** Random choices that a seed repeats. The generator is mulberry32. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number of 0 or more, less than `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6D2B79F5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** A way to change a file. */
type Mutation = (bytes: Uint8Array, dice: Dice) => Uint8Array;

/** A file that was changed, and how. */
export interface Mutated {
  readonly bytes: Uint8Array;
  readonly how: string;
}

/**
 * Changes a file in one way, or in a few after each other.
 *
 * @param bytes A good file. It is not changed.
 * @param dice Choose what to do.
 * @returns The bad file; it may be good all the same.
 */
export function mutate(bytes: Uint8Array, dice: Dice): Mutated {
  const names: string[] = [];
  let changed = bytes;
  for (let times = 1 + dice.below(8) % 3; times > 0; times--) {
    const name = dice.pick(Object.keys(MUTATIONS));
    changed = MUTATIONS[name]!(changed, dice);
    names.push(name);
  }
  return { bytes: changed, how: names.join(", ") };
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a bit flipped": (bytes, dice) => {
    const copy = bytes.slice();
    if (copy.length > 0) copy[dice.below(copy.length)]! ^= 1 << dice.below(8);
    return copy;
  },
  "another byte": (bytes, dice) => {
    const copy = bytes.slice();
    // What means something in JSON does more harm than any byte does.
    if (copy.length > 0) copy[dice.below(copy.length)] = dice.pick(TELLING_BYTES);
    return copy;
  },
  "cut off": (bytes, dice) => bytes.slice(0, dice.below(bytes.length + 1)),
  "begun late": (bytes, dice) => bytes.slice(dice.below(Math.min(bytes.length, 200) + 1)),
  "a range gone": (bytes, dice) => {
    const [from, to] = range(bytes, dice);
    return concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  "a range twice": (bytes, dice) => {
    const [from, to] = range(bytes, dice);
    return concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  "a range elsewhere": (bytes, dice) => {
    const [from, to] = range(bytes, dice);
    return insert(bytes, dice.below(bytes.length + 1), bytes.subarray(from, to));
  },
  "noise put in": (bytes, dice) =>
    insert(
      bytes,
      dice.below(bytes.length + 1),
      Uint8Array.from({ length: 1 + dice.below(20) }, () => dice.below(256)),
    ),
  "a hole of NUL": (bytes, dice) => {
    const [from, to] = range(bytes, dice);
    return bytes.slice().fill(0, from, to);
  },
  "no UTF-8": inText([[0xFF], [0xC0, 0xAF], [0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]]),
  "half a surrogate pair": inText([[0xED, 0xA0, 0xBD], [0xED, 0xB2, 0xA9], [0xED, 0xA0]]),
  "an escaped half": inText(["\\ud83d", "\\uDE80", "\\ude80\\ud83d", "\\u0000", "\\\\ud83d"]),
  "a mark of the byte order": (bytes, dice) =>
    insert(bytes, dice.below(2) === 0 ? 0 : dice.below(bytes.length), BYTE_ORDER_MARK),
  "Windows line ends": (bytes) => encode(decode(bytes).replaceAll("\n", "\r\n")),
  "no line ends": (bytes) => encode(decode(bytes).replaceAll("\n", "")),
  "two lines swapped": inLines((lines, dice) => {
    const [a, b] = [dice.below(lines.length), dice.below(lines.length)];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
  }),
  "two lines made one": inLines((lines, dice) => {
    const at = dice.below(lines.length);
    lines.splice(at, 2, `${lines[at]}${lines[at + 1] ?? ""}`);
  }),
  "a line twice": inLines((lines, dice) => {
    const at = dice.below(lines.length);
    lines.splice(dice.below(lines.length + 1), 0, lines[at]!);
  }),
  "a line gone": inLines((lines, dice) => void lines.splice(dice.below(lines.length), 1)),
  "an empty line": inLines((lines, dice) => void lines.splice(dice.below(lines.length), 0, "")),
  "the first line again": inLines((lines, dice) => {
    lines.splice(dice.below(lines.length + 1), 0, lines[0]!);
  }),
  "another number": (bytes, dice) => {
    const text = decode(bytes);
    const numbers = [...text.matchAll(/(?<=[:[,] ?)\d[\d.]*(?=[,\n}\]])/g)];
    if (numbers.length === 0) return bytes;
    const { 0: old, index } = dice.pick(numbers);
    return encode(text.slice(0, index) + dice.pick(NUMBERS) + text.slice(index + old.length));
  },
  "another value": inJson((place, dice) => {
    place.holder[place.key] = oddValue(dice, place.holder[place.key]);
  }),
  "a key gone": inJson(({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  }),
  "another key": inJson(({ holder, key }, dice) => {
    if (Array.isArray(holder)) return;
    define(holder, dice.pick(KEYS), holder[key]);
    if (dice.below(2) === 0) delete holder[key];
  }),
  "a key more": inJson(({ holder }, dice) => {
    if (Array.isArray(holder)) holder.push(oddValue(dice, holder[0]));
    else define(holder, dice.pick(KEYS), oddValue(dice, null));
  }),
  "a key twice": inJson(({ holder, key }, dice) => {
    if (Array.isArray(holder)) return;
    define(holder, `${key}${TWIN}`, dice.below(2) === 0 ? holder[key] : oddValue(dice, null));
  }),
  "another order": inJson(({ holder }, dice) => {
    if (Array.isArray(holder)) return void holder.sort(() => dice.below(3) - 1);
    for (const key of Object.keys(holder).sort(() => dice.below(3) - 1)) {
      const value = holder[key];
      delete holder[key];
      define(holder, key, value);
    }
  }),
  "another root": (bytes, dice) => {
    const root = dice.pick(["null", "true", "7", '"text"', "[]", "{}", "", " ", "\n", "#[#]"]);
    return encode(root.replaceAll("#", () => decode(bytes)).replace("##", "#"));
  },
};

/** Bytes with a meaning in JSON or in UTF-8. */
const TELLING_BYTES = [...'{}[]":,\\/0123456789-+.eEtfnu \n\r\t'].map((letter) =>
  letter.charCodeAt(0)
).concat([0x00, 0x1B, 0x7F, 0x80, 0xBF, 0xC3, 0xED, 0xEF, 0xFF]);

const BYTE_ORDER_MARK = Uint8Array.of(0xEF, 0xBB, 0xBF);

const NUMBERS = [
  ..."-1 -0 0.5 1e400 -1e400 1e14 1e16 9007199254740993 1e-400 0 1 2 3 4 5 7 50 999999".split(" "),
  "1" + "0".repeat(400),
  "0." + "3".repeat(400),
];

/** Keys with a meaning, to JavaScript or to a session. */
const KEYS = [
  ..."__proto__ constructor toString hasOwnProperty prototype then toJSON length 0".split(" "),
  ..."messages message metadata task session_id status role content tool_calls".split(" "),
  ..."tool_call_id first_message messages_truncated truncated pending files runs".split(" "),
  "",
  "\u{d83d}",
  "\n",
];

/** What stands for a piece of JSON that no value is written as. */
const RAW = "\u{e000}raw:";
/** Behind a key: it is to be the same key once more. */
const TWIN = "\u{e000}twin";

function oddValue(dice: Dice, old: unknown): unknown {
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

/** Where something is in a value of JSON. */
interface Place {
  // deno-lint-ignore no-explicit-any
  readonly holder: any;
  readonly key: string;
}

/** Changes one place of the JSON in a file, or in one line of it; other content stays as it is. */
function inJson(change: (place: Place, dice: Dice) => void): Mutation {
  return (bytes, dice) => {
    const text = decode(bytes);
    const whole = changed(text, change, dice);
    if (whole !== null) return encode(whole);
    const lines = text.split("\n");
    const at = dice.below(lines.length);
    lines[at] = changed(lines[at]!, change, dice) ?? lines[at]!;
    return encode(lines.join("\n"));
  };
}

function changed(
  text: string,
  change: (place: Place, dice: Dice) => void,
  dice: Dice,
): string | null {
  const indent = text.startsWith("{\n") ? 2 : 0;
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    // Not JSON any more: the mutation before this one saw to that.
    return null;
  }
  const places = placesIn(root);
  if (places.length === 0) return null;
  change(dice.pick(places), dice);
  const written = JSON.stringify(root, null, indent)
    .replaceAll(
      new RegExp(`"${RAW}((?:[^"\\\\]|\\\\.)*)"`, "g"),
      (_, raw) => JSON.parse(`"${raw}"`),
    )
    .replaceAll(TWIN, "");
  return text.endsWith("\n") ? `${written}\n` : written;
}

/** Every place in a value; those near the root more often, as most is checked there. */
function placesIn(root: unknown): Place[] {
  const places: Place[] = [];
  const collect = (holder: unknown, weight: number) => {
    if (typeof holder !== "object" || holder === null || weight < -60) return;
    for (const [key, value] of Object.entries(holder)) {
      for (let times = Math.max(1, weight); times > 0; times--) places.push({ holder, key });
      collect(value, weight - 1);
    }
  };
  collect(root, 4);
  return places;
}

/** An own key, also where an assignment would do something else. */
function define(holder: Record<string, unknown>, key: string, value: unknown): void {
  const options = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(holder, key, options);
}

/** Puts something inside a text of the file, so that it is JSON still. */
function inText(pieces: readonly (string | readonly number[])[]): Mutation {
  return (bytes, dice) => {
    const piece = dice.pick(pieces);
    const added = typeof piece === "string" ? encode(piece) : Uint8Array.from(piece);
    let at = bytes.indexOf(0x20, dice.below(bytes.length + 1));
    // A space between two letters is inside a text.
    while (at !== -1 && !(isLetter(bytes[at - 1]) && isLetter(bytes[at + 1]))) {
      at = bytes.indexOf(0x20, at + 1);
    }
    return insert(bytes, at === -1 ? dice.below(bytes.length + 1) : at, added);
  };
}

function isLetter(byte = 0): boolean {
  return (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x41 && byte <= 0x5A);
}

function inLines(change: (lines: string[], dice: Dice) => void): Mutation {
  return (bytes, dice) => {
    const lines = decode(bytes).split("\n");
    change(lines, dice);
    return encode(lines.join("\n"));
  };
}

/** A range of some bytes, mostly a short one. */
function range(bytes: Uint8Array, dice: Dice): [number, number] {
  const from = dice.below(bytes.length + 1);
  const length = dice.below(dice.pick([4, 40, 400, bytes.length + 1]) + 1);
  return [from, Math.min(bytes.length, from + length)];
}

function insert(bytes: Uint8Array, at: number, added: Uint8Array): Uint8Array {
  return concat([bytes.subarray(0, at), added, bytes.subarray(at)]);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
