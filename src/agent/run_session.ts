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

/** The session is on disk, and can be resumed by its id. Comes after every save, before what was saved. */
export interface SessionSaved {
  readonly type: "session_saved";
  readonly sessionId: string;
  /** Whether it is the first save of this run. */
  readonly first: boolean;
  /** Counts the saves of the session, over all runs. */
  readonly revision: number;
  /** Steps that are saved, over all runs. */
  readonly steps: number;
}

/** What {@linkcode runSession} yields. */
export type RunEvent = AgentEvent | SessionSaved;

/**
 * Runs a session.
 *
 * @param run What to run.
 * @returns Yields the agent's events, each after it was saved, and `session_saved` after each save;
 * returns the outcome. A failed save ends the run: no further event is asked for.
 */
export async function* runSession(run: SessionRun): AsyncGenerator<RunEvent, RunOutcome> {
  const recorder = new RunRecorder(run);
  try {
    if (run.saveFirst) yield* recorder.save();
    for await (const event of run.events) {
      if (recorder.apply(event)) yield* recorder.save();
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
