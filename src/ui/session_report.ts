/** One session for a person: what it is, what it did, how it ended. */

import { messageText } from "../agent/message_text.ts";
import type { Drift } from "../files/drift.ts";
import type { Message } from "../llm/provider.ts";
import type { RunRecord, SessionState } from "../session/session_state.ts";
import { cutToWidth } from "./display_width.ts";
import { escapeControls } from "./escape.ts";
import { formatCost, isCostComplete } from "./money.ts";

/** Options of {@linkcode sessionReport}. */
export interface SessionReportOptions {
  /** As a listing shows it. */
  readonly status: string;
  /** Files that are no longer as the session left them. */
  readonly drift: readonly Drift[];
  /** Every message whole instead of a line each. */
  readonly messages: boolean;
  /** Width of the terminal, to which the line of a message is cut; null: nothing is cut. */
  readonly columns: number | null;
}

/**
 * Tells of a session: its head, its runs, its messages, what changed since, its last answer.
 *
 * @param state The session.
 * @param options Its status as shown; what changed since; how much of each message.
 * @returns Lines, each with a line end. Nothing a session holds can control the terminal.
 */
export function sessionReport(state: SessionState, options: SessionReportOptions): string {
  const { status, drift, messages, columns } = options;
  const blocks = [head(state, status)];
  const runs = state.metadata.runs ?? [];
  if (runs.length > 0) blocks.push(["Runs", ...runs.map(runLine)]);
  const first = (state.metadata.messages_dropped ?? 0) + 1;
  if (state.messages.length > 0) {
    const cut = (line: string): string => columns === null ? line : cutToWidth(line, columns);
    const shown = state.messages.map((message, index) =>
      messages ? wholeMessage(message, first + index) : cut(messageLine(message, first + index))
    );
    blocks.push(["Messages", ...shown]);
  }
  if (drift.length > 0) {
    const files = drift.map(({ path, state }) => `  ${escapeControls(path)}: ${state}`);
    blocks.push(["Changed since", ...files]);
  }
  const answer = lastAnswer(state.messages);
  if (answer !== null) blocks.push(["Last answer", escapeControls(answer, { newlines: true })]);
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join("")).join("\n");
}

function head(state: SessionState, status: string): string[] {
  const { metadata } = state;
  const reason = state.stopReason === null ? "" : ` (${state.stopReason})`;
  const dropped = metadata.messages_dropped ?? 0;
  const rows: (readonly [string, string])[] = [
    ["Session", state.sessionId],
    ["Task", state.task],
    ["Status", `${status}${reason}`],
    ["Agent", metadata.mode === undefined ? state.agent : `${state.agent}, ${metadata.mode}`],
    ["Model", state.model],
    ["Started", state.startedAt],
    ["Updated", state.updatedAt],
    ["Steps", String(state.stepsCompleted)],
    ["Cost", formatCost(state.totalCost, isCostComplete(state)) + budget(metadata.budget_usd)],
    ["Files", state.filesModified.length === 0 ? "none" : state.filesModified.join(", ")],
    [
      "Messages",
      String(state.messages.length) + (dropped > 0 ? `, ${dropped} older ones dropped` : ""),
    ],
  ];
  return rows.map(([name, value]) => `${name.padEnd(9)} ${escapeControls(value)}`);
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

function messageLine(message: Message, number: number): string {
  const text = messageText(message);
  const calls = (message.tool_calls ?? []).map((call) => call.function.name).join(", ");
  const said = message.role === "tool" ? `${text.length} characters` : escapeControls(text);
  const what = [said, calls === "" ? "" : `calls ${escapeControls(calls)}`]
    .filter((part) => part !== "").join("  ");
  return `  ${String(number).padStart(3)}  ${message.role.padEnd(9)}  ${what}`.trimEnd();
}

function wholeMessage(message: Message, number: number): string {
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: json } }) =>
    `calls ${name} ${json}`
  );
  const body = [messageText(message), ...calls].filter((part) => part !== "").join("\n");
  return `  ${String(number).padStart(3)}  ${message.role}\n${
    escapeControls(body, { newlines: true })
  }\n`;
}

function lastAnswer(messages: readonly Message[]): string | null {
  const last = messages.findLast((message) => message.role === "assistant" && messageText(message));
  return last === undefined ? null : messageText(last);
}
