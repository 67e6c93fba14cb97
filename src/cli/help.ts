/** What help texts need besides what Cliffy makes. */

import { inEnglish, type Translate } from "../language.ts";
import { type Text, text } from "../text.ts";

/** Columns of a terminal that nobody made wider. */
const COLUMNS = 80;

/** How Cliffy colours text. */
// deno-lint-ignore no-control-regex
const COLOR = /\x1b\[[\d;]*m/g;

/** A heading of Cliffy's at the beginning of a line, and the spaces up to what stands beside it. */
// deno-lint-ignore no-control-regex
const HEADING = /^((?:\x1b\[1m)?)(\w+):((?:\x1b\[22m)?)( *)/gm;

const HEADINGS: Readonly<Record<string, Text>> = {
  Usage: text("Usage"),
  Version: text("Version"),
  Description: text("Description"),
  Options: text("Options"),
  Commands: text("Commands"),
  Examples: text("Examples"),
};

const EXIT_CODES: readonly (readonly [code: number, when: Text])[] = [
  [0, text("success")],
  [1, text("failed: model error, unexpected")],
  [2, text("partial: max steps, budget, context (--exit-code-on-partial changes it)")],
  [
    3,
    text(
      "usage or configuration: bad flag or config, unknown or ambiguous session id, missing permission",
    ),
  ],
  [4, text("authentication: missing or refused key")],
  [5, text("timeout (status partial)")],
  [6, text("session damaged, too large, or written by a newer architect")],
  [7, text("session in use by another process, or changed under us")],
  [8, text("session cannot be saved")],
  [130, text("interrupted: SIGINT, SIGTERM, SIGHUP")],
];

/**
 * What every `--help` ends with: Cliffy has no section for it.
 *
 * @param translate Into the person's language. Default: none.
 * @returns An empty line and the section, with a line break at its end.
 */
export function exitCodesHelp(translate: Translate = inEnglish): string {
  const rows = EXIT_CODES.map(([code, when]) =>
    folded(`  ${String(code).padEnd(3)}  `, translate(when))
  );
  return `\n${translate(text("Exit codes"))}:\n\n${rows.join("\n")}\n`;
}

/**
 * Puts Cliffy's headings into the person's language, takes off the spaces with which its tables fill
 * their lines, and folds a description that would go beyond 80 columns under its beginning.
 *
 * @param help A help text.
 * @param translate Into the person's language. Default: none.
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
export function layOutHelp(help: string, translate: Translate = inEnglish): string {
  const lines: string[] = [];
  for (const line of withHeadings(help, translate).split("\n")) {
    const trimmed = line.replace(/ +$/, "");
    const [, indent = "", text = ""] = /^( +)(\S.*)$/.exec(trimmed) ?? [];
    const above = described(lines.at(-1) ?? "");
    // Cliffy has broken it already, where it had 80 columns for the description alone.
    if (above !== null && above.before.length === indent.length) {
      lines.push(`${lines.pop()} ${text}`);
    } else lines.push(trimmed);
  }
  return lines.map(fold).join("\n");
}

function withHeadings(help: string, translate: Translate): string {
  return help.replace(HEADING, (all, on: string, name: string, off: string, spaces: string) => {
    const heading = HEADINGS[name];
    if (heading === undefined) return all;
    const translated = translate(heading);
    // What stands beside it begins in the column in which it began.
    const beside = spaces.length + name.length - translated.length;
    return `${on}${translated}:${off}${spaces && " ".repeat(Math.max(1, beside))}`;
  });
}

/** The parts of a line that describes a command or flag; `before` as it is seen. */
function described(line: string): { readonly before: string; readonly text: string } | null {
  const [, before, text] = /^( +\S.*? - )(\S.*)$/.exec(line.replace(COLOR, "")) ?? [];
  return before === undefined || text === undefined ? null : { before, text };
}

/** Descriptions are not coloured, so that what follows their beginning is counted as it is. */
function fold(line: string): string {
  const parts = described(line);
  if (parts === null || line.replace(COLOR, "").length <= COLUMNS) return line;
  const { before, text } = parts;
  const start = line.slice(0, line.length - text.length);
  return start + folded(before, text).slice(before.length);
}

/** A text of one line in 80 columns, under its beginning. */
function folded(before: string, text: string): string {
  const rows = [""];
  for (const word of text.split(" ")) {
    const row = rows.at(-1)!;
    if (row === "") rows[rows.length - 1] = word;
    else if (before.length + row.length + 1 + word.length <= COLUMNS) {
      rows[rows.length - 1] = `${row} ${word}`;
    } else rows.push(word);
  }
  return before + rows.join(`\n${" ".repeat(before.length)}`);
}
