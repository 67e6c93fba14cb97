/** Showing a person what a change would do. Pure. */

/** A run of lines that are the same, removed or added. */
interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

const CONTEXT = 3;
/** Above this many comparisons the changed middle is shown as removed and added as a whole. */
const MAX_CELLS = 2_000_000;

/**
 * The difference of two texts as a unified diff, whole.
 *
 * @param path Shown in the header.
 * @param before The text now; null for no file.
 * @param after The text that is to be; null for no file.
 * @returns The diff, without a final line break; only the header when nothing changes. It is not
 * always the shortest one.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { diffLines } from "./diff_lines.ts";
 *
 * assertEquals(diffLines("a", "x\n", "y\n"), "--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y");
 * ```
 */
export function diffLines(path: string, before: string | null, after: string | null): string {
  const header = `--- ${before === null ? "/dev/null" : path}\n+++ ${
    after === null ? "/dev/null" : path
  }`;
  const edits = compare(split(before ?? ""), split(after ?? ""));
  return [header, ...hunks(edits)].join("\n");
}

/** Lines with their endings: a line without one differs from the same line with one. */
function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function compare(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start && end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) end++;
  const same = (line: string): Edit => ({ sign: " ", line });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** The longest common subsequence, by the table of the lengths of what is left. */
function middle(before: readonly string[], after: readonly string[]): Edit[] {
  const width = after.length + 1;
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  if ((before.length + 1) * width <= MAX_CELLS) {
    const table = new Uint32Array((before.length + 1) * width);
    const at = (i: number, j: number) => table[i * width + j] ?? 0;
    for (let i = before.length - 1; i >= 0; i--) {
      for (let j = after.length - 1; j >= 0; j--) {
        table[i * width + j] = before[i] === after[j]
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
      }
    }
    while (row < before.length && column < after.length) {
      const line = before[row] ?? "";
      if (line === after[column]) {
        edits.push({ sign: " ", line });
        row++;
        column++;
      } else if (at(row + 1, column) >= at(row, column + 1)) {
        edits.push({ sign: "-", line });
        row++;
      } else edits.push({ sign: "+", line: after[column++] ?? "" });
    }
  }
  for (const line of before.slice(row)) edits.push({ sign: "-", line });
  for (const line of after.slice(column)) edits.push({ sign: "+", line });
  return edits;
}

function hunks(edits: readonly Edit[]): string[] {
  const shown = new Uint8Array(edits.length);
  edits.forEach(({ sign }, index) => {
    if (sign !== " ") shown.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  });
  const lines: string[] = [];
  let before = 0;
  let after = 0;
  for (let index = 0; index < edits.length;) {
    let until = index;
    while (until < edits.length && shown[until] === shown[index]) until++;
    const part = edits.slice(index, until);
    const removed = part.filter(({ sign }) => sign !== "+").length;
    const added = part.filter(({ sign }) => sign !== "-").length;
    if (shown[index] === 1) {
      lines.push(`@@ -${range(before, removed)} +${range(after, added)} @@`);
      for (const { sign, line } of part) {
        const ended = line.endsWith("\n");
        lines.push(sign + (ended ? line.slice(0, -1) : line));
        if (!ended) lines.push("\\ No newline at end of file");
      }
    }
    before += removed;
    after += added;
    index = until;
  }
  return lines;
}

/** A range without lines names the line before it. */
function range(start: number, count: number): string {
  return count === 0 ? `${start},0` : count === 1 ? `${start + 1}` : `${start + 1},${count}`;
}
