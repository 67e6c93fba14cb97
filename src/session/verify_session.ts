/** Reading every byte of a session, and telling all that is wrong with it. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { lstatIfThere } from "../files/if_there.ts";
import { irregularKind, RefusedFileError } from "../files/regular_file.ts";
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

/** Something that is not as it should be. */
export interface Finding {
  /** `damage`: something is lost, or a resume refuses. `flaw`: it is put right by the next run. */
  readonly level: "damage" | "flaw";
  readonly problem: string;
  /** What a repair does about it; null: nothing. */
  readonly repair: string | null;
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
        `its history is damaged in ${error.message}`,
        "take over what can be read of it",
      );
    }
    const reason = error instanceof RefusedFileError
      ? error.reason
      : error instanceof ArchitectError
      ? error.message
      : diskWords(error);
    return damage(`its history cannot be read: ${reason}`, null);
  }
}

function stateFindings({ state, history }: Parts, now: Date): Finding[] {
  if (state instanceof ArchitectError) {
    const problem = state.code === "session_not_found"
      ? "its state is gone"
      : state.message.replace(/^Cannot read session "[^"]*": /, "its state cannot be read: ");
    const lost = state.code === "session_not_found";
    const repairable = lost || (state.code === "session_corrupt" && isContentDamage(state));
    const source = isHistory(history)
      ? "rebuild it from its history"
      : lost
      ? null
      : "keep what can still be read of it";
    return [damage(problem, repairable ? source : null)];
  }
  const { messages_dropped = 0 } = state.metadata;
  const faults = pairFaults(state.messages, messages_dropped + 1)
    .map((problem) => flaw(problem, "none is needed: a resume puts it right"));
  return [...timeFindings(state, now), ...faults];
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
      flaw(`updated_at (${state.updatedAt}) is before started_at (${state.startedAt})`, null),
    );
  }
  if (updated > now.getTime() + DAY_MS) {
    found.push(flaw(`updated_at (${state.updatedAt}) is in the future`, null));
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
    const problem = `line ${line} of its history is damaged: ${reason}`;
    const unsynced = !(state instanceof ArchitectError) && line > synced;
    found.push(
      unsynced
        ? flaw(`${problem} (it was being written)`, "cut it off")
        : damage(problem, "leave it out, and keep the rest"),
    );
  }
  if (history.tornBytes > 0) {
    found.push(
      flaw(`the last line of its history is torn (${history.tornBytes} bytes)`, "cut it off"),
    );
  }
  // Not as arguments of one call: a damaged history may have more gaps than a call takes.
  for (const gap of gapFindings(history)) found.push(gap);
  return state instanceof ArchitectError ? found : [...found, ...agreement(state, history)];
}

function lostHistory({ metadata }: SessionState): Finding[] {
  const { history_lines = 0, messages_dropped = 0 } = metadata;
  if (history_lines === 0) return [];
  const lost = messages_dropped === 0 ? "" : `, and with it ${messages_dropped} messages`;
  return [flaw(`its history is gone${lost}`, "begin a new one with the messages of the state")];
}

function gapFindings({ entries }: History): Finding[] {
  const found: Finding[] = [];
  for (const [index, { number }] of entries.entries()) {
    const before = entries[index - 1]?.number ?? number - 1;
    if (number === before + 1) continue;
    const [from, to] = [before + 1, number - 1];
    const which = from === to ? `message ${from}` : `the messages ${from} to ${to}`;
    found.push(flaw(`its history lacks ${which}`, null));
  }
  return found;
}

function agreement(state: SessionState, history: History): Finding[] {
  try {
    const { cameBack, missing } = reconcile(state, history);
    const found: Finding[] = [];
    if (cameBack > 0) {
      found.push(
        flaw(`its state lacks ${cameBack} messages of its history`, "take them into the state"),
      );
    }
    if (missing > 0) {
      found.push(flaw(`its history lacks ${missing} messages`, "mark the gap"));
    }
    return found;
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    return [damage(error.message, "believe the state, and begin its history anew from there")];
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
      found.push(flaw(`a run that died left ${name}`, "remove it"));
    } else if (name === fileName(id, "removed")) {
      found.push(flaw("its removal was cut off: architect cleanup finishes it", null));
    } else if (irregular !== null) {
      if (name === fileName(id, "lock")) found.push(flaw(`its lock is ${irregular}`, null));
    } else if (info.mode !== null && (info.mode & 0o077) !== 0) {
      const mode = (info.mode & 0o777).toString(8);
      found.push(
        flaw(
          `${name} may be read or written by others (mode ${mode})`,
          `set mode ${OWNER_FILE.toString(8)}`,
        ),
      );
    }
  }
  return found;
}

function damage(problem: string, repair: string | null): Finding {
  return { level: "damage", problem, repair };
}

function flaw(problem: string, repair: string | null): Finding {
  return { level: "flaw", problem, repair };
}
