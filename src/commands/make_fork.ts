import { ArchitectError } from "../errors.ts";
import {
  type ForkedSession,
  ForkError,
  forkSession,
  generateSessionId,
  type SessionCopier,
  type WholeSession,
} from "../session/mod.ts";
import { type Text, text } from "../text.ts";

/** A fork that is not on disk yet. */
export interface MadeFork extends ForkedSession {
  /** What a person should know, a line each. */
  readonly notes: readonly Text[];
}

/**
 * Makes a fork of a session. The session is only read, and may be in use.
 *
 * @param sessions What reads it.
 * @param id Its full id.
 * @param step The last step that is kept; null: all.
 * @returns The fork.
 * @throws {ArchitectError} `usage`: the step is not there; `session_locked`: it is not finished; and
 * what reading a session throws.
 */
export async function makeFork(
  sessions: SessionCopier,
  id: string,
  step: number | null,
): Promise<MadeFork> {
  const source = await sessions.read(id);
  const now = new Date();
  try {
    const fork = forkSession(source, { sessionId: generateSessionId(now), now, step });
    return { ...fork, notes: [...source.notes, ...notesOn(fork, source, step)] };
  } catch (error) {
    if (!(error instanceof ForkError)) throw error;
    throw new ArchitectError(
      error.inUse ? "session_locked" : "usage",
      text('Cannot fork session "{id}": {why}', { id, why: error.text }),
      {
        sessionId: id,
        cause: error,
        ...(error.inUse ? { suggestion: text("Another process works on it: wait for that.") } : {}),
      },
    );
  }
}

function notesOn(
  fork: ForkedSession,
  { state, inUse }: WholeSession,
  step: number | null,
): Text[] {
  const notes: Text[] = [];
  const where = { id: state.sessionId, step: fork.step };
  if (inUse && step === null) {
    notes.push(text("{id} is in use: forked after step {step}, which is finished", where));
  }
  if (!fork.exact) {
    notes.push(text(
      "no history tells what {id} had spent and written by step {step}: all that it has spent counts, and every file that it wrote counts as changed",
      where,
    ));
  }
  return notes;
}
