/** What one save adds to a history, from what changed in the state since the last one. Pure. */

import { addUsd } from "../usd.ts";
import type { HistoryEntry } from "./history_line.ts";
import type { RunRecord, SessionState } from "./session_state.ts";

/** What a session counts: the sum of what its history tells of each message. */
export interface Counters {
  readonly stepsCompleted: number;
  readonly totalCost: number;
  readonly costUnknownCalls: number;
  readonly answersSaved: number;
  readonly filesModified: readonly string[];
  readonly files: Readonly<Record<string, { sha256: string | null; bytes: number }>>;
}

/**
 * What a session counts now.
 *
 * @param state The session; null for one that has done nothing yet.
 * @returns The counts; nothing of them is shared with what changes.
 */
export function countersOf(state: SessionState | null): Counters {
  const { answers_saved = 0, cost_unknown_calls = 0, files = {} } = state?.metadata ?? {};
  return {
    stepsCompleted: state?.stepsCompleted ?? 0,
    totalCost: state?.totalCost ?? 0,
    costUnknownCalls: cost_unknown_calls,
    answersSaved: answers_saved,
    filesModified: [...state?.filesModified ?? []],
    files: { ...files },
  };
}

/**
 * The state for a header: that of a run, with the counts from before its first message.
 *
 * @param state The state that is being saved.
 * @param before The counts as the history has them so far.
 * @param at The time of the save.
 * @returns The state; its messages do not matter.
 */
export function headerState(state: SessionState, before: Counters, at: string): SessionState {
  const { cost_unknown_calls: _unknown, answers_saved: _answers, files: _files, ...metadata } =
    state.metadata;
  return {
    ...state,
    updatedAt: at,
    stepsCompleted: before.stepsCompleted,
    totalCost: before.totalCost,
    filesModified: [...before.filesModified],
    metadata: {
      ...metadata,
      answers_saved: before.answersSaved,
      ...(before.costUnknownCalls > 0 ? { cost_unknown_calls: before.costUnknownCalls } : {}),
      files: before.files,
      ...(metadata.runs === undefined ? {} : { runs: runsBefore(state, before) }),
    },
  };
}

/** What the messages after the header add to the run is not yet in it. */
function runsBefore(state: SessionState, before: Counters): RunRecord[] {
  const steps = before.stepsCompleted - state.stepsCompleted;
  return withMore(state.metadata.runs ?? [], steps, addUsd(before.totalCost, -state.totalCost));
}

/**
 * Runs of which the last one did more.
 *
 * @param runs The runs. They are not changed.
 * @param steps How many more; negative for fewer.
 * @param costUsd What they cost.
 * @returns The runs; nothing in them is below 0.
 */
export function withMore(
  runs: readonly RunRecord[],
  steps: number,
  costUsd: number,
): RunRecord[] {
  const last = runs.at(-1);
  if (last === undefined) return [];
  const changed = {
    ...last,
    steps: Math.max(0, last.steps + steps),
    cost_usd: Math.max(0, addUsd(last.cost_usd, costUsd)),
  };
  return [...runs.slice(0, -1), changed];
}

/**
 * The entries for the messages that are new in a state. What the session's cost grew by is that of
 * the newest answer; a file that changed is that of the newest tool result.
 *
 * @param state The state that is being saved.
 * @param from Index in `state.messages` of the first new one.
 * @param before The counts as the history has them so far.
 * @param at The time of the save.
 * @returns An entry a message.
 */
export function entriesOf(
  state: SessionState,
  from: number,
  before: Counters,
  at: string,
): HistoryEntry[] {
  const messages = state.messages.slice(from);
  const steps = stepsOf(state, from);
  const answer = messages.findLastIndex(({ role }) => role === "assistant");
  const costly = answer === -1 ? messages.length - 1 : answer;
  const now = countersOf(state);
  const [path] = Object.keys(now.files).filter((name) => now.files[name] !== before.files[name]);
  const changing = path === undefined ? -1 : messages.findLastIndex(({ role }) => role === "tool");
  return messages.map((message, index) => ({
    step: steps[index]!,
    at,
    cost: index === costly ? costOf(now, before) : 0,
    message,
    ...(index === changing ? { path, ...now.files[path!] } : {}),
  }));
}

/** Counted back from the newest: an answer that is the last of a step. */
function stepsOf(state: SessionState, from: number): number[] {
  const steps: number[] = [];
  let step = state.stepsCompleted;
  for (const message of state.messages.slice(from).reverse()) {
    steps.push(step);
    if (message.role === "assistant" && step > 0) step--;
  }
  return steps.reverse();
}

function costOf(now: Counters, before: Counters): number | null {
  if (now.costUnknownCalls > before.costUnknownCalls) return null;
  return Math.max(0, addUsd(now.totalCost, -before.totalCost));
}
