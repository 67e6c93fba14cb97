/** A session as it may be shown. */

import { createRedactor } from "../secrets.ts";
import {
  readSessionSteps,
  type SessionManager,
  type SessionState,
  type SessionSteps,
} from "../session/mod.ts";
import { text } from "../text.ts";
import { redactSteps } from "../ui/redact_steps.ts";
import type { CommandContext } from "./context.ts";

/** A session without secrets. */
export interface ShownSession {
  readonly session: SessionSteps;
  /** As a listing shows it. */
  readonly status: string;
}

/**
 * Reads a session with all its steps. That somebody works on it is said on stderr.
 *
 * @param sessions The sessions.
 * @param id The full id.
 * @param context Where it lies, and where to say it.
 * @returns The session.
 * @throws {ArchitectError} Its state cannot be read.
 */
export async function readShown(
  sessions: SessionManager,
  id: string,
  context: Pick<CommandContext, "workspace" | "note">,
): Promise<ShownSession> {
  const session = redactSteps(
    await readSessionSteps(context.workspace, id),
    createRedactor([]),
  );
  const status = await shownStatus(sessions, session.state);
  if (status === "running") {
    context.note(text("session {id} is in use: this is how it stands now", { id }));
  }
  return { session, status };
}

/**
 * How a session stands.
 *
 * @param sessions The sessions.
 * @param state Its state.
 * @returns `interrupted` for one that is stored as running and that nobody runs.
 */
export async function shownStatus(sessions: SessionManager, state: SessionState): Promise<string> {
  const { status, sessionId } = state;
  return status === "running" && !await sessions.inUse(sessionId) ? "interrupted" : status;
}
