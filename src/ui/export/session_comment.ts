/**
 * A session as Markdown for a comment on a pull request.
 *
 * All text of a session stands in fences, or in `code` elements of HTML blocks (which begin with a tag of
 * a block at the start of a line, and end with a blank line: https://spec.commonmark.org/0.31.2/#html-blocks).
 * There nothing of it is markup, a link, an image, or calls a person by `@name`.
 */

import { messageText } from "../../agent/message_text.ts";
import { parseArguments } from "../../agent/tool_calls.ts";
import { inEnglish, type Translate } from "../../language.ts";
import type { SessionState } from "../../session/session_state.ts";
import type { SessionSteps } from "../../session/session_steps.ts";
import { joined, text, type TextValue } from "../../text.ts";
import { escapeControls } from "../escape.ts";
import { formatCost, isCostComplete } from "../money.ts";
import { resultWords, sessionStory, type StoryCall, type StoryItem } from "../session_story.ts";
import { shortTime } from "../short_time.ts";
import { callDiff, type DiffLine } from "./call_diff.ts";
import { escapeHtml } from "./escape_html.ts";
import { KIND_NAMES } from "./kind_names.ts";

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
 * @param translate Into the language of the comment. Default: none.
 * @returns Markdown.
 */
export function sessionComment(
  session: SessionSteps,
  status: string,
  translate: Translate = inEnglish,
): string {
  const head = fittingHead(session, status, translate);
  const story = sessionStory(session.messages).filter(({ kind }) => kind !== "system");
  if (story.length === 0) return head;
  const room = MOST_CHARACTERS - head.length;
  for (const most of BODIES) {
    const items = story.map((item) => storyItem(item, most, translate));
    const steps = foldedSteps(items, 0, session, translate);
    if (steps.length <= room) return head + steps;
  }
  return head + newestSteps(story, room, session, translate);
}

/** As many of the newest steps as there is room for, a line each. */
function newestSteps(
  story: readonly StoryItem[],
  room: number,
  session: SessionSteps,
  translate: Translate,
): string {
  const lines = story.map((item) => storyItem(item, 0, translate));
  const around = foldedSteps([], lines.length, session, translate).length;
  let length = around;
  let first = lines.length;
  while (first > 0 && length + lines[first - 1]!.length + 1 <= room) {
    first--;
    length += lines[first]!.length + 1;
  }
  return foldedSteps(lines.slice(first), first, session, translate);
}

function fittingHead(session: SessionSteps, status: string, translate: Translate): string {
  let head = "";
  for (const part of PARTS) {
    head = headLines(session, status, part, translate).join("\n");
    if (head.length <= MOST_OF_HEAD) break;
  }
  return head;
}

function headLines(
  { state, messages, notes }: SessionSteps,
  status: string,
  part: number,
  translate: Translate,
): string[] {
  const { filesModified } = state;
  const cut = cutter(translate);
  const inLine = (words: string): string => code(cut(words, MOST_OF_LINE));
  const reason = state.stopReason === null ? "" : ` ${inLine(state.stopReason)}`;
  const answer = messages.findLast(({ message }) =>
    message.role === "assistant" && messageText(message).trim() !== ""
  );
  const files: TextValue[] = filesModified.slice(0, MOST_FILES * part).map(inLine);
  const more = filesModified.length - files.length;
  if (more > 0) files.push(text("{count} more", { count: more }));
  const facts = [
    text("Session {id}, agent {agent}, model {model}", {
      id: code(state.sessionId),
      agent: inLine(state.agent),
      model: inLine(state.model),
    }),
    joined(amounts(state), ", "),
    files.length === 0
      ? text("Changed: nothing")
      : text("Changed: {files}", { files: joined(files, ", ") }),
    ...notes.slice(0, 5).map((note) =>
      text("Not known: {what}", { what: inLine(translate(note)) })
    ),
  ];
  return [
    `<h3>architect: ${escapeHtml(status)}${reason}</h3>`,
    "",
    prose(cut(state.task.trim(), MOST_OF_TASK * part)),
    "",
    "<ul>",
    ...facts.map((fact) => `<li>${translate(fact)}</li>`),
    "</ul>",
    "",
    ...(answer === undefined ? [] : [
      `**${translate(text("Answer"))}**`,
      "",
      prose(cut(messageText(answer.message).trim(), MOST_OF_ANSWER * part)),
      "",
    ]),
  ];
}

/** What there is of it, in figures. */
function amounts({ metadata, ...state }: SessionState): TextValue[] {
  const steps = state.stepsCompleted;
  const runs = metadata.runs?.length ?? 0;
  return [
    steps === 1 ? text("1 step") : text("{count} steps", { count: steps }),
    formatCost(state.totalCost, isCostComplete({ metadata })),
    ...(runs === 0 ? [] : [runs === 1 ? text("1 run") : text("{count} runs", { count: runs })]),
    text("{start} to {end}", {
      start: shortTime(state.startedAt),
      end: shortTime(state.updatedAt),
    }),
  ];
}

function foldedSteps(
  items: readonly string[],
  leftOut: number,
  { state }: SessionSteps,
  translate: Translate,
): string {
  const command = `\`architect sessions export ${state.sessionId} --format html -o session.html\``;
  const note = leftOut === 1
    ? text("1 older entry left out here. The whole session: {command}", { command })
    : text("{count} older entries left out here. The whole session: {command}", {
      count: leftOut,
      command,
    });
  const notes = leftOut === 0 ? [] : [translate(note), ""];
  const steps = translate(text("Steps: {count}", { count: state.stepsCompleted }));
  const summary = `<summary>${steps}</summary>`;
  return ["", `<details>${summary}`, "", ...notes, ...items, "</details>", ""].join("\n");
}

function storyItem(item: StoryItem, most: number, translate: Translate): string {
  const { kind, step, at, cost, calls } = item;
  const words = item.text.trim();
  const cut = cutter(translate);
  const isAnswer = kind === "step" || kind === "summary";
  const parts = [
    kind === "step"
      ? `<b>${translate(text("Step {step}", { step: step ?? "-" }))}</b>`
      : translate(KIND_NAMES[kind]),
    ...(isAnswer && cost !== null ? [formatCost(cost)] : []),
    ...(at === null ? [] : [shortTime(at)]),
    ...(calls.length === 0
      ? [code(cut(words, MOST_OF_LINE))]
      : calls.map((call) => callLine(call, translate))),
  ];
  const toldInLine = words === "" || (calls.length === 0 && isOneLine(words));
  const bodies = most === 0 ? [] : [
    ...(toldInLine ? [] : [prose(cut(words, most)), ""]),
    ...calls.flatMap((call) => callBody(call, (body) => cut(body, most))),
  ];
  const line = parts.join(" · ");
  if (bodies.length === 0) return `<div>${line}</div>\n`;
  return [`<details><summary>${line}</summary>`, "", ...bodies, "</details>", ""].join("\n");
}

function callLine(call: StoryCall, translate: Translate): string {
  const oneLine = (words: string): string => cutter(translate)(words.trim(), MOST_OF_LINE);
  const subject = call.subject === "" ? "" : ` ${oneLine(call.subject)}`;
  const told = code(`${call.name.slice(0, MOST_OF_LINE)}${subject}`);
  return `${told} ${code(oneLine(translate(resultWords(call))))}`;
}

function callBody(call: StoryCall, cut: (body: string) => string): string[] {
  const diff = callDiff(call);
  const { subject, result } = call;
  const args = parseArguments(call.arguments);
  const toldInLine = args !== null && isOneLine(subject) &&
    Object.values(args).every((value) => value === subject);
  const words = String(resultWords(call));
  const isTold = result === null || (isOneLine(words) && result.replace(/\.?\s*$/, "") === words);
  return [
    ...(diff !== null
      ? fence(cut(diff.map(diffText).join("\n")), "diff")
      : toldInLine || call.arguments.trim() === ""
      ? []
      : fence(cut(call.arguments), "json")),
    ...(isTold ? [] : fence(cut(result.trimEnd()), "text")),
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

/** What cuts between characters, and tells how much is gone. */
function cutter(translate: Translate): (words: string, most: number) => string {
  return (words, most) => {
    if (words.length <= most) return words;
    const kept = words.slice(0, most).replace(/[\ud800-\udbff]$/, "");
    const gone = text("[…{count} characters more]", { count: words.length - kept.length });
    return `${kept} ${translate(gone)}`;
  };
}
