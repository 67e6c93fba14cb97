/** The table of sessions. */

import { inEnglish, type Translate } from "../language.ts";
import type { SessionSummary } from "../session/session_summary.ts";
import { text } from "../text.ts";
import { cutToWidth, displayWidth, padToWidth } from "./display_width.ts";
import { escapeControls } from "./escape.ts";
import { formatCost } from "./money.ts";

const GAP = "  ";
/** A terminal too narrow for the table still shows the beginning of a task. */
const LEAST_TASK_COLUMNS = 12;

/** Rows of a block: many enough that a write costs nothing, few enough that a long table does not either. */
const BLOCK_ROWS = 500;

/**
 * Lays sessions out as a table with full ids.
 *
 * @param sessions In the order of the rows.
 * @param columns Width of the terminal, to which tasks are cut; null: nothing is cut.
 * @param translate Into the person's language. Default: none.
 * @returns Yields the table in blocks of lines, each with a line end. Nothing a session holds can
 * control the terminal.
 *
 * @example
 * ```ts
 * import { assertStringIncludes } from "@std/assert";
 * import { sessionsTable } from "./sessions_table.ts";
 *
 * const [table = ""] = sessionsTable([{
 *   id: "20260223-151045-d4e5f6",
 *   task: "add tests",
 *   status: "success",
 *   steps: 8,
 *   cost: 0.45,
 *   agent: "build",
 *   model: "gpt-4o",
 *   updated: "2026-02-23T15:12:00.000Z",
 *   stop_reason: "llm_done",
 * }], 80);
 * assertStringIncludes(table, "20260223-151045-d4e5f6  success  8      $0.45  add tests\n");
 * ```
 */
export function* sessionsTable(
  sessions: readonly SessionSummary[],
  columns: number | null,
  translate: Translate = inEnglish,
): Generator<string> {
  const header = ["ID", ...[text("Status"), text("Steps"), text("Cost")].map(translate)];
  // Below the header, all columns but the last are plain words and figures: as wide as they are long.
  const widths = header.map(displayWidth);
  for (const session of sessions) {
    for (const [column, cell] of figures(session).entries()) {
      if (cell.length > widths[column]!) widths[column] = cell.length;
    }
  }
  const before = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const taskColumns = columns === null ? null : Math.max(LEAST_TASK_COLUMNS, columns - before);
  const line = (cells: readonly string[], task: string): string =>
    // Joined and not added: a text that is made of its parts keeps them all.
    [...cells, taskColumns === null ? task : cutToWidth(task, taskColumns)].join(GAP);
  const names = header.map((name, column) => padToWidth(name, widths[column]!));
  let block = [line(names, translate(text("Task")))];
  for (const [index, session] of sessions.entries()) {
    const cells = figures(session).map((cell, column) => cell.padEnd(widths[column]!));
    block.push(line(cells, lastCell(session, translate)));
    if (index % BLOCK_ROWS !== BLOCK_ROWS - 1) continue;
    yield `${block.join("\n")}\n`;
    block = [];
  }
  if (block.length > 0) yield `${block.join("\n")}\n`;
}

function figures({ id, status, steps, cost }: SessionSummary): string[] {
  // What a damaged file says of steps and cost is not known.
  if (status === "corrupt") return [id, status, "-", "-"];
  return [id, status, String(steps), formatCost(cost)];
}

function lastCell({ task, reason }: SessionSummary, translate: Translate): string {
  return escapeControls(reason === undefined ? task : translate(reason));
}
