/** A session as the record that its file holds, and back. */

import { ArchitectError } from "../errors.ts";
import { wellFormed } from "../json/well_formed.ts";
import { text } from "../text.ts";
import {
  COUNT,
  DamageError,
  DICT,
  type Dict,
  type Kind,
  optional,
  TEXT,
  TEXTS,
  wanted,
} from "./fields.ts";
import { isSessionId } from "./session_id.ts";
import type { SessionMetadata, SessionState } from "./session_state.ts";
import { readSummary } from "./session_summary.ts";
import { readMessages } from "./stored_messages.ts";
import { readMetadata } from "./stored_metadata.ts";
import { readTime, timeOfId } from "./stored_time.ts";
import { corrupt, unreadable } from "./unreadable.ts";

/** The layout of the file that this version writes, and the newest that it reads. */
export const SCHEMA = 1;

const ID: Kind<string> = {
  wanted: text("an id such as {id}", { id: "20260223-143022-a1b2c3" }),
  is: (value): value is string => TEXT.is(value) && isSessionId(value),
};

/** Keys of the file, in its order: what a listing shows up to `task`, then the rest. */
export const FILE_KEYS: readonly string[] = [
  "session_id",
  "agent",
  "model",
  "status",
  "steps_completed",
  "total_cost",
  "started_at",
  "updated_at",
  "stop_reason",
  "task",
  "files_modified",
  "metadata",
  "messages",
];

/**
 * The record of a session without its messages, in the order of the file: what a listing shows
 * first, then what is not architect's.
 *
 * @param state The session.
 * @returns The record. Texts are as they are in the session.
 */
export function headOf(state: SessionState): Record<string, unknown> {
  return {
    session_id: state.sessionId,
    agent: state.agent,
    model: state.model,
    status: state.status,
    steps_completed: state.stepsCompleted,
    total_cost: state.totalCost,
    started_at: state.startedAt,
    updated_at: state.updatedAt,
    stop_reason: state.stopReason,
    task: state.task,
    files_modified: state.filesModified,
    metadata: ordered(state.metadata),
    ...state.extra,
  };
}

/** `schema` and `revision` first. */
function ordered(metadata: SessionMetadata): SessionMetadata {
  const { schema = SCHEMA, revision = 0, ...rest } = metadata;
  return { schema, revision, ...rest };
}

/**
 * A session as the record that its file holds: snake_case keys in the order of the file, `messages`
 * last. Lone surrogates are replaced by U+FFFD.
 *
 * @param state The session. The record shares its lists.
 * @returns The record.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSession } from "./session_state.ts";
 * import { fromDict, toDict } from "./session_dict.ts";
 *
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * assertEquals(Object.keys(toDict(state)).at(-1), "messages");
 * assertEquals(toDict(fromDict(toDict(state))), toDict(state));
 * ```
 */
export function toDict(state: SessionState): Record<string, unknown> {
  return wellFormed({ ...headOf(state), messages: state.messages });
}

/**
 * A session from the record that its file holds. Takes any key order, missing optional keys (only
 * `session_id`, `task` and `messages` must be there), times as seconds since 1970, and keys that are
 * not architect's, which it keeps.
 *
 * @param dict The record, unchecked. It is not changed.
 * @returns The session.
 * @throws {ArchitectError} `session_corrupt`, naming the key that is wrong; `session_too_new`.
 */
export function fromDict(dict: Record<string, unknown>): SessionState {
  const id = TEXT.is(dict.session_id) ? dict.session_id : "";
  try {
    wanted(dict.session_id, "session_id", ID);
    return readState(wellFormed(dict), id);
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    throw corrupt(id, error.text, error);
  }
}

/**
 * {@linkcode fromDict} for a record whose id is known and whose texts are well-formed.
 *
 * @param dict The record, unchecked.
 * @param id The id that it must have.
 * @returns The session.
 * @throws {DamageError} A key is wrong.
 * @throws {ArchitectError} `session_too_new`.
 */
export function readState(dict: Dict, id: string): SessionState {
  refuseNewer(dict, id);
  const summary = readSummary(dict, id);
  const metadata = readMetadata(dict.metadata);
  const legacy = dict.messages_truncated === true && metadata.truncated === undefined;
  const startedAt = readTime(dict.started_at, "started_at", "") || timeOfId(id);
  return {
    sessionId: id,
    agent: summary.agent,
    model: summary.model,
    status: summary.status,
    stepsCompleted: summary.steps,
    totalCost: summary.cost,
    startedAt,
    updatedAt: summary.updated,
    stopReason: summary.stop_reason,
    task: summary.task,
    filesModified: optional(dict.files_modified, "files_modified", TEXTS, []),
    metadata: legacy ? { ...metadata, truncated: true } : metadata,
    messages: readMessages(dict.messages),
    extra: Object.fromEntries(
      Object.entries(dict).filter(([key]) =>
        !FILE_KEYS.includes(key) && !(legacy && key === "messages_truncated")
      ),
    ),
  };
}

/** First of all: nothing else of a newer layout need be what this version knows. */
function refuseNewer(dict: Dict, id: string): void {
  if (!DICT.is(dict.metadata)) return;
  const schema = dict.metadata.schema;
  if (!COUNT.is(schema) || schema <= SCHEMA) return;
  throw new ArchitectError(
    "session_too_new",
    unreadable(
      id,
      text("a newer architect wrote it (schema {schema}, and this one reads up to {newest})", {
        schema,
        newest: SCHEMA,
      }),
    ),
    { sessionId: id, suggestion: text("Update architect; the file was left as it is.") },
  );
}
