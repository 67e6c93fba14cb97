/** A session as another one that branches off it: at its end, or after any step that is still there. */

import { TextError } from "../errors.ts";
import { type Text, text } from "../text.ts";
import type { Message } from "../llm/provider.ts";
import { copyHistory } from "./copied_history.ts";
import { withoutGap } from "./read_history.ts";
import { countsAt, countsOf, countsUnknown, withoutCounts } from "./fork_counts.ts";
import { markUnanswered } from "./rebuild.ts";
import type { SessionFiles, WholeSession } from "./session_copier.ts";
import type { SessionMetadata, SessionState } from "./session_state.ts";
import {
  isUnfinished,
  type NumberedMessage,
  numberMessages,
  stepRange,
  upToStep,
} from "./step_numbers.ts";
import { truncateMessages } from "./truncate.ts";

/** What is forked. */
export type ForkSource = Omit<WholeSession, "notes">;

/** Options of {@linkcode forkSession}. */
export interface ForkOptions {
  /** The id of the fork. */
  readonly sessionId: string;
  readonly now: Date;
  /**
   * The last step that is kept, with the results of its calls; 0: what was said before the first.
   * Null: all of the session; of one that is in use, all up to its last finished step.
   */
  readonly step: number | null;
}

/** A fork, before it is put down. */
export interface ForkedSession extends SessionFiles {
  /** Every message of it that is there, oldest first. */
  readonly messages: readonly Message[];
  /** How many messages come before them; null: some, but not how many. */
  readonly before: number | null;
  /** The last step that it shares with its source. */
  readonly step: number;
  /** False where only the cost and the files of the whole source are known. */
  readonly exact: boolean;
}

/** A session that cannot be forked there. The message can follow a colon. */
export class ForkError extends TextError {
  override readonly name = "ForkError";
  /** Whether it can be as soon as the process that works on it has finished the step. */
  readonly inUse: boolean;

  /**
   * @param message Why.
   * @param inUse Whether that passes.
   */
  constructor(message: Text, inUse = false) {
    super(message);
    this.inUse = inUse;
  }
}

/**
 * Makes a fork. Pure: nothing is written, and the source is not changed.
 *
 * It has cost what its steps cost, so that its budget counts on from there, and may do what its source
 * may. Files are as its steps left them; one that only later steps touched counts as changed.
 *
 * @param source The session.
 * @param options Where, and as which one.
 * @returns The fork.
 * @throws {ForkError} The step is not there, or not finished.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { forkSession } from "./fork.ts";
 * import { createSession } from "./session_state.ts";
 *
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * state.messages = [{ role: "user", content: "hello" }, { role: "assistant", content: "hi" }];
 * state.stepsCompleted = 1;
 * const source = { state, messages: state.messages, before: 0, history: null, inUse: false };
 * const now = new Date("2026-02-23T14:30:22Z");
 * const fork = forkSession(source, { sessionId: "20260223-143022-a1b2c3", now, step: 0 });
 * assertEquals(fork.messages, [{ role: "user", content: "hello" }]);
 * assertEquals(fork.state.metadata.parent, { session_id: state.sessionId, step: 0 });
 * ```
 */
export function forkSession(source: ForkSource, options: ForkOptions): ForkedSession {
  const { state, before } = source;
  const all = numberMessages(source);
  const kept = keptOf(all, source, options.step);
  const last = kept.at(-1);
  const atEnd = kept.length === all.length;
  const step = atEnd ? state.stepsCompleted : options.step ?? last?.step ?? 0;
  const known = atEnd ? countsOf(state) : countsAt(source, last);
  const counts = known ?? countsUnknown(state, step);

  const parent = { session_id: state.sessionId, step };
  const identity = { sessionId: options.sessionId, startedAt: options.now.toISOString() };
  const history = historyOf(source, last, (head) => ({
    ...head,
    ...identity,
    metadata: { ...withoutPlace(head.metadata), revision: 0, parent },
  }));
  const messages = kept.map(({ message }) => message);
  const { truncated, messages_dropped, ...window } = windowOf(source, messages, atEnd);
  const forked: SessionState = {
    ...state,
    ...identity,
    ...standingOf(state, last, atEnd),
    updatedAt: identity.startedAt,
    stepsCompleted: step,
    totalCost: counts.totalCost,
    filesModified: [...counts.filesModified],
    metadata: {
      ...withoutCounts(withoutPlace(state.metadata)),
      schema: state.metadata.schema ?? 1,
      revision: 1,
      ...defined({ truncated, messages_dropped }),
      ...(history.length > 0 ? { history_lines: history.length } : {}),
      ...counts.metadata,
      ...(atEnd ? defined({ pending: state.metadata.pending }) : {}),
      parent,
    },
    ...window,
  };
  return {
    state: atEnd ? forked : markUnanswered(forked),
    history,
    messages,
    before,
    step,
    exact: known !== null,
  };
}

function keptOf(
  all: readonly NumberedMessage[],
  { inUse }: ForkSource,
  step: number | null,
): readonly NumberedMessage[] {
  const range = stepRange(all);
  if (step === null) {
    if (!inUse || !isUnfinished(all)) return all;
    const finished = range === null ? null : upToStep(all, range.last - 1);
    if (finished === null) throw new ForkError(text("its first step is not finished"), true);
    return finished;
  }
  const kept = upToStep(all, step);
  if (kept === null) throw new ForkError(missing(step, range));
  if (inUse && isUnfinished(kept)) {
    throw new ForkError(text("step {step} is not finished", { step }), true);
  }
  return kept;
}

function missing(step: number, range: ReturnType<typeof stepRange>): Text {
  if (range === null) return text("step {step} is not there; there is no step in it", { step });
  const { first, last } = range;
  return first === last
    ? text("step {step} is not there; there is only step {last}", { step, last })
    : text("step {step} is not there; there are steps {first} to {last}", { step, first, last });
}

/** Without what is true of the source's own file only, and of its end. */
function withoutPlace(metadata: SessionMetadata): SessionMetadata {
  const {
    history_lines: _lines,
    truncated: _truncated,
    messages_dropped: _dropped,
    pending: _pending,
    ...rest
  } = metadata;
  return rest;
}

function historyOf(
  { history }: ForkSource,
  last: NumberedMessage | undefined,
  state: (head: SessionState) => SessionState,
): Uint8Array[] {
  const from = history === null ? undefined : withoutGap(history)[0]?.number;
  if (history === null || from === undefined || last === undefined) return [];
  return copyHistory(history, { from, to: last.number, state });
}

/** The messages as a save keeps them. */
function windowOf(
  { state, before }: ForkSource,
  kept: readonly Message[],
  atEnd: boolean,
): Pick<SessionState, "messages"> & Pick<SessionMetadata, "truncated" | "messages_dropped"> {
  if (atEnd) {
    const { truncated, messages_dropped } = state.metadata;
    return { messages: state.messages, truncated, messages_dropped };
  }
  const { messages, dropped } = truncateMessages(kept);
  const count = (before ?? 0) + dropped;
  if (count === 0 && before !== null) return { messages: [...messages] };
  // Where nobody counted what is gone, a count would be taken for all of it.
  return {
    messages: [...messages],
    truncated: true,
    ...(before === null && dropped === 0 ? {} : { messages_dropped: count }),
  };
}

function standingOf(
  { status, stopReason }: SessionState,
  last: NumberedMessage | undefined,
  atEnd: boolean,
): Pick<SessionState, "status" | "stopReason"> {
  if (atEnd && status !== "running") return { status, stopReason };
  const answered = last?.message.role === "assistant" && !last.message.tool_calls?.length;
  return !atEnd && answered
    ? { status: "success", stopReason: "llm_done" }
    : { status: "interrupted", stopReason: null };
}

function defined<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
