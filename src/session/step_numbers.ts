/** Which step each message of a session belongs to, and where a step ends. Pure. */

import type { Message } from "../llm/provider.ts";
import type { WholeSession } from "./session_copier.ts";

/** A message with its place in the session. */
export interface NumberedMessage {
  /** From 1, over the whole session. */
  readonly number: number;
  /** Steps that the session had done with this message. */
  readonly step: number;
  readonly message: Message;
}

/** Steps at which a session can be parted. */
export interface StepRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Numbers the messages of a session. What its history does not tell is counted back from the end.
 *
 * @param session The session.
 * @returns Every message, oldest first.
 */
export function numberMessages(
  { state, messages, before, history }: Pick<
    WholeSession,
    "state" | "messages" | "before" | "history"
  >,
): NumberedMessage[] {
  const told = new Map(history?.entries.map(({ number, step }) => [number, step]));
  const numbered: NumberedMessage[] = [];
  let step = state.stepsCompleted;
  for (let index = messages.length - 1; index >= 0; index--) {
    const number = (before ?? 0) + index + 1;
    const message = messages[index]!;
    step = told.get(number) ?? step;
    numbered.push({ number, step, message });
    // A text that ends a session which is not done is a summary, and no step.
    const isSummary = index === messages.length - 1 && state.status !== "success" &&
      !message.tool_calls?.length;
    if (message.role === "assistant" && !isSummary && step > 0) step--;
  }
  return numbered.reverse();
}

/**
 * The steps after which a session can be parted; 0 is the time before the first answer.
 *
 * @param messages Its messages.
 * @returns The range; null when there is none.
 */
export function stepRange(messages: readonly NumberedMessage[]): StepRange | null {
  const steps = messages.filter(isAnswer).map(({ step }) => step);
  const opens = messages[0]?.number === 1 && !isAnswer(messages[0]);
  if (steps.length === 0) return opens ? { first: 0, last: 0 } : null;
  const last = steps.reduce((most, step) => Math.max(most, step));
  return { first: opens ? 0 : steps.reduce((least, step) => Math.min(least, step)), last };
}

/**
 * The messages up to the end of a step: its answer, and the results of the calls of that.
 *
 * @param messages All messages.
 * @param step The step; 0: what comes before the first answer.
 * @returns The messages; null when the step is not among them.
 */
export function upToStep(
  messages: readonly NumberedMessage[],
  step: number,
): readonly NumberedMessage[] | null {
  const range = stepRange(messages);
  if (range === null || step < range.first || step > range.last) return null;
  if (step === 0) {
    const answer = messages.findIndex(isAnswer);
    return answer === -1 ? messages : messages.slice(0, answer);
  }
  // A summary has the number of the step before it.
  const answer = messages.findIndex((one) => isAnswer(one) && one.step === step);
  if (answer === -1) return null;
  let end = answer + 1;
  while (messages[end]?.message.role === "tool") end++;
  return messages.slice(0, end);
}

/**
 * Whether the last answer asked for a call that has no result.
 *
 * @param messages Messages, none of which follows the results.
 * @returns True when its step is not finished.
 */
export function isUnfinished(messages: readonly NumberedMessage[]): boolean {
  const answer = messages.findLastIndex(isAnswer);
  const results = messages.slice(answer + 1).map(({ message }) => message.tool_call_id);
  return (messages[answer]?.message.tool_calls ?? []).some(({ id }) => !results.includes(id));
}

function isAnswer({ message }: NumberedMessage): boolean {
  return message.role === "assistant";
}
