/** Reading every byte of a session, and telling all that is wrong with it. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { lstatIfThere } from "../files/if_there.ts";
import { irregularKind, RefusedFileError } from "../files/regular_file.ts";
import { type Text, text } from "../text.ts";
import { diskWords } from "./disk_error.ts";
import { DamageError } from "./fields.ts";
import { fileName, LEFT_BEHIND } from "./file_name.ts";
import { OWNER_FILE, type SessionFolder } from "./folder.ts";
import { lockStatus } from "./listing.ts";
import { type History, readHistory } from "./read_history.ts";
import { readSession } from "./read_session.ts";
import { reconcile } from "./reconcile.ts";
import type { SessionState } from "./session_state.ts";
import { pairFaults } from "./tool_pairs.ts";
import { whyUnreadable } from "./unreadable.ts";

/** Something that is not as it should be. */
export interface Finding {
  /** `damage`: something is lost, or a resume refuses. `flaw`: it is put right by the next run. */
  readonly level: "damage" | "flaw";
  readonly problem: Text;
  /** What a repair does about it; null: nothing. */
  readonly repair: Text | null;
}

/** How a session stands after every byte of it was read. */
export interface VerifiedSession {
  readonly id: string;
  /** `in use`: it is being written right now, and was not read. */
  readonly status: "ok" | "flawed" | "damaged" | "in use";
  readonly findings: readonly Finding[];
}

/** Where {@linkcode verifySession} reads. */
export interface VerifyPlace {
  readonly folder: SessionFolder;
  readonly disk: Disk;
  readonly now: Date;
}

/** The files of a session, read. */
interface Parts {
  readonly state: SessionState | ArchitectError;
  /** Null: there is none. */
  readonly history: History | Finding | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads every file of a session and checks it: JSON and schema, the id inside, times, that every call
 * has one result, that history and state agree, the modes of files, what a run that died left behind.
 *
 * Needs read permission for the folder.
 *
 * @param place The folder and the clock.
 * @param id The session.
 * @param names The names of its files.
 * @param options `locked`: whether the caller holds the session's lock. Default false.
 * @returns What was found.
 */
export async function verifySession(
  place: VerifyPlace,
  id: string,
  names: readonly string[],
  options: { readonly locked?: boolean } = {},
): Promise<VerifiedSession> {
  const { folder, disk } = place;
  if (!options.locked && await lockStatus(folder, id, disk) === "held") {
    return { id, status: "in use", findings: [] };
  }
  const parts: Parts = {
    state: await stateOf(place, id),
    history: await historyOf(place, id),
  };
  const findings = [
    ...stateFindings(parts, place.now),
    ...historyFindings(parts),
    ...await fileFindings(place, id, names),
  ];
  const damaged = findings.some(({ level }) => level === "damage");
  return { id, status: damaged ? "damaged" : findings.length > 0 ? "flawed" : "ok", findings };
}

async function stateOf({ folder, disk }: VerifyPlace, id: string): Promise<Parts["state"]> {
  try {
    return (await readSession(folder, disk, id)).state;
  } catch (error) {
    if (error instanceof ArchitectError) return error;
    throw error;
  }
}

async function historyOf({ folder, disk }: VerifyPlace, id: string): Promise<Parts["history"]> {
  try {
    return await readHistory(folder, disk, id);
  } catch (error) {
    if (error instanceof DamageError) {
      return damage(
        text("its history is damaged in {place}", { place: error.text }),
        text("take over what can be read of it"),
      );
    }
    const reason = error instanceof RefusedFileError
      ? error.reason
      : error instanceof ArchitectError
      ? error.text
      : diskWords(error);
    return damage(text("its history cannot be read: {reason}", { reason }), null);
  }
}

function stateFindings({ state, history }: Parts, now: Date): Finding[] {
  if (state instanceof ArchitectError) {
    const lost = state.code === "session_not_found";
    const problem = lost ? text("its state is gone") : unreadState(state);
    const repairable = lost || (state.code === "session_corrupt" && isContentDamage(state));
    const source = isHistory(history)
      ? text("rebuild it from its history")
      : lost
      ? null
      : text("keep what can still be read of it");
    return [damage(problem, repairable ? source : null)];
  }
  const { messages_dropped = 0 } = state.metadata;
  const faults = pairFaults(state.messages, messages_dropped + 1)
    .map((problem) => flaw(problem, text("none is needed: a resume puts it right")));
  return [...timeFindings(state, now), ...faults];
}

function unreadState(error: ArchitectError): Text {
  const reason = whyUnreadable(error);
  return reason === null ? error.text : text("its state cannot be read: {reason}", { reason });
}

/** Not one of what stands in the place of a file. */
function isContentDamage(error: ArchitectError): boolean {
  return !(error.cause instanceof RefusedFileError);
}

function timeFindings(state: SessionState, now: Date): Finding[] {
  const found: Finding[] = [];
  const [started, updated] = [Date.parse(state.startedAt), Date.parse(state.updatedAt)];
  if (updated < started) {
    found.push(
      flaw(
        text("updated_at ({updated}) is before started_at ({started})", {
          updated: state.updatedAt,
          started: state.startedAt,
        }),
        null,
      ),
    );
  }
  if (updated > now.getTime() + DAY_MS) {
    found.push(
      flaw(text("updated_at ({updated}) is in the future", { updated: state.updatedAt }), null),
    );
  }
  return found;
}

function isHistory(history: Parts["history"]): history is History {
  return history !== null && "entries" in history;
}

function historyFindings({ state, history }: Parts): Finding[] {
  if (history === null) return state instanceof ArchitectError ? [] : lostHistory(state);
  if (!isHistory(history)) return [history];
  const found: Finding[] = [];
  const synced = state instanceof ArchitectError ? 0 : state.metadata.history_lines ?? 0;
  if (history.damage !== null) {
    const { line, reason } = history.damage;
    const problem = text("line {line} of its history is damaged: {reason}", { line, reason });
    const unsynced = !(state instanceof ArchitectError) && line > synced;
    found.push(
      unsynced
        ? flaw(text("{damage} (it was being written)", { damage: problem }), text("cut it off"))
        : damage(problem, text("leave it out, and keep the rest")),
    );
  }
  if (history.tornBytes > 0) {
    found.push(
      flaw(
        text("the last line of its history is torn ({count} bytes)", { count: history.tornBytes }),
        text("cut it off"),
      ),
    );
  }
  // Not as arguments of one call: a damaged history may have more gaps than a call takes.
  for (const gap of gapFindings(history)) found.push(gap);
  return state instanceof ArchitectError ? found : [...found, ...agreement(state, history)];
}

function lostHistory({ metadata }: SessionState): Finding[] {
  const { history_lines = 0, messages_dropped = 0 } = metadata;
  if (history_lines === 0) return [];
  const problem = messages_dropped === 0
    ? text("its history is gone")
    : text("its history is gone, and with it {count} messages", { count: messages_dropped });
  return [flaw(problem, text("begin a new one with the messages of the state"))];
}

function gapFindings({ entries }: History): Finding[] {
  const found: Finding[] = [];
  for (const [index, { number }] of entries.entries()) {
    const before = entries[index - 1]?.number ?? number - 1;
    if (number === before + 1) continue;
    const [from, to] = [before + 1, number - 1];
    const problem = from === to
      ? text("its history lacks message {number}", { number: from })
      : text("its history lacks the messages {first} to {last}", { first: from, last: to });
    found.push(flaw(problem, null));
  }
  return found;
}

function agreement(state: SessionState, history: History): Finding[] {
  try {
    const { cameBack, missing } = reconcile(state, history);
    const found: Finding[] = [];
    if (cameBack > 0) {
      found.push(
        flaw(
          text("its state lacks {count} messages of its history", { count: cameBack }),
          text("take them into the state"),
        ),
      );
    }
    if (missing > 0) {
      found.push(
        flaw(text("its history lacks {count} messages", { count: missing }), text("mark the gap")),
      );
    }
    return found;
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    return [
      damage(error.text, text("believe the state, and begin its history anew from there")),
    ];
  }
}

async function fileFindings(
  { folder, disk }: VerifyPlace,
  id: string,
  names: readonly string[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const name of names) {
    const info = await lstatIfThere(disk, folder.at(name));
    if (info === null) continue;
    const irregular = irregularKind(info);
    if (LEFT_BEHIND.some((kind) => name === fileName(id, kind))) {
      found.push(flaw(text("a run that died left {name}", { name }), text("remove it")));
    } else if (name === fileName(id, "removed")) {
      found.push(flaw(text("its removal was cut off: architect cleanup finishes it"), null));
    } else if (irregular !== null) {
      if (name !== fileName(id, "lock")) continue;
      found.push(flaw(text("its lock is {kind}", { kind: irregular }), null));
    } else if (info.mode !== null && (info.mode & 0o077) !== 0) {
      const mode = (info.mode & 0o777).toString(8);
      found.push(
        flaw(
          text("{name} may be read or written by others (mode {mode})", { name, mode }),
          text("set mode {mode}", { mode: OWNER_FILE.toString(8) }),
        ),
      );
    }
  }
  return found;
}

function damage(problem: Text, repair: Text | null): Finding {
  return { level: "damage", problem, repair };
}

function flaw(problem: Text, repair: Text | null): Finding {
  return { level: "flaw", problem, repair };
}
