/** Reading a full history, as far as it is whole. */

import type { Disk } from "../files/disk.ts";
import { readRegularFile } from "../files/regular_file.ts";
import { type Text, text } from "../text.ts";
import { DamageError } from "./fields.ts";
import type { SessionFolder } from "./folder.ts";
import { decodeLine, type HistoryEntry, type HistoryHeader } from "./history_line.ts";

/** A history larger than this is not read: 256 MiB. */
export const MAX_HISTORY_BYTES = 256 * 1024 * 1024;

/** More than any session has: a value takes some fifty bytes of memory, however short it is. */
const MAX_HISTORY_VALUES = 5_000_000;

const NEWLINE = 0x0A;

/** A message with its place. */
export interface NumberedEntry extends HistoryEntry {
  /** From 1, over the whole session. */
  readonly number: number;
  /** Its line in the file, from 1. */
  readonly line: number;
}

/** Where a history is damaged. */
export interface HistoryDamage {
  /** From 1. */
  readonly line: number;
  readonly reason: Text;
  /** Whole lines that follow and are not read. */
  readonly linesAfter: number;
}

/** A history, read up to its end or to its first damage. */
export interface History {
  /** The messages, oldest first. Numbers rise; where some are missing there is a gap. */
  readonly entries: readonly NumberedEntry[];
  /** The last header. */
  readonly header: HistoryHeader;
  /** The line of the last header, from 1. */
  readonly headerLine: number;
  /** The headers, oldest first, without those of which a later one replaced every message. */
  readonly headers: readonly HistoryHeader[];
  /** Whole lines that were read. */
  readonly lines: number;
  /** Their bytes: where the next line is to begin. */
  readonly bytes: number;
  /** Bytes of a last line without its end, from a write that was cut off. */
  readonly tornBytes: number;
  readonly damage: HistoryDamage | null;
}

/**
 * Reads the history of a session from its file.
 *
 * @param folder Where.
 * @param disk The calls it reads with.
 * @param id The session.
 * @returns The history; null when there is none, or no whole line in it.
 * @throws {DamageError} Not even its first line can be read.
 * @throws {RefusedFileError} It is no regular file, or larger than 256 MiB.
 * @throws {ArchitectError} `session_too_new`.
 * @throws What the disk refused.
 */
export async function readHistory(
  folder: SessionFolder,
  disk: Disk,
  id: string,
): Promise<History | null> {
  try {
    const path = folder.file(id, "history");
    const { bytes } = await readRegularFile(path, { maxBytes: MAX_HISTORY_BYTES, disk });
    return decodeHistory(bytes, id);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** A history that is longer surely holds an answer, and a listing does not read it. */
const SHORT_HISTORY_BYTES = 1024 * 1024;

/**
 * Whether a history holds an answer of a model: then it is worth being resumed, even alone.
 *
 * @param folder Where.
 * @param disk The calls it reads with.
 * @param id The session.
 * @returns False for one of a run that died before its first answer.
 * @throws {DamageError} It is damaged, and may hold one; otherwise as {@linkcode readHistory}. A
 * history of more than 1 MiB is not read.
 */
export async function hasAnswer(folder: SessionFolder, disk: Disk, id: string): Promise<boolean> {
  const path = folder.file(id, "history");
  if ((await disk.lstat(path)).size > SHORT_HISTORY_BYTES) return true;
  const history = await readHistory(folder, disk, id);
  if (history === null) return false;
  const { damage } = history;
  if (damage !== null) throw new DamageError(inLine(damage.line, damage.reason));
  return isAnswered(history);
}

/**
 * Whether a model has answered in a history.
 *
 * @param history The history.
 * @returns True when a message of an assistant is in it, or may be behind its damage.
 */
export function isAnswered({ damage, entries }: History): boolean {
  return damage !== null || entries.some(({ message }) => message.role === "assistant");
}

/**
 * Reads the content of a history file. A header that begins again at a number that is there already
 * replaces what was there from it on.
 *
 * @param bytes The content.
 * @param id The session.
 * @returns The history, up to its first damage; null when there is no whole line.
 * @throws {DamageError} Its first line is no header.
 * @throws {ArchitectError} `session_too_new`.
 */
export function decodeHistory(bytes: Uint8Array, id: string): History | null {
  const entries: NumberedEntry[] = [];
  const budget = { left: MAX_HISTORY_VALUES };
  const headers: HistoryHeader[] = [];
  let header: HistoryHeader | null = null;
  let damage: HistoryDamage | null = null;
  let headerLine = 0;
  let number = 0;
  let lines = 0;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    try {
      const line = decodeLine(bytes.subarray(start, end), id, budget);
      if ("header" in line) {
        header = line.header;
        headerLine = lines + 1;
        number = header.first;
        while ((entries.at(-1)?.number ?? 0) >= number) entries.pop();
        while ((headers.at(-1)?.first ?? 0) >= number) headers.pop();
        headers.push(header);
      } else if (header === null) {
        throw new DamageError(text("its first line is no header"));
      } else {
        entries.push({ ...line.entry, number, line: lines + 1 });
        number++;
      }
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      if (header === null) throw new DamageError(inLine(1, error.text), { cause: error });
      const linesAfter = countLines(bytes.subarray(end + 1));
      damage = { line: lines + 1, reason: error.text, linesAfter };
      break;
    }
    lines++;
    start = end + 1;
  }
  if (header === null) return null;
  const tornBytes = damage === null ? bytes.length - start : 0;
  return { entries, header, headerLine, headers, lines, bytes: start, tornBytes, damage };
}

function inLine(line: number, reason: Text): Text {
  return text("line {line}: {reason}", { line, reason });
}

/**
 * The messages at the end of a history between which none is missing.
 *
 * @param history The history.
 * @returns The entries after the last gap.
 */
export function withoutGap({ entries }: History): readonly NumberedEntry[] {
  let start = entries.length;
  while (start > 0 && follows(entries[start - 1]!, entries[start])) start--;
  return entries.slice(start);
}

function follows(entry: NumberedEntry, next: NumberedEntry | undefined): boolean {
  return next === undefined || next.number === entry.number + 1;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
