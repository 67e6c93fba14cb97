/** A session for one who only looks: its state, and every message that is there. */

import { ArchitectError } from "../errors.ts";
import { type Disk, realDisk, systemCode } from "../files/disk.ts";
import { RefusedFileError } from "../files/regular_file.ts";
import type { Message } from "../llm/provider.ts";
import { type Text, text, type TextValue } from "../text.ts";
import { diskWords } from "./disk_error.ts";
import { DamageError } from "./fields.ts";
import { SessionFolder } from "./folder.ts";
import { type History, readHistory } from "./read_history.ts";
import { readSession } from "./read_session.ts";
import { isSameMessage } from "./reconcile.ts";
import { isSessionId, sessionNotFound } from "./session_id.ts";
import type { SessionState } from "./session_state.ts";
import { whyUnreadable } from "./unreadable.ts";

/** A message, and what is known of it. */
export interface StepMessage {
  /** From 1, over the whole session. */
  readonly number: number;
  /** Steps that the session had done with it; null: only a history tells. */
  readonly step: number | null;
  /** When it was saved: ISO 8601, UTC; null: only a history tells. */
  readonly at: string | null;
  /** USD; 0 for what is no answer of a model; null: unknown. */
  readonly cost: number | null;
  /** The file that the call changed whose result this is. */
  readonly path?: string;
  readonly message: Message;
}

/** A session with all that is there of it. */
export interface SessionSteps {
  /** As its file has it. */
  readonly state: SessionState;
  /** Oldest first. Where some are missing, their numbers have a gap. */
  readonly messages: readonly StepMessage[];
  /** What is missing, in sentences without a capital. */
  readonly notes: readonly Text[];
}

/**
 * Reads the state of a session and its history, as far as they are whole. Takes no lock, changes
 * nothing, and looks at a session that is in use too.
 *
 * Needs read permission for `.architect`.
 *
 * @param workspaceRoot The folder that holds `.architect`.
 * @param id The full id.
 * @param disk The calls it reads with. Default: the file system of this machine.
 * @returns The session. A history that is lost, damaged or too large is told in the notes.
 * @throws {ArchitectError} The state cannot be read: as `SessionManager.read`.
 */
export async function readSessionSteps(
  workspaceRoot: string,
  id: string,
  disk: Disk = realDisk,
): Promise<SessionSteps> {
  if (!isSessionId(id)) throw sessionNotFound(id, text("it is no session id"));
  const folder = new SessionFolder(workspaceRoot, disk);
  // First the state: a history that is longer by then holds all of it.
  const { state } = await readSession(folder, disk, id);
  try {
    return joinSteps(state, await readHistory(folder, disk, id));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    const joined = joinSteps(state, null);
    const note = text("its history cannot be read: {reason}", { reason });
    return { ...joined, notes: [note, ...joined.notes] };
  }
}

/** Null for what is no fault of the file. */
function reasonOf(error: unknown): TextValue | null {
  if (error instanceof RefusedFileError) {
    return error.kind === "too_large" ? text("it is larger than 256 MiB") : error.reason;
  }
  if (error instanceof DamageError) return error.text;
  if (error instanceof ArchitectError) return whyUnreadable(error) ?? error.text;
  const refused = error instanceof Deno.errors.PermissionDenied || systemCode(error) !== null;
  return refused ? diskWords(error) : null;
}

/**
 * Brings the messages of a state and of its history together. Pure.
 *
 * @param state The state.
 * @param history Its history; null when there is none.
 * @returns The session. Where the two tell different things of a message, the state is believed.
 */
export function joinSteps(state: SessionState, history: History | null): SessionSteps {
  const dropped = state.metadata.messages_dropped ?? 0;
  const count = dropped + state.messages.length;
  const entries = new Map(history?.entries.map((entry) => [entry.number, entry]));
  const notes: Text[] = [];
  let differs: number | null = null;
  const own = state.messages.map((message, index): StepMessage => {
    const number = dropped + index + 1;
    const entry = entries.get(number);
    if (entry !== undefined && isSameMessage(entry.message, message)) return stepMessage(entry);
    if (entry !== undefined) differs ??= number;
    return { number, step: null, at: null, cost: null, message };
  });
  const read = [...entries.values()].map(stepMessage);
  const older = read.filter(({ number }) => number <= dropped);
  // A history that told another story does not go on with this one.
  const newer = differs === null ? read.filter(({ number }) => number > count) : [];
  const messages = [...older, ...own, ...newer];

  if (history?.damage) notes.push(damageNote(history.damage));
  if (differs !== null) {
    notes.push(
      text("message {number} is another in its history than in its state, which is shown", {
        number: differs,
      }),
    );
  }
  if (state.metadata.truncated && state.metadata.messages_dropped === undefined) {
    notes.push(text("older messages are gone, and nobody counted them"));
  }
  return { state, messages, notes: [...notes, ...gapNotes(messages)] };
}

function stepMessage(
  { number, step, at, cost, path, message }: StepMessage & { readonly step: number },
): StepMessage {
  return { number, step, at, cost, ...(path === undefined ? {} : { path }), message };
}

function damageNote({ line, reason, linesAfter }: NonNullable<History["damage"]>): Text {
  const damage = text("line {line} of its history is damaged: {reason}", { line, reason });
  if (linesAfter === 0) return damage;
  if (linesAfter === 1) return text("{damage}, and the line after it not read", { damage });
  return text("{damage}, and the {count} lines after it not read", { damage, count: linesAfter });
}

function gapNotes(messages: readonly StepMessage[]): Text[] {
  const notes: Text[] = [];
  let next = 1;
  for (const { number } of messages) {
    if (number === next + 1) notes.push(text("message {number} is gone", { number: next }));
    else if (number > next) {
      notes.push(text("messages {first} to {last} are gone", { first: next, last: number - 1 }));
    }
    next = number + 1;
  }
  return notes;
}
