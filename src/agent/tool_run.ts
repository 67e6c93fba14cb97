/** One tool call: lookup, arguments, question, dry run, effect, result. */

import type { Message, ToolCall } from "../llm/provider.ts";
import type { Mode } from "../mode.ts";
import { messageOf } from "../errors.ts";
import { type Text, text, verbatim } from "../text.ts";
import { type PreparedCall, type Tool, ToolError, type ToolResult } from "../tools/tool.ts";
import { capResult } from "../tools/cap_result.ts";
import type { AgentEvent } from "./events.ts";
import { parseArguments, toolMessage } from "./tool_calls.ts";

/** What holds for every tool call of a run. */
export interface ToolCallRules {
  /** The tools that are offered to the model; no other can be called. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Aborted with a `StopRequest` when the run is to stop. */
  readonly signal: AbortSignal;
  readonly mode: Mode;
  /** Report what would be changed instead of changing it. */
  readonly dryRun: boolean;
  /** Asks the person at the terminal; rejects with the signal's reason when it is aborted. */
  readonly confirm: (question: Question) => Promise<boolean>;
  /** Takes secrets out of text before it enters the history. */
  readonly redact: (text: string) => string;
  /** Bytes of one tool result. */
  readonly maxResultBytes: number;
}

/** What a person is asked before a tool runs. */
export interface Question {
  readonly tool: string;
  /** All that the call would change. */
  readonly preview: Text;
  readonly signal: AbortSignal;
}

/**
 * Runs a tool call. A failure is a result that the model reads.
 *
 * @param call The call.
 * @param rules What holds for the run.
 * @param settled A result that is known without running it; null to run it.
 * @returns Yields `tool_started`, unless the call does not get that far, and `tool_finished`;
 * returns the message with the result, or null when the run was stopped before there was one.
 */
export async function* runToolCall(
  call: ToolCall,
  rules: ToolCallRules,
  settled: ToolResult | null,
): AsyncGenerator<AgentEvent, Message | null> {
  let result = settled;
  if (result === null) {
    if (rules.signal.aborted) return null;
    const prepared = await attempt(rules, () => prepareCall(call, rules));
    if (prepared === null) return null;
    if ("run" in prepared) {
      yield { type: "tool_started", call, path: prepared.path, mark: prepared.mark };
      // The run may have been stopped while the mark was saved.
      if (rules.signal.aborted) return null;
      result = await attempt(rules, () => prepared.run());
      if (result === null) return null;
      result = { path: prepared.path, ...result };
    } else {
      result = prepared;
    }
  }
  // Redacted first: a cut through a key would leave the most of it unrecognised.
  const content = capResult(rules.redact(result.content), rules.maxResultBytes);
  const error = result.error?.mapped(rules.redact);
  const message = toolMessage(call, content);
  yield { type: "tool_finished", call, message, result: { ...result, content, error } };
  return message;
}

/** A call that is ready to run, or the result of one that is not to be run. */
async function prepareCall(
  call: ToolCall,
  rules: ToolCallRules,
): Promise<PreparedCall | ToolResult> {
  const { name } = call.function;
  const tool = rules.tools.get(name);
  if (tool === undefined) {
    const names = [...rules.tools.keys()].join(", ");
    throw new ToolError(
      `There is no tool ${JSON.stringify(name.slice(0, 100))} here. The tools are: ${names}`,
    );
  }
  const args = parseArguments(call.function.arguments) ?? {};
  const { workspace, signal, redact } = rules;
  const prepared = await tool.prepare(args, { workspace, signal, redact });
  if (rules.dryRun && tool.changes) {
    const content = `Dry run: nothing was changed. This call would do:\n${prepared.preview}`;
    return { success: true, content, path: prepared.path, wouldDo: prepared.preview };
  }
  if (!asksFirst(rules.mode, tool)) return prepared;
  const allowed = await rules.confirm({
    tool: name,
    preview: prepared.preview,
    signal: rules.signal,
  });
  if (allowed) return prepared;
  const content = "The user declined this call. Do not repeat it; find another way or ask.";
  return { success: false, content, path: prepared.path, error: text("declined by the user") };
}

/**
 * Whether a mode asks a person before a tool runs.
 *
 * @param mode The mode.
 * @param tool The tool.
 * @returns True when it asks.
 */
export function asksFirst(mode: Mode, tool: Pick<Tool, "changes">): boolean {
  return mode === "confirm-all" || (mode === "confirm-sensitive" && tool.changes);
}

/** What `action` gives; a failed result when it throws; null when the run was stopped. */
async function attempt<T>(
  rules: ToolCallRules,
  action: () => Promise<T>,
): Promise<T | ToolResult | null> {
  try {
    return await action();
  } catch (error) {
    if (rules.signal.aborted) return null;
    // Whatever a tool throws, the model can try another way; a session that crashed here would
    // crash again at the same call on every resume.
    // The cause of a tool's own error would say it again, with paths that the model does not know.
    const message = error instanceof ToolError ? error.message : messageOf(error);
    return { success: false, content: message, error: verbatim(message.split("\n", 1)[0]!) };
  }
}
