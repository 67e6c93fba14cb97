/** Changing one place of the JSON in a file. */

import type { Dice } from "./dice.ts";
import { RAW, TWIN } from "./odd_values.ts";

/** Where something is in a value of JSON. */
export interface Place {
  // deno-lint-ignore no-explicit-any
  readonly holder: any;
  readonly key: string;
}

/** Changes one place of the JSON in a file, or in one line of it; other content stays as it is. */
export function inJson(
  change: (place: Place, dice: Dice) => void,
): (bytes: Uint8Array, dice: Dice) => Uint8Array {
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
export function define(holder: Record<string, unknown>, key: string, value: unknown): void {
  const options = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(holder, key, options);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
