/** What became of a tool call that a run which died had asked for. */

import type { ToolCall } from "../llm/provider.ts";
import type { PendingCall } from "../session/session_state.ts";
import type { Tool, ToolResult } from "../tools/tool.ts";
import { text } from "../text.ts";
import { OUTCOME_UNKNOWN } from "./tool_calls.ts";

/** A call without a result, and what to do about it. */
export interface UnansweredCall {
  readonly call: ToolCall;
  /** The result of a call that is not to be run: it was done, or nobody knows. Null: run it. */
  readonly result: ToolResult | null;
}

/**
 * Judges a call by the mark that was saved before it started.
 *
 * @param call The call.
 * @param pending Its mark; undefined when it was not started.
 * @param tool The tool; undefined when this run does not offer it.
 * @param hashOf SHA-256, hex, of a file of the workspace; null when there is none; undefined for a
 * path that is not to be read.
 * @returns What to do: a call that was not started, or whose tool changes nothing, is run; a file
 * tool is done when the file is as it was to leave it, and is run when the file is as before; of
 * everything else the outcome is unknown, and it is not run again.
 */
export async function judgeUnanswered(
  call: ToolCall,
  pending: PendingCall | undefined,
  tool: Pick<Tool, "changes"> | undefined,
  hashOf: (path: string) => Promise<string | null | undefined>,
): Promise<UnansweredCall> {
  if (pending === undefined) return { call, result: null };
  const mark = pending.file;
  if (mark === undefined) {
    // Of a tool that is no longer offered nobody can tell whether it changes something.
    return { call, result: tool?.changes === false ? null : unknownOutcome() };
  }
  const { path } = mark;
  const now = await hashOf(path);
  if (now === mark.after) {
    const changed = { path, sha256: mark.after, bytes: mark.bytes };
    return { call, result: { success: true, content: mark.result, path, changed } };
  }
  return { call, result: now === mark.before ? null : unknownOutcome(path) };
}

/**
 * The result of a call of which nobody knows what became.
 *
 * @param path The file that it was about.
 * @returns The result.
 */
export function unknownOutcome(path?: string): ToolResult {
  return {
    success: false,
    content: OUTCOME_UNKNOWN,
    path,
    error: text("interrupted, outcome unknown"),
  };
}
