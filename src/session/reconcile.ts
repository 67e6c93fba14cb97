/** What a session is, when its state and its history do not tell the same. Pure. */

import { equal } from "@std/assert/equal";
import type { Message } from "../llm/provider.ts";
import { text } from "../text.ts";
import { DamageError } from "./fields.ts";
import { type History, type NumberedEntry, withoutGap } from "./read_history.ts";
import { advance, markUnanswered } from "./rebuild.ts";
import type { SessionState } from "./session_state.ts";

/** A session with all that is known of it. */
export interface Reconciled {
  readonly state: SessionState;
  /** Every message that is there, up to the newest without a gap. */
  readonly messages: readonly Message[];
  /** How many messages of the session come before them. */
  readonly before: number;
  /** Messages that the history has and the state had not. */
  readonly cameBack: number;
  /** Whether that is more than one save: then it was no save that was cut off. */
  readonly isOlder: boolean;
  /** Messages that neither has, between those of the history and those of the state. */
  readonly missing: number;
  /** How many messages of the session the history holds; null: not those that the state goes on from. */
  readonly inHistory: number | null;
}

/**
 * Brings a state and its history together. A history that is longer wins: a save was cut off after
 * it was written, or an older state was put back. One that is shorter loses.
 *
 * @param state The state; it is not changed.
 * @param history Its history.
 * @returns The session.
 * @throws {DamageError} The two tell different things of one message.
 */
export function reconcile(state: SessionState, history: History): Reconciled {
  const before = state.metadata.messages_dropped ?? 0;
  const count = before + state.messages.length;
  refuseDifference(state, history.entries, before);
  const last = history.entries.at(-1)?.number ?? 0;
  if (last <= count) {
    const follows = last >= before;
    return {
      ...joined(state, before, withoutGap(history)),
      state,
      cameBack: 0,
      isOlder: false,
      missing: follows ? 0 : before - last,
      inHistory: follows ? last : null,
    };
  }
  refuseUncounted(state, history, count);
  const ahead = history.entries.filter(({ number }) => number > count);
  const grown = ahead[0]!.number === count + 1
    ? grow(state, history, ahead, count)
    : rebuild(history).state;
  const isOlder = !isOneSave(ahead);
  const result = isOlder ? markUnanswered(grown) : grown;
  return {
    ...joined(result, result.metadata.messages_dropped ?? 0, withoutGap(history)),
    state: result,
    cameBack: ahead.length,
    isOlder,
    missing: 0,
    inHistory: last,
  };
}

/**
 * A session whose state is lost, from its history.
 *
 * @param history The history.
 * @returns The session.
 */
export function rebuild(history: History): Reconciled {
  const { header } = history;
  const tail = withoutGap(history);
  const before = (tail[0]?.number ?? header.first) - 1;
  const base: SessionState = {
    ...header.state,
    messages: tail.filter(({ number }) => number < header.first).map(({ message }) => message),
    metadata: withDropped(header.state.metadata, before),
  };
  const entries = tail.filter(({ number }) => number >= header.first);
  const state = markUnanswered(advance(base, entries));
  return {
    state,
    messages: state.messages,
    before,
    cameBack: state.messages.length,
    isOlder: true,
    missing: 0,
    inHistory: before + state.messages.length,
  };
}

/** The state with what the history has beyond it; a run that only the history knows of brings its head. */
function grow(
  state: SessionState,
  { header }: History,
  ahead: readonly NumberedEntry[],
  count: number,
): SessionState {
  // What follows a header adds to its counts; a state from before it has not all of them.
  const knows = (state.metadata.revision ?? 0) >= (header.state.metadata.revision ?? 0);
  if (header.first <= count && knows) return advance(state, ahead);
  const earlier = ahead.filter(({ number }) => number < header.first);
  const { metadata } = header.state;
  const { messages_dropped = 0 } = state.metadata;
  return advance(
    {
      ...header.state,
      messages: [...state.messages, ...earlier.map(({ message }) => message)],
      metadata: withDropped(metadata, messages_dropped),
    },
    ahead.filter(({ number }) => number >= header.first),
  );
}

function withDropped(
  metadata: SessionState["metadata"],
  dropped: number,
): SessionState["metadata"] {
  const { truncated, messages_dropped, ...rest } = metadata;
  if (dropped > 0) return { ...rest, truncated: true, messages_dropped: dropped };
  // The Python tool cut messages off without counting them.
  return truncated && messages_dropped === undefined ? { ...rest, truncated } : rest;
}

/** The messages of the history before those of the state, where they follow each other. */
function joined(
  state: SessionState,
  dropped: number,
  tail: readonly NumberedEntry[],
): Pick<Reconciled, "messages" | "before"> {
  const older = tail.filter(({ number }) => number <= dropped);
  if (older.at(-1)?.number !== dropped) return { messages: state.messages, before: dropped };
  return {
    messages: [...older.map(({ message }) => message), ...state.messages],
    before: older[0]!.number - 1,
  };
}

/** One save adds a tool's result, or an answer and the user's message before it. */
function isOneSave(entries: readonly NumberedEntry[]): boolean {
  const [first, second] = entries.map(({ message }) => message.role);
  return entries.length === 1 ||
    (entries.length === 2 && first === "user" && second === "assistant");
}

/** A state that counts every line of its history was saved after the last of them. */
function refuseUncounted({ metadata }: SessionState, history: History, count: number): void {
  if (history.lines > (metadata.history_lines ?? 0)) return;
  throw new DamageError(
    text("line {line} of its history numbers messages beyond the {count} of its state", {
      line: history.headerLine,
      count,
    }),
  );
}

function refuseDifference(
  state: SessionState,
  entries: readonly NumberedEntry[],
  before: number,
): void {
  for (const { number, message } of entries) {
    const other = number <= before ? undefined : state.messages[number - before - 1];
    if (other === undefined || isSameMessage(message, other)) continue;
    throw new DamageError(
      text("message {number} is another in its history than in its state", { number }),
    );
  }
}

/**
 * Whether two messages say the same.
 *
 * @param a One.
 * @param b The other.
 * @returns True also where their keys stand in another order.
 */
export function isSameMessage(a: Message, b: Message): boolean {
  // The order of keys means nothing; looking at the text first is far quicker.
  return JSON.stringify(a) === JSON.stringify(b) || equal(a, b);
}
