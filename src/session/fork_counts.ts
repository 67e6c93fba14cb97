/** What a session had counted up to one of its messages: cost, files, answers, runs. Pure. */

import { advance } from "./rebuild.ts";
import type { WholeSession } from "./session_copier.ts";
import type { SessionMetadata, SessionState } from "./session_state.ts";
import type { NumberedMessage } from "./step_numbers.ts";

/**
 * The hash of a file of which nobody knows what it held at a step. No file has it: whatever is there
 * counts as changed.
 */
export const UNKNOWN_CONTENT = "0".repeat(64);

/** What is counted. */
export interface ForkCounts {
  readonly totalCost: number;
  readonly filesModified: readonly string[];
  readonly metadata: Pick<
    SessionMetadata,
    "files" | "answers_saved" | "cost_unknown_calls" | "runs"
  >;
}

/**
 * The counts of a whole session.
 *
 * @param state The session.
 * @returns Its counts.
 */
export function countsOf({ totalCost, filesModified, metadata }: SessionState): ForkCounts {
  const { files, answers_saved, cost_unknown_calls, runs } = metadata;
  return counts(totalCost, filesModified, { files, answers_saved, cost_unknown_calls, runs });
}

/**
 * The counts up to a message, as the history tells them. A file that only later messages touched is
 * of unknown content.
 *
 * @param source The session.
 * @param last The message; undefined: there is none.
 * @returns The counts; null where the history does not reach so far.
 */
export function countsAt(
  { history, state }: Pick<WholeSession, "history" | "state">,
  last: NumberedMessage | undefined,
): ForkCounts | null {
  if (history === null || last === undefined) return null;
  const header = history.headers.findLast(({ first }) => first <= last.number);
  const entries = history.entries.filter(({ number }) =>
    header !== undefined && number >= header.first && number <= last.number
  );
  const end = entries.at(-1);
  if (header === undefined || end?.number !== last.number) return null;
  const { totalCost, filesModified, metadata } = advance(
    { ...header.state, messages: [] },
    entries,
  );
  const { files = {}, cost_unknown_calls, runs = [], answers_saved = 0 } = metadata;
  const later = Object.keys(state.metadata.files ?? {}).filter((path) =>
    !Object.hasOwn(files, path)
  );
  // A header that was written late had counted more already.
  const tooMany = Math.max(0, header.state.stepsCompleted - last.step);
  return counts(totalCost, filesModified, {
    files: { ...files, ...unknown(later) },
    cost_unknown_calls,
    answers_saved: Math.max(0, answers_saved - tooMany),
    runs: runs.map((run) => ({ ...run, ended_at: run.ended_at ?? end.at })),
  });
}

/**
 * The counts up to a step where nobody knows them: never too little of cost, and no file as it was.
 *
 * @param state The session.
 * @param step The step.
 * @returns The counts.
 */
export function countsUnknown(state: SessionState, step: number): ForkCounts {
  const { files = {}, answers_saved = 0, cost_unknown_calls, runs } = state.metadata;
  return counts(state.totalCost, state.filesModified, {
    files: unknown(Object.keys(files)),
    answers_saved: Math.max(0, answers_saved - (state.stepsCompleted - step)),
    cost_unknown_calls,
    runs,
  });
}

/**
 * Metadata without what is counted.
 *
 * @param metadata The metadata.
 * @returns The rest.
 */
export function withoutCounts(metadata: SessionMetadata): SessionMetadata {
  const {
    files: _files,
    answers_saved: _answers,
    cost_unknown_calls: _unknown,
    runs: _runs,
    ...rest
  } = metadata;
  return rest;
}

function counts(
  totalCost: number,
  filesModified: readonly string[],
  metadata: ForkCounts["metadata"],
): ForkCounts {
  const there = Object.entries(metadata).filter(([, value]) => value !== undefined);
  return { totalCost, filesModified, metadata: Object.fromEntries(there) };
}

function unknown(paths: readonly string[]): NonNullable<SessionMetadata["files"]> {
  return Object.fromEntries(paths.map((path) => [path, { sha256: UNKNOWN_CONTENT, bytes: 0 }]));
}
