/** The JSON Schema of everything that the program prints as JSON: what `architect schema` shows. */

import type { ToolUse } from "../agent/run_outcome.ts";
import type { GrantedRights } from "../commands/granted_rights.ts";
import type { Drift } from "../files/drift.ts";
import type { RemovedSession } from "../session/cleanup.ts";
import type { NamedSums, SessionStats } from "../session/session_stats.ts";
import type { SessionSummary } from "../session/session_summary.ts";
import type { Finding } from "../session/verify_session.ts";
import type { CleanupDocument } from "./cleanup_report.ts";
import type { ForkReport, ImportReport } from "./copy_reports.ts";
import type { ErrorDocument } from "./error_report.ts";
import { EVENT_SCHEMAS } from "./event_schema.ts";
import type { RunResult } from "./run_result.ts";
import {
  AMOUNT,
  COUNT,
  described,
  ERROR,
  FLAG,
  listOf,
  orNull,
  record,
  type Schema,
  SESSION_ID,
  STOP_REASON,
  TEXT,
  TEXTS,
  TIME,
} from "./schema_parts.ts";
import { SESSION_EXPORT, SESSION_STATE } from "./session_schema.ts";
import type { CheckedSession } from "./verify_report.ts";

const RUN_RESULT = described(
  "What run and resume print with --json.",
  record<RunResult>({
    session_id: described("Null when there is nothing on disk.", orNull(SESSION_ID)),
    status: { enum: ["success", "partial", "failed", "interrupted"] },
    stop_reason: described(
      "Null when the session can no longer be saved: taken over by another process, or too large.",
      orNull(STOP_REASON),
    ),
    output: described("The final answer, or the summary.", orNull(TEXT)),
    steps: described("Over all runs of the session.", COUNT),
    run_steps: COUNT,
    tools_used: listOf(record<ToolUse>(
      { name: TEXT, success: FLAG, path: TEXT, error: TEXT },
      ["path", "error"],
    )),
    files_modified: described(
      "Over all runs; relative to the workspace, / separators.",
      TEXTS,
    ),
    duration_seconds: AMOUNT,
    costs: record<RunResult["costs"]>({
      total_cost_usd: described("Over all runs of the session.", AMOUNT),
      run_cost_usd: AMOUNT,
      complete: described("False when the price of a call is unknown.", FLAG),
      input_tokens: described("Of this run.", COUNT),
      output_tokens: COUNT,
    }),
    model: TEXT,
    agent: TEXT,
    truncated: described("Whether messages were dropped from the state of the session.", FLAG),
    persisted: described("Whether all that happened is on disk.", FLAG),
    error: orNull(ERROR),
  }),
);

const ERROR_DOCUMENT = described(
  "What any command prints with --json when it fails, and what a run that could not begin ends with.",
  record<ErrorDocument>({
    session_id: orNull(SESSION_ID),
    status: { const: "failed" },
    error: ERROR,
  }),
);

const SESSION_LIST = described(
  "What sessions --json prints, newest first.",
  listOf(record<SessionSummary>(
    {
      id: SESSION_ID,
      task: TEXT,
      status: { enum: ["running", "success", "partial", "failed", "interrupted", "corrupt"] },
      steps: COUNT,
      cost: described("USD.", AMOUNT),
      agent: TEXT,
      model: TEXT,
      updated: described("Null when the file is too damaged to tell.", orNull(TIME)),
      stop_reason: described("Of this version or of another one.", orNull(TEXT)),
      reason: described("What is wrong with the file. Corrupt ones only.", TEXT),
    },
    ["reason"],
  )),
);

const SUMS = {
  sessions: COUNT,
  success: described("Of them, those that ended with success.", COUNT),
  steps: COUNT,
  cost_usd: AMOUNT,
  without_cost: described("Of them, those with steps whose cost may be unknown.", COUNT),
};
const NAMED_SUMS = listOf(record<NamedSums>({ name: TEXT, ...SUMS }));

const SESSION_STATS = described(
  "What sessions stats --json prints. Damaged sessions count in by_status alone.",
  record<SessionStats>({
    ...SUMS,
    success_rate: described(
      "Of the sessions that have ended, 0 to 1; null: none has.",
      orNull({ type: "number", minimum: 0, maximum: 1 }),
    ),
    by_status: record<SessionStats["by_status"]>({
      ...{ success: COUNT, partial: COUNT, failed: COUNT, interrupted: COUNT },
      ...{ running: COUNT, corrupt: COUNT },
    }),
    by_day: described("By the day (UTC) of the last save, the newest first.", NAMED_SUMS),
    by_model: described("The dearest first.", NAMED_SUMS),
    by_agent: described("The dearest first.", NAMED_SUMS),
  }),
);

const REMOVED = { id: TEXT, bytes: COUNT, age_days: { type: "number" }, reason: TEXT };

const CLEANUP_REPORT = described(
  "What cleanup --json prints.",
  record<CleanupDocument>({
    removed: listOf(record<RemovedSession>(REMOVED)),
    kept: listOf(record<CleanupDocument["kept"][number]>({
      ...REMOVED,
      failed: described("Whether it was to be removed and could not be.", FLAG),
    })),
  }),
);

const VERIFY_REPORT = described(
  "What sessions verify --json prints.",
  record<{ checked: number; damaged: number; sessions: unknown }>({
    checked: COUNT,
    damaged: COUNT,
    sessions: listOf(record<CheckedSession>({
      id: SESSION_ID,
      status: { enum: ["ok", "flawed", "damaged", "in use"] },
      findings: described(
        "What is wrong; after a repair: what is left.",
        listOf(record<Finding>({
          level: { enum: ["damage", "flaw"] },
          problem: TEXT,
          repair: described("What a repair does about it.", orNull(TEXT)),
        })),
      ),
      repaired: described("Problems that the repair put right.", TEXTS),
      kept: described("Copies of damaged files, in .architect/sessions.", TEXTS),
    })),
  }),
);

const DELETED_SESSION = described(
  "What sessions delete --json prints.",
  record<{ session_id: string; deleted: true }>({
    session_id: SESSION_ID,
    deleted: { const: true },
  }),
);

const FILE_DRIFT: Schema = described(
  "Files that are not as the session left them.",
  listOf(record<Drift>({ path: TEXT, state: { enum: ["changed", "gone", "there again"] } })),
);

const FORKED_SESSION = described(
  "What sessions fork --json prints.",
  record<ForkReport>({
    session_id: described("The new session.", SESSION_ID),
    parent: described(
      "Where it comes from, and the last step that both share.",
      record<ForkReport["parent"]>({ session_id: SESSION_ID, step: COUNT }),
    ),
    steps: COUNT,
    total_cost_usd: described("What the kept steps cost.", AMOUNT),
    drift: FILE_DRIFT,
  }),
);

const IMPORTED_SESSION = described(
  "What sessions import --json prints.",
  record<ImportReport>({
    session_id: SESSION_ID,
    imported: described("False when the very same session was here already.", FLAG),
    steps: COUNT,
    drift: FILE_DRIFT,
  }),
);

const ACCESS: Schema = { enum: ["none", "read", "write"] };

const PERMISSIONS = described(
  "What permissions --json prints.",
  record<{ build: string; granted: unknown; commands: unknown }>({
    build: { enum: ["full", "sandbox", "source"] },
    granted: described(
      "What the program was given; * is all there is of a kind.",
      record<Omit<GrantedRights, "build">>({
        ...{ read: TEXTS, write: TEXTS, net: TEXTS, run: FLAG, env: TEXTS, sys: TEXTS, ffi: FLAG },
      }),
    ),
    commands: listOf({
      type: "object",
      properties: {
        commands: TEXTS,
        when: orNull(TEXT),
        workspace: ACCESS,
        architect: ACCESS,
        net: FLAG,
        run: FLAG,
        hostname: FLAG,
        flags: described("Those of Deno, from source.", TEXTS),
      },
      required: ["commands", "when", "workspace", "architect", "net", "run", "hostname", "flags"],
      additionalProperties: false,
    }),
  }),
);

/** Name in `$defs` to the schema of a document that a command prints with `--json`. */
const DOCUMENTS = {
  run_result: RUN_RESULT,
  error_document: ERROR_DOCUMENT,
  session_list: SESSION_LIST,
  session_state: SESSION_STATE,
  session_stats: SESSION_STATS,
  session_export: SESSION_EXPORT,
  cleanup_report: CLEANUP_REPORT,
  verify_report: VERIFY_REPORT,
  deleted_session: DELETED_SESSION,
  forked_session: FORKED_SESSION,
  imported_session: IMPORTED_SESSION,
  permissions: PERMISSIONS,
};

/** Name in `$defs` to the schema of an event. */
const EVENTS = Object.fromEntries(
  Object.entries(EVENT_SCHEMAS).map(([type, schema]) => [`${type}_event`, schema]),
);

function reference(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

/** A JSON Schema with definitions. */
export type OutputSchema = Schema & { readonly $defs: Readonly<Record<string, Schema>> };

/**
 * The schema of all that the program prints as JSON. A document or an event alone is `#/$defs/NAME`:
 * `run_result`, `event`, `tool_finished_event`.
 *
 * @param version Version of architect.
 * @returns The schema, of draft 2020-12.
 */
export function outputSchema(version: string): OutputSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $comment: `architect ${version}`,
    title: "The JSON output of architect",
    description: "A document of --json, or a line of --events.",
    anyOf: [...Object.keys(DOCUMENTS), "event"].map(reference),
    $defs: {
      ...DOCUMENTS,
      event: described("A line of --events.", { oneOf: Object.keys(EVENTS).map(reference) }),
      ...EVENTS,
    },
  };
}
