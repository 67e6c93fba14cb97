/** Text measured and cut by the columns that it takes at a terminal. */

import { unicodeWidth } from "@std/cli/unicode-width";

/** Made when it is needed: that alone takes longer than to start the program. */
const graphemes = (() => {
  let made: Intl.Segmenter | undefined;
  return (text: string) =>
    (made ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(text);
})();

/**
 * The columns that a text takes: two for a CJK character or an emoji, however many code points it is
 * made of.
 *
 * @param text Text without control characters.
 * @returns Columns.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { displayWidth } from "./display_width.ts";
 *
 * assertEquals(["añade", "日本", "👩‍💻"].map(displayWidth), [5, 4, 2]);
 * ```
 */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment);
  return width;
}

/**
 * Cuts a text to a number of columns; one that was cut ends in `…`.
 *
 * @param text Text without control characters.
 * @param columns At least 1.
 * @returns Text that takes no more than that.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { cutToWidth } from "./display_width.ts";
 *
 * assertEquals(cutToWidth("日本語", 6), "日本語");
 * assertEquals(cutToWidth("日本語", 5), "日本…");
 * ```
 */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns && PLAIN.test(text)) return text;
  let width = 0;
  let fits = 0;
  for (const { segment, index } of graphemes(text)) {
    width += graphemeWidth(segment);
    if (width > columns) return `${text.slice(0, fits)}…`;
    // What is kept when the next one does not fit leaves a column for the mark.
    if (width <= columns - 1) fits = index + segment.length;
  }
  return text;
}

/**
 * Fills a text with spaces.
 *
 * @param text Text without control characters.
 * @param columns What it is to take; a longer text stays as it is.
 * @returns The text and spaces.
 */
export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

const PLAIN = /^[\x20-\x7e]*$/;

/** A grapheme is drawn in at most two columns; with U+FE0F as an emoji, in two. */
function graphemeWidth(grapheme: string): number {
  if (grapheme.includes("\ufe0f")) return 2;
  return Math.min(2, unicodeWidth(grapheme));
}
