/** How much a text of JSON holds, told before it is parsed. */

/** What {@linkcode measureJson} found. */
export interface JsonMeasure {
  /** At least as many values are in it; a text that is no JSON may hold fewer. */
  readonly values: number;
  /** Lists and objects that stand in one another, at most. */
  readonly levels: number;
}

const QUOTE = 0x22;
const COMMA = 0x2C;
const BACKSLASH = 0x5C;
const OPENING = [0x5B, 0x7B];
const CLOSING = [0x5D, 0x7D];

/**
 * Counts what stands in a text of JSON, in one pass and without keeping anything: `JSON.parse` takes
 * some fifty bytes a level or value, however little room they take in the text.
 *
 * @param text JSON, or anything.
 * @returns Its values and levels, where it is JSON.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { measureJson } from "./measure_json.ts";
 *
 * assertEquals(measureJson('{"a": [1, "[[,"]}'), { values: 3, levels: 2 });
 * ```
 */
export function measureJson(text: string): JsonMeasure {
  let values = 0;
  let levels = 0;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at === -1) break;
    } else if (code === COMMA) {
      values++;
    } else if (OPENING.includes(code)) {
      values++;
      levels = Math.max(levels, ++level);
    } else if (CLOSING.includes(code)) {
      level--;
    }
  }
  return { values, levels };
}

/** Where the text ends that begins at a quote; -1 when it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}
