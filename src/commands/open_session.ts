/** The session that a run goes on with. */

import type { OpenedSession, SessionLock, SessionManager } from "../session/mod.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";

/** A session whose lock is held. */
export type OpenSession = OpenedSession & AsyncDisposable;

/**
 * Finds a session, takes its lock and loads it.
 *
 * @param sessions The sessions.
 * @param wanted A full id, a unique prefix, or `last`.
 * @param context Where to say which one it is.
 * @param warn Told what had to be rebuilt.
 * @returns The session; dispose of it to free the lock.
 * @throws {ArchitectError} It is not found, ambiguous, in use, damaged, too new or too large.
 */
export async function openSession(
  sessions: SessionManager,
  wanted: string,
  context: Pick<CommandContext, "note">,
  warn: (message: string) => void,
): Promise<OpenSession> {
  const id = await findSession(sessions, wanted, context);
  const lock: SessionLock = await sessions.lock(id);
  try {
    const opened = await sessions.open(id);
    for (const note of opened.notes) warn(note);
    return { ...opened, [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}
