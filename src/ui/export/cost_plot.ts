/** What a session had cost after each step, as an SVG image. Pure. */

import { inEnglish, type Translate } from "../../language.ts";
import { type Text, text, verbatim } from "../../text.ts";
import { formatCost } from "../money.ts";
import { addUsd } from "../../usd.ts";
import type { StoryItem } from "../session_story.ts";
import { KIND_NAMES } from "./kind_names.ts";

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 64;
const RIGHT = 16;
const TOP = 16;
const BOTTOM = 28;
/** More points would only hide the line. */
const MOST_POINTS = 100;

/** A step of the plot. */
interface Point {
  readonly name: Text;
  /** USD so far. */
  readonly usd: number;
  /** False when the step's own cost is unknown. */
  readonly known: boolean;
  readonly x: number;
  readonly y: number;
}

/**
 * Draws the cost over the steps.
 *
 * @param items What happened. Summaries cost too.
 * @param translate Into the reader's language. Default: none.
 * @returns An `svg` element; null where no step's cost is known, or none costs anything.
 */
export function costPlot(
  items: readonly StoryItem[],
  translate: Translate = inEnglish,
): string | null {
  const answers = items.filter(({ kind }) => kind === "step" || kind === "summary");
  const total = answers.reduce((sum, { cost }) => addUsd(sum, cost ?? 0), 0);
  if (total === 0) return null;
  const points = pointsOf(answers, total);
  const last = points.at(-1)!;
  const bottom = HEIGHT - BOTTOM;
  const start = `${LEFT},${bottom}`;
  const line = [start, ...points.map(({ x, y }) => `${x},${y}`)].join(" ");
  const label = text("Cost: {cost} over {count} answers", {
    cost: formatCost(total),
    count: answers.length,
  });
  return [
    `<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${
      translate(label)
    }">`,
    `<polygon class="area" points="${line} ${last.x},${bottom}"/>`,
    ...[0, 0.5, 1].map((part) => level(total * part, yOf(part))),
    `<polyline class="line" points="${line}"/>`,
    ...(points.length > MOST_POINTS ? [] : points.map((point) => dot(point, translate))),
    `<text x="${LEFT}" y="${HEIGHT - 8}">${translate(text("start"))}</text>`,
    `<text class="end" x="${WIDTH - RIGHT}" y="${HEIGHT - 8}">${translate(last.name)}</text>`,
    "</svg>",
  ].join("\n");
}

function pointsOf(answers: readonly StoryItem[], total: number): Point[] {
  const room = WIDTH - LEFT - RIGHT;
  let usd = 0;
  return answers.map(({ step, kind, cost }, index) => {
    usd = addUsd(usd, cost ?? 0);
    const name = kind === "summary"
      ? KIND_NAMES.summary
      : step === null
      ? verbatim("")
      : text("step {step}", { step });
    const x = round(LEFT + room * (index + 1) / answers.length);
    return { name, usd, known: cost !== null, x, y: yOf(usd / total) };
  });
}

/** @param part Of the total, 0 to 1. */
function yOf(part: number): number {
  return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part);
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

function level(usd: number, y: number): string {
  return `<line class="level" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"/>` +
    `<text class="end" x="${LEFT - 8}" y="${y + 4}">${formatCost(usd)}</text>`;
}

function dot({ name, usd, known, x, y }: Point, translate: Translate): string {
  const cost = formatCost(usd);
  const what = known
    ? text("{name}: {cost}", { name, cost })
    : text("{name}: {cost}, its own cost is unknown", { name, cost });
  const kind = known ? "dot" : "dot unknown";
  return `<circle class="${kind}" cx="${x}" cy="${y}" r="3"><title>${
    translate(what)
  }</title></circle>`;
}
