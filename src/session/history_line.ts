/**
 * The lines of a full history: JSON Lines, a header at the start of each run, then a line a message.
 *
 * A header holds the keys of the state file but `messages`, as the session stood before the message
 * whose number `first_message` gives; that message follows. A message line is
 * `{step, at, cost, message, path?, sha256?, bytes?}`.
 */

import type { Message } from "../llm/provider.ts";
import { wellFormedJson } from "../json/well_formed.ts";
import { text } from "../text.ts";
import { AMOUNT, COUNT, DamageError, type Dict, optional, TEXT, wanted } from "./fields.ts";
import { headOf, readState } from "./session_dict.ts";
import { decodeDict, type ValueBudget } from "./session_file.ts";
import type { SessionState } from "./session_state.ts";
import { readMessage } from "./stored_messages.ts";
import { readTime } from "./stored_time.ts";

/** What a history says of a run before its messages. */
export interface HistoryHeader {
  /** The session before the first message that follows, without messages. */
  readonly state: SessionState;
  /** The number of that message, from 1 over the whole session. */
  readonly first: number;
}

/** A message of a history. */
export interface HistoryEntry {
  /** Steps that the session had done with this message. */
  readonly step: number;
  /** When it was saved: ISO 8601, UTC, `Z`. */
  readonly at: string;
  /** What it cost, USD: 0 for what is no answer of a model; null when unknown. */
  readonly cost: number | null;
  readonly message: Message;
  /** The file that the call changed whose result this is: relative, `/` separators. */
  readonly path?: string;
  /** SHA-256 of that file as the call left it, hex; null: deleted. */
  readonly sha256?: string | null;
  /** Size of that file. */
  readonly bytes?: number;
}

/** A line that was read. */
export type HistoryLine =
  | { readonly header: HistoryHeader }
  | { readonly entry: HistoryEntry };

/**
 * The line of a header, with its line end.
 *
 * @param header The header.
 * @returns The bytes.
 */
export function encodeHeader({ state, first }: HistoryHeader): Uint8Array {
  // Whatever keys of others the state has, this one tells a header from a message.
  const { first_message: _other, ...head } = headOf(state);
  return encode({ first_message: first, ...head });
}

/**
 * The line of a message, with its line end.
 *
 * @param entry The message.
 * @returns The bytes.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { decodeLine, encodeEntry } from "./history_line.ts";
 *
 * const entry = {
 *   step: 0,
 *   at: "2026-02-23T14:30:22.000Z",
 *   cost: 0,
 *   message: { role: "user", content: "add a test" },
 * } as const;
 * const line = encodeEntry(entry);
 * assertEquals(decodeLine(line.subarray(0, -1), "20260223-143022-a1b2c3"), { entry });
 * ```
 */
export function encodeEntry(entry: HistoryEntry): Uint8Array {
  const { step, at, cost, message, ...file } = entry;
  return encode({ step, at, cost, message, ...file });
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${wellFormedJson(value, 0)}\n`);
}

/**
 * Reads a line.
 *
 * @param bytes The line without its line end.
 * @param id The session that the history belongs to.
 * @param budget How many values may be in it and in the other lines: see `decodeDict`.
 * @returns A header or a message.
 * @throws {DamageError} It is neither; the message says why.
 * @throws {ArchitectError} `session_too_new`.
 */
export function decodeLine(bytes: Uint8Array, id: string, budget?: ValueBudget): HistoryLine {
  if (bytes.length === 0) throw new DamageError(text("empty line"));
  const dict = decodeDict(bytes, budget);
  const isHeader = dict.first_message !== undefined || dict.message === undefined;
  return isHeader ? { header: readHeader(dict, id) } : { entry: readEntry(dict) };
}

function readHeader(dict: Dict, id: string): HistoryHeader {
  const { first_message, ...rest } = dict;
  const first = wanted(first_message, "first_message", COUNT);
  if (first === 0) throw new DamageError(text("first_message is 0, and messages count from 1"));
  return { first, state: readState({ ...rest, messages: [] }, id) };
}

function readEntry(dict: Dict): HistoryEntry {
  const { path, sha256, bytes } = dict;
  return {
    step: wanted(dict.step, "step", COUNT),
    at: readTime(wanted(dict.at, "at", TEXT), "at", ""),
    cost: optional(dict.cost, "cost", AMOUNT, null),
    message: readMessage(dict.message, "message"),
    ...(path === undefined ? {} : { path: wanted(path, "path", TEXT) }),
    ...(sha256 === undefined ? {} : { sha256: optional(sha256, "sha256", TEXT, null) }),
    ...(bytes === undefined ? {} : { bytes: wanted(bytes, "bytes", COUNT) }),
  };
}
