/** The table of sessions. */

import type { SessionSummary } from "../session/session_summary.ts";
import { cutToWidth } from "./display_width.ts";
import { escapeControls } from "./escape.ts";
import { formatCost } from "./money.ts";

const HEADER = ["ID", "Status", "Steps", "Cost", "Task"] as const;
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
): Generator<string> {
  // All columns but the last are plain words and figures: as wide as they are long.
  const widths = HEADER.slice(0, -1).map((name) => name.length);
  for (const session of sessions) {
    const row = cells(session);
    for (const [column, width] of widths.entries()) {
      widths[column] = Math.max(width, row[column]!.length);
    }
  }
  const before = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const taskColumns = columns === null ? null : Math.max(LEAST_TASK_COLUMNS, columns - before);
  const line = (row: readonly string[]): string => {
    const fixed = widths.map((width, column) => row[column]!.padEnd(width) + GAP).join("");
    const task = row.at(-1)!;
    return `${fixed}${taskColumns === null ? task : cutToWidth(task, taskColumns)}\n`;
  };
  let block = line(HEADER);
  for (const [index, session] of sessions.entries()) {
    block += line(cells(session));
    if (index % BLOCK_ROWS !== BLOCK_ROWS - 1) continue;
    yield block;
    block = "";
  }
  if (block !== "") yield block;
}

function cells(session: SessionSummary): string[] {
  const { id, status, steps, cost, task, reason } = session;
  // What a damaged file says of steps and cost is not known.
  if (status === "corrupt") return [id, status, "-", "-", escapeControls(reason ?? "")];
  return [id, status, String(steps), formatCost(cost), escapeControls(task)];
}
