/**
 * What a model is asked and what it answers: the words that the agent, the session and every
 * provider share. The shapes are those of the OpenAI chat-completions protocol
 * (https://platform.openai.com/docs/api-reference/chat).
 */

import { TextError } from "../errors.ts";
import type { Text } from "../text.ts";

/** Who a message is from. */
export type Role = "system" | "user" | "assistant" | "tool";

/** One tool call that an assistant message asks for. `arguments` is JSON text, not parsed. */
export interface ToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * One entry of the model history. Never changed once it is in a history: the session module keeps
 * the bytes of a message it has serialised.
 *
 * Keys that are not named here (`reasoning_content`, `name`, ...) are the provider's own; they are
 * stored and sent back as they came.
 */
export interface Message {
  readonly role: Role;
  /** Text; null for an assistant message that only calls tools; an array of content parts. */
  readonly content: string | null | readonly unknown[];
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
  readonly [key: string]: unknown;
}

/** A tool as the model sees it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Tokens of one model call. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of `inputTokens` that the provider read from its cache. Default 0. */
  readonly cachedInputTokens?: number;
}

/** One model call. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  /** Empty: the model can call none. */
  readonly tools: readonly ToolDefinition[];
  /** `answer`: a step of the session. `summary`: the closing text of a run that ran out of steps. */
  readonly kind: "answer" | "summary";
  /** The number of this answer in the session, from 1. A cassette is read by it. */
  readonly answerNumber: number;
  /** Aborted: {@linkcode Provider.complete} rejects at once with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called as a streamed answer arrives, with the characters so far. */
  readonly onProgress?: (receivedCharacters: number) => void;
  /**
   * Called with each piece of the text of a streamed answer, as it arrives and before anything is
   * taken out of it; with null when the answer begins anew, and what came before is void.
   */
  readonly onText?: (piece: string | null) => void;
  /** Called with one line of text when something is worth telling (a retry, a wait). */
  readonly onNotice?: (text: Text) => void;
}

/** What a model answered. */
export interface Answer {
  /** The assistant message. Its tool calls have ids that are unique within it, none empty. */
  readonly message: Message;
  /** Null when the server tells none. */
  readonly usage: Usage | null;
  /** USD; null when the price of the model is unknown. */
  readonly costUsd: number | null;
  /** `stop`, `tool_calls`, `length`, `content_filter` or the server's own word. */
  readonly finishReason: string;
}

/**
 * What answers a model call.
 *
 * - `complete` retries what may pass (429, 500s, a cut connection) by itself, bounded, and rejects
 *   with a {@linkcode ProviderError} otherwise. It never resolves to part of an answer.
 * - Nothing is sent before `complete` is called.
 * - A call that was aborted may have been charged; its answer is lost.
 */
export interface Provider {
  /** The name that the session keeps, as the user wrote it. */
  readonly model: string;
  /** Size of the context window, in tokens. */
  readonly contextTokens: number;
  /** Whether the cost of a call can be told: a budget needs it. */
  readonly priceKnown: boolean;
  /**
   * Asks the model once.
   *
   * @returns The answer; null only for a summary that this provider cannot give (a cassette in
   * which none is recorded).
   * @throws {ProviderError} The model could not be asked or its answer could not be read.
   */
  complete(request: ModelRequest): Promise<Answer | null>;
}

/**
 * Why a model call failed for good: `auth`, the key is missing or refused; `context`, the request
 * is larger than the model takes; `request`, any other answer of the server; `unreachable`, no
 * answer; `cassette`, a cassette that is damaged or at its end.
 */
export type ProviderErrorKind = "auth" | "context" | "request" | "unreachable" | "cassette";

/** A model call that failed for good, after the retries. */
export class ProviderError extends TextError {
  override readonly name = "ProviderError";
  /** Why it failed. */
  readonly kind: ProviderErrorKind;
  /** The way out, or null. */
  readonly suggestion: Text | null;

  /**
   * @param kind Why it failed.
   * @param message One line; no key in it.
   * @param options The way out; the cause.
   */
  constructor(
    kind: ProviderErrorKind,
    message: Text,
    options: { readonly suggestion?: Text; readonly cause?: unknown } = {},
  ) {
    super(message, options);
    const { suggestion = null } = options;
    this.kind = kind;
    this.suggestion = suggestion;
  }
}
