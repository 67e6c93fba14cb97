/**
 * The only writer of a running session: takes each event of the agent, saves what it changes, and
 * passes it on. What is passed on is on disk.
 */

import { ArchitectError, type ErrorCode } from "../errors.ts";
import type { SessionState } from "../session/session_state.ts";
import type { AgentEvent } from "./events.ts";
import type { RunOutcome } from "./run_outcome.ts";
import { RunRecorder } from "./run_recorder.ts";

/** Where sessions are saved: see SessionManager. */
export interface SessionStore {
  /** Rejects with an `ArchitectError`: `save_error`, `session_conflict` or `session_too_large`. */
  save(state: SessionState): Promise<void>;
}

/** A run of a session, ready to begin. */
export interface SessionRun {
  /** The session; changed as the run goes on. */
  readonly state: SessionState;
  /** Null: nothing is saved. */
  readonly store: SessionStore | null;
  /** What the agent does. */
  readonly events: AsyncGenerator<AgentEvent, void>;
  /**
   * Whether the session is saved before anything happens. False for a resume, which leaves the file
   * as it was until the first answer or tool call.
   */
  readonly saveFirst: boolean;
  /** What this call's flags allow beyond what the session had. */
  readonly widened: readonly string[];
  /** Version of architect. */
  readonly version: string;
  readonly now: () => Date;
}

/** The session is on disk and can be resumed by its id. Comes once a run. */
export interface SessionSaved {
  readonly type: "session_saved";
  readonly sessionId: string;
}

/** What {@linkcode runSession} yields. */
export type RunEvent = AgentEvent | SessionSaved;

/**
 * Runs a session.
 *
 * @param run What to run.
 * @returns Yields the agent's events, each after it was saved, and `session_saved` after the first
 * save; returns the outcome. A failed save ends the run: no further event is asked for.
 */
export async function* runSession(run: SessionRun): AsyncGenerator<RunEvent, RunOutcome> {
  const recorder = new RunRecorder(run);
  try {
    if (run.saveFirst && await recorder.save()) yield recorder.announcement();
    for await (const event of run.events) {
      const announced = recorder.announced;
      if (recorder.apply(event)) await recorder.save();
      if (recorder.announced && !announced) yield recorder.announcement();
      yield event;
    }
  } catch (error) {
    if (!isSaveFailure(error)) throw error;
    recorder.fail(error);
  } finally {
    await run.events.return();
  }
  return recorder.outcome();
}

const SAVE_FAILURES: readonly ErrorCode[] = ["save_error", "session_conflict", "session_too_large"];

function isSaveFailure(error: unknown): error is ArchitectError {
  return error instanceof ArchitectError &&
    SAVE_FAILURES.includes(error.code);
}
