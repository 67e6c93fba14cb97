/** A session as one HTML page, to be looked at anywhere. */

import { messageText } from "../../agent/message_text.ts";
import { widenedText } from "../../agent/policy.ts";
import { inEnglish, type Translate } from "../../language.ts";
import type { RunRecord } from "../../session/session_state.ts";
import type { SessionSteps } from "../../session/session_steps.ts";
import { joined, type Text, text } from "../../text.ts";
import { formatCost, isCostComplete } from "../money.ts";
import { resultWords, sessionStory, type StoryCall, type StoryItem } from "../session_story.ts";
import { shortTime } from "../short_time.ts";
import { callDiff, type DiffLine } from "./call_diff.ts";
import { costPlot } from "./cost_plot.ts";
import { escapeHtml } from "./escape_html.ts";
import { KIND_NAMES } from "./kind_names.ts";
import { PAGE_STYLE } from "./page_style.ts";

/** A longer task is the heading's beginning, and stands whole below it. */
const HEADING = 200;

/**
 * Lays a session out as a page that needs nothing beside it: no network, no script. Whatever a session
 * holds is text in it, and the page's own policy forbids everything but its one style.
 *
 * @param session The session, without secrets.
 * @param status Its status, as a listing shows it.
 * @param translate Into the language of the page. Default: none.
 * @returns HTML, as UTF-8 it is a file.
 */
export async function sessionPage(
  session: SessionSteps,
  status: string,
  translate: Translate = inEnglish,
): Promise<string> {
  const { state, messages, notes } = session;
  const story = sessionStory(messages);
  const runs = state.metadata.runs ?? [];
  const plot = costPlot(story, translate);
  const answer = messages.findLast(({ message }) =>
    message.role === "assistant" && messageText(message) !== ""
  );
  const section = (title: Text, content: readonly string[]): string[] =>
    content.length === 0
      ? []
      : ["<section>", `<h2>${translate(title)}</h2>`, ...content, "</section>"];
  return [
    "<!doctype html>",
    // The language's code is its first text.
    `<html lang="${translate(text("en"))}">`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${await policy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(heading(state.task, 80))}</title>`,
    `<style>${PAGE_STYLE}</style>`,
    "</head>",
    "<body>",
    ...header(session, status, translate),
    ...section(text("Not known"), notes.length === 0 ? [] : [list(notes.map(translate))]),
    ...section(text("Answer"), answer === undefined ? [] : [said(messageText(answer.message))]),
    ...section(text("Runs"), runs.length === 0 ? [] : [runsTable(runs, translate)]),
    ...section(text("Cost"), plot === null ? [] : [plot]),
    ...section(text("Steps"), story.length === 0 ? [] : timeline(story, translate)),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

async function policy(): Promise<string> {
  const bytes = new TextEncoder().encode(PAGE_STYLE);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const base64 = btoa(String.fromCharCode(...hash));
  return `default-src 'none'; style-src 'sha256-${base64}'; base-uri 'none'; form-action 'none'`;
}

function heading(task: string, length: number): string {
  const [line = ""] = task.trim().split("\n", 1);
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function header({ state }: SessionSteps, status: string, translate: Translate): string[] {
  const { task, metadata } = state;
  const title = heading(task, HEADING);
  const reason = state.stopReason === null ? "" : ` (${state.stopReason})`;
  const time = text("{start} to {end}", {
    start: shortTime(state.startedAt),
    end: shortTime(state.updatedAt),
  });
  const facts: readonly (readonly [Text, string])[] = [
    [text("Status"), `${status}${reason}`],
    [text("Session"), state.sessionId],
    [text("Agent"), metadata.mode === undefined ? state.agent : `${state.agent}, ${metadata.mode}`],
    [text("Model"), state.model],
    [text("Time"), translate(time)],
    [text("Steps"), String(state.stepsCompleted)],
    [text("Cost"), formatCost(state.totalCost, isCostComplete(state))],
  ];
  const files = state.filesModified.map(code).join(", ") || translate(text("none"));
  return [
    "<header>",
    `<h1>${escapeHtml(title)}</h1>`,
    ...(title === task.trim() ? [] : [folded(translate(text("The whole task")), said(task))]),
    "<dl>",
    ...facts.map(([name, value]) => `<dt>${translate(name)}</dt><dd>${escapeHtml(value)}</dd>`),
    `<dt>${translate(text("Files"))}</dt><dd>${files}</dd>`,
    "</dl>",
    "</header>",
  ];
}

function runsTable(runs: readonly RunRecord[], translate: Translate): string {
  const row = ({ started_at, steps, cost_usd, ended_at, stop_reason, widened }: RunRecord) => [
    shortTime(started_at),
    String(steps),
    formatCost(cost_usd),
    ended_at === null ? translate(text("not ended")) : stop_reason ?? translate(text("ended")),
    translate(joined(widened.map(widenedText), ", ")),
  ];
  const names = [
    text("Started"),
    text("Steps"),
    text("Cost"),
    text("End"),
    text("Widened by a flag"),
  ];
  const head = names.map((name) => `<th>${translate(name)}</th>`).join("");
  const rows = runs.map((run) =>
    `<tr>${row(run).map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`
  );
  return `<table>\n<tr>${head}</tr>\n${rows.join("\n")}\n</table>`;
}

function timeline(story: readonly StoryItem[], translate: Translate): string[] {
  const items = story.flatMap((item) => timelineItem(item, translate));
  return ['<ol class="timeline">', ...items, "</ol>"];
}

function timelineItem(item: StoryItem, translate: Translate): string[] {
  const { kind, number, step, at, cost, text: words, calls } = item;
  const isAnswer = kind === "step" || kind === "summary";
  const name = kind !== "step"
    ? KIND_NAMES[kind]
    : step === null
    ? text("Step")
    : text("Step {step}", { step });
  const told = [
    `<b>${escapeHtml(translate(name))}</b>`,
    at === null ? "" : `<time class="quiet">${escapeHtml(shortTime(at))}</time>`,
    isAnswer && cost !== null ? `<span class="quiet">${formatCost(cost)}</span>` : "",
  ].filter((part) => part !== "").join(" ");
  const body = words.trim() === "" ? [] : [
    kind === "system" ? folded(translate(text("system prompt")), said(words)) : said(words),
  ];
  return [
    `<li class="${kind}" id="message-${number}">`,
    `<div class="what">${told}</div>`,
    ...body,
    ...calls.map((call, index) => callFold(call, `call-${number}-${index + 1}`, translate)),
    "</li>",
  ];
}

function callFold(call: StoryCall, id: string, translate: Translate): string {
  const diff = callDiff(call);
  const told = [
    code(call.name),
    ...(call.subject === "" ? [] : [code(cutLine(call.subject))]),
    `<span class="quiet">${escapeHtml(translate(resultWords(call)))}</span>`,
  ].join(" ");
  const body = [
    diff === null ? block(prettyArguments(call.arguments)) : diffBlock(diff),
    ...(call.result === null ? [] : [block(call.result)]),
  ];
  // Inside, so that a link to it unfolds the call.
  return `<details><summary>${told}</summary><div id="${id}">\n${
    body.join("\n")
  }\n</div></details>`;
}

/** As a person reads it; what is no JSON as it is. */
function prettyArguments(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return json;
    throw error;
  }
}

function diffBlock(lines: readonly DiffLine[]): string {
  const element = { added: "ins", removed: "del", kept: "span", place: "span" } as const;
  const shown = lines.map(({ kind, text }) => {
    const name = element[kind];
    const style = name === "span" ? ` class="${kind}"` : "";
    return `<${name}${style}>${escapeHtml(text, { newlines: true })}</${name}>`;
  });
  return `<pre class="diff">${shown.join("")}</pre>`;
}

function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n${content}\n</details>`;
}

function said(text: string): string {
  return block(text.trim());
}

/** The line end after the tag is the parser's own, and keeps one of the text. */
function block(text: string): string {
  return `<pre>\n${escapeHtml(text, { newlines: true })}</pre>`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

function cutLine(text: string): string {
  const line = text.trim();
  return line.length > HEADING ? `${line.slice(0, HEADING)}…` : line;
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`;
}
