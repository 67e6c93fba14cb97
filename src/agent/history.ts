/**
 * The history of a session that goes on, made acceptable to every provider: a system prompt first,
 * the task never lost, every call with exactly one result and no result without its call, nothing
 * empty, nothing that only another model understands. Pure.
 */

import type { Message, ToolCall } from "../llm/provider.ts";
import { NO_OUTPUT, OUTCOME_UNKNOWN, toolMessage, withSoundCalls } from "./tool_calls.ts";

/** What {@linkcode rebuildHistory} needs to know beside the messages. */
export interface RebuildOptions {
  readonly systemPrompt: string;
  /** The user's original prompt. */
  readonly task: string;
  /** Messages that are no longer there, before the first one; null when some, but not how many. */
  readonly dropped: number | null;
  /** Whether another model goes on: blocks that only the old one reads are left out. */
  readonly modelChanged: boolean;
}

/** A history that can be sent, but for the calls that are still to be answered. */
export interface RebuiltHistory {
  readonly messages: Message[];
  /** Calls of the last assistant message that have no result, in the order asked. */
  readonly unanswered: readonly ToolCall[];
}

/**
 * Makes stored messages into a history.
 *
 * @param stored The messages of the state, oldest first.
 * @param options The prompt, the task and what was dropped.
 * @returns The history. Calls of the last assistant message without a result are left open and
 * returned; open calls further back get the result "outcome unknown".
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { rebuildHistory } from "./history.ts";
 *
 * const { messages } = rebuildHistory([{ role: "assistant", content: "done" }], {
 *   systemPrompt: "You build.",
 *   task: "add a test",
 *   dropped: 7,
 *   modelChanged: false,
 * });
 * assertEquals(messages.map((message) => message.role), ["system", "user", "assistant"]);
 * ```
 */
export function rebuildHistory(
  stored: readonly Message[],
  options: RebuildOptions,
): RebuiltHistory {
  // The system prompt is this run's own; another one could only come from a file that somebody wrote.
  const { messages, unanswered } = pairCalls(stored.filter(({ role }) => role !== "system"));
  const body = messages.map((message) => acceptable(message, options.modelChanged));
  return { messages: mergeUsers([...heading(body, options), ...body]), unanswered };
}

/** System prompt, and the task where the window no longer begins with it. */
function heading(body: readonly Message[], options: RebuildOptions): Message[] {
  const system: Message = { role: "system", content: options.systemPrompt };
  if (options.dropped === 0 && body[0]?.role === "user") return [system];
  const count = options.dropped === null ? "Some" : options.dropped;
  const note = options.dropped === 0
    ? ""
    : `\n\n[${count} earlier messages of this session are left out here.]`;
  return [system, { role: "user", content: `${options.task}${note}` }];
}

/** Gives every call one result, right after its message and in the order asked. */
function pairCalls(stored: readonly Message[]): { messages: Message[]; unanswered: ToolCall[] } {
  const messages: Message[] = [];
  let unanswered: ToolCall[] = [];
  for (let index = 0; index < stored.length;) {
    const message = stored[index++]!;
    // A result here has no call before it: those that have one are taken with their call.
    if (message.role === "tool") continue;
    messages.push(message);
    if (message.role !== "assistant" || !message.tool_calls?.length) continue;

    const results = new Map<string, Message>();
    while (stored[index]?.role === "tool") {
      const result = stored[index++]!;
      const id = result.tool_call_id ?? "";
      if (!results.has(id)) results.set(id, result);
    }
    const last = index === stored.length;
    unanswered = [];
    for (const call of message.tool_calls) {
      const result = results.get(call.id);
      if (result !== undefined) messages.push(result);
      else if (last) unanswered.push(call);
      else messages.push(toolMessage(call, OUTCOME_UNKNOWN));
    }
  }
  return { messages, unanswered: messages.length === 0 ? [] : unanswered };
}

function acceptable(message: Message, modelChanged: boolean): Message {
  const sound = message.role === "assistant" ? withSoundCalls(message).message : message;
  return withContent(modelChanged ? withoutForeignBlocks(sound) : sound);
}

/** Some providers refuse empty text for good. */
function withContent(message: Message): Message {
  const { content } = message;
  const callsTools = (message.tool_calls?.length ?? 0) > 0;
  if (Array.isArray(content)) {
    const parts = content.filter((part) => !isEmptyText(part));
    if (parts.length === content.length && parts.length > 0) return message;
    return { ...message, content: parts.length > 0 ? parts : callsTools ? null : NO_OUTPUT };
  }
  if (content !== "" && content !== null && content !== undefined) return message;
  const empty = callsTools ? null : NO_OUTPUT;
  return content === empty ? message : { ...message, content: empty };
}

function isEmptyText(part: unknown): boolean {
  return typeof part === "object" && part !== null && "text" in part && part.text === "";
}

const PROTOCOL_KEYS = ["role", "content", "tool_calls", "tool_call_id", "name"];

/** Signatures, reasoning and the like can be read by the model that wrote them only. */
function withoutForeignBlocks(message: Message): Message {
  const kept: Record<string, unknown> = {};
  for (const key of PROTOCOL_KEYS) if (message[key] !== undefined) kept[key] = message[key];
  if (Array.isArray(message.content)) kept.content = message.content.filter(isPortablePart);
  if (message.tool_calls !== undefined) {
    kept.tool_calls = message.tool_calls.map(({ id, type, function: called }) => ({
      id,
      type,
      function: { name: called.name, arguments: called.arguments },
    }));
  }
  return kept as Message;
}

function isPortablePart(part: unknown): boolean {
  return typeof part === "object" && part !== null && "type" in part &&
    (part.type === "text" || part.type === "image_url");
}

/**
 * Joins user messages that follow each other: servers that insist on alternating roles refuse them.
 *
 * @param messages A history.
 * @returns The history, in which no text of a user follows another.
 */
export function mergeUsers(messages: readonly Message[]): Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const before = merged.at(-1);
    if (
      message.role === "user" && before?.role === "user" &&
      typeof message.content === "string" && typeof before.content === "string"
    ) {
      merged[merged.length - 1] = { ...before, content: `${before.content}\n\n${message.content}` };
    } else {
      merged.push(message);
    }
  }
  return merged;
}
