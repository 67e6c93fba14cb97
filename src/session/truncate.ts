/** Keeping a saved history short without separating a tool call from its results. */

import type { Message } from "../llm/provider.ts";

/** A history longer than this is cut when it is saved. */
export const MAX_MESSAGES = 50;

/** What a cut aims to keep. */
export const KEPT_MESSAGES = 30;

/** What {@linkcode truncateMessages} made of a history. */
export interface TruncatedMessages {
  /** The same array when nothing was cut. */
  readonly messages: readonly Message[];
  /** How many were cut off its start. */
  readonly dropped: number;
}

/**
 * Keeps the last 30 messages of a history that has more than 50.
 *
 * The cut never separates a call from its results: a window that would begin with a tool result
 * begins at the next message that is not one; where there is none, at the call that owns the
 * results. Cutting what was cut changes nothing.
 *
 * @param messages The history.
 * @returns What is kept, and how many messages are not.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { truncateMessages } from "./truncate.ts";
 *
 * const history = Array.from({ length: 60 }, (_, i) => ({ role: "user" as const, content: `${i}` }));
 * const { messages, dropped } = truncateMessages(history);
 * assertEquals([messages.length, dropped, messages[0]?.content], [30, 30, "30"]);
 * ```
 */
export function truncateMessages(messages: readonly Message[]): TruncatedMessages {
  if (messages.length <= MAX_MESSAGES) return { messages, dropped: 0 };
  const dropped = cutPoint(messages, messages.length - KEPT_MESSAGES);
  return dropped === 0 ? { messages, dropped } : { messages: messages.slice(dropped), dropped };
}

function cutPoint(messages: readonly Message[], start: number): number {
  for (let at = start; at < messages.length; at++) {
    if (messages[at]?.role !== "tool") return at;
  }
  // Nothing but results in the window: one answer asked for thirty calls or more.
  let at = start;
  while (at > 0 && messages[at]?.role === "tool") at--;
  return at;
}
