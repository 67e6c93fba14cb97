/** A session as the bytes of its state file, and back. */

import type { Message } from "../llm/provider.ts";
import { measureJson } from "../json/measure_json.ts";
import { decodeUtf8 } from "../files/strict_utf8.ts";
import { parseWellFormed, wellFormedJson } from "../json/well_formed.ts";
import { text } from "../text.ts";
import { DamageError, DICT, type Dict, wanted } from "./fields.ts";
import { endOfHead, HEAD_KEYS, parseHead } from "./head_layout.ts";
import { headOf, readState } from "./session_dict.ts";
import type { SessionState } from "./session_state.ts";
import { corrupt } from "./unreadable.ts";

/** A state file larger than this is neither written nor read: 64 MiB. */
export const MAX_STATE_BYTES = 64 * 1024 * 1024;

/** More levels than any session has. */
export const MAX_STATE_DEPTH = 150;

/** More values than any session has: parsed, each takes far more room than in the file. */
const MAX_STATE_VALUES = 1_000_000;

/** How many values may still be read of several texts together. */
export interface ValueBudget {
  left: number;
}

const SEPARATOR = encode(",\n    ");

/**
 * Turns sessions into bytes, and keeps those of every message, so that a save costs what is new.
 * A message must never change: the bytes are kept by its identity, as long as it lives.
 */
export class SessionEncoder {
  readonly #kept = new WeakMap<Message, Uint8Array>();

  /**
   * The content of a state file: `JSON.stringify(toDict(state), null, 2)` and a newline.
   *
   * @param state The session.
   * @returns The bytes, in pieces.
   */
  encode(state: SessionState): Uint8Array[] {
    const head = wellFormedJson(headOf(state)).slice(0, -"\n}".length);
    if (state.messages.length === 0) return [encode(`${head},\n  "messages": []\n}\n`)];
    const pieces = [encode(`${head},\n  "messages": [\n    `)];
    for (const message of state.messages) {
      if (pieces.length > 1) pieces.push(SEPARATOR);
      pieces.push(this.#message(message));
    }
    pieces.push(encode("\n  ]\n}\n"));
    return pieces;
  }

  #message(message: Message): Uint8Array {
    let bytes = this.#kept.get(message);
    if (bytes === undefined) {
      // Newlines inside texts are escaped: every real one is followed by indentation.
      bytes = encode(wellFormedJson(message).replaceAll("\n", "\n    "));
      this.#kept.set(message, bytes);
    }
    return bytes;
  }
}

/**
 * Reads the content of a state file.
 *
 * @param bytes The content.
 * @param id The id that the file's name gives.
 * @returns The session.
 * @throws {ArchitectError} `session_corrupt`, saying what is wrong; `session_too_new`.
 */
export function decodeSession(bytes: Uint8Array, id: string): SessionState {
  try {
    const dict = decodeDict(bytes);
    refuseTwins(bytes, dict);
    return readState(dict, id);
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    throw corrupt(id, error.text, error);
  }
}

/** A listing believes the head: a key that comes again behind it would make it tell another story. */
function refuseTwins(bytes: Uint8Array, dict: Dict): void {
  const end = endOfHead(bytes);
  const head = end === -1 ? null : parseHead(bytes, end);
  if (head === null) return;
  const twin = HEAD_KEYS.find((key) => head[key] !== dict[key]);
  if (twin !== undefined) {
    throw new DamageError(text("{key} is there twice, with different values", { key: twin }));
  }
}

/**
 * Reads the content of a state file as a record whose values are unchecked.
 *
 * @param bytes The content.
 * @param budget How many values may be in it and in what else is read together with it; counted down.
 * Default: a million.
 * @returns The record.
 * @throws {DamageError} It is empty, no JSON, or no record.
 */
export function decodeDict(
  bytes: Uint8Array,
  budget?: ValueBudget,
): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) throw new DamageError(text("empty file"));
  try {
    return wanted(parseJson(decodeText(bytes), budget), text("the content"), DICT);
  } catch (error) {
    // JSON has no NUL: looked for only where something is wrong.
    const hole = error instanceof DamageError && bytes.includes(0);
    if (!hole) throw error;
    throw new DamageError(text("a hole of NUL bytes is in the file"), { cause: error });
  }
}

function parseJson(json: string, budget?: ValueBudget): unknown {
  try {
    refuseCrowded(json, budget);
    return parseWellFormed(json, MAX_STATE_DEPTH);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const detail = brief(error.message);
    throw new DamageError(text("not valid JSON: {detail}", { detail }), { cause: error });
  }
}

/** Before it is parsed: of 64 MiB of brackets the parser makes gigabytes. */
function refuseCrowded(json: string, budget?: ValueBudget): void {
  // A value takes two characters at least, and so does a level.
  if (budget === undefined && json.length <= 2 * MAX_STATE_VALUES) return;
  const { values, levels } = measureJson(json);
  if (levels > MAX_STATE_DEPTH) {
    throw new DamageError(
      text("it is nested deeper than {count} levels", { count: MAX_STATE_DEPTH }),
    );
  }
  if (values > MAX_STATE_VALUES) {
    throw new DamageError(text("it holds more than {count} values", { count: MAX_STATE_VALUES }));
  }
  if (budget === undefined) return;
  budget.left -= values;
  if (budget.left < 0) {
    throw new DamageError(text("it holds too many values, with the lines before it"));
  }
}

/** The parser quotes the text around the fault, which may be long and of many lines. */
function brief(message: string): string {
  const line = message.replace(/[\s\p{Cc}]+/gu, " ");
  return line.length > 120 ? `${line.slice(0, 120).toWellFormed()}...` : line;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  try {
    return decodeUtf8(replaceSurrogates(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DamageError(text("not valid UTF-8"), { cause: error });
  }
}

/** Some writers store half a surrogate pair as three bytes, ED A0..BF xx: U+FFFD has three too. */
function replaceSurrogates(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  for (let at = copy.indexOf(0xED); at !== -1; at = copy.indexOf(0xED, at + 1)) {
    if ((copy[at + 1] ?? 0) >= 0xA0) copy.set([0xEF, 0xBF, 0xBD].slice(0, copy.length - at), at);
  }
  return copy;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
