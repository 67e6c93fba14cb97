/** How far a run goes: steps, budget, and which stop reason means what. Pure. */

import { EXIT_CODES } from "../errors.ts";
import type { SessionStatus, StopReason } from "../session/session_state.ts";

/** What a run may use. */
export interface Limits {
  /** Steps of this run. */
  readonly maxSteps: number;
  /** USD that the session may cost over all its runs; null for no limit. */
  readonly budgetUsd: number | null;
}

/** What was used so far. */
export interface Used {
  /** Steps of this run. */
  readonly runSteps: number;
  /** USD over all runs of the session. */
  readonly totalCostUsd: number;
}

/**
 * The limit that stands in the way of the next model call.
 *
 * @param limits What the run may use.
 * @param used What was used so far.
 * @returns The stop reason, or null when the next call may be made.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { reachedLimit } from "./limits.ts";
 *
 * const limits = { maxSteps: 5, budgetUsd: 1 };
 * assertEquals(reachedLimit(limits, { runSteps: 4, totalCostUsd: 0.99 }), null);
 * assertEquals(reachedLimit(limits, { runSteps: 5, totalCostUsd: 1 }), "budget_exceeded");
 * ```
 */
export function reachedLimit(limits: Limits, used: Used): StopReason | null {
  if (isSpent(limits.budgetUsd, used.totalCostUsd)) return "budget_exceeded";
  return used.runSteps >= limits.maxSteps ? "max_steps" : null;
}

/**
 * Whether a budget is used up.
 *
 * @param budgetUsd The budget; null for none.
 * @param spentUsd What the session has cost.
 * @returns True when no further paid call may be made.
 */
export function isSpent(budgetUsd: number | null, spentUsd: number): boolean {
  // Sums of prices carry rounding errors; a millionth of a cent is nothing that could be bought.
  return budgetUsd !== null && spentUsd >= budgetUsd - 1e-9;
}

const STATUS: Readonly<Record<StopReason, SessionStatus>> = {
  llm_done: "success",
  max_steps: "partial",
  budget_exceeded: "partial",
  context_full: "partial",
  timeout: "partial",
  user_interrupt: "interrupted",
  llm_error: "failed",
  auth_error: "failed",
  save_error: "failed",
};

/**
 * The status of a session whose run ended.
 *
 * @param reason Why it ended.
 * @returns The status.
 */
export function statusOf(reason: StopReason): SessionStatus {
  return STATUS[reason];
}

/**
 * The exit code of a run.
 *
 * @param reason Why it ended.
 * @param onPartial The code for a run that used up its steps, budget or context. Default 2.
 * @returns The exit code.
 */
export function exitCodeOf(reason: StopReason, onPartial = 2): number {
  switch (reason) {
    case "llm_done":
      return 0;
    case "timeout":
      return 5;
    case "user_interrupt":
    case "auth_error":
    case "save_error":
    case "llm_error":
      return EXIT_CODES[reason];
    default:
      return onPartial;
  }
}
