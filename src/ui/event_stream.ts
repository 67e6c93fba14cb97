/** A run as it goes on, for a program: the lines of `--events`. */

import type { AnswerReceived, SummaryReceived } from "../agent/events.ts";
import { messageText } from "../agent/message_text.ts";
import type { RunEvent } from "../agent/run_session.ts";
import { parseArguments } from "../agent/tool_calls.ts";
import type { JsonObject } from "../json/json_object.ts";
import { nestsDeeper } from "../json/nests_deeper.ts";
import { redactLines } from "../secret_lines.ts";
import type { Redactor } from "../secrets.ts";
import type { SessionState } from "../session/session_state.ts";
import { eventLine, type OutputEvent } from "./output_event.ts";
import type { RunResult } from "./run_result.ts";

/** Where events go, and which. */
export interface EventStreamOptions {
  /** Takes a line, whole. Not to be waited for: a reader that is slow does not keep a run from going on. */
  readonly line: (text: string) => void;
  /** Takes secrets out of everything. */
  readonly redactor: Redactor;
  /** Whether the text of an answer is told as it arrives. */
  readonly text: boolean;
  /** Default: the present. */
  readonly now?: () => Date;
}

/** How a run begins. */
export interface EventStreamStart {
  /** The session, changed as the run goes on. */
  readonly state: SessionState;
  readonly resumed: boolean;
  /** Whether it is saved at all. */
  readonly saves: boolean;
  readonly widened: readonly string[];
}

/** What is told of a run. */
export interface EventStream {
  /** Told before the first event. */
  begin(start: EventStreamStart): void;
  show(event: RunEvent): void;
  /** Told the text of an answer as it arrives, secrets and all; null: it begins anew. */
  received(piece: string | null): void;
  warn(message: string): void;
  /** Told last; nothing is told after it. */
  finish(result: RunResult): void;
}

/**
 * Tells of a run.
 *
 * With `text`, the texts that are told of a step after its last `text_discarded` are together the text
 * of its `step_finished`.
 *
 * @param options Where and what.
 * @returns What takes the events of the run, in order.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createRedactor } from "../secrets.ts";
 * import { createEventStream } from "./event_stream.ts";
 *
 * const lines: string[] = [];
 * const stream = createEventStream({
 *   line: (text) => lines.push(text),
 *   redactor: createRedactor([]),
 *   text: false,
 *   now: () => new Date("2026-01-02T03:04:05Z"),
 * });
 * stream.show({ type: "step_started", step: 3 });
 * assertEquals(lines, ['{"type":"step_started","at":"2026-01-02T03:04:05.000Z","step":3}\n']);
 * ```
 */
export function createEventStream(options: EventStreamOptions): EventStream {
  const { redactor, now = () => new Date() } = options;
  let start: EventStreamStart | null = null;
  let step = 0;
  let told = "";
  let push = redactLines(redactor);
  let finished = false;

  function tell(event: OutputEvent): void {
    // An answer that nobody waits for any longer may still arrive.
    if (!finished) options.line(eventLine(redactor.value(event), now()));
  }

  function started(sessionId: string | null): void {
    if (start === null) return;
    const { state, resumed, widened } = start;
    const { agent, model, task, stepsCompleted: steps, totalCost } = state;
    tell({
      type: "session_started",
      session_id: sessionId,
      ...{ agent, model, task, resumed, widened, steps, total_cost_usd: totalCost },
    });
  }

  function tellText(text: string): void {
    if (text === "") return;
    told += text;
    tell({ type: "text", step, text });
  }

  function discardText(): void {
    if (told !== "") tell({ type: "text_discarded", step });
    told = "";
    push = redactLines(redactor);
  }

  /** What the whole text has beyond the lines that were told. */
  function tellRest(text: string): void {
    if (!text.startsWith(told)) discardText();
    tellText(text.slice(told.length));
    told = "";
  }

  function spent({ usage, costUsd }: AnswerReceived | SummaryReceived) {
    return {
      cost_usd: costUsd,
      total_cost_usd: start?.state.totalCost ?? 0,
      input_tokens: usage?.inputTokens ?? null,
      output_tokens: usage?.outputTokens ?? null,
    };
  }

  return {
    begin(given) {
      start = given;
      // One that goes on is on disk; the id of a new one is told once it is.
      if (given.resumed || !given.saves) started(given.saves ? given.state.sessionId : null);
    },
    show(event) {
      switch (event.type) {
        case "session_saved":
          if (event.first && start?.resumed === false) started(event.sessionId);
          return tell({ type: "saved", revision: event.revision, steps: event.steps });
        case "step_started":
          discardText();
          step = event.step;
          return tell({ type: "step_started", step });
        case "answer": {
          const text = redactor.text(messageText(event.message));
          if (options.text) tellRest(text);
          const tool_calls = (event.message.tool_calls ?? []).map((call) => ({
            call_id: call.id,
            tool: call.function.name,
            arguments: argumentsOf(call.function.arguments),
          }));
          return tell({ type: "step_finished", step, text, tool_calls, ...spent(event) });
        }
        case "summary":
          return tell({ type: "summary", text: messageText(event.message), ...spent(event) });
        case "tool_started": {
          const { call: { id, function: { name } }, path } = event;
          return tell({ type: "tool_started", call_id: id, tool: name, ...(path && { path }) });
        }
        case "tool_finished": {
          const { call: { id, function: { name } }, result } = event;
          const { success, path } = result;
          const error = String(result.error ?? "");
          const wouldDo = String(result.wouldDo ?? "");
          return tell({
            type: "tool_finished",
            ...{ call_id: id, tool: name, success },
            ...(path && { path }),
            ...(error && { error }),
            ...(wouldDo && { would_do: wouldDo }),
          });
        }
        case "warning":
          return tell({ type: "warning", message: String(event.text) });
      }
    },
    received(piece) {
      if (!options.text) return;
      if (piece === null) discardText();
      else tellText(push(piece));
    },
    warn(message) {
      tell({ type: "warning", message });
    },
    finish(result) {
      tell({ type: "run_finished", result });
      finished = true;
    },
  };
}

/** Far more levels than any tool takes: what follows goes down by recursion. */
const MOST_LEVELS = 100;

function argumentsOf(json: string): JsonObject {
  const args = parseArguments(json) ?? {};
  return nestsDeeper(args, MOST_LEVELS) ? {} : args;
}
