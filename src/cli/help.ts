/** What help texts need besides what Cliffy makes. */

/** What every `--help` ends with: Cliffy has no section for it. */
export const EXIT_CODES_HELP = `
Exit codes:

  0    success
  1    failed: model error, unexpected
  2    partial: max steps, budget, context (--exit-code-on-partial changes it)
  3    usage or configuration: bad flag or config, unknown or ambiguous
       session id, missing permission
  4    authentication: missing or refused key
  5    timeout (status partial)
  6    session damaged, too large, or written by a newer architect
  7    session in use by another process, or changed under us
  8    session cannot be saved
  130  interrupted: SIGINT, SIGTERM, SIGHUP
`;

/** Columns of a terminal that nobody made wider. */
const COLUMNS = 80;

/** How Cliffy colours text. */
// deno-lint-ignore no-control-regex
const COLOR = /\x1b\[[\d;]*m/g;

/**
 * Takes off the spaces with which Cliffy's tables fill their lines, and folds a description that
 * would go beyond 80 columns under its beginning.
 *
 * @param help A help text.
 * @returns The text, its lines no longer than that where they can be folded.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { layOutHelp } from "./help.ts";
 *
 * assertEquals(
 *   layOutHelp(`  --budget  <usd>  - ${"Most that it may cost. ".repeat(3)}\n`),
 *   "  --budget  <usd>  - Most that it may cost. Most that it may cost. Most that it\n" +
 *     "                     may cost.\n",
 * );
 * ```
 */
export function layOutHelp(help: string): string {
  return help.split("\n").map((line) => fold(line.replace(/ +$/, ""))).join("\n");
}

/** Descriptions are not coloured, so that what follows their beginning is counted as it is. */
function fold(line: string): string {
  const visible = line.replace(COLOR, "");
  const [before, text] = /^( +\S.*? - )(\S.*)$/.exec(visible)?.slice(1) ?? [];
  if (visible.length <= COLUMNS || before === undefined || text === undefined) return line;
  const rows = [""];
  for (const word of text.split(" ")) {
    const row = rows.at(-1)!;
    if (row === "") rows[rows.length - 1] = word;
    else if (before.length + row.length + 1 + word.length <= COLUMNS) {
      rows[rows.length - 1] = `${row} ${word}`;
    } else rows.push(word);
  }
  const start = line.slice(0, line.length - text.length);
  return start + rows.join(`\n${" ".repeat(before.length)}`);
}
