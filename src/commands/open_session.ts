/** The session that a run goes on with. */

import { ArchitectError } from "../errors.ts";
import type { OpenedSession, SessionLock, SessionManager } from "../session/mod.ts";
import { text } from "../text.ts";
import type { CommandContext, RunFlags } from "./context.ts";
import { findSession } from "./find_session.ts";
import { resumeCommand } from "./resume_command.ts";
import type { RunReport } from "./run_report.ts";

/** How a session was asked for: what a command that is told has to name. */
export interface ResumeOrigin {
  /** The full id. */
  readonly id: string;
  /** The fork of it that is wanted; undefined: itself. */
  readonly fork?: RunFlags["fork"];
}

/** A session to go on with. Dispose of it to free its lock. */
export interface OpenSession extends OpenedSession, AsyncDisposable {
  readonly origin: ResumeOrigin;
  /**
   * Called once, when nothing keeps the run from beginning.
   *
   * @returns The session, its lock held; a fork is on disk only from now on.
   */
  begin(): Promise<OpenedSession>;
  /** The id of what is on disk: that of a fork once it has begun. */
  idOnDisk(): string;
}

/** Options of {@linkcode openSession}. */
export interface OpenSessionOptions {
  /** The new prompt, without secrets; null for none. */
  readonly prompt: string | null;
  readonly flags: RunFlags;
  /** What is told what had to be rebuilt. */
  readonly report: Pick<RunReport, "warn">;
}

/**
 * Finds a session, takes its lock and loads it.
 *
 * @param sessions The sessions.
 * @param wanted A full id, a unique prefix, or `last`.
 * @param context Where to say which one it is.
 * @param options The prompt and the flags of the call; what is told what had to be rebuilt.
 * @returns The session.
 * @throws {ArchitectError} It is not found, ambiguous, in use, damaged, too new or too large.
 */
export async function openSession(
  sessions: SessionManager,
  wanted: string,
  context: Pick<CommandContext, "note">,
  options: OpenSessionOptions,
): Promise<OpenSession> {
  const id = await findSession(sessions, wanted, context);
  const lock = await lockToResume(sessions, id, options);
  try {
    const opened = await sessions.open(id);
    for (const note of opened.notes) options.report.warn(note);
    return {
      ...opened,
      origin: { id },
      begin: () => Promise.resolve(opened),
      idOnDisk: () => id,
      [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

async function lockToResume(
  sessions: SessionManager,
  id: string,
  { prompt, flags }: OpenSessionOptions,
): Promise<SessionLock> {
  try {
    return await sessions.lock(id);
  } catch (error) {
    if (!(error instanceof ArchitectError) || error.code !== "session_locked") throw error;
    const beside = resumeCommand(id, flags, {
      prompt: prompt ?? undefined,
      unsaved: true,
      fork: { step: null },
    });
    throw error.withSuggestion(
      text("Wait until it ends, stop that process, or go on beside it in a fork: {command}", {
        command: beside,
      }),
    );
  }
}
