/** Whether every tool call of a history has one result, right behind it. Pure. */

import type { Message } from "../llm/provider.ts";
import { type Text, text } from "../text.ts";

/**
 * Finds what no run leaves behind. Calls of the last answer may be open: a run that was interrupted
 * leaves them so.
 *
 * @param messages The history, oldest first.
 * @param first The number of the first message. Default 1.
 * @returns A line a fault.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { pairFaults } from "./tool_pairs.ts";
 *
 * const result = { role: "tool", tool_call_id: "a", content: "ok" } as const;
 * assertEquals(pairFaults([result]).map(String), ["message 1 is a result without its call"]);
 * ```
 */
export function pairFaults(messages: readonly Message[], first = 1): Text[] {
  const faults: Text[] = [];
  let asked = new Map<string, number>();
  const close = () => {
    for (const [id, results] of asked) {
      if (results === 0) faults.push(text("call {id} has no result", { id: JSON.stringify(id) }));
    }
    asked = new Map();
  };
  for (const [index, message] of messages.entries()) {
    const number = first + index;
    if (message.role === "tool") {
      const id = message.tool_call_id ?? "";
      const results = asked.get(id);
      if (results === undefined) {
        faults.push(text("message {number} is a result without its call", { number }));
      } else if (results > 0) {
        faults.push(text("message {number} is a second result of its call", { number }));
      }
      if (results !== undefined) asked.set(id, results + 1);
      continue;
    }
    close();
    for (const { id } of message.tool_calls ?? []) {
      if (asked.has(id)) {
        faults.push(
          text("message {number} has two calls {id}", { number, id: JSON.stringify(id) }),
        );
      }
      asked.set(id, 0);
    }
  }
  return faults;
}
