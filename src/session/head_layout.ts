/** The head of a state file as architect writes it: what a listing shows, a line a key. */

import { decodeUtf8 } from "../files/strict_utf8.ts";
import { parseWellFormed } from "../json/well_formed.ts";
import { DICT, type Dict } from "./fields.ts";
import { FILE_KEYS } from "./session_dict.ts";

const NEWLINE = 0x0A;
const COMMA = 0x2C;
const BRACE = 0x7D;

/** The keys of the head, in order. */
export const HEAD_KEYS: readonly string[] = FILE_KEYS.slice(0, FILE_KEYS.indexOf("task") + 1);
/** Lines that hold what a listing shows: the opening brace, and a line a key. */
const HEAD_LINES = 1 + HEAD_KEYS.length;

/** A record of texts and numbers: more levels than that are not architect's. */
const HEAD_DEPTH = 1;

/**
 * Where a head ends, if the file has one.
 *
 * @param bytes The content, from its start.
 * @param length How many of the bytes are content. Default: all.
 * @returns How many bytes lie before the line end of the last key; -1 when that is further on.
 */
export function endOfHead(bytes: Uint8Array, length = bytes.length): number {
  let end = -1;
  for (let line = 0; line < HEAD_LINES; line++) {
    end = bytes.indexOf(NEWLINE, end + 1);
    if (end === -1 || end >= length) return -1;
  }
  return end;
}

/**
 * Reads a head.
 *
 * @param bytes The content, from its start.
 * @param end Where the head ends: see {@linkcode endOfHead}.
 * @returns Its keys, their values unchecked; null for another layout, and for damage of any kind.
 */
export function parseHead(bytes: Uint8Array, end: number): Dict | null {
  if (bytes[end - 1] !== COMMA) return null;
  try {
    const text = closed(bytes, end);
    // Without an escape no half of a pair can be in it; what the values are is checked one by one.
    const dict: unknown = text.includes("\\u")
      ? parseWellFormed(text, HEAD_DEPTH)
      : JSON.parse(text);
    return DICT.is(dict) && isLaidOut(dict) ? dict : null;
  } catch (error) {
    // A TypeError tells of bytes that are no UTF-8.
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    return null;
  }
}

/** The head as an object: with a brace for its last comma, in place, as a second text costs as much again. */
function closed(bytes: Uint8Array, end: number): string {
  bytes[end - 1] = BRACE;
  try {
    return decodeUtf8(bytes.subarray(0, end));
  } finally {
    bytes[end - 1] = COMMA;
  }
}

function isLaidOut(dict: Dict): boolean {
  const keys = Object.keys(dict);
  return keys.length === HEAD_KEYS.length && keys.every((key, index) => key === HEAD_KEYS[index]);
}
