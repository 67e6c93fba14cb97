/** The message history of a session file, checked. */

import type { Message, ToolCall } from "../llm/provider.ts";
import { text } from "../text.ts";
import {
  DamageError,
  DICT,
  type Dict,
  type Kind,
  LIST,
  oneOf,
  optional,
  TEXT,
  wanted,
} from "./fields.ts";

const ROLE = oneOf(["system", "user", "assistant", "tool"]);

const CONTENT: Kind<string | readonly unknown[]> = {
  wanted: text("a text, null or a list of parts"),
  is: (value): value is string | readonly unknown[] => TEXT.is(value) || LIST.is(value),
};

/**
 * Checks a stored history, so that nothing later meets a message without a role or a call without a
 * name. That every call has its result is not checked: a run that was killed leaves some without.
 *
 * @param value What the file holds under `messages`.
 * @returns The messages. Keys that are the provider's own are kept.
 * @throws {DamageError} Something is wrong; the message says where.
 */
export function readMessages(value: unknown): Message[] {
  return wanted(value, "messages", LIST).map((entry, i) => readMessage(entry, `messages[${i}]`));
}

/**
 * Checks one stored message.
 *
 * @param entry What the file holds.
 * @param at Where, such as `messages[3]`.
 * @returns The message. Keys that are the provider's own are kept.
 * @throws {DamageError} Something is wrong; the message says where.
 */
export function readMessage(entry: unknown, at: string): Message {
  const dict = wanted(entry, at, DICT);
  const role = wanted(dict.role, `${at}.role`, ROLE);
  const content = optional(dict.content, `${at}.content`, CONTENT, null);
  const calls = optional(dict.tool_calls, `${at}.tool_calls`, LIST, undefined);
  const callId = optional(dict.tool_call_id, `${at}.tool_call_id`, TEXT, undefined);
  if (role === "tool") wanted(callId, `${at}.tool_call_id`, TEXT);
  if (calls !== undefined && calls.length > 0 && role !== "assistant") {
    throw new DamageError(
      text("{key} is there, and only an assistant calls tools", { key: `${at}.tool_calls` }),
    );
  }
  // Spread over the entry, so that its keys stay in their order.
  return {
    ...withoutNulls(dict, ["tool_calls", "tool_call_id"]),
    role,
    content,
    ...(calls === undefined
      ? {}
      : { tool_calls: calls.map((call, i) => readCall(call, `${at}.tool_calls[${i}]`)) }),
  };
}

/** Other programs write null for "none" where the protocol leaves the key out. */
function withoutNulls(dict: Dict, keys: readonly string[]): Dict {
  if (!keys.some((key) => dict[key] === null)) return dict;
  return Object.fromEntries(
    Object.entries(dict).filter(([key, value]) => value !== null || !keys.includes(key)),
  );
}

function readCall(entry: unknown, at: string): ToolCall {
  const dict = wanted(entry, at, DICT);
  const called = wanted(dict.function, `${at}.function`, DICT);
  return {
    ...dict,
    id: wanted(dict.id, `${at}.id`, TEXT),
    type: "function",
    function: {
      ...called,
      name: wanted(called.name, `${at}.function.name`, TEXT),
      arguments: wanted(called.arguments, `${at}.function.arguments`, TEXT),
    },
  };
}
