/** A session for one who goes on with it: its state and its history read, and brought together. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import type { Message } from "../llm/provider.ts";
import { type Text, text, type TextValue } from "../text.ts";
import { diskError } from "./disk_error.ts";
import { DamageError } from "./fields.ts";
import type { SessionFolder } from "./folder.ts";
import type { KnownHistory } from "./history_log.ts";
import { type History, type HistoryDamage, isAnswered, readHistory } from "./read_history.ts";
import { readSession, type StoredSession } from "./read_session.ts";
import { rebuild, reconcile, type Reconciled } from "./reconcile.ts";
import { salvageState } from "./salvage.ts";
import { MAX_STATE_BYTES } from "./session_file.ts";
import type { SessionState } from "./session_state.ts";
import { corrupt, unreadable, whyUnreadable } from "./unreadable.ts";

/** What was found of a session. */
export interface RecoveredSession {
  readonly state: SessionState;
  /** Every message that is there, oldest first. */
  readonly messages: readonly Message[];
  /** How many messages of the session come before them; null: some, but not how many. */
  readonly before: number | null;
  /** The state file; null when it is damaged or lost. */
  readonly info: Deno.FileInfo | null;
  /** Whether a damaged state file is in the way. */
  readonly damaged: boolean;
  /** Whether the state is another than that in the file. */
  readonly changed: boolean;
  /** Null when it was not read, or there is none. */
  readonly history: KnownHistory | null;
  /** The history itself; null likewise. */
  readonly lines: History | null;
  /** What a person should know. */
  readonly notes: readonly Text[];
}

/**
 * Reads a session for one who goes on with it. A state that is damaged, lost or older than its
 * history is rebuilt from that. Nothing is written.
 *
 * @param folder Where.
 * @param disk The calls it reads with.
 * @param id The full id. The caller holds its lock.
 * @param options `history`: false to leave it alone while the state is whole.
 * @returns The session.
 * @throws {ArchitectError} `session_not_found`, `session_corrupt`, `session_too_new`,
 * `session_too_large`, `no_permission`.
 */
export async function recoverSession(
  folder: SessionFolder,
  disk: Disk,
  id: string,
  options: { readonly history: boolean },
): Promise<RecoveredSession> {
  const stored = await stateOrReason(folder, disk, id);
  if (stored instanceof ArchitectError) {
    // A history alone may be what is left of a session whose removal was cut off.
    if (!await folder.hasSession(id)) throw stored;
    const found = fromHistory(id, stored, await historyOf(folder, disk, id));
    const lost = await stepsTold(folder, disk, id) - found.state.stepsCompleted;
    if (lost <= 0) return found;
    const told = text("the damaged file tells of {count} more steps, which are in no history", {
      count: lost,
    });
    return { ...found, notes: [...found.notes, told] };
  }
  if (!options.history) return alone(stored, []);
  const history = await historyOf(folder, disk, id);
  if (history === null) return alone(stored, lostHistory(stored.state));
  if (history === "too_large") return alone(stored, [LARGE]);
  return together(id, stored, history);
}

const LARGE = text(
  "the history of this session is larger than 256 MiB and is not read: going on with its last messages",
);

/** Null when there is none. */
async function historyOf(
  folder: SessionFolder,
  disk: Disk,
  id: string,
): Promise<History | "too_large" | null> {
  try {
    return await readHistory(folder, disk, id);
  } catch (error) {
    if (error instanceof RefusedFileError && error.kind === "too_large") return "too_large";
    if (error instanceof DamageError || error instanceof RefusedFileError) {
      const reason = error instanceof RefusedFileError ? error.reason : error.text;
      throw damagedHistory(id, reason, error);
    }
    const what = text('Cannot read the history of session "{id}"', { id });
    throw diskError(error, what, "session_corrupt", id);
  }
}

/** Only what a history can make good is given back as a reason. */
async function stateOrReason(
  folder: SessionFolder,
  disk: Disk,
  id: string,
): Promise<StoredSession | ArchitectError> {
  try {
    return await readSession(folder, disk, id);
  } catch (error) {
    if (!(error instanceof ArchitectError)) throw error;
    if (error.code === "session_not_found") return error;
    if (error.code !== "session_corrupt" || error.cause instanceof RefusedFileError) throw error;
    return error;
  }
}

/** What the head of a damaged state says: its history may be an older one. */
async function stepsTold(folder: SessionFolder, disk: Disk, id: string): Promise<number> {
  try {
    const path = folder.file(id, "json");
    const { bytes } = await readRegularFile(path, { maxBytes: MAX_STATE_BYTES, disk });
    return salvageState(bytes, id)?.stepsCompleted ?? 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function fromHistory(
  id: string,
  reason: ArchitectError,
  history: History | "too_large" | null,
): RecoveredSession {
  const lost = reason.code === "session_not_found";
  if (history === "too_large") throw tooLargeAlone(id, lost, reason);
  // A run that died before its first answer left nothing to go on with.
  if (history === null || (lost && !isAnswered(history))) throw reason;
  if (history.damage !== null) throw damagedHistory(id, damageWords(history.damage), reason);
  // A header alone does not make up for the messages that the state has, or had.
  if (history.entries.length === 0) throw reason;
  const { state, messages, before } = rebuild(history);
  const count = messages.length;
  return {
    state,
    messages,
    before: unknownStart(state) ? null : before,
    info: null,
    damaged: !lost,
    changed: true,
    history: known(history, before + messages.length),
    lines: history,
    notes: [
      lost
        ? text(
          "the state of session {id} is gone and was rebuilt from its history: {count} messages came back",
          { id, count },
        )
        : text(
          "the state of session {id} is damaged ({why}) and was rebuilt from its history: {count} messages came back",
          { id, why: reasonIn(reason), count },
        ),
    ],
  };
}

function reasonIn(error: ArchitectError): TextValue {
  return whyUnreadable(error) ?? error.text;
}

function together(id: string, stored: StoredSession, history: History): RecoveredSession {
  const { state, info } = stored;
  if (history.damage !== null && !isUnsynced(history.damage, state)) {
    throw damagedHistory(id, damageWords(history.damage));
  }
  let found: Reconciled;
  try {
    found = reconcile(state, history);
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    throw damagedHistory(id, error.text, error);
  }
  const notes = notesOf(id, found);
  return {
    state: found.state,
    messages: found.messages,
    before: unknownStart(state) ? null : found.before,
    info,
    damaged: false,
    changed: found.cameBack > 0,
    history: known(history, found.inHistory),
    lines: history,
    notes,
  };
}

/** Lines of one save of a run: a header, what the user said, the answer. */
const LINES_OF_A_SAVE = 3;

/**
 * Whether what is damaged was being written when a machine lost its power: it is of the one save
 * after the state. What a state counts was synced; and where more follows, or the state does not
 * count, it is an older one that must not cost a history its end.
 */
function isUnsynced({ line, linesAfter }: HistoryDamage, { metadata }: SessionState): boolean {
  const { history_lines } = metadata;
  return history_lines !== undefined && line > history_lines &&
    line + linesAfter <= history_lines + LINES_OF_A_SAVE;
}

function tooLargeAlone(id: string, lost: boolean, cause: ArchitectError): ArchitectError {
  const why = lost
    ? text("its state is gone, and its history is larger than 256 MiB")
    : text("its state is damaged ({why}), and its history is larger than 256 MiB", {
      why: reasonIn(cause),
    });
  return new ArchitectError("session_too_large", unreadable(id, why), {
    sessionId: id,
    suggestion: text("Nothing was changed."),
    cause,
  });
}

function notesOf(id: string, { cameBack, isOlder, missing }: Reconciled): Text[] {
  const notes: Text[] = [];
  if (isOlder) {
    notes.push(
      text("the state of session {id} was older than its history: {count} messages came back", {
        id,
        count: cameBack,
      }),
    );
  }
  if (missing > 0) {
    notes.push(text("the history of session {id} lacks {count} messages", { id, count: missing }));
  }
  return notes;
}

function alone({ state, info }: StoredSession, notes: readonly Text[]): RecoveredSession {
  const { messages_dropped = 0 } = state.metadata;
  return {
    state,
    messages: state.messages,
    before: unknownStart(state) ? null : messages_dropped,
    info,
    damaged: false,
    changed: false,
    history: null,
    lines: null,
    notes,
  };
}

/** The Python tool cut messages off without counting them. */
function unknownStart({ metadata }: SessionState): boolean {
  return metadata.truncated === true && metadata.messages_dropped === undefined;
}

function lostHistory({ sessionId, metadata }: SessionState): Text[] {
  const { history_lines = 0, messages_dropped = 0 } = metadata;
  if (history_lines === 0 || messages_dropped === 0) return [];
  return [
    text("the history of session {id} is gone, and with it {count} messages", {
      id: sessionId,
      count: messages_dropped,
    }),
  ];
}

function known({ lines, bytes }: History, messages: number | null): KnownHistory {
  return { end: { lines, bytes }, messages };
}

function damageWords({ line, reason, linesAfter }: HistoryDamage): Text {
  const damage = text("line {line} of its history is damaged: {reason}", { line, reason });
  if (linesAfter === 0) return damage;
  return text("{damage}, and {count} lines follow", { damage, count: linesAfter });
}

/**
 * The error for a session whose history is damaged, so that nobody knows what is right.
 *
 * @param id The session.
 * @param reason What is wrong.
 * @param cause The error that told.
 * @returns The error, to be thrown.
 */
function damagedHistory(id: string, reason: Text, cause?: unknown): ArchitectError {
  return corrupt(
    id,
    reason,
    cause,
    text("Nothing was changed. See what is there, and what a repair would do: {command}", {
      command: `architect sessions verify ${id} --repair --dry-run`,
    }),
  );
}
