/** The JSON Schema of a session's state. Keys that are not architect's own survive in it. */

import type { PendingCall, RunRecord, SessionMetadata } from "../session/session_state.ts";
import type { SessionSteps, StepMessage } from "../session/session_steps.ts";
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

/** An object that may have further keys. */
function open<T extends object>(
  properties: { readonly [K in keyof Required<T>]?: Schema },
  required: readonly (keyof T)[],
): Schema {
  return { type: "object", properties, required };
}

/** The keys that architect names, without its catch-all. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

const RUN: Schema = open<RunRecord>({
  started_at: TEXT,
  ended_at: described("Null while it runs, and for one that died.", orNull(TEXT)),
  steps: COUNT,
  cost_usd: AMOUNT,
  stop_reason: orNull(TEXT),
  version: described("Of architect.", TEXT),
  widened: described("What the flags allowed beyond what the session had.", TEXTS),
}, ["started_at", "ended_at", "steps", "cost_usd", "stop_reason", "version", "widened"]);

const PENDING: Schema = described(
  "A tool call that was started and has no result.",
  open<PendingCall>(
    { tool_call_id: TEXT, name: TEXT, started_at: TEXT, file: { type: "object" } },
    ["tool_call_id", "name", "started_at"],
  ),
);

const METADATA: Schema = open<Named<SessionMetadata>>({
  schema: COUNT,
  revision: described("One more at every save.", COUNT),
  truncated: described("Whether messages were dropped from the start.", FLAG),
  messages_dropped: COUNT,
  history_lines: COUNT,
  answers_saved: COUNT,
  cost_unknown_calls: described("Calls that total_cost does not hold.", COUNT),
  budget_usd: orNull(AMOUNT),
  mode: TEXT,
  allowed_tools: TEXTS,
  prompt_sha256: TEXT,
  pending: listOf(PENDING),
  files: described("Path to the file as the agent last left it; sha256 null: deleted.", {
    type: "object",
    additionalProperties: open<{ sha256: string | null; bytes: number }>(
      { sha256: orNull(TEXT), bytes: COUNT },
      ["sha256", "bytes"],
    ),
  }),
  runs: listOf(RUN),
}, ["schema", "revision"]);

const MESSAGE: Schema = described(
  "A message of the chat-completions protocol, with what its provider adds.",
  {
    type: "object",
    properties: {
      role: { enum: ["system", "user", "assistant", "tool"] },
      content: { anyOf: [TEXT, { type: "null" }, { type: "array" }] },
      tool_calls: listOf({ type: "object" }),
      tool_call_id: TEXT,
    },
    required: ["role", "content"],
  },
);

/** The keys of a state that come before the messages. */
const HEAD_KEYS = {
  session_id: SESSION_ID,
  agent: TEXT,
  model: TEXT,
  status: { enum: ["running", "success", "partial", "failed", "interrupted"] },
  steps_completed: COUNT,
  total_cost: described("USD, over all runs, of the calls whose price is known.", AMOUNT),
  started_at: TIME,
  updated_at: TIME,
  stop_reason: described("Of this version or of another one.", orNull(TEXT)),
  task: TEXT,
  files_modified: TEXTS,
  metadata: METADATA,
};

const HEAD = { properties: HEAD_KEYS, required: Object.keys(HEAD_KEYS) };

/** What `sessions show --json` prints. */
export const SESSION_STATE: Schema = described("What sessions show --json prints.", {
  type: "object",
  properties: { ...HEAD.properties, messages: listOf(MESSAGE) },
  required: [...HEAD.required, "messages"],
});

/** What `sessions export --format json` prints. */
export const SESSION_EXPORT: Schema = described(
  "What sessions export --format json prints.",
  record<Omit<SessionSteps, "state"> & { readonly session: unknown }>({
    session: described("The state without its messages.", { type: "object", ...HEAD }),
    messages: described(
      "Oldest first; where some are missing, their numbers have a gap.",
      listOf(record<StepMessage>({
        number: described("From 1, over the whole session.", { type: "integer", minimum: 1 }),
        step: described("Steps done with it; null: only a history tells.", orNull(COUNT)),
        at: described("When it was saved; null: only a history tells.", orNull(TIME)),
        cost: described("USD; null: unknown.", orNull(AMOUNT)),
        path: described("The file that the call changed whose result this is.", TEXT),
        message: MESSAGE,
      }, ["path"])),
    ),
    notes: described("What is missing.", TEXTS),
  }),
);
