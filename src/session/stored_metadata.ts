/** The `metadata` of a session file, checked. */

import {
  AMOUNT,
  COUNT,
  DICT,
  type Dict,
  FLAG,
  type Kind,
  LIST,
  optional,
  shown,
  TEXT,
  TEXTS,
  wanted,
} from "./fields.ts";
import type { PendingCall, RunRecord, SessionMetadata, StopReason } from "./session_state.ts";

/** Kinds of the plain values that architect keeps. */
const PLAIN: Readonly<Record<string, Kind<unknown>>> = {
  schema: COUNT,
  revision: COUNT,
  truncated: FLAG,
  messages_dropped: COUNT,
  history_lines: COUNT,
  answers_saved: COUNT,
  cost_unknown_calls: COUNT,
  mode: TEXT,
  allowed_tools: TEXTS,
  prompt_sha256: TEXT,
};

/**
 * Checks stored metadata.
 *
 * @param value What the file holds under `metadata`; missing and null mean empty.
 * @returns The metadata. Keys that are not architect's are kept as they are.
 * @throws {DamageError} A key of architect's holds something else.
 */
export function readMetadata(value: unknown): SessionMetadata {
  const dict: Dict = optional(value, "metadata", DICT, {});
  for (const [key, kind] of Object.entries(PLAIN)) {
    if (dict[key] !== undefined) wanted(dict[key], `metadata.${key}`, kind);
  }
  optional(dict.budget_usd, "metadata.budget_usd", AMOUNT, null);
  const { pending, files, runs } = dict;
  return {
    ...dict,
    ...(pending === undefined ? {} : { pending: entries(pending, "pending", readPending) }),
    ...(files === undefined ? {} : { files: readFiles(files) }),
    ...(runs === undefined ? {} : { runs: entries(runs, "runs", readRun) }),
  };
}

function entries<T>(value: unknown, key: string, read: (dict: Dict, at: string) => T): T[] {
  return wanted(value, `metadata.${key}`, LIST).map((entry, i) => {
    const at = `metadata.${key}[${i}]`;
    return read(wanted(entry, at, DICT), at);
  });
}

function readPending(dict: Dict, at: string): PendingCall {
  const { file, ...rest } = dict;
  return {
    ...rest,
    tool_call_id: wanted(dict.tool_call_id, `${at}.tool_call_id`, TEXT),
    name: wanted(dict.name, `${at}.name`, TEXT),
    started_at: wanted(dict.started_at, `${at}.started_at`, TEXT),
    ...(file === undefined ? {} : { file: readMark(wanted(file, `${at}.file`, DICT), at) }),
  };
}

function readMark(dict: Dict, at: string): NonNullable<PendingCall["file"]> {
  return {
    ...dict,
    path: wanted(dict.path, `${at}.file.path`, TEXT),
    before: optional(dict.before, `${at}.file.before`, TEXT, null),
    after: optional(dict.after, `${at}.file.after`, TEXT, null),
    bytes: wanted(dict.bytes, `${at}.file.bytes`, COUNT),
    temp: optional(dict.temp, `${at}.file.temp`, TEXT, null),
    result: wanted(dict.result, `${at}.file.result`, TEXT),
  };
}

function readFiles(value: unknown): NonNullable<SessionMetadata["files"]> {
  const files = Object.entries(wanted(value, "metadata.files", DICT));
  return Object.fromEntries(files.map(([path, entry]) => {
    const at = `metadata.files[${shown(path)}]`;
    const dict = wanted(entry, at, DICT);
    const sha256 = optional(dict.sha256, `${at}.sha256`, TEXT, null);
    return [path, { ...dict, sha256, bytes: wanted(dict.bytes, `${at}.bytes`, COUNT) }];
  }));
}

function readRun(dict: Dict, at: string): RunRecord {
  return {
    ...dict,
    started_at: wanted(dict.started_at, `${at}.started_at`, TEXT),
    ended_at: optional(dict.ended_at, `${at}.ended_at`, TEXT, null),
    steps: wanted(dict.steps, `${at}.steps`, COUNT),
    cost_usd: wanted(dict.cost_usd, `${at}.cost_usd`, AMOUNT),
    stop_reason: readStopReason(dict.stop_reason, `${at}.stop_reason`),
    version: wanted(dict.version, `${at}.version`, TEXT),
    widened: wanted(dict.widened, `${at}.widened`, TEXTS),
  };
}

/**
 * Checks a stored stop reason.
 *
 * @param value What the file holds.
 * @param key Where.
 * @returns The reason, or null.
 * @throws {DamageError} It is neither a text nor null.
 */
export function readStopReason(value: unknown, key: string): StopReason | null {
  // A word of another version is kept: it is shown, and nothing is decided by it.
  return optional(value, key, TEXT, null) as StopReason | null;
}
