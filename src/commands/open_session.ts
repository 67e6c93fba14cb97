/** The session that a run goes on with. */

import type { OpenedSession, SessionLock, SessionManager } from "../session/mod.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";

/** A session whose lock is held. */
export type OpenSession = OpenedSession & AsyncDisposable;

/**
 * Finds a session, takes its lock and loads it. What had to be rebuilt is said on stderr.
 *
 * @param sessions The sessions.
 * @param wanted A full id, a unique prefix, or `last`.
 * @param context Where to say which one it is.
 * @returns The session; dispose of it to free the lock.
 * @throws {ArchitectError} It is not found, ambiguous, in use, damaged, too new or too large.
 */
export async function openSession(
  sessions: SessionManager,
  wanted: string,
  context: Pick<CommandContext, "note">,
): Promise<OpenSession> {
  const id = await findSession(sessions, wanted, context);
  const lock: SessionLock = await sessions.lock(id);
  try {
    const opened = await sessions.open(id);
    for (const note of opened.notes) context.note(`warning: ${note}`);
    return { ...opened, [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}
