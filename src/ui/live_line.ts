/** A line at a terminal that the next one replaces. */

import { cutToWidth } from "./display_width.ts";
import { writeToStderr } from "./stderr.ts";

/** Takes the cursor to the start of the line and clears it (ECMA-48: CR, EL). */
const CLEAR = "\r\x1b[K";

/**
 * Makes a line that changes.
 *
 * @param columns Width of the terminal; a longer text is cut, as a wrapped one could not be taken
 * away again.
 * @param write Takes text. Default: writes to stderr.
 * @returns Shows a text in place of the last one; empty text takes it away.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createLiveLine } from "./live_line.ts";
 *
 * let written = "";
 * const live = createLiveLine(10, (text) => written += text);
 * live("");
 * live("waiting for the model");
 * live("");
 * assertEquals(written, "\r\x1b[Kwaiting …\r\x1b[K");
 * ```
 */
export function createLiveLine(
  columns: number,
  write: (text: string) => void = writeToStderr,
): (text: string) => void {
  let shown = "";
  return (text) => {
    const next = cutToWidth(text, Math.max(columns - 1, 1));
    if (next === shown) return;
    shown = next;
    write(`${CLEAR}${next}`);
  };
}
