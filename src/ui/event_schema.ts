/** The JSON Schema of what `--events` prints. */

import type {
  OutputEvent,
  RunFinishedEvent,
  SavedEvent,
  SessionStartedEvent,
  StepFinishedEvent,
  StepStartedEvent,
  SummaryEvent,
  TextDiscardedEvent,
  TextEvent,
  ToolFinishedEvent,
  ToolStartedEvent,
  WarningEvent,
} from "./output_event.ts";
import {
  AMOUNT,
  COUNT,
  described,
  FLAG,
  listOf,
  orNull,
  record,
  type Schema,
  SESSION_ID,
  TEXT,
  TEXTS,
  TIME,
} from "./schema_parts.ts";

const STEP = described("Over all runs of the session, from 1.", { type: "integer", minimum: 1 });
const PATH = described("Relative to the workspace, / separators.", TEXT);
const SPENT = {
  cost_usd: described("Null when the price is unknown.", orNull(AMOUNT)),
  total_cost_usd: described("Over all runs of the session.", AMOUNT),
  input_tokens: described("Null when the server tells none.", orNull(COUNT)),
  output_tokens: orNull(COUNT),
};
const CALL = { call_id: TEXT, tool: TEXT };

function event<T extends OutputEvent>(
  type: T["type"],
  description: string,
  properties: { readonly [K in keyof Required<Omit<T, "type">>]: Schema },
  optional: readonly (keyof Omit<T, "type">)[] = [],
): Schema {
  const all = { type: { const: type }, at: TIME, ...properties };
  return described(description, record<typeof all>(all, optional as (keyof typeof all)[]));
}

/** Type of an event to its schema. */
export const EVENT_SCHEMAS: { readonly [T in OutputEvent["type"]]: Schema } = {
  session_started: event<SessionStartedEvent>(
    "session_started",
    "The run begins. Its session is on disk already, unless nothing is saved.",
    {
      session_id: described("Null when nothing is saved.", orNull(SESSION_ID)),
      agent: TEXT,
      model: TEXT,
      task: TEXT,
      resumed: FLAG,
      widened: described("What the flags allow beyond what the session had.", TEXTS),
      steps: described("Before this run.", COUNT),
      total_cost_usd: described("Before this run.", AMOUNT),
    },
  ),
  step_started: event<StepStartedEvent>("step_started", "A model call begins.", { step: STEP }),
  text: event<TextEvent>(
    "text",
    "With --events-text: a part of the answer that is on its way. Whole lines, but for the last part.",
    { step: STEP, text: TEXT },
  ),
  text_discarded: event<TextDiscardedEvent>(
    "text_discarded",
    "The answer begins anew: the text that was told of this step is void.",
    { step: STEP },
  ),
  step_finished: event<StepFinishedEvent>(
    "step_finished",
    "An answer is there and saved; its tools have not run.",
    {
      step: STEP,
      text: described("Empty when the model only calls tools.", TEXT),
      tool_calls: listOf(record<StepFinishedEvent["tool_calls"][number]>({
        ...CALL,
        arguments: described("As the model gave them.", { type: "object" }),
      })),
      ...SPENT,
    },
  ),
  summary: event<SummaryEvent>(
    "summary",
    "The closing text of a run that ran out of steps or context: no step.",
    { text: TEXT, ...SPENT },
  ),
  tool_started: event<ToolStartedEvent>(
    "tool_started",
    "A tool is about to run. A call that is refused, or whose result is known, has no such event.",
    { ...CALL, path: PATH },
    ["path"],
  ),
  tool_finished: event<ToolFinishedEvent>(
    "tool_finished",
    "A tool call has its result, and it is saved.",
    {
      ...CALL,
      success: FLAG,
      path: PATH,
      error: described("One line.", TEXT),
      would_do: described("In a dry run: what the call would have changed.", TEXT),
    },
    ["path", "error", "would_do"],
  ),
  saved: event<SavedEvent>(
    "saved",
    "The session was saved. What this save is about comes next.",
    {
      revision: described("Counts the saves of the session, over all runs.", COUNT),
      steps: described("Steps that are on disk.", COUNT),
    },
  ),
  warning: event<WarningEvent>("warning", "Something that a person should know.", {
    message: TEXT,
  }),
  run_finished: event<RunFinishedEvent>(
    "run_finished",
    "The last event, however the run ends, also one that could not begin.",
    {
      result: described("What --json prints.", {
        anyOf: [{ $ref: "#/$defs/run_result" }, { $ref: "#/$defs/error_document" }],
      }),
    },
  ),
};
