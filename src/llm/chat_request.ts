/** What a chat-completions server is sent, and what it turned out not to take. */

import { isJsonObject, type JsonObject } from "../json/json_object.ts";
import type { Message, ModelRequest } from "./provider.ts";

/** What a server has refused so far: learnt from its errors, and left out from then on. */
export interface Refused {
  /** `stream_options`: the usage of a streamed answer is then unknown. */
  streamOptions: boolean;
  /** Keys of a message that the protocol does not name, such as `reasoning_content`. */
  foreignKeys: boolean;
}

const PROTOCOL_KEYS: ReadonlySet<string> = new Set([
  "role",
  "content",
  "name",
  "refusal",
  "tool_calls",
  "tool_call_id",
]);

/**
 * The body of a request. The messages are sent as they are; only for a server that has refused
 * one of their foreign keys are those left out.
 */
export function requestBody(
  model: string,
  request: Pick<ModelRequest, "messages" | "tools">,
  stream: boolean,
  refused: Readonly<Refused>,
): JsonObject {
  return {
    model,
    messages: refused.foreignKeys ? request.messages.map(withoutForeignKeys) : request.messages,
    // An empty list is an error to many servers.
    ...(request.tools.length === 0 ? {} : {
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: "function",
        function: { name, description, parameters },
      })),
    }),
    stream,
    ...(stream && !refused.streamOptions ? { stream_options: { include_usage: true } } : {}),
  };
}

/**
 * Learns from an error 400 or 422 what the server does not take.
 *
 * @param text All that the server said.
 * @param refused Changed in place.
 * @returns Whether there is something to leave out: the request is worth sending again.
 */
export function learnRefusal(
  text: string,
  messages: readonly Message[],
  stream: boolean,
  refused: Refused,
): boolean {
  if (stream && !refused.streamOptions && /stream_options|include_usage/i.test(text)) {
    refused.streamOptions = true;
    return true;
  }
  if (!refused.foreignKeys && foreignKeysOf(messages).some((key) => text.includes(key))) {
    refused.foreignKeys = true;
    return true;
  }
  return false;
}

function foreignKeysOf(messages: readonly Message[]): string[] {
  const keys = messages.flatMap((message) => Object.keys(message));
  return [...new Set(keys)].filter((key) => !PROTOCOL_KEYS.has(key));
}

function withoutForeignKeys(message: Message): JsonObject {
  const { tool_calls, ...rest } = Object.fromEntries(
    Object.entries(message).filter(([key]) => PROTOCOL_KEYS.has(key)),
  );
  if (!Array.isArray(tool_calls)) return rest;
  const calls = tool_calls.filter(isJsonObject).map((call) => ({
    id: call.id,
    type: call.type,
    function: call.function,
  }));
  return { ...rest, tool_calls: calls };
}
