import { displayWidth, padToWidth } from "./display_width.ts";

/**
 * Lays rows out in columns.
 *
 * @param rows The cells of each row, without control characters; each row has as many.
 * @returns A line a row, without a line end. The last column is not filled.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { textTable } from "./text_table.ts";
 *
 * assertEquals(textTable([["Day", "Cost"], ["2026-02-23", "$1.00"]]), [
 *   "Day         Cost",
 *   "2026-02-23  $1.00",
 * ]);
 * ```
 */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).slice(0, -1).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[column]!)), 0)
  );
  return rows.map((row) =>
    row.map((cell, column) => column < widths.length ? padToWidth(cell, widths[column]!) : cell)
      .join("  ").trimEnd()
  );
}
