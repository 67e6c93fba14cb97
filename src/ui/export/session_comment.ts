/**
 * A session as Markdown for a comment on a pull request.
 *
 * All text of a session stands in fences, or in `code` elements of HTML blocks (which begin with a tag of
 * a block at the start of a line, and end with a blank line: https://spec.commonmark.org/0.31.2/#html-blocks).
 * There nothing of it is markup, a link, an image, or calls a person by `@name`.
 */

import { messageText } from "../../agent/message_text.ts";
import { parseArguments } from "../../agent/tool_calls.ts";
import type { SessionSteps } from "../../session/session_steps.ts";
import { escapeControls } from "../escape.ts";
import { formatCost, isCostComplete } from "../money.ts";
import { resultWords, sessionStory, type StoryCall, type StoryItem } from "../session_story.ts";
import { shortTime } from "../short_time.ts";
import { callDiff, type DiffLine } from "./call_diff.ts";
import { escapeHtml } from "./escape_html.ts";

/** GitHub takes no longer comment. */
export const MOST_CHARACTERS = 65_536;

/** Characters of what comes before the steps: escaped, a text can be six times as long. */
const MOST_OF_HEAD = 40_000;
const MOST_OF_TASK = 2_000;
const MOST_OF_ANSWER = 16_000;
const MOST_OF_LINE = 160;
const MOST_FILES = 64;
/** Parts of the above: the first that lets the head fit is taken. */
const PARTS = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 32];
/** Characters of one result, diff or text in a step: the first that lets every step fit is taken. */
const BODIES = [16_000, 4_000, 1_000, 250, 0];

/**
 * Writes a comment. It has at most 65,536 characters, counted as UTF-16 code units: whoever counts code
 * points finds no more. Where there is more to tell, results and diffs are cut first, then the oldest
 * steps are left out.
 *
 * @param session The session, without secrets.
 * @param status Its status, as a listing shows it.
 * @returns Markdown.
 */
export function sessionComment(session: SessionSteps, status: string): string {
  const head = fittingHead(session, status);
  const story = sessionStory(session.messages).filter(({ kind }) => kind !== "system");
  if (story.length === 0) return head;
  const room = MOST_CHARACTERS - head.length;
  for (const most of BODIES) {
    const steps = foldedSteps(story.map((item) => storyItem(item, most)), 0, session);
    if (steps.length <= room) return head + steps;
  }
  return head + newestSteps(story, room, session);
}

/** As many of the newest steps as there is room for, a line each. */
function newestSteps(story: readonly StoryItem[], room: number, session: SessionSteps): string {
  const lines = story.map((item) => storyItem(item, 0));
  const around = foldedSteps([], lines.length, session).length;
  let length = around;
  let first = lines.length;
  while (first > 0 && length + lines[first - 1]!.length + 1 <= room) {
    first--;
    length += lines[first]!.length + 1;
  }
  return foldedSteps(lines.slice(first), first, session);
}

function fittingHead(session: SessionSteps, status: string): string {
  let head = "";
  for (const part of PARTS) {
    head = headLines(session, status, part).join("\n");
    if (head.length <= MOST_OF_HEAD) break;
  }
  return head;
}

function headLines({ state, messages, notes }: SessionSteps, status: string, part: number) {
  const { metadata, filesModified } = state;
  const reason = state.stopReason === null ? "" : ` ${code(cut(state.stopReason, MOST_OF_LINE))}`;
  const steps = counted(state.stepsCompleted, "step");
  const runs = metadata.runs?.length ? `, ${counted(metadata.runs.length, "run")}` : "";
  const cost = formatCost(state.totalCost, isCostComplete(state));
  const answer = messages.findLast(({ message }) =>
    message.role === "assistant" && messageText(message).trim() !== ""
  );
  const files = filesModified.slice(0, MOST_FILES * part)
    .map((path) => code(cut(path, MOST_OF_LINE)));
  const more = filesModified.length - files.length;
  if (more > 0) files.push(`${more} more`);
  const facts = [
    `Session ${code(state.sessionId)}, agent ${code(cut(state.agent, MOST_OF_LINE))}, ` +
    `model ${code(cut(state.model, MOST_OF_LINE))}`,
    `${steps}, ${cost}${runs}, ${shortTime(state.startedAt)} to ${shortTime(state.updatedAt)}`,
    `Changed: ${files.join(", ") || "nothing"}`,
    ...notes.slice(0, 5).map((note) => `Not known: ${code(cut(String(note), MOST_OF_LINE))}`),
  ];
  return [
    `<h3>architect: ${escapeHtml(status)}${reason}</h3>`,
    "",
    prose(cut(state.task.trim(), MOST_OF_TASK * part)),
    "",
    "<ul>",
    ...facts.map((fact) => `<li>${fact}</li>`),
    "</ul>",
    "",
    ...(answer === undefined ? [] : [
      "**Answer**",
      "",
      prose(cut(messageText(answer.message).trim(), MOST_OF_ANSWER * part)),
      "",
    ]),
  ];
}

function foldedSteps(
  items: readonly string[],
  leftOut: number,
  { state }: SessionSteps,
): string {
  const note = leftOut === 0 ? [] : [
    `${counted(leftOut, "older entry", "older entries")} left out here. The whole session: ` +
    `\`architect sessions export ${state.sessionId} --format html -o session.html\``,
    "",
  ];
  const summary = `<summary>Steps: ${state.stepsCompleted}</summary>`;
  return ["", `<details>${summary}`, "", ...note, ...items, "</details>", ""].join("\n");
}

function storyItem(item: StoryItem, most: number): string {
  const { kind, step, at, cost, text, calls } = item;
  const isAnswer = kind === "step" || kind === "summary";
  const parts = [
    kind === "step" ? `<b>Step ${step ?? "-"}</b>` : kind,
    ...(isAnswer && cost !== null ? [formatCost(cost)] : []),
    ...(at === null ? [] : [shortTime(at)]),
    ...(calls.length === 0 ? [code(oneLine(text))] : calls.map(callLine)),
  ];
  const toldInLine = text.trim() === "" || (calls.length === 0 && isOneLine(text.trim()));
  const bodies = most === 0 ? [] : [
    ...(toldInLine ? [] : [prose(cut(text.trim(), most)), ""]),
    ...calls.flatMap((call) => callBody(call, most)),
  ];
  const line = parts.join(" · ");
  if (bodies.length === 0) return `<div>${line}</div>\n`;
  return [`<details><summary>${line}</summary>`, "", ...bodies, "</details>", ""].join("\n");
}

function callLine(call: StoryCall): string {
  const subject = call.subject === "" ? "" : ` ${oneLine(call.subject)}`;
  return `${code(`${call.name.slice(0, MOST_OF_LINE)}${subject}`)} ${
    code(oneLine(String(resultWords(call))))
  }`;
}

function callBody(call: StoryCall, most: number): string[] {
  const diff = callDiff(call);
  const { subject, result } = call;
  const args = parseArguments(call.arguments);
  const toldInLine = args !== null && isOneLine(subject) &&
    Object.values(args).every((value) => value === subject);
  const words = String(resultWords(call));
  const isTold = result === null || (isOneLine(words) && result.replace(/\.?\s*$/, "") === words);
  return [
    ...(diff !== null
      ? fence(cut(diff.map(diffText).join("\n"), most), "diff")
      : toldInLine || call.arguments.trim() === ""
      ? []
      : fence(cut(call.arguments, most), "json")),
    ...(isTold ? [] : fence(cut(result.trimEnd(), most), "text")),
  ];
}

/** Whether the line of a step tells all of a text. */
function isOneLine(text: string): boolean {
  return text.length <= MOST_OF_LINE && !text.includes("\n");
}

function diffText({ kind, text }: DiffLine): string {
  return kind === "place" ? text : `${{ added: "+", removed: "-", kept: " " }[kind]}${text}`;
}

/** A block that ends only where it is meant to: its fence is longer than any in the text. */
function fence(text: string, language: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  const lines = escapeControls(text.replaceAll("\r\n", "\n"), { newlines: true });
  return [`${mark}${language}`, lines, mark, ""];
}

/** Lines that wrap, none of them blank: that would end the block. */
function prose(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim() === "" ? "" : code(line));
  return `<p>${lines.join("<br>\n")}</p>`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

function oneLine(text: string): string {
  return cut(text.trim(), MOST_OF_LINE);
}

/** Cut between characters, and told how much is gone. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${kept} […${text.length - kept.length} characters more]`;
}

function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
