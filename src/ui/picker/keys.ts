/** What a terminal sends for the keys of a person. Pure. */

/** A key that does something; or text that was typed. */
export type Key =
  | "up"
  | "down"
  | "page up"
  | "page down"
  | "first"
  | "last"
  | "enter"
  | "leave"
  | "interrupt"
  | "erase"
  | "erase word"
  | "erase all"
  | { readonly text: string };

/** What was made of the text so far. */
export interface ParsedKeys {
  readonly keys: readonly Key[];
  /** The beginning of a sequence whose end is not there yet; or the Escape key itself. */
  readonly rest: string;
}

/** ECMA-48: CSI, parameters, intermediates, final; SS3 and one character; else Alt and a key. */
// deno-lint-ignore no-control-regex
const SEQUENCE = /^\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|O[\x20-\x7e]|[^[O\x1b])/;
// deno-lint-ignore no-control-regex
const BEGUN = /^\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*|O)?$/;
// deno-lint-ignore no-control-regex
const PRINTABLE = /^[^\x00-\x1f\x7f-\x9f]+/;

const SEQUENCES: Readonly<Record<string, Key>> = {
  "[A": "up",
  "OA": "up",
  "[B": "down",
  "OB": "down",
  "[5~": "page up",
  "[6~": "page down",
  "[H": "first",
  "OH": "first",
  "[1~": "first",
  "[7~": "first",
  "[F": "last",
  "OF": "last",
  "[4~": "last",
  "[8~": "last",
};

const CONTROLS: Readonly<Record<string, Key>> = {
  "\r": "enter",
  "\n": "enter",
  "\x10": "up",
  "\x0e": "down",
  "\x7f": "erase",
  "\b": "erase",
  "\x17": "erase word",
  "\x15": "erase all",
  // Where a terminal makes no signal of it.
  "\x03": "interrupt",
  "\x04": "leave",
};

/**
 * Tells which keys were pressed.
 *
 * @param text What the terminal sent.
 * @returns The keys. What is no key here is passed over, a sequence that nobody knows as a whole.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseKeys } from "./keys.ts";
 *
 * assertEquals(parseKeys("fix\x1b[B\r\x1b"), {
 *   keys: [{ text: "fix" }, "down", "enter"],
 *   rest: "\x1b",
 * });
 * ```
 */
export function parseKeys(text: string): ParsedKeys {
  const keys: Key[] = [];
  let rest = text;
  while (rest !== "" && !BEGUN.test(rest)) {
    const typed = PRINTABLE.exec(rest)?.[0];
    const sequence = SEQUENCE.exec(rest)?.[0];
    if (typed !== undefined) keys.push({ text: typed });
    else if (sequence !== undefined) {
      const key = SEQUENCES[sequence.slice(1)];
      if (key !== undefined) keys.push(key);
    } else if (rest.startsWith("\x1b")) keys.push("leave");
    else if (CONTROLS[rest[0]!] !== undefined) keys.push(CONTROLS[rest[0]!]!);
    rest = rest.slice((typed ?? sequence ?? " ").length);
  }
  return { keys, rest };
}
