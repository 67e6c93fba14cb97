/**
 * An answer of the chat-completions protocol, made fit for the history
 * (https://platform.openai.com/docs/api-reference/chat/object).
 */

import { TextError } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../json/json_object.ts";
import { nestsDeeper } from "../json/nests_deeper.ts";
import { wellFormed } from "../json/well_formed.ts";
import { text } from "../text.ts";
import type { Message, ToolCall, Usage } from "./provider.ts";

/** More than any answer has; a session file, in which the answer is kept, may nest deeper. */
export const MAX_DEPTH = 100;

/** What a server sent is not an answer. A second try may bring one. */
export class MalformedAnswerError extends TextError {
  override readonly name = "MalformedAnswerError";
}

/** A server that answered 200, and then told of an error in the body or in mid-stream. */
export class ServerToldError extends Error {
  override readonly name = "ServerToldError";
  /** The error object as it came. */
  readonly error: unknown;

  /** @param error The error object as it came. */
  constructor(error: unknown) {
    super("The server told of an error");
    this.error = error;
  }
}

/** An answer as it came, of either streaming mode. */
export interface Completion {
  readonly message: JsonObject;
  /** Null: the server gave none. */
  readonly finishReason: string | null;
  readonly usage: unknown;
}

/**
 * Reads the body of a plain answer.
 *
 * @throws {ServerToldError} It holds an error.
 * @throws {MalformedAnswerError} It holds no message.
 */
export function completionOf(body: unknown): Completion {
  const object: JsonObject = isJsonObject(body) ? body : {};
  if (object.error) throw new ServerToldError(object.error);
  const choice: unknown = Array.isArray(object.choices) ? object.choices[0] : undefined;
  if (!isJsonObject(choice) || !isJsonObject(choice.message)) {
    throw new MalformedAnswerError(text("the answer holds no message"));
  }
  return {
    message: choice.message,
    finishReason: typeof choice.finish_reason === "string" ? choice.finish_reason : null,
    usage: object.usage,
  };
}

/** What {@linkcode answerOf} gives: an answer without its cost. */
export interface PlainAnswer {
  readonly message: Message;
  readonly usage: Usage | null;
  readonly finishReason: string;
}

/**
 * Makes an answer fit for the history.
 *
 * - Each tool call has an id that no call of the history or of the answer has: an empty or a taken
 *   one is replaced. The same answer gets the same ids each time.
 * - Arguments are text: an object is serialised, nothing becomes `{}`. Text that is no JSON stays.
 * - Keys without a value (null, `[]`) are dropped, all others stay, those of tool calls too
 *   (reasoning, signatures): a provider may want them back.
 * - A refusal without content becomes the content. Lone surrogates become U+FFFD.
 *
 * @param completion What the server sent.
 * @param history The messages that were sent.
 * @param answerNumber The number of this answer in the session.
 * @throws {MalformedAnswerError} A tool call has no name, and the answer was not cut for length.
 */
export function answerOf(
  completion: Completion,
  history: readonly Message[],
  answerNumber: number,
): PlainAnswer {
  if (nestsDeeper(completion.message, MAX_DEPTH)) {
    throw new MalformedAnswerError(text("the answer is nested too deeply"));
  }
  const { content, refusal, tool_calls, role: _, ...rest } = wellFormed(completion.message);
  const cut = completion.finishReason === "length";
  const calls = toolCalls(tool_calls, cut, takenIds(history), answerNumber);
  const said = typeof content === "string" || (Array.isArray(content) && content.length > 0)
    ? content
    : null;
  const message: Message = {
    role: "assistant",
    // An assistant message that calls nothing must have content.
    content: said || (typeof refusal === "string" && refusal) || (calls.length > 0 ? null : ""),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(typeof refusal === "string" && refusal !== "" ? { refusal } : {}),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmpty(value))),
  };
  const finishReason = completion.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop");
  return { message, usage: usageOf(completion.usage), finishReason };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" ||
    (Array.isArray(value) && value.length === 0);
}

function takenIds(history: readonly Message[]): Set<string> {
  return new Set(history.flatMap((message) => message.tool_calls?.map((call) => call.id) ?? []));
}

function toolCalls(
  value: unknown,
  cut: boolean,
  taken: Set<string>,
  answerNumber: number,
): ToolCall[] {
  const calls: ToolCall[] = [];
  let made = 0;
  for (const raw of Array.isArray(value) ? value : []) {
    const given: JsonObject = isJsonObject(raw) ? raw : {};
    const asked: JsonObject = isJsonObject(given.function) ? given.function : {};
    if (typeof asked.name !== "string" || asked.name === "") {
      // Cut before the name was out: nothing was asked for yet.
      if (cut) continue;
      throw new MalformedAnswerError(text("the answer calls a tool without a name"));
    }
    let id = typeof given.id === "string" ? given.id : "";
    while (id === "" || taken.has(id)) id = madeUpId(answerNumber, made++);
    taken.add(id);
    const { index: _, ...rest } = given;
    calls.push({
      ...rest,
      id,
      type: "function",
      function: { name: asked.name, arguments: argumentsText(asked.arguments, cut) },
    });
  }
  return calls;
}

/** Nine letters and digits: the one form that every provider takes (Mistral takes no other). */
function madeUpId(answerNumber: number, index: number): string {
  return `call${(answerNumber * 256 + index).toString(36).padStart(5, "0")}`;
}

function argumentsText(value: unknown, cut: boolean): string {
  if (typeof value === "string" && (value.trim() !== "" || cut)) return value;
  return isJsonObject(value) ? JSON.stringify(value) : "{}";
}

/**
 * Reads token counts; servers name the cached ones in two ways.
 *
 * @returns Null when there are none.
 */
export function usageOf(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const inputTokens = count(value.prompt_tokens);
  const outputTokens = count(value.completion_tokens);
  if (inputTokens === null || outputTokens === null) return null;
  const details: JsonObject = isJsonObject(value.prompt_tokens_details)
    ? value.prompt_tokens_details
    : {};
  const cached = count(details.cached_tokens) ?? count(value.prompt_cache_hit_tokens) ?? 0;
  return { inputTokens, outputTokens, ...(cached > 0 ? { cachedInputTokens: cached } : {}) };
}

function count(value: unknown): number | null {
  // What is beyond any answer would grow to an infinite cost, which no session file can hold.
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;
}
