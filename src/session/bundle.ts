/**
 * A bundle: a session as one file of text, for another machine or a later job. JSON Lines:
 *
 * ```text
 * {"architect_bundle":1,"session_id":ID,"state":{bytes,sha256},"history":{lines,bytes,sha256}|null}
 * the state, as its file has it, in one line
 * the lines of the full history
 * {"sha256":of all before this line}
 * ```
 *
 * The same session gives the same bytes. Paths in it are relative to the workspace.
 */

import { ArchitectError } from "../errors.ts";
import { concat } from "../files/concat.ts";
import { sha256 } from "../files/sha256.ts";
import { wellFormedJson } from "../json/well_formed.ts";
import { text } from "../text.ts";
import { COUNT, DamageError, DICT, type Dict, TEXT, wanted } from "./fields.ts";
import { decodeHistory, type History, MAX_HISTORY_BYTES } from "./read_history.ts";
import type { SessionFiles } from "./session_copier.ts";
import { readState, toDict } from "./session_dict.ts";
import { decodeDict, MAX_STATE_BYTES } from "./session_file.ts";
import { isSessionId } from "./session_id.ts";
import { refuseForeignPaths, type SessionParts, wholeOf } from "./session_parts.ts";

/** The layout that this version writes, and the newest that it reads. */
const VERSION = 1;

/** A larger bundle is not read: no session fills it. */
export const MAX_BUNDLE_BYTES = MAX_STATE_BYTES + MAX_HISTORY_BYTES + 1024;

/** Far more than a first or a last line has. */
const MAX_MARGIN_BYTES = 4096;
const NEWLINE = 0x0A;

interface Part {
  readonly bytes: number;
  readonly sha256: string;
}

interface BundleHead {
  readonly id: string;
  readonly state: Part;
  readonly history: Part & { readonly lines: number } | null;
}

/**
 * Makes a bundle.
 *
 * @param files The session, with relative paths and without secrets.
 * @returns Its bytes, in pieces.
 */
export async function encodeBundle(
  { state, history }: SessionFiles,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const stateLine = line(toDict(state));
  const lines = concat(history);
  const head = line({
    architect_bundle: VERSION,
    session_id: state.sessionId,
    state: { bytes: stateLine.length, sha256: await sha256(stateLine) },
    history: history.length === 0
      ? null
      : { lines: history.length, bytes: lines.length, sha256: await sha256(lines) },
  });
  return [head, stateLine, lines, line({ sha256: await sha256(concat([head, stateLine, lines])) })];
}

function line(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${wellFormedJson(value, 0)}\n`);
}

/**
 * Reads a bundle, of which nothing is believed: every byte is checked by its sums, and what they
 * cannot tell as if it came from an enemy.
 *
 * @param bytes The bundle.
 * @returns The session.
 * @throws {ArchitectError} `session_corrupt`: it is no bundle, cut off or altered, or what it holds is
 * no session; `session_too_new`.
 */
export async function decodeBundle(bytes: Uint8Array<ArrayBuffer>): Promise<SessionParts> {
  try {
    const headEnd = endOfHead(bytes);
    const head = readHead(bytes.subarray(0, headEnd - 1));
    const end = await refuseAltered(bytes, headEnd, head);
    const parts = readParts(bytes.subarray(headEnd, end), head);
    refuseForeignPaths(parts);
    wholeOf(parts);
    return parts;
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    const message = text("Cannot read the bundle: {why}", { why: error.text });
    throw new ArchitectError("session_corrupt", message, {
      cause: error,
      suggestion: text("Nothing was imported. Make it anew where the session is: {command}", {
        command: "architect sessions export ID --format bundle",
      }),
    });
  }
}

function endOfHead(bytes: Uint8Array): number {
  if (bytes.length === 0) throw new DamageError(text("it is empty"));
  const end = bytes.subarray(0, MAX_MARGIN_BYTES).indexOf(NEWLINE) + 1;
  if (end === 0 && bytes.length < MAX_MARGIN_BYTES) throw new DamageError(CUT_OFF);
  if (end === 0) throw new DamageError(NO_BUNDLE);
  if (bytes[end - 2] === 0x0D) {
    throw new DamageError(
      text("its line ends were changed on the way: take it along as a binary file"),
    );
  }
  return end;
}

const NO_BUNDLE = text("it is no bundle of architect");
const CUT_OFF = text("it is cut off: its last line is missing");

function readHead(bytes: Uint8Array): BundleHead {
  const dict = headDict(bytes);
  const version = wanted(dict.architect_bundle, "architect_bundle", COUNT);
  if (version > VERSION) {
    throw new ArchitectError(
      "session_too_new",
      text(
        "Cannot read the bundle: a newer architect made it (layout {version}, and this one reads up to {newest})",
        { version, newest: VERSION },
      ),
      { suggestion: text("Update architect; nothing was imported.") },
    );
  }
  const id = wanted(dict.session_id, "session_id", TEXT);
  if (!isSessionId(id)) throw new DamageError(text("session_id is no id of a session"));
  const { history } = dict;
  return {
    id,
    state: readPart(dict.state, "state"),
    history: history === null ? null : {
      ...readPart(history, "history"),
      lines: wanted(wanted(history, "history", DICT).lines, "history.lines", COUNT),
    },
  };
}

function headDict(bytes: Uint8Array): Dict {
  let dict: Dict;
  try {
    dict = decodeDict(bytes);
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    throw new DamageError(NO_BUNDLE, { cause: error });
  }
  if (dict.architect_bundle === undefined) throw new DamageError(NO_BUNDLE);
  return dict;
}

function readPart(value: unknown, key: string): Part {
  const dict = wanted(value, key, DICT);
  return {
    bytes: wanted(dict.bytes, `${key}.bytes`, COUNT),
    sha256: wanted(dict.sha256, `${key}.sha256`, TEXT),
  };
}

/** Gives where the parts end, and the last line begins. */
async function refuseAltered(
  bytes: Uint8Array<ArrayBuffer>,
  start: number,
  { state, history }: BundleHead,
): Promise<number> {
  const end = start + state.bytes + (history?.bytes ?? 0);
  // What is cut off in its last line may still have all of its parts.
  if (bytes.length <= end || bytes.at(-1) !== NEWLINE) throw new DamageError(CUT_OFF);
  const sum = line({ sha256: await sha256(bytes.subarray(0, end)) });
  if (isEqual(bytes.subarray(end), sum)) return end;
  const stateEnd = start + state.bytes;
  const own = await sha256(bytes.subarray(start, stateEnd)) === state.sha256;
  if (!own) throw new DamageError(text("its state was altered"));
  const lines = await sha256(bytes.subarray(stateEnd, end)) === (history ?? EMPTY).sha256;
  throw new DamageError(
    lines ? text("its first or its last line was altered") : text("its history was altered"),
  );
}

const EMPTY = { sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" };

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function readParts(
  bytes: Uint8Array,
  { id, state: part, history: lines }: BundleHead,
): SessionParts {
  const state = readState(decodeDict(bytes.subarray(0, part.bytes)), id);
  const history = lines === null ? null : readHistory(bytes.subarray(part.bytes), id);
  const counted = state.metadata.history_lines ?? 0;
  if (counted !== (history?.lines ?? 0) || counted !== (lines?.lines ?? 0)) {
    throw new DamageError(text("its state does not count the lines of its history"));
  }
  return { state, history };
}

function readHistory(bytes: Uint8Array, id: string): History {
  const history = decodeHistory(bytes, id);
  if (history === null) throw new DamageError(text("there is no line in its history"));
  const { damage, tornBytes } = history;
  if (damage !== null) {
    const { line, reason } = damage;
    throw new DamageError(
      text("line {line} of its history is damaged: {reason}", { line, reason }),
    );
  }
  if (tornBytes > 0) throw new DamageError(text("the last line of its history is torn"));
  return history;
}
