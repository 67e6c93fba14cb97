/** What a model reads of a text that is too long. */

/** Bytes of UTF-8 that one tool result may have. */
export const MAX_RESULT_BYTES = 64 * 1024;

/**
 * Makes a text fit to be a tool result: no lone surrogates, no NULs, and no more than a number of
 * bytes. What is cut off is counted in a mark at the end.
 *
 * @param text Any text.
 * @param maxBytes Bytes of UTF-8 without the mark. Default 64 KiB.
 * @returns The text, cut between two code points.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { capResult } from "./cap_result.ts";
 *
 * assertEquals(capResult("añb", 2), "a\n[... 3 more bytes left out]");
 * ```
 */
export function capResult(text: string, maxBytes: number = MAX_RESULT_BYTES): string {
  const clean = text.toWellFormed().replaceAll("\0", "\uFFFD");
  // A code unit is at most three bytes.
  if (clean.length * 3 <= maxBytes) return clean;
  const bytes = new TextEncoder().encode(clean);
  if (bytes.length <= maxBytes) return clean;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  const kept = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end));
  return `${kept}\n[... ${bytes.length - end} more bytes left out]`;
}
