/** A state as its history makes it: counts, files and messages after a state that is older. Pure. */

import type { Message } from "../llm/provider.ts";
import { addUsd } from "../usd.ts";
import { withMore } from "./history_batch.ts";
import type { HistoryEntry } from "./history_line.ts";
import type { PendingCall, SessionState } from "./session_state.ts";

/**
 * Takes the entries of a history into a state, as the run did that saved them.
 *
 * @param base The state before the first of them. It is not changed.
 * @param entries What follows, oldest first.
 * @returns The state; its messages are those of `base` and those of the entries.
 */
export function advance(base: SessionState, entries: readonly HistoryEntry[]): SessionState {
  const { metadata } = base;
  let { stepsCompleted, totalCost, updatedAt } = base;
  let { answers_saved = 0, cost_unknown_calls = 0 } = metadata;
  // A set: a list would be searched for each of very many files.
  const filesModified = new Set(base.filesModified);
  // A map: a file may have any name, also that of a prototype.
  const files = new Map(Object.entries(metadata.files ?? {}));
  let costUsd = 0;
  let answered = false;
  for (const { step, at, cost, message, path, sha256, bytes } of entries) {
    const isStep = step > stepsCompleted;
    if (isStep) answers_saved++;
    stepsCompleted = Math.max(stepsCompleted, step);
    // The summary of a run that was stopped is no step, and finishes nothing.
    answered = isStep && isFinalAnswer(message);
    if (cost === null) cost_unknown_calls++;
    costUsd = addUsd(costUsd, cost ?? 0);
    updatedAt = at;
    if (path === undefined) continue;
    filesModified.add(path);
    if (sha256 !== undefined) files.set(path, { sha256, bytes: bytes ?? 0 });
  }
  totalCost = addUsd(totalCost, costUsd);
  const steps = stepsCompleted - base.stepsCompleted;
  const answeredCalls = new Set(entries.map(({ message }) => message.tool_call_id));
  const pending = metadata.pending?.filter(({ tool_call_id }) => !answeredCalls.has(tool_call_id));
  return {
    ...base,
    stepsCompleted,
    totalCost,
    filesModified: [...filesModified],
    updatedAt,
    status: answered ? "success" : "running",
    stopReason: answered ? "llm_done" : null,
    messages: [...base.messages, ...entries.map(({ message }) => message)],
    metadata: {
      ...withoutPending(metadata),
      ...(pending === undefined || pending.length === 0 ? {} : { pending }),
      ...(cost_unknown_calls > 0 ? { cost_unknown_calls } : {}),
      answers_saved,
      files: Object.fromEntries(files),
      runs: withMore(metadata.runs ?? [], steps, costUsd),
    },
  };
}

function withoutPending({ pending: _pending, ...rest }: SessionState["metadata"]) {
  return rest;
}

function isFinalAnswer(message: Message): boolean {
  return message.role === "assistant" && !message.tool_calls?.length;
}

/**
 * Marks the calls of the last message that have no result as started: of a state that lost its marks
 * nobody knows which were.
 *
 * @param state The state. It is not changed.
 * @returns The state with a mark for each such call that has none.
 */
export function markUnanswered(state: SessionState): SessionState {
  const asked = state.messages.findLastIndex(({ role }) => role === "assistant");
  const results = new Set(state.messages.slice(asked + 1).map(({ tool_call_id }) => tool_call_id));
  const known = state.metadata.pending ?? [];
  const marked = new Set(known.map(({ tool_call_id }) => tool_call_id));
  const marks = (state.messages[asked]?.tool_calls ?? [])
    .filter(({ id }) => !results.has(id) && !marked.has(id))
    .map((call): PendingCall => ({
      tool_call_id: call.id,
      name: call.function.name,
      started_at: state.updatedAt,
    }));
  if (marks.length === 0) return state;
  return { ...state, metadata: { ...state.metadata, pending: [...known, ...marks] } };
}
