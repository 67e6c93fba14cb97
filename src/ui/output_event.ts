/** What `--events` prints: JSON Lines, one event a line, in the order in which things happen. */

import { wellFormedJson } from "../json/well_formed.ts";
import type { ErrorDocument } from "./error_report.ts";
import type { RunResult } from "./run_result.ts";

/** The run begins. Its session is on disk already, unless nothing is saved. */
export interface SessionStartedEvent {
  readonly type: "session_started";
  /** Null when nothing is saved. */
  readonly session_id: string | null;
  readonly agent: string;
  readonly model: string;
  readonly task: string;
  readonly resumed: boolean;
  /** What the flags allow beyond what the session had, such as `mode: yolo`. */
  readonly widened: readonly string[];
  /** Before this run. */
  readonly steps: number;
  readonly total_cost_usd: number;
}

/** A model call begins. */
export interface StepStartedEvent {
  readonly type: "step_started";
  /** Over all runs of the session, from 1. */
  readonly step: number;
}

/** A part of the answer that is on its way: whole lines, but for the last part. With `--events-text`. */
export interface TextEvent {
  readonly type: "text";
  readonly step: number;
  readonly text: string;
}

/** The answer begins anew: the text that was told of this step is void. */
export interface TextDiscardedEvent {
  readonly type: "text_discarded";
  readonly step: number;
}

/** What a model call used. */
interface Spent {
  /** Null when the price is unknown. */
  readonly cost_usd: number | null;
  /** Over all runs of the session, of the calls whose price is known. */
  readonly total_cost_usd: number;
  /** Null when the server tells none. */
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
}

/** An answer is there and saved; its tools have not run. */
export interface StepFinishedEvent extends Spent {
  readonly type: "step_finished";
  readonly step: number;
  /** Empty when the model only calls tools. */
  readonly text: string;
  readonly tool_calls: readonly {
    readonly call_id: string;
    readonly tool: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
}

/** The closing text of a run that ran out of steps or context: no step. */
export interface SummaryEvent extends Spent {
  readonly type: "summary";
  readonly text: string;
}

/** A tool is about to run. A call that is refused, or whose result is known, does not get so far. */
export interface ToolStartedEvent {
  readonly type: "tool_started";
  readonly call_id: string;
  readonly tool: string;
  readonly path?: string;
}

/** A tool call has its result, and it is saved. */
export interface ToolFinishedEvent {
  readonly type: "tool_finished";
  readonly call_id: string;
  readonly tool: string;
  readonly success: boolean;
  readonly path?: string;
  /** One line; when it failed. */
  readonly error?: string;
  /** In a dry run: what the call would have changed. */
  readonly would_do?: string;
}

/** The session was saved. What this save is about comes next. */
export interface SavedEvent {
  readonly type: "saved";
  /** Counts the saves of the session, over all runs. */
  readonly revision: number;
  /** Steps that are on disk. */
  readonly steps: number;
}

/** Something that a person should know. */
export interface WarningEvent {
  readonly type: "warning";
  readonly message: string;
}

/** The last event, however a run ends, also one that could not begin. */
export interface RunFinishedEvent {
  readonly type: "run_finished";
  /** What `--json` prints. */
  readonly result: RunResult | ErrorDocument;
}

/** One line of `--events`. */
export type OutputEvent =
  | SessionStartedEvent
  | StepStartedEvent
  | TextEvent
  | TextDiscardedEvent
  | StepFinishedEvent
  | SummaryEvent
  | ToolStartedEvent
  | ToolFinishedEvent
  | SavedEvent
  | WarningEvent
  | RunFinishedEvent;

/** What some readers take for the end of a line, and what controls a terminal. */
const NOT_IN_A_LINE = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * The line of an event.
 *
 * @param event The event, without secrets.
 * @param at When it happened.
 * @returns One line of JSON, with its line end.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { eventLine } from "./output_event.ts";
 *
 * assertEquals(
 *   eventLine({ type: "step_started", step: 1 }, new Date("2026-01-02T03:04:05Z")),
 *   '{"type":"step_started","at":"2026-01-02T03:04:05.000Z","step":1}\n',
 * );
 * ```
 */
export function eventLine(event: OutputEvent, at: Date): string {
  const { type, ...rest } = event;
  const json = wellFormedJson({ type, at: at.toISOString(), ...rest }, 0);
  return json.replace(
    NOT_IN_A_LINE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  ) + "\n";
}
