/** What a run leaves to read: one JSON document for programs, a closing line for a person. */

import type { RunOutcome, ToolUse } from "../agent/run_outcome.ts";
import { inEnglish, type Translate } from "../language.ts";
import { text } from "../text.ts";
import { type ErrorParts, errorParts } from "./error_report.ts";
import { escapeControls } from "./escape.ts";
import { formatCost, isCostComplete } from "./money.ts";

/** The JSON document of `run --json` and `resume --json`. */
export interface RunResult {
  readonly session_id: string | null;
  readonly status: string;
  readonly stop_reason: string | null;
  readonly output: string | null;
  /** Over all runs of the session. */
  readonly steps: number;
  readonly run_steps: number;
  readonly tools_used: readonly ToolUse[];
  /** Relative to the workspace, `/` separators, over all runs. */
  readonly files_modified: readonly string[];
  readonly duration_seconds: number;
  readonly costs: {
    readonly total_cost_usd: number;
    readonly run_cost_usd: number;
    /** False when the price of a call is unknown. */
    readonly complete: boolean;
    /** Of this run. */
    readonly input_tokens: number;
    readonly output_tokens: number;
  };
  readonly model: string;
  readonly agent: string;
  readonly truncated: boolean;
  /** Whether all that happened is on disk. */
  readonly persisted: boolean;
  readonly error: ErrorParts | null;
}

/**
 * The JSON document of a run.
 *
 * @param outcome What became of the run.
 * @returns The document.
 */
export function runResult(outcome: RunOutcome): RunResult {
  const { state } = outcome;
  return {
    session_id: outcome.sessionId,
    status: outcome.status,
    stop_reason: outcome.stopReason,
    output: outcome.output,
    steps: state.stepsCompleted,
    run_steps: outcome.runSteps,
    tools_used: outcome.toolsUsed,
    files_modified: state.filesModified,
    duration_seconds: outcome.durationMs / 1000,
    costs: {
      total_cost_usd: state.totalCost,
      run_cost_usd: outcome.runCostUsd,
      complete: isCostComplete(state),
      input_tokens: outcome.inputTokens,
      output_tokens: outcome.outputTokens,
    },
    model: state.model,
    agent: state.agent,
    truncated: state.metadata.truncated === true,
    persisted: outcome.persisted,
    error: outcome.error === null ? null : errorParts(outcome.error),
  };
}

/**
 * The closing lines of a run for a person.
 *
 * @param outcome What became of the run.
 * @param resumeCommand A command that goes on; null when nothing is saved.
 * @param translate Into the language of the person.
 * @returns Lines: how it ended, and how to go on where it did not succeed.
 */
export function closingLines(
  outcome: RunOutcome,
  resumeCommand: string | null,
  translate: Translate = inEnglish,
): string[] {
  const { state, stopReason, error } = outcome;
  const cost = formatCost(state.totalCost, isCostComplete(state));
  const reason = stopReason === null || stopReason === "llm_done" ? "" : ` (${stopReason})`;
  const status = `${outcome.status}${reason}`;
  const count = state.stepsCompleted;
  const steps = count === 1 ? text("1 step") : text("{count} steps", { count });
  const files = state.filesModified.join(", ");
  const lines = [
    files === ""
      ? text("{status}: {steps}, {cost}", { status, steps, cost })
      : text("{status}: {steps}, {cost}, changed {files}", { status, steps, cost, files }),
  ];
  if (error !== null) {
    lines.push(text("error: {message}", { message: error.message }));
    if (error.suggestion !== null) lines.push(error.suggestion);
  }
  if (outcome.status !== "success" && resumeCommand !== null) {
    const way = text("Go on with: {command}", { command: resumeCommand });
    // It is the suggestion itself where an error has no other.
    if (String(lines.at(-1)) !== String(way)) lines.push(way);
  }
  return lines.map((line) => escapeControls(translate(line)));
}
