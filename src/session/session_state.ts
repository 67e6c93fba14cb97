/** The state of a session: what is kept of a task between runs. */

import type { Message } from "../llm/provider.ts";
import { generateSessionId } from "./session_id.ts";

/** How a session stands. `running` with a free lock means `interrupted`. */
export type SessionStatus = "running" | "success" | "partial" | "failed" | "interrupted";

/** Why a run ended. */
export type StopReason =
  | "llm_done"
  | "max_steps"
  | "budget_exceeded"
  | "timeout"
  | "context_full"
  | "user_interrupt"
  | "llm_error"
  | "auth_error"
  | "save_error";

/** A tool call that was started and whose result is not saved yet. */
export interface PendingCall {
  readonly tool_call_id: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly started_at: string;
  /** For a file tool: see `FileMark` in tools/tool.ts. */
  readonly file?: {
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly bytes: number;
    readonly temp: string | null;
    readonly result: string;
  };
}

/** One run of a session, as `metadata.runs` keeps it (the newest 50). */
export interface RunRecord {
  /** ISO 8601, UTC. */
  readonly started_at: string;
  /** ISO 8601, UTC; null while it runs. */
  readonly ended_at: string | null;
  readonly steps: number;
  readonly cost_usd: number;
  readonly stop_reason: StopReason | null;
  /** Version of architect. */
  readonly version: string;
  /** What this run's flags allowed beyond what the session had, such as `mode: yolo`. */
  readonly widened: readonly string[];
}

/** What architect keeps in `metadata`. Keys that it does not know are kept as they are. */
export interface SessionMetadata {
  /** Version of the file's layout: 1. */
  schema?: number;
  /** One more at every save, from 1. */
  revision?: number;
  /** Whether messages were dropped from the start of `messages`. */
  truncated?: boolean;
  /** How many. */
  messages_dropped?: number;
  /** Lines of the full history that were written and synced when this state was saved. */
  history_lines?: number;
  /** Model answers saved so far: what a cassette goes on from. */
  answers_saved?: number;
  /** Model calls whose price is unknown: `total_cost` does not hold them. */
  cost_unknown_calls?: number;
  /** What the session may cost in total, over all its runs. */
  budget_usd?: number | null;
  mode?: string;
  allowed_tools?: string[];
  /** SHA-256 of the system prompt, hex. */
  prompt_sha256?: string;
  pending?: PendingCall[];
  /** Path (relative, `/` separators) to the file as the agent last left it; `sha256` null: deleted. */
  files?: Record<string, { sha256: string | null; bytes: number }>;
  runs?: RunRecord[];
  /** Where a fork comes from: the session, and the last step that it shares with it. */
  parent?: { session_id: string; step: number };
  [key: string]: unknown;
}

/**
 * A session. Changed only by the run that holds its lock; messages themselves never change.
 */
export interface SessionState {
  readonly sessionId: string;
  agent: string;
  model: string;
  status: SessionStatus;
  /** Steps done, over all runs. */
  stepsCompleted: number;
  /** USD, over all runs, of the calls whose price is known. */
  totalCost: number;
  /** ISO 8601, UTC, `Z`. Never changes after creation. */
  readonly startedAt: string;
  /** ISO 8601, UTC, `Z`. Set at every save. */
  updatedAt: string;
  stopReason: StopReason | null;
  /** The user's original prompt. */
  readonly task: string;
  /** Files touched, over all runs: relative to the workspace, `/` separators. */
  filesModified: string[];
  metadata: SessionMetadata;
  messages: Message[];
  /** Top-level keys that are not architect's: they survive load and save. */
  extra: Record<string, unknown>;
}

/** What a new session is about. */
export interface NewSession {
  /** The user's prompt. */
  readonly task: string;
  /** Agent name. */
  readonly agent: string;
  /** Model name, as the user wrote it. */
  readonly model: string;
  /** Default: a new id. */
  readonly sessionId?: string;
  /** The start time. Default: the present. */
  readonly now?: Date;
}

/**
 * A session that has done nothing yet, as its first save stores it: running, no steps, no cost.
 *
 * @param options The task, the agent, the model.
 * @returns The session. Nothing is on disk.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSession } from "./session_state.ts";
 *
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * assertEquals([state.status, state.stepsCompleted, state.messages], ["running", 0, []]);
 * ```
 */
export function createSession(options: NewSession): SessionState {
  const { task, agent, model, now = new Date(), sessionId = generateSessionId(now) } = options;
  return {
    sessionId,
    agent,
    model,
    status: "running",
    stepsCompleted: 0,
    totalCost: 0,
    startedAt: now.toISOString(),
    updatedAt: now.toISOString(),
    stopReason: null,
    task,
    filesModified: [],
    metadata: {},
    messages: [],
    extra: {},
  };
}
