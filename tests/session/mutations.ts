/** Good files of sessions made bad, by dice whose throws can be repeated. */

import { concat } from "../../src/files/concat.ts";
import type { Dice } from "./dice.ts";
import { define, inJson } from "./mutated_json.ts";
import { KEYS, NUMBERS, oddValue, TWIN } from "./odd_values.ts";

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
