/** Sums over the sessions of a listing. Pure. */

import { addUsd } from "../usd.ts";
import type { SessionSummary } from "./session_summary.ts";

/** Sums over some sessions. */
export interface SessionSums {
  readonly sessions: number;
  /** Of them, those that ended with success. */
  readonly success: number;
  readonly steps: number;
  /** USD, of the calls whose price is known. */
  readonly cost_usd: number;
  /** Sessions with steps and no cost: of a local server, or a model whose price is unknown. */
  readonly without_cost: number;
}

/** Sums over the sessions that have a name in common: a day, a model, an agent. */
export interface NamedSums extends SessionSums {
  readonly name: string;
}

/** What `architect sessions stats --json` prints. Damaged sessions count in `by_status` alone. */
export interface SessionStats extends SessionSums {
  /** Part of the sessions that have ended which ended with success, 0 to 1; null: none has ended. */
  readonly success_rate: number | null;
  /** Status, as a listing shows it, to the number of sessions. */
  readonly by_status: Readonly<Record<SessionSummary["status"], number>>;
  /** By the day (UTC) of the last save, the newest first. */
  readonly by_day: readonly NamedSums[];
  /** The dearest first. */
  readonly by_model: readonly NamedSums[];
  /** The dearest first. */
  readonly by_agent: readonly NamedSums[];
}

/**
 * Adds sessions up.
 *
 * @param summaries The sessions, in any order.
 * @returns The sums.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSession } from "./session_state.ts";
 * import { sessionStats } from "./session_stats.ts";
 * import { summaryOf } from "./session_summary.ts";
 *
 * const one = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * const stats = sessionStats([
 *   summaryOf({ ...one, status: "success", stepsCompleted: 2, totalCost: 0.5 }),
 *   summaryOf({ ...one, status: "partial", stepsCompleted: 1, totalCost: 0.25 }),
 * ]);
 * assertEquals([stats.success_rate, stats.steps, stats.cost_usd], [0.5, 3, 0.75]);
 * assertEquals(stats.by_model[0]?.name, "gpt-4o");
 * ```
 */
export function sessionStats(summaries: readonly SessionSummary[]): SessionStats {
  const byStatus = { success: 0, partial: 0, failed: 0, interrupted: 0, running: 0, corrupt: 0 };
  for (const { status } of summaries) byStatus[status]++;
  const whole = summaries.filter(({ status }) => status !== "corrupt");
  const total = sumsOf(whole);
  const ended = whole.length - byStatus.running;
  const dearestFirst = (a: NamedSums, b: NamedSums) =>
    b.cost_usd - a.cost_usd || b.sessions - a.sessions || (a.name < b.name ? -1 : 1);
  const dayOf = ({ updated }: SessionSummary) => (updated ?? "").slice(0, "2026-02-23".length);
  return {
    ...total,
    success_rate: ended === 0 ? null : total.success / ended,
    by_status: byStatus,
    by_day: grouped(whole, dayOf).sort((a, b) => a.name < b.name ? 1 : -1),
    by_model: grouped(whole, ({ model }) => model).sort(dearestFirst),
    by_agent: grouped(whole, ({ agent }) => agent).sort(dearestFirst),
  };
}

function grouped(
  summaries: readonly SessionSummary[],
  nameOf: (summary: SessionSummary) => string,
): NamedSums[] {
  return [...Map.groupBy(summaries, nameOf)].map(([name, some]) => ({ name, ...sumsOf(some) }));
}

function sumsOf(summaries: readonly SessionSummary[]): SessionSums {
  const count = (is: (summary: SessionSummary) => boolean) => summaries.filter(is).length;
  return {
    sessions: summaries.length,
    success: count(({ status }) => status === "success"),
    steps: summaries.reduce((sum, { steps }) => sum + steps, 0),
    cost_usd: summaries.reduce((sum, { cost }) => addUsd(sum, cost), 0),
    without_cost: count(({ steps, cost, model }) => steps > 0 && cost === 0 && !isFree(model)),
  };
}

/** These cost nothing, wherever their server is. */
function isFree(model: string): boolean {
  return model.startsWith("ollama/");
}
