/**
 * The full history of a session, written ahead: what is new in a state is appended and synced before
 * the state itself is saved.
 */

import { ArchitectError } from "../errors.ts";
import { atomicWrite } from "../files/atomic_write.ts";
import type { Disk } from "../files/disk.ts";
import { type AppendedFile, durableAppend } from "../files/durable_append.ts";
import { lstatIfThere } from "../files/if_there.ts";
import { irregularKind, readRegularFile } from "../files/regular_file.ts";
import type { Message } from "../llm/provider.ts";
import { text } from "../text.ts";
import { OWNER_FILE, type SessionFolder } from "./folder.ts";
import { type Counters, countersOf, entriesOf, headerState } from "./history_batch.ts";
import { encodeEntry, encodeHeader } from "./history_line.ts";
import type { SessionState } from "./session_state.ts";

/** Where the whole lines of a history end. */
export interface HistoryEnd {
  readonly lines: number;
  readonly bytes: number;
}

/** What is known of the history of a state that was read. */
export interface KnownHistory {
  readonly end: HistoryEnd;
  /** How many messages of the session it holds; null: not what the state goes on from. */
  readonly messages: number | null;
}

/** How far the history of a state is written. */
interface Progress {
  /** Messages that it holds, over the whole session; null: not those of this state. */
  readonly messages: number | null;
  /** The newest of them. */
  readonly last: Message | undefined;
  /** What they count to. */
  readonly counters: Counters;
  /** Null: nobody has looked at the file yet. */
  readonly end: HistoryEnd | null;
  /** The file that this process has appended to; null: it has not yet, and a header comes first. */
  readonly file: AppendedFile | null;
  /** Whether this process has flushed it: who wrote what was found may have died before that. */
  readonly flushed: boolean;
}

/** Lines that are ready to be appended. */
export interface HistoryAppend {
  /** Lines that the file will have. */
  readonly lines: number;
  /**
   * Writes and syncs them, and what was found in the file. What a failure leaves of them is cut off
   * again, now or by the next append.
   */
  commit(): Promise<void>;
}

/** Appends to histories, and remembers of each state how far its history is written. */
export class HistoryLog {
  readonly #folder: SessionFolder;
  readonly #disk: Disk;
  readonly #progress = new WeakMap<SessionState, Progress>();

  /**
   * @param folder Where.
   * @param disk The calls it writes with.
   */
  constructor(folder: SessionFolder, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /**
   * Remembers that a state was read, or rebuilt.
   *
   * @param state The state.
   * @param known Its history, when that was read too; else the state is believed.
   */
  loaded(state: SessionState, known: KnownHistory | null = null): void {
    const believed = state.metadata.history_lines === undefined ? null : messageCount(state);
    const messages = known === null ? believed : known.messages;
    const dropped = state.metadata.messages_dropped ?? 0;
    this.#progress.set(state, {
      messages,
      last: messages === null ? undefined : state.messages[messages - dropped - 1],
      counters: countersOf(state),
      end: known?.end ?? null,
      file: null,
      flushed: false,
    });
  }

  /**
   * Makes the lines for what is new in a state: a header where this process has written none yet, or
   * where the state does not go on from what is there; then the messages.
   *
   * @param state The state as it is to be saved, with all its messages. The caller holds the lock.
   * @param at The time of the save: ISO 8601, UTC.
   * @returns The lines, to be committed.
   * @throws {ArchitectError} `no_permission`: something else stands in the place of the file.
   * @throws What the disk refused.
   */
  async prepare(state: SessionState, at: string): Promise<HistoryAppend> {
    const progress = this.#progress.get(state) ?? startOf(state);
    const dropped = state.metadata.messages_dropped ?? 0;
    const count = messageCount(state);
    const written = writtenMessages(progress, state);
    const path = this.#folder.file(state.sessionId, "history");
    if (written === count) {
      const lines = progress.end?.lines ?? state.metadata.history_lines ?? 0;
      return { lines, commit: () => this.#flushFound(path, state, progress) };
    }
    const end = await this.#look(path, progress);
    // What is not known to be there is written anew, as far back as the state has it.
    const goesOn = written !== null && end.known;
    const from = goesOn ? written - dropped : 0;
    const lines = entriesOf(state, from, progress.counters, at).map(encodeEntry);
    if (!goesOn || progress.file === null) {
      const header = headerState(state, progress.counters, at);
      lines.unshift(encodeHeader({ state: header, first: dropped + from + 1 }));
    }
    const total = end.lines + lines.length;
    // What an append leaves when the power goes is known for such by what the state counts.
    const counted = goesOn && state.metadata.history_lines !== undefined;
    return {
      lines: total,
      commit: async () => {
        // Also before the folder is flushed, which may fail: a save that is tried again knows its lines.
        const onWritten = (file: AppendedFile, flushed = false) =>
          this.#progress.set(state, {
            messages: count,
            last: state.messages.at(-1),
            counters: countersOf(state),
            end: { lines: total, bytes: file.size },
            file,
            flushed,
          });
        const file = counted
          ? await this.#append(path, lines, end.bytes, progress.flushed, onWritten)
          : await this.#rewrite(path, lines, end.bytes, state.sessionId, onWritten);
        onWritten(file, true);
      },
    };
  }

  async #append(
    path: string,
    lines: readonly Uint8Array[],
    end: number,
    flushed: boolean,
    onWritten: (file: AppendedFile) => void,
  ): Promise<AppendedFile> {
    const file = await durableAppend(path, lines, { end, mode: OWNER_FILE, disk: this.#disk });
    onWritten(file);
    if (!flushed) await this.#disk.syncFolder(this.#folder.path);
    return file;
  }

  /** All of the lines or none, behind the good part of the file, where there is one. */
  async #rewrite(
    path: string,
    lines: readonly Uint8Array[],
    end: number,
    id: string,
    onWritten: (file: AppendedFile) => void,
  ): Promise<AppendedFile> {
    const options = { maxBytes: Number.MAX_SAFE_INTEGER, disk: this.#disk };
    const good = end === 0 ? [] : [(await readRegularFile(path, options)).bytes.subarray(0, end)];
    return await atomicWrite(path, [...good, ...lines], {
      temp: this.#folder.file(id, "temp"),
      mode: OWNER_FILE,
      disk: this.#disk,
      onReplaced: onWritten,
    });
  }

  /** A state may count, and build on, only what a loss of power leaves. */
  async #flushFound(path: string, state: SessionState, progress: Progress): Promise<void> {
    if (progress.flushed || messageCount(state) === 0) return;
    const end = await this.#look(path, progress);
    if (end.known) await this.#append(path, [], end.bytes, false, () => {});
    this.#progress.set(state, { ...progress, flushed: true });
  }

  /** Where the file ends. `known`: it is the one that the progress is of, as far as can be told. */
  async #look(
    path: string,
    { end, file }: Progress,
  ): Promise<HistoryEnd & { readonly known: boolean }> {
    const info = await lstatIfThere(this.#disk, path);
    if (info === null) return { lines: 0, bytes: 0, known: false };
    refuseIrregular(path, info);
    const same = file === null || (info.dev === file.dev && info.ino === file.ino);
    if (end !== null && same && info.size >= end.bytes) return { ...end, known: true };
    const found = await this.#wholeLines(path);
    return { ...found, known: end === null && found.lines > 0 };
  }

  async #wholeLines(path: string): Promise<HistoryEnd> {
    const file = await this.#disk.open(path, { read: true });
    try {
      const buffer = new Uint8Array(64 * 1024);
      let [lines, bytes, offset] = [0, 0, 0];
      for (let count = await file.read(buffer); count !== null; count = await file.read(buffer)) {
        const chunk = buffer.subarray(0, count);
        for (let at = chunk.indexOf(0x0A); at !== -1; at = chunk.indexOf(0x0A, at + 1)) {
          lines++;
          bytes = offset + at + 1;
        }
        offset += count;
      }
      return { lines, bytes };
    } finally {
      file.close();
    }
  }
}

/** A state that was not read: a new one, or one that somebody made of parts. */
function startOf(state: SessionState): Progress {
  const isNew = (state.metadata.revision ?? 0) === 0;
  return {
    messages: null,
    last: undefined,
    counters: countersOf(isNew ? null : state),
    end: null,
    file: null,
    flushed: false,
  };
}

/**
 * How many messages of the session are written; null where those that are written are not what the
 * state begins with.
 */
function writtenMessages({ messages, last }: Progress, state: SessionState): number | null {
  const dropped = state.metadata.messages_dropped ?? 0;
  // A state without messages has nothing to write.
  if (messageCount(state) === 0) return 0;
  if (messages === null || messages < dropped || messages > messageCount(state)) return null;
  const index = messages - dropped - 1;
  return index < 0 || state.messages[index] === last ? messages : null;
}

function messageCount(state: SessionState): number {
  return (state.metadata.messages_dropped ?? 0) + state.messages.length;
}

function refuseIrregular(path: string, info: Deno.FileInfo): void {
  const kind = irregularKind(info);
  if (kind === null) return;
  throw new ArchitectError(
    "no_permission",
    text('Cannot use "{path}": {reason}', {
      path,
      reason: text("it is {kind}, and a regular file is wanted", { kind }),
    }),
    { suggestion: text("Remove it.") },
  );
}
