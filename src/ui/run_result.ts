/** What a run leaves to read: one JSON document for programs, a closing line for a person. */

import type { RunOutcome, ToolUse } from "../agent/run_outcome.ts";
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
 * @returns Lines: how it ended, and how to go on where it did not succeed.
 */
export function closingLines(outcome: RunOutcome, resumeCommand: string | null): string[] {
  const { state, stopReason, error } = outcome;
  const cost = formatCost(state.totalCost, isCostComplete(state));
  const reason = stopReason === null || stopReason === "llm_done" ? "" : ` (${stopReason})`;
  const files = state.filesModified.map((path) => escapeControls(path));
  const changed = files.length === 0 ? "" : `, changed ${files.join(", ")}`;
  const steps = `${state.stepsCompleted} ${state.stepsCompleted === 1 ? "step" : "steps"}`;
  const lines = [`${outcome.status}${reason}: ${steps}, ${cost}${changed}`];
  if (error !== null) {
    lines.push(`error: ${escapeControls(String(error.message))}`);
    if (error.suggestion !== null) lines.push(escapeControls(String(error.suggestion)));
  }
  if (outcome.status !== "success" && resumeCommand !== null) {
    const way = `Go on with: ${escapeControls(resumeCommand)}`;
    // It is the suggestion itself where an error has no other.
    if (lines.at(-1) !== way) lines.push(way);
  }
  return lines;
}
