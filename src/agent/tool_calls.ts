/** Tool calls as every provider accepts them. Pure. */

import { isJsonObject, type JsonObject } from "../json/json_object.ts";
import type { Message, ToolCall } from "../llm/provider.ts";
import { text } from "../text.ts";
import type { ToolResult } from "../tools/tool.ts";

/** A message whose calls are sound, and what was wrong with those that were not. */
export interface SoundMessage {
  readonly message: Message;
  /** Id of a call to the text that stood in the place of its arguments. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/**
 * Replaces arguments that are not a JSON object by `{}`: several providers refuse a history that
 * holds such a call, and with it every later request. No arguments at all count as `{}`.
 *
 * @param message An assistant message.
 * @returns The message, itself when all its calls are sound, and the arguments that were replaced.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { withSoundCalls } from "./tool_calls.ts";
 *
 * const call = { id: "1", type: "function", function: { name: "grep", arguments: '{"te' } } as const;
 * const { message, unreadable } = withSoundCalls({ role: "assistant", content: null, tool_calls: [call] });
 * assertEquals(message.tool_calls?.[0]?.function.arguments, "{}");
 * assertEquals(unreadable.get("1"), '{"te');
 * ```
 */
export function withSoundCalls(message: Message): SoundMessage {
  const unreadable = new Map<string, string>();
  let changed = false;
  const calls = message.tool_calls?.map((call): ToolCall => {
    const text = call.function.arguments;
    if (parseArguments(text) !== null) return call;
    changed = true;
    if (text.trim() !== "") unreadable.set(call.id, text);
    return { ...call, function: { ...call.function, arguments: "{}" } };
  });
  return { message: changed ? { ...message, tool_calls: calls } : message, unreadable };
}

/**
 * The arguments of a call.
 *
 * @param text JSON text.
 * @returns The object; null when the text is not JSON or not an object.
 */
export function parseArguments(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The message that answers a call.
 *
 * @param call The call.
 * @param content What the model reads; empty text becomes `(no output)`, as some providers refuse it.
 * @returns The message.
 */
export function toolMessage(call: ToolCall, content: string): Message {
  return { role: "tool", tool_call_id: call.id, content: content === "" ? NO_OUTPUT : content };
}

/** What stands for an empty content. */
export const NO_OUTPUT = "(no output)";

/** The result of a call of which nobody knows what became. */
export const OUTCOME_UNKNOWN =
  "The run was interrupted while this call was under way; its outcome is unknown. It was not run " +
  "again. Check what it did before you repeat it.";

/**
 * The result of a call whose arguments nobody can read.
 *
 * @param raw What stood in the place of the arguments; undefined when they were sound.
 * @returns The result; null when there is nothing wrong.
 */
export function unreadableArguments(raw: string | undefined): ToolResult | null {
  if (raw === undefined) return null;
  const start = raw.length > SHOWN ? `${raw.slice(0, SHOWN)}...` : raw;
  return {
    success: false,
    content: `The arguments of this call were not a JSON object. They were: ${start}`
      .toWellFormed(),
    error: text("the arguments are not a JSON object"),
  };
}

/** Characters of unreadable arguments that the model is shown. */
const SHOWN = 200;
