/** Makes a request fit the model's context window without touching the history. */

import type { Message, ToolDefinition } from "../llm/provider.ts";

/** Share of the window above which old tool results are left out of the request. */
const FILL = 0.75;
const BYTES_PER_TOKEN = 4;

const encoder = new TextEncoder();
const sizes = new WeakMap<Message, number>();

/**
 * Tokens of a message, estimated at four UTF-8 bytes a token. Remembered for each message, as
 * messages never change.
 *
 * @param message A message.
 * @returns The estimate, at least 1.
 */
export function estimateTokens(message: Message): number {
  const known = sizes.get(message);
  if (known !== undefined) return known;
  const text = typeof message.content === "string"
    ? message.content
    : JSON.stringify(message.content ?? "");
  const calls = message.tool_calls === undefined ? "" : JSON.stringify(message.tool_calls);
  const bytes = encoder.encode(text).length + encoder.encode(calls).length;
  const tokens = 4 + Math.ceil(bytes / BYTES_PER_TOKEN);
  sizes.set(message, tokens);
  return tokens;
}

/** A request that was made to fit. */
export interface FittedRequest {
  readonly messages: readonly Message[];
  /** Tool results that were replaced by a marker. */
  readonly elided: number;
  /** The estimated size, in tokens. */
  readonly tokens: number;
  /** Whether it is within the window. */
  readonly fits: boolean;
}

/**
 * Replaces the oldest tool results by one-line markers until the request is at most three quarters
 * of the window. The results of the newest assistant message stay as they are while the request is
 * within the window; the last message always does.
 *
 * @param history The whole history.
 * @param tools What is sent beside it.
 * @param contextTokens The window, in tokens.
 * @returns The request; `history` itself when nothing had to go.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { fitToContext } from "./context_window.ts";
 *
 * const history = [{ role: "user", content: "hello" }] as const;
 * assert(fitToContext(history, [], 1000).fits);
 * assert(!fitToContext(history, [], 2).fits);
 * ```
 */
export function fitToContext(
  history: readonly Message[],
  tools: readonly ToolDefinition[],
  contextTokens: number,
): FittedRequest {
  const offered = Math.ceil(encoder.encode(JSON.stringify(tools)).length / BYTES_PER_TOKEN);
  let tokens = history.reduce((sum, message) => sum + estimateTokens(message), offered);
  const aim = contextTokens * FILL;
  if (tokens <= aim) return { messages: history, elided: 0, tokens, fits: true };

  const messages = [...history];
  const newest = history.findLastIndex((message) => message.role === "assistant");
  let elided = 0;
  const leaveOut = (from: number, until: number, limit: number) => {
    for (let index = from; index < until && tokens > limit; index++) {
      const message = messages[index]!;
      if (message.role !== "tool") continue;
      const marker = withoutContent(message);
      const saved = estimateTokens(message) - estimateTokens(marker);
      if (saved <= 0) continue;
      messages[index] = marker;
      tokens -= saved;
      elided++;
    }
  };
  leaveOut(0, newest, aim);
  // Many large results of one answer: a model that sees some of them can ask for the others again.
  leaveOut(newest + 1, messages.length - 1, contextTokens);
  return { messages, elided, tokens, fits: tokens <= contextTokens };
}

function withoutContent(message: Message): Message {
  const length = typeof message.content === "string"
    ? message.content.length
    : JSON.stringify(message.content).length;
  return {
    ...message,
    content: `[a tool result of ${length} characters was left out to save room]`,
  };
}
