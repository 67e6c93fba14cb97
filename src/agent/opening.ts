/** What a run that goes on says to the model first. Pure. */

import type { Message } from "../llm/provider.ts";
import type { Drift } from "../files/drift.ts";

/** Asks a model that had the last word to go on. */
export const CONTINUE = "Go on with the task from where you stopped.";

/**
 * The user message that opens a resumed run: what changed in the workspace since, and the new
 * prompt, or the request to go on where the model had the last word.
 *
 * @param last The last message of the history.
 * @param prompt The new prompt; null for none.
 * @param drift Files that differ from what the agent left.
 * @returns The message; null when there is nothing to say.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { openingMessage } from "./opening.ts";
 *
 * const last = { role: "tool", tool_call_id: "1", content: "ok" } as const;
 * assertEquals(openingMessage(last, null, []), null);
 * assertEquals(openingMessage(last, "and now the docs", [])?.content, "and now the docs");
 * ```
 */
export function openingMessage(
  last: Message | undefined,
  prompt: string | null,
  drift: readonly Drift[],
): Message | null {
  const parts: string[] = [];
  if (drift.length > 0) parts.push(driftNote(drift));
  if (prompt !== null) parts.push(prompt);
  else if (last?.role === "assistant" && !last.tool_calls?.length) parts.push(CONTINUE);
  return parts.length === 0 ? null : { role: "user", content: parts.join("\n\n") };
}

function driftNote(drift: readonly Drift[]): string {
  const lines = drift.map(({ path, state }) => `- ${path}: ${state}`);
  return `[Since you last worked here, files that you had modified were changed by others:\n${
    lines.join("\n")
  }\nRead them again before you rely on what you know of them.]`;
}
