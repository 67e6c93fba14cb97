/** What was measured: as a table for a person, as JSON for a program that follows it over time. */

/** One thing that was measured, beside the floor that was measured in turns with it. */
export interface Measured {
  readonly what: string;
  readonly unit: "ms" | "µs" | "MiB";
  readonly figure: number;
  readonly floor: number;
  /** What the floor is. */
  readonly against: string;
  /** How the two are compared. Default: as a ratio. */
  readonly by?: "ratio" | "difference";
  /** What the comparison may be at most; null: it is shown, and nothing is promised. */
  readonly reach: number | null;
}

/** What could not be measured here. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

/** A line of the report. */
export type Row = Measured | LeftOut;

/** A result as github-action-benchmark reads it with the tool `customSmallerIsBetter`. */
export interface TrackedResult {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly extra: string;
}

/**
 * How a figure stands to its floor.
 *
 * @param row The figure and the floor.
 * @returns The ratio, or the difference.
 */
export function comparison({ figure, floor, by = "ratio" }: Measured): number {
  return by === "ratio" ? figure / floor : figure - floor;
}

/**
 * Whether a figure is within its reach.
 *
 * @param row The figure.
 * @returns Null where nothing is promised.
 */
export function isWithin(row: Measured): boolean | null {
  return row.reach === null ? null : comparison(row) <= row.reach;
}

/**
 * The rows as a table in Markdown.
 *
 * @param rows What was measured, and what was not.
 * @returns The lines, and below them what was left out and why.
 */
export function reportTable(rows: readonly Row[]): string {
  const head = ["what", "figure", "floor", "ratio", "reach", "ok", "the floor"];
  const lines = rows.filter(isMeasured).map((row) => {
    const within = isWithin(row);
    return [
      row.what,
      amount(row.figure, row.unit),
      amount(row.floor, row.unit),
      compared(row, comparison(row)),
      row.reach === null ? "" : `<= ${compared(row, row.reach)}`,
      within === null ? "" : within ? "yes" : "NO",
      row.against,
    ];
  });
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]!.length))
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  const left = rows.filter((row) => "why" in row)
    .map(({ what, why }) => `Left out here: ${what}: ${why}`);
  return [line(head), rule, ...lines.map(line), ...left].join("\n");
}

/**
 * The rows for github-action-benchmark: ratios, which stay the same on a slower machine. A name tells
 * the floor too, as a figure may be compared with two.
 *
 * @param rows What was measured; what was not is left out.
 * @returns A record a row.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { trackedResults } from "./report.ts";
 *
 * const row = { what: "load", unit: "ms", figure: 3, floor: 2, against: "raw", reach: 1.3 } as const;
 * assertEquals(trackedResults([row]), [{
 *   name: "load / raw",
 *   unit: "x floor",
 *   value: 1.5,
 *   extra: "3.00 ms, floor 2.00 ms, reach 1.30 x",
 * }]);
 * ```
 */
export function trackedResults(rows: readonly Row[]): TrackedResult[] {
  return rows.filter(isMeasured).map((row) => ({
    name: `${row.what} / ${row.against}`,
    unit: row.by === "difference" ? `${row.unit} above floor` : "x floor",
    value: Math.round(comparison(row) * 1000) / 1000,
    extra: `${amount(row.figure, row.unit)}, floor ${amount(row.floor, row.unit)}` +
      `${row.reach === null ? "" : `, reach ${compared(row, row.reach)}`}`,
  }));
}

function isMeasured(row: Row): row is Measured {
  return "figure" in row;
}

function amount(value: number, unit: Measured["unit"]): string {
  if (unit === "ms" && value >= 1000) return `${(value / 1000).toFixed(2)} s`;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

function compared(row: Measured, value: number): string {
  return row.by === "difference"
    ? `${value < 0 ? "" : "+"}${value.toFixed(1)} ${row.unit}`
    : `${value.toFixed(2)} x`;
}
