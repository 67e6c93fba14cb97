/** Sums over sessions, for a person. */

import type { NamedSums, SessionStats, SessionSums } from "../session/session_stats.ts";
import { escapeControls } from "./escape.ts";
import { formatCost } from "./money.ts";
import { textTable } from "./text_table.ts";

/** More days are told as one line. */
const MOST_DAYS = 31;

/**
 * Tells of all sessions together, and by day, model and agent.
 *
 * @param stats The sums; of one session at least.
 * @returns Lines, each with a line end. Nothing a session holds can control the terminal.
 */
export function statsReport(stats: SessionStats): string {
  const blocks = [head(stats), ...(stats.sessions === 0 ? [] : tables(stats))];
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join("")).join("\n");
}

function head(stats: SessionStats): string[] {
  const statuses = Object.entries(stats.by_status).filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`);
  const all = Object.values(stats.by_status).reduce((sum, count) => sum + count, 0);
  const ended = stats.sessions - stats.by_status.running;
  const each = stats.sessions > 1
    ? `, ${formatCost(stats.cost_usd / stats.sessions)} a session`
    : "";
  const rows = [
    ["Sessions", `${all}: ${statuses.join(", ")}`],
    ["Success", `${percent(stats.success_rate)} of the ${ended} that have ended`],
    ["Steps", String(stats.steps)],
    ["Cost", costOf(stats) + each],
  ];
  const lines = textTable(rows);
  if (stats.without_cost > 0) {
    const which = stats.without_cost === 1
      ? "1 session has"
      : `${stats.without_cost} sessions have`;
    lines.push(`≥: ${which} steps and no cost, of a local server or a model of unknown price`);
  }
  return lines;
}

function tables({ by_day, by_model, by_agent }: SessionStats): string[][] {
  const older = by_day.slice(MOST_DAYS);
  const days = [
    ...by_day.slice(0, MOST_DAYS),
    ...(older.length === 0 ? [] : [{ ...added(older), name: "older" }]),
  ];
  return [table("Day", days), table("Model", by_model), table("Agent", by_agent)];
}

function added(sums: readonly NamedSums[]): SessionSums {
  const sum = (key: keyof SessionSums) => sums.reduce((total, one) => total + one[key], 0);
  return {
    sessions: sum("sessions"),
    success: sum("success"),
    steps: sum("steps"),
    cost_usd: sum("cost_usd"),
    without_cost: sum("without_cost"),
  };
}

function table(title: string, rows: readonly NamedSums[]): string[] {
  return textTable([
    [title, "Sessions", "Success", "Steps", "Cost"],
    ...rows.map((row) => [
      escapeControls(row.name || "-"),
      String(row.sessions),
      String(row.success),
      String(row.steps),
      costOf(row),
    ]),
  ]);
}

/** A cost to which sessions without one may have to be added is a lower bound. */
function costOf({ cost_usd, without_cost }: SessionSums): string {
  return formatCost(cost_usd, without_cost === 0);
}

function percent(rate: number | null): string {
  return rate === null ? "-" : `${Math.floor(rate * 100)} %`;
}
