/** What a listing tells of a session. */

import type { Text } from "../text.ts";
import { AMOUNT, COUNT, type Dict, oneOf, optional, TEXT, wanted } from "./fields.ts";
import type { SessionState, SessionStatus, StopReason } from "./session_state.ts";
import { readStopReason } from "./stored_metadata.ts";
import { readTime, timeOfId } from "./stored_time.ts";

/** One line of a listing, as `architect sessions --json` prints it. */
export interface SessionSummary {
  readonly id: string;
  readonly task: string;
  /** As shown: `interrupted` for a session that is stored as running and that nobody runs. */
  readonly status: SessionStatus | "corrupt";
  readonly steps: number;
  /** USD. */
  readonly cost: number;
  readonly agent: string;
  readonly model: string;
  /** ISO 8601, UTC; null when the file is too damaged to tell. */
  readonly updated: string | null;
  readonly stop_reason: StopReason | null;
  /** What is wrong with the file; in English as a string, and in JSON. Corrupt ones only. */
  readonly reason?: Text;
}

/** A summary whose status is as the file has it. */
export interface StoredSummary extends SessionSummary {
  readonly status: SessionStatus;
  readonly updated: string;
}

/** What a file may hold under `status`. */
const STATUS = oneOf<SessionStatus>([
  "running",
  "success",
  "partial",
  "failed",
  "interrupted",
]);

/** What stands for a status, agent and model that an old file does not tell. */
const MISSING = { status: "interrupted", agent: "build", model: "" } as const;

/**
 * The line of a listing for a session.
 *
 * @param state The session.
 * @returns The summary, with the status as it is stored.
 */
export function summaryOf(state: SessionState): StoredSummary {
  return {
    id: state.sessionId,
    task: state.task,
    status: state.status,
    steps: state.stepsCompleted,
    cost: state.totalCost,
    agent: state.agent,
    model: state.model,
    updated: state.updatedAt,
    stop_reason: state.stopReason,
  };
}

/**
 * The line of a listing from the keys of a session file that come before the messages.
 *
 * @param dict The keys, unchecked.
 * @param id The id that the file's name gives.
 * @returns The summary, with the status as it is stored.
 * @throws {DamageError} A key is missing or wrong; the message names it.
 */
export function readSummary(dict: Dict, id: string): StoredSummary {
  if (dict.session_id !== id) wanted(dict.session_id, "session_id", oneOf([id]));
  // Nearly every file tells it: the id is looked at only where one does not.
  const started = readTime(dict.started_at, "started_at", "") || timeOfId(id);
  return {
    id,
    task: wanted(dict.task, "task", TEXT),
    status: optional(dict.status, "status", STATUS, MISSING.status),
    steps: optional(dict.steps_completed, "steps_completed", COUNT, 0),
    cost: optional(dict.total_cost, "total_cost", AMOUNT, 0),
    agent: optional(dict.agent, "agent", TEXT, MISSING.agent),
    model: optional(dict.model, "model", TEXT, MISSING.model),
    updated: readTime(dict.updated_at, "updated_at", started),
    stop_reason: readStopReason(dict.stop_reason, "stop_reason"),
  };
}

/**
 * The line of a listing for a file that is damaged.
 *
 * @param id The id that its name gives.
 * @param reason What is wrong with it.
 * @returns The summary; what cannot be known is empty.
 */
export function corruptSummary(id: string, reason: Text): SessionSummary {
  return {
    id,
    task: "",
    status: "corrupt",
    steps: 0,
    cost: 0,
    agent: "",
    model: "",
    updated: null,
    stop_reason: null,
    reason,
  };
}

/**
 * Sorts summaries: newest first by the stored time, then newest id first.
 *
 * @param summaries The summaries, in any order.
 * @returns The same ones in order.
 */
export function newestFirst<T extends SessionSummary>(summaries: readonly T[]): T[] {
  // Each time is read once: a comparison is made many times over.
  const timed = summaries.map((summary) => ({ summary, time: timeOf(summary) }));
  timed.sort((a, b) => b.time - a.time || (a.summary.id < b.summary.id ? 1 : -1));
  return timed.map(({ summary }) => summary);
}

/** A file that is too damaged to tell stands where it was begun. */
function timeOf(summary: SessionSummary): number {
  return Date.parse(summary.updated ?? timeOfId(summary.id));
}
