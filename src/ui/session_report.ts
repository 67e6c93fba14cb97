/** One session for a person: what it is, what it did step by step, how it ended. */

import { messageText } from "../agent/message_text.ts";
import { widenedText } from "../agent/policy.ts";
import { type Drift, driftLine } from "../files/drift.ts";
import { inEnglish, type Translate } from "../language.ts";
import type { RunRecord, SessionState } from "../session/session_state.ts";
import type { SessionSteps, StepMessage } from "../session/session_steps.ts";
import { joined, type Text, text, type TextValue } from "../text.ts";
import { cutToWidth, displayWidth, padToWidth } from "./display_width.ts";
import { escapeControls } from "./escape.ts";
import { formatCost, isCostComplete } from "./money.ts";
import { resultWords, sessionStory, type StoryItem } from "./session_story.ts";
import { shortTime } from "./short_time.ts";
import { textTable } from "./text_table.ts";

/** Options of {@linkcode sessionReport}. */
export interface SessionReportOptions {
  /** As a listing shows it. */
  readonly status: string;
  /** Files that are no longer as the session left them. */
  readonly drift: readonly Drift[];
  /** Every message whole instead of a line a step. */
  readonly messages: boolean;
  /** Width of the terminal, to which the line of a step is cut; null: nothing is cut. */
  readonly columns: number | null;
  /** Into the person's language. Default: none. */
  readonly translate?: Translate;
}

/**
 * Tells of a session: its head, its runs, its steps, what changed since, its last answer.
 *
 * @param session The session with all that is there of it.
 * @param options Its status as shown; what changed since; how much of each message.
 * @returns Lines, each with a line end. Nothing a session holds can control the terminal.
 */
export function sessionReport(session: SessionSteps, options: SessionReportOptions): string {
  const { state, messages, notes } = session;
  const { status, drift, columns, translate = inEnglish } = options;
  const line = (words: Text) => `  ${escapeControls(translate(words))}`;
  const blocks = [head(session, status, translate)];
  const block = (title: Text, lines: readonly string[]) =>
    blocks.push([translate(title), ...lines]);
  const runs = state.metadata.runs ?? [];
  if (runs.length > 0) block(text("Runs"), runs.map((run) => line(runLine(run))));
  if (messages.length > 0) {
    if (options.messages) {
      block(text("Messages"), messages.map((entry) => wholeMessage(entry, translate)));
    } else block(text("Steps"), stepLines(sessionStory(messages), columns, translate));
  }
  if (notes.length > 0) block(text("Not known"), notes.map(line));
  if (drift.length > 0) block(text("Changed since"), drift.map((file) => line(driftLine(file))));
  const answer = lastAnswer(messages);
  if (answer !== null) block(text("Last answer"), [escapeControls(answer, { newlines: true })]);
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join("")).join("\n");
}

function head(
  { state, messages }: SessionSteps,
  status: string,
  translate: Translate,
): string[] {
  const { metadata } = state;
  const reason = state.stopReason === null ? "" : ` (${state.stopReason})`;
  const rows: (readonly [Text, TextValue])[] = [
    [text("Session"), state.sessionId],
    ...parentRow(metadata.parent),
    [text("Task"), state.task],
    [text("Status"), `${status}${reason}`],
    [text("Agent"), metadata.mode === undefined ? state.agent : `${state.agent}, ${metadata.mode}`],
    [text("Model"), state.model],
    [text("Started"), state.startedAt],
    [text("Updated"), state.updatedAt],
    [text("Steps"), String(state.stepsCompleted)],
    [text("Cost"), costOf(state)],
    [
      text("Files"),
      state.filesModified.length === 0 ? text("none") : state.filesModified.join(", "),
    ],
    [text("Messages"), String(messages.length)],
  ];
  const shown = rows.map(([name, value]) => [translate(name), translate(joined([value]))] as const);
  const width = Math.max(...shown.map(([name]) => displayWidth(name))) + 1;
  return shown.map(([name, value]) => `${padToWidth(name, width)} ${escapeControls(value)}`);
}

/** Of any kind, as other programs may keep something else there. */
function parentRow(parent: unknown): (readonly [Text, Text])[] {
  if (typeof parent !== "object" || parent === null) return [];
  const { session_id, step } = parent as { session_id?: unknown; step?: unknown };
  const [id, last] = [String(session_id), String(step)];
  return [[text("Fork of"), text("{id}, after step {step}", { id, step: last })]];
}

function costOf(state: SessionState): TextValue {
  const { budget_usd } = state.metadata;
  const cost = formatCost(state.totalCost, isCostComplete(state));
  if (typeof budget_usd !== "number") return cost;
  return text("{cost} of {budget}", { cost, budget: formatCost(budget_usd) });
}

function runLine(run: RunRecord): Text {
  const steps = run.steps === 1 ? text("1 step") : text("{count} steps", { count: run.steps });
  const end = run.ended_at === null ? text("not ended") : run.stop_reason ?? text("ended");
  const widened = run.widened.length === 0
    ? []
    : [text("widened: {rights}", { rights: joined(run.widened.map(widenedText), ", ") })];
  const told = joined([steps, formatCost(run.cost_usd), end, ...widened], ", ");
  return joined([run.started_at, told], "  ");
}

/** In a terminal that is narrower, what was done is worth more than when: the times are left out. */
const COLUMNS_FOR_TIMES = 64;

function stepLines(
  items: readonly StoryItem[],
  columns: number | null,
  translate: Translate,
): string[] {
  const times = columns === null || columns >= COLUMNS_FOR_TIMES;
  const row = (number: string, time: string, cost: string, what: string): string[] =>
    times ? [number, time, cost, what] : [number, cost, what];
  const rows = items.filter(({ kind }) => kind !== "system").map((item) => {
    const isAnswer = item.kind === "step" || item.kind === "summary";
    const cost = item.cost === null ? isAnswer ? "-" : "" : formatCost(item.cost);
    return row(numberOf(item), shortTime(item.at), cost, escapeControls(translate(whatOf(item))));
  });
  const [step, time, cost, what] = [text("Step"), text("Time"), text("Cost"), text("What")]
    .map(translate) as [string, string, string, string];
  const lines = textTable([row(step, time, cost, what), ...rows]);
  return lines.map((line) => columns === null ? `  ${line}` : cutToWidth(`  ${line}`, columns));
}

function numberOf({ kind, step }: StoryItem): string {
  return kind === "step" ? String(step ?? "-") : "";
}

function whatOf({ kind, text: said, calls }: StoryItem): Text {
  if (calls.length > 0) {
    return joined(
      calls.map((call) =>
        joined([`${call.name} ${call.subject}`.trimEnd(), resultWords(call)], ": ")
      ),
      "; ",
    );
  }
  const words = said.trim();
  switch (kind) {
    case "result":
      return text("result: {words}", { words: resultWords({ result: said }) });
    case "step":
      return text("answer: {words}", { words });
    case "summary":
      return text("summary: {words}", { words });
    case "user":
      return text("user: {words}", { words });
    case "system":
      return joined([kind, words], ": ");
  }
}

function wholeMessage(entry: StepMessage, translate: Translate): string {
  const { number, step, at, cost, path, message } = entry;
  const known = [
    message.role,
    step === null || message.role === "system" ? null : translate(text("step {step}", { step })),
    at,
    message.role !== "assistant" || at === null ? null : cost === null ? "-" : formatCost(cost),
    path ?? null,
  ].filter((part) => part !== null).map((part) => escapeControls(part)).join("  ");
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: json } }) =>
    translate(text("calls {name} {json}", { name, json }))
  );
  const body = [messageText(message), ...calls].filter((part) => part !== "").join("\n");
  return `  ${String(number).padStart(3)}  ${known}\n${escapeControls(body, { newlines: true })}\n`;
}

function lastAnswer(messages: readonly StepMessage[]): string | null {
  const last = messages.findLast(({ message }) =>
    message.role === "assistant" && messageText(message)
  );
  return last === undefined ? null : messageText(last.message);
}
