/** What a listing needs of a state file, from as few bytes as hold it. */

import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import { parseWellFormed } from "../json/well_formed.ts";
import { DamageError, DICT, type Dict } from "./fields.ts";
import { FILE_KEYS } from "./session_dict.ts";
import { decodeDict, MAX_STATE_BYTES, MAX_STATE_DEPTH } from "./session_file.ts";
import { readSummary, type StoredSummary } from "./session_summary.ts";

/** One read of this size holds the head of nearly every file. */
const HEAD_BYTES = 1024;

/** The second read, where the task is a long text. */
const LONG_HEAD_BYTES = 64 * 1024;

const NEWLINE = 0x0A;
const HEAD_KEYS = FILE_KEYS.slice(0, FILE_KEYS.indexOf("task") + 1);
const HEAD_LAYOUT = HEAD_KEYS.join();

/** Lines that hold what a listing shows: the opening brace, and a line a key. */
const HEAD_LINES = 1 + HEAD_KEYS.length;

/** Reads heads of state files, one after another, into one buffer. */
export class HeadReader {
  readonly #buffer = new Uint8Array(HEAD_BYTES);
  #longBuffer: Uint8Array | null = null;
  readonly #decoder = new TextDecoder();

  /**
   * Reads the summary of a session, from the head of a file that architect wrote, else from all of
   * it. What follows the head may be damaged all the same.
   *
   * Needs read permission for the path.
   *
   * @param path The state file, which is known to be a regular one.
   * @param id The id that its name gives.
   * @returns The summary, with the status as it is stored.
   * @throws {DamageError} The head is damaged; the message says how.
   */
  async read(path: string, id: string): Promise<StoredSummary> {
    const bytes = fill(path, this.#buffer);
    if (bytes.length === 0) throw new DamageError("empty file");
    const end = endOfHead(bytes);
    const head = end === -1 ? this.#longHead(path, bytes) : this.#parse(bytes.subarray(0, end));
    return readSummary(head ?? await wholeFile(path), id);
  }

  #longHead(path: string, start: Uint8Array): Dict | null {
    if (start.length < HEAD_BYTES) return null;
    const bytes = fill(path, this.#longBuffer ??= new Uint8Array(LONG_HEAD_BYTES));
    const end = endOfHead(bytes);
    return end === -1 ? null : this.#parse(bytes.subarray(0, end));
  }

  /** The keys of a head in architect's own layout; null for another one. */
  #parse(bytes: Uint8Array): Dict | null {
    try {
      const dict = parseWellFormed(`${this.#decoder.decode(bytes)}}`, MAX_STATE_DEPTH);
      return DICT.is(dict) && Object.keys(dict).join() === HEAD_LAYOUT ? dict : null;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return null;
    }
  }
}

/** Without waiting: a listing has nothing else to do, and this is far quicker. */
function fill(path: string, buffer: Uint8Array): Uint8Array {
  using file = Deno.openSync(path, { read: true });
  return buffer.subarray(0, file.readSync(buffer) ?? 0);
}

/** Where the last value of the head ends, before its comma; -1 when it is further on. */
function endOfHead(bytes: Uint8Array): number {
  let end = -1;
  for (let line = 0; line < HEAD_LINES; line++) {
    end = bytes.indexOf(NEWLINE, end + 1);
    if (end === -1) return -1;
  }
  return end - 1;
}

async function wholeFile(path: string): Promise<Dict> {
  try {
    return decodeDict((await readRegularFile(path, { maxBytes: MAX_STATE_BYTES })).bytes);
  } catch (error) {
    if (!(error instanceof RefusedFileError)) throw error;
    throw new DamageError(error.kind === "too_large" ? "larger than 64 MiB" : error.reason);
  }
}
