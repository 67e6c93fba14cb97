/** What a listing needs of a state file, from as few bytes as hold it. */

import { readRegularFile, RefusedFileError } from "../files/regular_file.ts";
import { text } from "../text.ts";
import { DamageError, type Dict } from "./fields.ts";
import { endOfHead, parseHead } from "./head_layout.ts";
import { decodeDict, MAX_STATE_BYTES } from "./session_file.ts";
import { readSummary, type StoredSummary } from "./session_summary.ts";

/** One read of this size holds the head of nearly every file. */
const HEAD_BYTES = 1024;

/** The second read, where the task is a long text. */
const LONG_HEAD_BYTES = 64 * 1024;

/** One for all: a disk that was full may have left thousands of them. */
const EMPTY = text("empty file");

const READ: Deno.OpenOptions = { read: true };

/** Reads heads of state files, one after another, into one buffer. */
export class HeadReader {
  readonly #buffer = new Uint8Array(HEAD_BYTES);
  #longBuffer: Uint8Array | null = null;

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
    const summary = this.readHead(path, id);
    return summary ?? readSummary(await wholeFile(path), id);
  }

  /**
   * Reads the summary of a session from the head of its file, at once.
   *
   * @param path The state file, which is known to be a regular one.
   * @param id The id that its name gives.
   * @returns The summary; null when the file is not laid out as architect does it.
   * @throws {DamageError} The head is damaged; the message says how.
   */
  readHead(path: string, id: string): StoredSummary | null {
    const length = fill(path, this.#buffer);
    if (length === 0) throw new DamageError(EMPTY);
    const end = endOfHead(this.#buffer, length);
    const head = end === -1 ? this.#longHead(path, length) : parseHead(this.#buffer, end);
    return head === null ? null : readSummary(head, id);
  }

  #longHead(path: string, shortLength: number): Dict | null {
    if (shortLength < HEAD_BYTES) return null;
    const buffer = this.#longBuffer ??= new Uint8Array(LONG_HEAD_BYTES);
    const end = endOfHead(buffer, fill(path, buffer));
    return end === -1 ? null : parseHead(buffer, end);
  }
}

/** Without waiting: a listing has nothing else to do, and this is far quicker. */
function fill(path: string, buffer: Uint8Array): number {
  const file = Deno.openSync(path, READ);
  // No `using`: the bundler's minifier takes it away where the variable is used once, in a `return`,
  // and ten thousand files would stay open.
  try {
    return file.readSync(buffer) ?? 0;
  } finally {
    file.close();
  }
}

async function wholeFile(path: string): Promise<Dict> {
  try {
    return decodeDict((await readRegularFile(path, { maxBytes: MAX_STATE_BYTES })).bytes);
  } catch (error) {
    if (!(error instanceof RefusedFileError)) throw error;
    throw new DamageError(error.kind === "too_large" ? text("larger than 64 MiB") : error.reason);
  }
}
