/**
 * Makes text from a model, a file or another process safe to show at a terminal: control characters
 * (which could move the cursor, colour, or hide what follows), invisible direction marks and lone
 * surrogates become visible escapes.
 *
 * @param text Any text.
 * @param options `newlines`: keep line ends and tabs as they are. Default false: the result is one
 * line.
 * @returns Text without control characters.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { escapeControls } from "./escape.ts";
 *
 * assertEquals(escapeControls("a\x1b[2Jb\nc"), "a\\x1b[2Jb\\nc");
 * ```
 */
export function escapeControls(
  text: string,
  options: { readonly newlines?: boolean } = {},
): string {
  const { newlines = false } = options;
  return text.toWellFormed().replace(UNSAFE, (character) => {
    if (newlines && (character === "\n" || character === "\t")) return character;
    const short = SHORT[character];
    if (short !== undefined) return short;
    const code = character.codePointAt(0)!;
    const hex = code.toString(16);
    if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
  });
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * C0, DEL, C1, line and paragraph separators, the marks that reorder or hide text, and what takes no
 * room; not U+200C and U+200D, which join letters and emoji.
 */
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
