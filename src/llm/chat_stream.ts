/**
 * A streamed answer of the chat-completions protocol, put together
 * (https://platform.openai.com/docs/api-reference/chat-streaming).
 */

import { isJsonObject, type JsonObject } from "../json/json_object.ts";
import { text } from "../text.ts";
import {
  type Completion,
  completionOf,
  MalformedAnswerError,
  ServerToldError,
} from "./chat_answer.ts";

/**
 * Puts the chunks of a stream together.
 *
 * Pieces of a tool call belong together by `index`; where a server leaves it out, or gives the same
 * one to each call, a new id begins a new call. Keys that the protocol does not name are put
 * together too: text is joined, lists are joined, the last of anything else wins.
 */
export class ChatStream {
  #message: JsonObject = {};
  #calls: JsonObject[] = [];
  #callAt = new Map<unknown, JsonObject>();
  #finishReason: string | null = null;
  #usage: unknown = null;
  #whole: Completion | null = null;
  #characters = 0;
  #untold = "";
  #started = false;

  /** Characters of text and of arguments so far. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * @param chunk One parsed event.
   * @throws {ServerToldError} It is an error.
   */
  add(chunk: unknown): void {
    this.#started = true;
    if (!isJsonObject(chunk)) {
      throw new MalformedAnswerError(text("a part of the stream is not an object"));
    }
    if (chunk.error) throw new ServerToldError(chunk.error);
    if (isJsonObject(chunk.usage)) this.#usage = chunk.usage;
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isJsonObject(choice)) return;
    if (typeof choice.finish_reason === "string") this.#finishReason = choice.finish_reason;
    if (isJsonObject(choice.delta)) this.#addDelta(choice.delta);
    else if (isJsonObject(choice.message)) this.#whole = completionOf(chunk);
  }

  /** Gives the text that has come since the last call. */
  takeText(): string {
    const text = this.#untold;
    this.#untold = "";
    return text;
  }

  /** Whether anything has come. */
  get started(): boolean {
    return this.#started;
  }

  /**
   * @returns The whole answer.
   * @throws {MalformedAnswerError} The stream ended before the answer did.
   */
  completion(): Completion {
    if (this.#whole !== null) return this.#whole;
    if (this.#finishReason === null) {
      throw new MalformedAnswerError(text("the stream ended before the answer did"));
    }
    const message = this.#calls.length > 0
      ? { ...this.#message, tool_calls: this.#calls }
      : this.#message;
    return { message, finishReason: this.#finishReason, usage: this.#usage };
  }

  #addDelta(delta: JsonObject): void {
    const { role: _, tool_calls, ...rest } = delta;
    for (const [key, value] of Object.entries(rest)) {
      this.#count(value);
      this.#message[key] = joined(this.#message[key], value);
      if (key === "content") this.#untold += textOf(value);
    }
    for (const call of Array.isArray(tool_calls) ? tool_calls : []) {
      if (isJsonObject(call)) this.#addCall(call);
    }
  }

  #addCall(piece: JsonObject): void {
    const { index, id, function: asked, ...rest } = piece;
    const at = index ?? "none";
    let call = this.#callAt.get(at);
    const isNew = typeof id === "string" && id !== "" && call?.id !== "" && call?.id !== id;
    if (call === undefined || isNew) {
      call = { id: "", function: { name: "", arguments: "" } };
      this.#calls.push(call);
      this.#callAt.set(at, call);
    }
    if (typeof id === "string" && id !== "") call.id = id;
    const target = call.function as JsonObject;
    if (isJsonObject(asked)) {
      // The name comes whole; some servers repeat it.
      if (typeof asked.name === "string" && asked.name !== "") target.name = asked.name;
      this.#count(asked.arguments);
      if (isJsonObject(asked.arguments)) target.arguments = asked.arguments;
      else if (typeof asked.arguments === "string") {
        target.arguments = joined(target.arguments, asked.arguments);
      }
    }
    for (const [key, value] of Object.entries(rest)) {
      if (value !== null && value !== undefined) call[key] = value;
    }
  }

  #count(value: unknown): void {
    if (typeof value === "string") this.#characters += value.length;
  }
}

/** What was so far, with the next piece of the same key. */
function joined(before: unknown, piece: unknown): unknown {
  if (piece === null || piece === undefined) return before;
  if (before === null || before === undefined) return piece;
  if (typeof before === "string" && typeof piece === "string") return before + piece;
  if (!Array.isArray(before) && !Array.isArray(piece)) return piece;
  // Content that is text at first and a list of parts later, or the other way round.
  const parts = [...partsOf(before)];
  for (const part of partsOf(piece)) {
    const last = parts.at(-1);
    if (isText(last) && isText(part)) {
      parts[parts.length - 1] = { ...last, text: last.text + part.text };
    } else parts.push(part);
  }
  return parts;
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === "" ? [] : [{ type: "text", text: value }];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.filter(isText).map(({ text }) => text).join("") : "";
}

function isText(part: unknown): part is JsonObject & { text: string } {
  return isJsonObject(part) && part.type === "text" && typeof part.text === "string";
}
