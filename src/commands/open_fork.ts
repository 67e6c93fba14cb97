import { SessionCopier, type SessionLock, type SessionManager } from "../session/mod.ts";
import { text } from "../text.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";
import { makeFork } from "./make_fork.ts";
import type { OpenSession } from "./open_session.ts";
import type { RunReport } from "./run_report.ts";
import { tellDrift } from "./tell_drift.ts";

/** Options of {@linkcode openFork}. */
export interface OpenForkOptions {
  /** The last step that is kept; null: all. */
  readonly step: number | null;
  /** What is told what a person should know. */
  readonly report: Pick<RunReport, "warn" | "notice">;
}

/**
 * Finds a session and makes a fork of it to go on with. The session is only read, and may be in use;
 * the fork is put on disk when the run begins, so that one that cannot leaves nothing.
 *
 * @param sessions The sessions.
 * @param wanted A full id, a unique prefix, or `last`.
 * @param context Where the sessions are, and where to say which one it is.
 * @param options Where it is forked.
 * @returns The fork.
 * @throws {ArchitectError} The session is not found, ambiguous, damaged, too new or too large; the
 * step is not there, or not finished.
 */
export async function openFork(
  sessions: SessionManager,
  wanted: string,
  context: Pick<CommandContext, "workspace" | "note">,
  options: OpenForkOptions,
): Promise<OpenSession> {
  const { step, report } = options;
  const id = await findSession(sessions, wanted, context);
  const copier = new SessionCopier(context.workspace);
  const fork = await makeFork(copier, id, step);
  for (const note of fork.notes) report.warn(note);
  let lock: SessionLock | null = null;
  return {
    state: fork.state,
    messages: fork.messages,
    before: fork.before,
    notes: [],
    origin: { id, fork: { step } },
    async begin() {
      const { sessionId } = fork.state;
      await copier.place(fork);
      lock = await sessions.lock(sessionId);
      const opened = await sessions.open(sessionId);
      report.notice(
        text("forked {id} after step {step}: {fork}", { id, step: fork.step, fork: sessionId }),
      );
      await tellDrift(opened.state, context);
      return opened;
    },
    idOnDisk: () => lock === null ? id : fork.state.sessionId,
    [Symbol.asyncDispose]: async () => await lock?.[Symbol.asyncDispose](),
  };
}
