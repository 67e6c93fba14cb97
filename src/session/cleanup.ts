/** Removing old sessions, and telling of each one what became of it and why. */

import { ArchitectError } from "../errors.ts";
import type { Disk } from "../files/disk.ts";
import { joined, type Text, text } from "../text.ts";
import { diskWords } from "./disk_error.ts";
import { fileName } from "./file_name.ts";
import type { SessionFolder } from "./folder.ts";
import type { FolderContent } from "./folder_content.ts";
import { listSessions, lockStatus, type OnProgress } from "./listing.ts";
import { type Doomed, measureFamily, removeFamilies } from "./removal.ts";
import type { SessionSummary } from "./session_summary.ts";

/** Sessions that are removed together: a flush of the folder is shared, and each takes an open file. */
const BATCH_SESSIONS = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Which sessions {@linkcode cleanupSessions} removes. */
export interface CleanupOptions {
  /** From this age on; 0 or more. Default 7. */
  readonly olderThanDays?: number;
  /** Also damaged ones, whose age is taken from the time of the file. Default false. */
  readonly damaged?: boolean;
  /** Only those with this status, as a listing shows it. Default: any. */
  readonly status?: string;
  /** Only tells what would be removed. Default false. */
  readonly dryRun?: boolean;
  /** Told now and then: how many of how many are looked at. */
  readonly onProgress?: OnProgress;
  /** When it is aborted, what is not removed yet is kept. */
  readonly signal?: AbortSignal;
}

/** A session that was removed, or would be. */
export interface RemovedSession {
  readonly id: string;
  /** Of all its files. */
  readonly bytes: number;
  /** Two decimals. */
  readonly age_days: number;
  /** In English as a string, and in JSON. */
  readonly reason: Text;
}

/** A session that is still there. */
export interface KeptSession extends RemovedSession {
  /** Whether it was to be removed and could not be. */
  readonly failed: boolean;
  /** Whether nobody asked for it to go, and nothing else is to be told of it. */
  readonly unasked: boolean;
}

/** What a cleanup did. */
export interface CleanupReport {
  readonly removed: readonly RemovedSession[];
  readonly kept: readonly KeptSession[];
}

/** Where {@linkcode cleanupSessions} works. */
export interface CleanupPlace {
  readonly folder: SessionFolder;
  readonly disk: Disk;
  readonly now: () => Date;
  /** Takes a session's lock. */
  readonly lock: (id: string) => Promise<AsyncDisposable>;
}

/** A session with its age, and whether it stays. */
interface Candidate extends RemovedSession {
  readonly keep: boolean;
  /** As {@linkcode KeptSession} has it. */
  readonly unasked: boolean;
}

/**
 * Removes sessions from an age on, by the time that they store. One that is in use stays, and so
 * does a damaged one unless `damaged` is given. What a run left behind that died before it saved
 * anything goes too, by the time of its files. A session that cannot be removed does not keep the
 * others from being removed.
 *
 * @param place The folder, the clock, the locks.
 * @param options Which sessions.
 * @returns Every session with its reason.
 * @throws {RangeError} `olderThanDays` is negative or no number.
 * @throws {ArchitectError} `no_permission`: the folder cannot be read.
 */
export async function cleanupSessions(
  place: CleanupPlace,
  options: CleanupOptions = {},
): Promise<CleanupReport> {
  const { olderThanDays = 7, dryRun = false, onProgress } = options;
  if (!(olderThanDays >= 0)) {
    throw new RangeError(`Cannot clean up: ${olderThanDays} days is no age`);
  }
  const content = await place.folder.read();
  const sessions = await stored(place, content, options);
  const ids = new Set(sessions.map(({ id }) => id));
  const found = [...sessions, ...await leftovers(place, content, ids, options)];
  const removed: RemovedSession[] = [];
  const kept: KeptSession[] = [];
  for (let start = 0; start < found.length; start += BATCH_SESSIONS) {
    const batch = found.slice(start, start + BATCH_SESSIONS);
    const doomed = batch.filter(({ keep }) => !keep).map(({ id }) => id);
    const obstacles = dryRun
      ? await obstaclesTo(place, doomed)
      : await remove(place, content, doomed, options);
    for (const { keep, unasked, ...session } of batch) {
      const { reason } = session;
      const obstacle = keep ? { reason, failed: false, unasked } : obstacles.get(session.id);
      if (obstacle === undefined) removed.push(session);
      else kept.push({ ...session, ...obstacle });
    }
    onProgress?.(start + batch.length, found.length);
    // Nothing of a removal waits, and a signal is heard only by who does.
    if (options.signal !== undefined && doomed.length > 0) await place.disk.wait(0);
  }
  return { removed, kept };
}

async function stored(
  place: CleanupPlace,
  content: FolderContent,
  options: CleanupOptions,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const summary of await listSessions(place.folder, place.disk, content)) {
    found.push(await candidate(place, content, summary, options));
  }
  return found;
}

/**
 * Families that are no session: of a run that died before its first answer, or of a removal that was
 * cut off.
 */
async function leftovers(
  place: CleanupPlace,
  content: FolderContent,
  sessions: ReadonlySet<string>,
  options: CleanupOptions,
): Promise<Candidate[]> {
  if (options.status !== undefined) return [];
  const found: Candidate[] = [];
  for (const [id, names] of content.families) {
    if (sessions.has(id) || content.states.has(id)) continue;
    if (names.includes(fileName(id, "removed"))) {
      const judged = await judge(place, id, names, null, options, null);
      found.push({ ...judged, reason: CUT_OFF, keep: false, unasked: false });
    } else if (names.every((name) => isLeftover(name, id))) {
      found.push(await judge(place, id, names, null, options, NOTHING_SAVED));
    }
  }
  return found;
}

const CUT_OFF = text("its removal was cut off");
const NOTHING_SAVED = text("no state was saved");

/** A lock, a temporary file, or a history without an answer. */
function isLeftover(name: string, id: string): boolean {
  return name === fileName(id, "lock") || name === fileName(id, "history") ||
    name.startsWith(`.${id}.`);
}

async function candidate(
  place: CleanupPlace,
  content: FolderContent,
  summary: SessionSummary,
  options: CleanupOptions,
): Promise<Candidate> {
  const { id, status, updated, reason } = summary;
  const names = content.families.get(id) ?? [];
  const damage = reason === undefined ? null : text("damaged ({reason})", { reason });
  const judged = await judge(place, id, names, updated, options, damage);
  if (options.status !== undefined && status !== options.status) {
    return { ...judged, keep: true, unasked: true, reason: text("status is {status}", { status }) };
  }
  if (damage === null || options.damaged === true) return judged;
  return { ...judged, keep: true, unasked: false, reason: damage };
}

/** Decides by age: the stored one, else that of the files. */
async function judge(
  place: CleanupPlace,
  id: string,
  names: readonly string[],
  updated: string | null,
  options: CleanupOptions,
  remark: Text | null,
): Promise<Candidate> {
  const { olderThanDays = 7 } = options;
  const { bytes, changedMs } = await measureFamily(place.folder, names, place.disk);
  const since = updated === null ? changedMs : Date.parse(updated);
  const days = (place.now().getTime() - since) / DAY_MS;
  const keep = days < olderThanDays;
  const age = keep
    ? text("younger than {days} days", { days: olderThanDays })
    : text("{days} days or older", { days: olderThanDays });
  return {
    id,
    bytes,
    age_days: Math.round(days * 100) / 100,
    reason: remark === null ? age : joined([remark, age], "; "),
    keep,
    unasked: keep && remark === null,
  };
}

/** What keeps a session from being removed. */
type Obstacle = Pick<KeptSession, "reason" | "failed" | "unasked">;

/** Of sessions that would be removed: what would keep them. */
async function obstaclesTo(
  { folder, disk }: CleanupPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Obstacle>> {
  const obstacles = new Map<string, Obstacle>();
  for (const id of ids) {
    if (await lockStatus(folder, id, disk) === "held") {
      obstacles.set(id, staying(text("in use by another process")));
    }
  }
  return obstacles;
}

/** Removes sessions, each under its lock; what kept others is given back. */
async function remove(
  place: CleanupPlace,
  content: FolderContent,
  ids: readonly string[],
  options: CleanupOptions,
): Promise<ReadonlyMap<string, Obstacle>> {
  const obstacles = new Map<string, Obstacle>();
  await using locks = new AsyncDisposableStack();
  const doomed: Doomed[] = [];
  for (const id of ids) {
    const obstacle = await lockOrObstacle(place, content, id, locks, options);
    if (obstacle !== null) obstacles.set(id, obstacle);
    else doomed.push({ id, names: content.families.get(id) ?? [] });
  }
  const refused = await removeFamilies(place.folder, doomed, content.irregular, place.disk);
  for (const [id, error] of refused) obstacles.set(id, staying(diskWords(error), true));
  return obstacles;
}

/** Null when the session is locked and is to go. */
async function lockOrObstacle(
  place: CleanupPlace,
  content: FolderContent,
  id: string,
  locks: AsyncDisposableStack,
  options: CleanupOptions,
): Promise<Obstacle | null> {
  if (options.signal?.aborted) return staying(text("the cleanup was interrupted"));
  try {
    locks.use(await place.lock(id));
    return await newsOf(place, content, id, options);
  } catch (error) {
    const locked = error instanceof ArchitectError && error.code === "session_locked";
    return staying(error instanceof ArchitectError ? error.text : diskWords(error), !locked);
  }
}

function staying(reason: Text, failed = false): Obstacle {
  return { reason, failed, unasked: false };
}

/** Why a session is to stay after all: it may have gone on since it was listed. */
async function newsOf(
  place: CleanupPlace,
  content: FolderContent,
  id: string,
  options: CleanupOptions,
): Promise<Obstacle | null> {
  const session = content.states.has(id) || content.orphans.has(id);
  if (!session) {
    const saved = await place.folder.hasSession(id);
    return saved ? staying(text("a state was saved meanwhile")) : null;
  }
  // Without the lock: it is ours now.
  const names = (content.families.get(id) ?? []).filter((name) => name !== fileName(id, "lock"));
  const alone = {
    states: only(content.states, id),
    orphans: only(content.orphans, id),
    locks: new Set<string>(),
    families: new Map([[id, names]]),
    irregular: content.irregular,
  };
  const [again] = await stored(place, alone, options);
  if (!again?.keep) return null;
  const { reason, unasked } = again;
  return { reason, failed: false, unasked };
}

function only<T>(map: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  const value = map.get(id);
  return new Map(value === undefined ? [] : [[id, value]]);
}
