/** What became of a run. */

import { EXIT_CODES } from "../errors.ts";
import type { SessionState, SessionStatus, StopReason } from "../session/session_state.ts";
import type { RunError } from "./events.ts";
import { exitCodeOf } from "./limits.ts";

/** A tool call of this run. */
export interface ToolUse {
  readonly name: string;
  readonly success: boolean;
  readonly path?: string;
  readonly error?: string;
}

/** What became of a run. */
export interface RunOutcome {
  readonly state: SessionState;
  /** The id by which the session can be found again; null when there is nothing on disk. */
  readonly sessionId: string | null;
  readonly status: SessionStatus;
  /** Null when the session can no longer be saved: taken over by another process, or too large. */
  readonly stopReason: StopReason | null;
  readonly error: RunError | null;
  /** Whether all that happened is on disk. */
  readonly persisted: boolean;
  /** The final answer, or the summary; null when the run ended without either. */
  readonly output: string | null;
  readonly runSteps: number;
  readonly runCostUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly toolsUsed: readonly ToolUse[];
  readonly durationMs: number;
}

/**
 * The exit code of a run.
 *
 * @param outcome What became of it.
 * @param onPartial The code for a run that used up its steps, budget or context. Default 2.
 * @returns The exit code.
 */
export function exitCodeOfRun(outcome: RunOutcome, onPartial?: number): number {
  if (outcome.stopReason !== null) return exitCodeOf(outcome.stopReason, onPartial);
  const code = outcome.error?.code ?? "internal";
  return EXIT_CODES[code as keyof typeof EXIT_CODES] ?? EXIT_CODES.internal;
}
