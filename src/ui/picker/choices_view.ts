/** What a person sees of the sessions to pick from: a few lines. Pure. */

import { inEnglish, type Translate } from "../../language.ts";
import { type Text, text } from "../../text.ts";
import { formatAge } from "../age.ts";
import { cutToWidth, displayWidth, padToWidth } from "../display_width.ts";
import { escapeControls } from "../escape.ts";
import { formatCost } from "../money.ts";
import type { Choice, SessionChoices } from "./session_choices.ts";

/** A terminal, and the time. */
export interface ViewOptions {
  readonly columns: number;
  readonly rows: number;
  /** Whether it may be coloured. */
  readonly color: boolean;
  readonly now: Date;
  /** Into the person's language. Default: none. */
  readonly translate?: Translate;
}

/** Lines, none wider than the terminal, and where in the first one the cursor stands. */
export interface View {
  readonly lines: readonly string[];
  readonly cursorColumn: number;
}

const PROMPT = text("Resume: ");
const HINT = text("type to filter, Enter to go on with it, Esc to leave");

/** More sessions than this at a time are not easier to find one in. */
const MOST_SESSIONS = 12;

/** What a session's line begins with; the one that is pointed at begins with another mark. */
const MARGIN = "  ";
const POINTER = "> ";
const GAP = "  ";

/** Narrower than this, columns go, the least telling one first. */
const LEAST_TASK_COLUMNS = 16;

interface Column {
  readonly title: Text;
  readonly right: boolean;
  readonly cell: (choice: Choice, now: Date, translate: Translate) => string;
}

const STATUS: Column = {
  title: text("Status"),
  right: false,
  cell: ({ session }) => session.status,
};
const STEPS: Column = {
  title: text("Steps"),
  right: true,
  cell: ({ session }) => session.status === "corrupt" ? "-" : String(session.steps),
};
const COST: Column = {
  title: text("Cost"),
  right: true,
  cell: ({ session }) => session.status === "corrupt" ? "-" : formatCost(session.cost),
};
const AGE: Column = {
  title: text("Age"),
  right: true,
  cell: ({ session }, now, translate) => formatAge(session.updated, now, translate),
};

const COLUMNS = [STATUS, STEPS, COST, AGE];
const FIRST_TO_GO = [COST, STEPS, AGE, STATUS];

/**
 * How many sessions are seen at a time.
 *
 * @param rows Rows of the terminal.
 * @returns At least 1; the other lines leave so many.
 */
export function sessionsSeen(rows: number): number {
  return Math.max(1, Math.min(MOST_SESSIONS, rows - 4));
}

/**
 * Lays out what is seen: the words that were typed, some sessions around the one that is pointed at,
 * and what is to be known of that one.
 *
 * @param choices The sessions.
 * @param options The terminal, and the time.
 * @returns The lines. Nothing that a session holds can control the terminal.
 */
export function choicesView(choices: SessionChoices, options: ViewOptions): View {
  const { rows, color, now, translate = inEnglish } = options;
  // A line that fills the last column makes some terminals begin another one.
  const columns = Math.max(1, options.columns - 1);
  const seen = sessionsSeen(rows);
  const from = Math.max(
    0,
    Math.min(choices.at - Math.floor(seen / 2), choices.shown.length - seen),
  );
  const visible = choices.shown.slice(from, from + seen);
  const table = tableOf(visible, columns, now, translate);
  const body = table.lines.map((line, index) => {
    const choice = visible[index]!;
    const pointed = from + index === choices.at;
    const text = cutToWidth((pointed ? POINTER : MARGIN) + line, columns);
    if (!color) return text;
    return pointed ? bold(text) : choice.refusal === null ? text : dim(text);
  });
  const faint = (text: string) =>
    color ? dim(cutToWidth(text, columns)) : cutToWidth(text, columns);
  const { line, cursorColumn } = promptLine(choices.filter, columns, faint, translate);
  const told = escapeControls(translate(note(choices)));
  const all = [line, faint(MARGIN + table.header), ...body, faint(MARGIN + told)];
  // On a terminal of a few rows the sessions stay longest.
  const most = Math.max(1, rows - 1);
  const lines = all.length <= most ? all : [line, ...body].slice(0, Math.max(2, most));
  return { lines, cursorColumn };
}

/** Of a long filter the end is seen, where the person types. */
function promptLine(
  filter: string,
  columns: number,
  faint: (text: string) => string,
  translate: Translate,
): { readonly line: string; readonly cursorColumn: number } {
  const prompt = columns < 4 ? "" : columns < 16 ? POINTER : translate(PROMPT);
  const start = displayWidth(prompt);
  if (filter === "") {
    const hint = columns - start < 8 ? "" : cutToWidth(translate(HINT), columns - start);
    return { line: prompt + faint(hint), cursorColumn: start };
  }
  let typed = escapeControls(filter);
  const room = Math.max(1, columns - start);
  while (displayWidth(typed) > room) {
    typed = typed.slice(typed.codePointAt(0)! > 0xffff ? 2 : 1);
  }
  return { line: prompt + typed, cursorColumn: start + displayWidth(typed) };
}

function tableOf(
  visible: readonly Choice[],
  columns: number,
  now: Date,
  translate: Translate,
): { readonly header: string; readonly lines: readonly string[] } {
  const measured = COLUMNS.map((column) => {
    const cells = visible.map((choice) => column.cell(choice, now, translate));
    const title = translate(column.title);
    return { column, title, cells, width: Math.max(...[title, ...cells].map(displayWidth)) };
  });
  let kept = measured;
  const taskColumns = (): number =>
    columns - MARGIN.length - kept.reduce((sum, { width }) => sum + GAP.length + width, 0);
  for (const column of FIRST_TO_GO) {
    if (taskColumns() >= LEAST_TASK_COLUMNS) break;
    kept = kept.filter((other) => other.column !== column);
  }
  const width = Math.max(1, taskColumns());
  const row = (task: string, cells: readonly string[]): string =>
    [
      padToWidth(cutToWidth(task, width), width),
      ...kept.map(({ column, width }, index) => {
        const cell = cells[index]!;
        return column.right
          ? " ".repeat(width - displayWidth(cell)) + cell
          : padToWidth(cell, width);
      }),
    ].join(GAP);
  return {
    header: row(translate(text("Task")), kept.map(({ title }) => title)),
    lines: visible.map((choice, index) =>
      row(taskOf(choice, translate), kept.map(({ cells }) => cells[index]!))
    ),
  };
}

/** Of what is damaged the task is not known. */
function taskOf({ session: { task, reason } }: Choice, translate: Translate): string {
  return escapeControls((reason === undefined ? task : translate(reason)).slice(0, 500));
}

function note({ all, shown, pointed, at }: SessionChoices): Text {
  if (pointed === undefined) return text("none of {count} is like that", { count: all.length });
  const { session: { id }, refusal } = pointed;
  const place = { number: at + 1, count: shown.length, id };
  return refusal === null
    ? text("{number} of {count}  {id}", place)
    : text("{number} of {count}  {refusal}  {id}", { ...place, refusal });
}

function bold(text: string): string {
  return `\x1b[1m${text}\x1b[0m`;
}

function dim(text: string): string {
  return `\x1b[2m${text}\x1b[0m`;
}
