import { SessionCopier, SessionManager } from "../session/mod.ts";
import { text } from "../text.ts";
import type { ForkReport } from "../ui/copy_reports.ts";
import { jsonDocument } from "../ui/json_document.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";
import { makeFork } from "./make_fork.ts";
import { tellDrift } from "./tell_drift.ts";

/** Flags of `architect sessions fork`. */
export interface ForkFlags {
  /** The last step that is kept. Default: all. */
  readonly at?: number;
  readonly json: boolean;
}

/**
 * Makes a new session of one, up to a step. The one stays as it is, also while it is in use.
 *
 * @param wanted Its id, a prefix of it, or `last`.
 * @param flags Where, and how to report.
 * @param context The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} There is no such session or step; it cannot be read; the fork cannot be
 * saved.
 */
export async function forkCommand(
  wanted: string,
  flags: ForkFlags,
  context: CommandContext,
): Promise<number> {
  const id = await findSession(new SessionManager(context.workspace), wanted, context);
  const sessions = new SessionCopier(context.workspace);
  const fork = await makeFork(sessions, id, flags.at ?? null);
  await sessions.place(fork);
  const { state, step } = fork;
  for (const note of fork.notes) context.note(text("warning: {message}", { message: note }));
  context.note(text("forked {id} after step {step}", { id, step }));
  const drift = await tellDrift(state, context);
  const report: ForkReport = {
    session_id: state.sessionId,
    parent: { session_id: id, step },
    steps: state.stepsCompleted,
    total_cost_usd: state.totalCost,
    drift,
  };
  await context.print(flags.json ? jsonDocument(report) : `${state.sessionId}\n`);
  return 0;
}
