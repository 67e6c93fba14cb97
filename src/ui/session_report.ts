/** One session for a person: what it is, what it did step by step, how it ended. */

import { messageText } from "../agent/message_text.ts";
import type { Drift } from "../files/drift.ts";
import type { RunRecord } from "../session/session_state.ts";
import type { SessionSteps, StepMessage } from "../session/session_steps.ts";
import { cutToWidth } from "./display_width.ts";
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
  const { status, drift, columns } = options;
  const blocks = [head(session, status)];
  const runs = state.metadata.runs ?? [];
  if (runs.length > 0) blocks.push(["Runs", ...runs.map(runLine)]);
  if (messages.length > 0) {
    blocks.push(
      options.messages
        ? ["Messages", ...messages.map(wholeMessage)]
        : ["Steps", ...stepLines(sessionStory(messages), columns)],
    );
  }
  if (notes.length > 0) {
    blocks.push(["Not known", ...notes.map((note) => `  ${escapeControls(note)}`)]);
  }
  if (drift.length > 0) {
    const files = drift.map(({ path, state }) => `  ${escapeControls(path)}: ${state}`);
    blocks.push(["Changed since", ...files]);
  }
  const answer = lastAnswer(messages);
  if (answer !== null) blocks.push(["Last answer", escapeControls(answer, { newlines: true })]);
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join("")).join("\n");
}

function head({ state, messages }: SessionSteps, status: string): string[] {
  const { metadata } = state;
  const reason = state.stopReason === null ? "" : ` (${state.stopReason})`;
  const rows: (readonly [string, string])[] = [
    ["Session", state.sessionId],
    ...parentRow(metadata.parent),
    ["Task", state.task],
    ["Status", `${status}${reason}`],
    ["Agent", metadata.mode === undefined ? state.agent : `${state.agent}, ${metadata.mode}`],
    ["Model", state.model],
    ["Started", state.startedAt],
    ["Updated", state.updatedAt],
    ["Steps", String(state.stepsCompleted)],
    ["Cost", formatCost(state.totalCost, isCostComplete(state)) + budget(metadata.budget_usd)],
    ["Files", state.filesModified.length === 0 ? "none" : state.filesModified.join(", ")],
    ["Messages", String(messages.length)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(9)} ${escapeControls(value)}`);
}

/** Of any kind, as other programs may keep something else there. */
function parentRow(parent: unknown): (readonly [string, string])[] {
  if (typeof parent !== "object" || parent === null) return [];
  const { session_id, step } = parent as { session_id?: unknown; step?: unknown };
  return [["Fork of", `${session_id}, after step ${step}`]];
}

function budget(usd: number | null | undefined): string {
  return typeof usd === "number" ? ` of ${formatCost(usd)}` : "";
}

function runLine(run: RunRecord): string {
  const steps = run.steps === 1 ? "1 step" : `${run.steps} steps`;
  const end = run.ended_at === null ? "not ended" : run.stop_reason ?? "ended";
  const widened = run.widened.length === 0 ? "" : `, widened: ${run.widened.join(", ")}`;
  return escapeControls(
    `  ${run.started_at}  ${steps}, ${formatCost(run.cost_usd)}, ${end}${widened}`,
  );
}

/** In a terminal that is narrower, what was done is worth more than when: the times are left out. */
const COLUMNS_FOR_TIMES = 64;

function stepLines(items: readonly StoryItem[], columns: number | null): string[] {
  const times = columns === null || columns >= COLUMNS_FOR_TIMES;
  const row = (number: string, time: string, cost: string, what: string): string[] =>
    times ? [number, time, cost, what] : [number, cost, what];
  const rows = items.filter(({ kind }) => kind !== "system").map((item) => {
    const isAnswer = item.kind === "step" || item.kind === "summary";
    const cost = item.cost === null ? isAnswer ? "-" : "" : formatCost(item.cost);
    return row(numberOf(item), shortTime(item.at), cost, escapeControls(whatOf(item)));
  });
  const lines = textTable([row("Step", "Time", "Cost", "What"), ...rows]);
  return lines.map((line) => columns === null ? `  ${line}` : cutToWidth(`  ${line}`, columns));
}

function numberOf({ kind, step }: StoryItem): string {
  return kind === "step" ? String(step ?? "-") : "";
}

function whatOf({ kind, text, calls }: StoryItem): string {
  if (calls.length > 0) {
    return calls.map((call) => `${`${call.name} ${call.subject}`.trimEnd()}: ${resultWords(call)}`)
      .join("; ");
  }
  if (kind === "result") return `result: ${resultWords({ result: text })}`;
  return `${kind === "step" ? "answer" : kind}: ${text.trim()}`;
}

function wholeMessage(entry: StepMessage): string {
  const { number, step, at, cost, path, message } = entry;
  const known = [
    message.role,
    step === null || message.role === "system" ? null : `step ${step}`,
    at,
    message.role !== "assistant" || at === null ? null : cost === null ? "-" : formatCost(cost),
    path ?? null,
  ].filter((part) => part !== null).map((part) => escapeControls(part)).join("  ");
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: json } }) =>
    `calls ${name} ${json}`
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
