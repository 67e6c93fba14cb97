/** Sums over sessions, for a person. */

import { inEnglish, type Translate } from "../language.ts";
import type { NamedSums, SessionStats, SessionSums } from "../session/session_stats.ts";
import { type Text, text, verbatim } from "../text.ts";
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
export function statsReport(stats: SessionStats, translate: Translate = inEnglish): string {
  const blocks = [
    head(stats, translate),
    ...(stats.sessions === 0 ? [] : tables(stats, translate)),
  ];
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join("")).join("\n");
}

function head(stats: SessionStats, translate: Translate): string[] {
  const statuses = Object.entries(stats.by_status).filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`);
  const all = Object.values(stats.by_status).reduce((sum, count) => sum + count, 0);
  const ended = stats.sessions - stats.by_status.running;
  const rate = percent(stats.success_rate);
  const cost = costOf(stats);
  const rows: [Text, Text][] = [
    [text("Sessions"), verbatim(`${all}: ${statuses.join(", ")}`)],
    [text("Success"), text("{rate} of the {count} that have ended", { rate, count: ended })],
    [text("Steps"), verbatim(String(stats.steps))],
    [
      text("Cost"),
      stats.sessions > 1
        ? text("{cost}, {each} a session", {
          cost,
          each: formatCost(stats.cost_usd / stats.sessions),
        })
        : verbatim(cost),
    ],
  ];
  const lines = textTable(rows.map((row) => row.map(translate)));
  if (stats.without_cost > 0) lines.push(translate(withoutCost(stats.without_cost)));
  return lines;
}

function withoutCost(count: number): Text {
  return count === 1
    ? text("≥: 1 session has steps and no cost, of a local server or a model of unknown price")
    : text(
      "≥: {count} sessions have steps and no cost, of a local server or a model of unknown price",
      { count },
    );
}

function tables({ by_day, by_model, by_agent }: SessionStats, translate: Translate): string[][] {
  const older = by_day.slice(MOST_DAYS);
  const days = [
    ...by_day.slice(0, MOST_DAYS),
    ...(older.length === 0 ? [] : [{ ...added(older), name: translate(text("older")) }]),
  ];
  return [
    table(text("Day"), days, translate),
    table(text("Model"), by_model, translate),
    table(text("Agent"), by_agent, translate),
  ];
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

function table(title: Text, rows: readonly NamedSums[], translate: Translate): string[] {
  return textTable([
    [title, text("Sessions"), text("Success"), text("Steps"), text("Cost")].map(translate),
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
