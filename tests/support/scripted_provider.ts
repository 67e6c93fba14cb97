/** A provider that answers from a list and keeps what it was asked. */

import type { Answer, Message, ModelRequest, Provider, ToolCall } from "../../src/llm/provider.ts";

/** One entry of the script: an answer, nothing (for a summary), a failure, or a function. */
export type Reply =
  | Answer
  | null
  | Error
  | ((request: ModelRequest) => Answer | null | Promise<Answer | null>);

/** A scripted provider, and the requests it got. */
export interface ScriptedProvider extends Provider {
  readonly requests: ModelRequest[];
}

/**
 * Makes a provider that gives one reply after another, and fails past the end.
 *
 * @param replies The script.
 * @param options Parts of the provider that the test is about.
 * @returns The provider.
 */
export function scriptedProvider(
  replies: readonly Reply[],
  options: Partial<Provider> = {},
): ScriptedProvider {
  const requests: ModelRequest[] = [];
  return {
    model: "scripted",
    contextTokens: 128_000,
    priceKnown: true,
    ...options,
    requests,
    async complete(request) {
      request.signal.throwIfAborted();
      const reply = replies[requests.length];
      // A copy: the history grows after the call.
      requests.push({ ...request, messages: [...request.messages] });
      if (reply === undefined) throw new Error(`no reply to request ${requests.length}`);
      if (reply instanceof Error) throw reply;
      return typeof reply === "function" ? await reply(request) : reply;
    },
  };
}

/** An answer that ends a run. */
export function text(content: string, costUsd: number | null = 0.01): Answer {
  return {
    message: { role: "assistant", content },
    usage: { inputTokens: 10, outputTokens: 5 },
    costUsd,
    finishReason: "stop",
  };
}

/** A tool call. */
export function call(id: string, name: string, args: Record<string, unknown> | string): ToolCall {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return { id, type: "function", function: { name, arguments: text } };
}

/** An answer that asks for tools. */
export function calls(...tool_calls: ToolCall[]): Answer {
  const message: Message = { role: "assistant", content: null, tool_calls };
  return { ...text(""), message, finishReason: "tool_calls" };
}
