/** What a run reports, in the order in which it happens. */

import type { Text } from "../text.ts";
import type { Message, ToolCall, Usage } from "../llm/provider.ts";
import type { FileMark, ToolResult } from "../tools/tool.ts";
import type { StopReason } from "../session/session_state.ts";

/** A call that is about to run. */
export interface ToolStarted {
  readonly type: "tool_started";
  readonly call: ToolCall;
  /** The file that the call is about, relative to the workspace. */
  readonly path?: string;
  /** For a tool that changes a file. */
  readonly mark?: FileMark;
}

/** A call with its result. */
export interface ToolFinished {
  readonly type: "tool_finished";
  readonly call: ToolCall;
  /** The message that the model reads. */
  readonly message: Message;
  readonly result: ToolResult;
}

/** One model answer: a step. */
export interface AnswerReceived {
  readonly type: "answer";
  readonly message: Message;
  readonly usage: Usage | null;
  /** USD; null when unknown. */
  readonly costUsd: number | null;
}

/** The closing text of a run that ran out of steps or context: not a step. */
export interface SummaryReceived {
  readonly type: "summary";
  readonly message: Message;
  readonly usage: Usage | null;
  /** USD; null when unknown. */
  readonly costUsd: number | null;
}

/** A user message that the run itself put into the history. */
export interface MessageAdded {
  readonly type: "message";
  readonly message: Message;
}

/** A model call begins. `step` counts over the whole session, from 1. */
export interface StepStarted {
  readonly type: "step_started";
  readonly step: number;
}

/** Something that a person should know. */
export interface Warning {
  readonly type: "warning";
  readonly text: Text;
}

/** Why a run failed. */
export interface RunError {
  readonly code: string;
  readonly message: Text;
  readonly suggestion: Text | null;
}

/** The last event of every run. */
export interface Stopped {
  readonly type: "stopped";
  readonly reason: StopReason;
  readonly error: RunError | null;
}

/** What `runAgent` yields. Nothing further happens before the next event is asked for. */
export type AgentEvent =
  | StepStarted
  | AnswerReceived
  | SummaryReceived
  | MessageAdded
  | ToolStarted
  | ToolFinished
  | Warning
  | Stopped;
