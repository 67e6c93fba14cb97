/** A session for one who goes on with it: its state and its history read, and brought together. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import type { Message } from "../llm/provider.ts";
import { diskError } from "./disk_error.ts";
import { DamageError } from "./fields.ts";
import type { SessionFolder } from "./folder.ts";
import type { KnownHistory } from "./history_log.ts";
import { type History, type HistoryDamage, isAnswered, readHistory } from "./read_history.ts";
import { readSession, type StoredSession } from "./read_session.ts";
import { rebuild, reconcile, type Reconciled } from "./reconcile.ts";
import { salvageState } from "./salvage.ts";
import { corrupt } from "./session_dict.ts";
import { MAX_STATE_BYTES } from "./session_file.ts";
import type { SessionState } from "./session_state.ts";

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
  readonly notes: readonly string[];
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
    const told = `the damaged file tells of ${lost} more steps, which are in no history`;
    return { ...found, notes: [...found.notes, told] };
  }
  if (!options.history) return alone(stored, []);
  const history = await historyOf(folder, disk, id);
  if (history === null) return alone(stored, lostHistory(stored.state));
  if (history === "too_large") return alone(stored, [LARGE]);
  return together(id, stored, history);
}

const LARGE = "the history of this session is larger than 256 MiB and is not read: going on with " +
  "its last messages";

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
      const reason = error instanceof RefusedFileError ? String(error.reason) : error.message;
      throw damagedHistory(id, reason, error);
    }
    throw diskError(error, `Cannot read the history of session "${id}"`, "session_corrupt", id);
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
  const why = lost ? "is gone" : `is damaged (${reasonIn(reason)})`;
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
      `the state of session ${id} ${why} and was rebuilt from its history: ` +
      `${messages.length} messages came back`,
    ],
  };
}

function reasonIn({ message }: ArchitectError): string {
  return message.replace(/^Cannot read session "[^"]*": /, "");
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
    throw damagedHistory(id, error.message, error);
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
  const state = lost ? "its state is gone" : `its state is damaged (${reasonIn(cause)})`;
  return new ArchitectError(
    "session_too_large",
    `Cannot read session "${id}": ${state}, and its history is larger than 256 MiB`,
    { sessionId: id, suggestion: "Nothing was changed.", cause },
  );
}

function notesOf(id: string, { cameBack, isOlder, missing }: Reconciled): string[] {
  const notes: string[] = [];
  if (isOlder) {
    notes.push(
      `the state of session ${id} was older than its history: ${cameBack} messages came back`,
    );
  }
  if (missing > 0) notes.push(`the history of session ${id} lacks ${missing} messages`);
  return notes;
}

function alone({ state, info }: StoredSession, notes: readonly string[]): RecoveredSession {
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

function lostHistory({ sessionId, metadata }: SessionState): string[] {
  const { history_lines = 0, messages_dropped = 0 } = metadata;
  if (history_lines === 0 || messages_dropped === 0) return [];
  return [`the history of session ${sessionId} is gone, and with it ${messages_dropped} messages`];
}

function known({ lines, bytes }: History, messages: number | null): KnownHistory {
  return { end: { lines, bytes }, messages };
}

function damageWords({ line, reason, linesAfter }: HistoryDamage): string {
  const after = linesAfter === 0 ? "" : `, and ${linesAfter} lines follow`;
  return `line ${line} of its history is damaged: ${reason}${after}`;
}

/**
 * The error for a session whose history is damaged, so that nobody knows what is right.
 *
 * @param id The session.
 * @param reason What is wrong.
 * @param cause The error that told.
 * @returns The error, to be thrown.
 */
function damagedHistory(id: string, reason: string, cause?: unknown): ArchitectError {
  return corrupt(
    id,
    reason,
    cause,
    "Nothing was changed. See what is there, and what a repair would do: " +
      `architect sessions verify ${id} --repair --dry-run`,
  );
}
