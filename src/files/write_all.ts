/** Writing all of something: the system may take less at a time than it is given. */

import { TextError } from "../errors.ts";
import { text } from "../text.ts";
import type { DiskFile } from "./disk.ts";

/**
 * Writes data whole.
 *
 * @param file Where, from its current place on.
 * @param data What; several pieces are written one after another.
 * @returns The bytes written.
 * @throws Whatever the file system refused; what was taken until then stays written.
 */
export async function writeAll(
  file: DiskFile,
  data: Uint8Array | readonly Uint8Array[],
): Promise<number> {
  if (data instanceof Uint8Array) return await writeBlock(file, data);
  const buffer = buffers.pop() ?? new Uint8Array(BUFFER_BYTES);
  try {
    let total = 0;
    for (const block of inBlocks(data, buffer)) total += await writeBlock(file, block);
    return total;
  } finally {
    buffers.push(buffer);
  }
}

async function writeBlock(file: DiskFile, block: Uint8Array): Promise<number> {
  for (let written = 0; written < block.length;) {
    const count = await file.write(written === 0 ? block : block.subarray(written));
    if (count <= 0) throw new TextError(text("Cannot write: the file system takes no more bytes"));
    written += count;
  }
  return block.length;
}

/**
 * Room for most files: the system lays out what comes in one write in larger blocks, which are
 * flushed, and later freed, sooner. Only what is used of it takes memory.
 */
const BUFFER_BYTES = 4 * 1024 * 1024;

/** Used again and again, each by one writer at a time: fresh memory costs more than the copying. */
const buffers: Uint8Array[] = [];

/** The pieces, put together in the buffer where they fit. Each block is to be written before the next. */
function* inBlocks(pieces: readonly Uint8Array[], buffer: Uint8Array): Generator<Uint8Array> {
  let filled = 0;
  for (const piece of pieces) {
    if (filled > 0 && filled + piece.length > buffer.length) {
      yield buffer.subarray(0, filled);
      filled = 0;
    }
    if (piece.length > buffer.length) {
      yield piece;
    } else {
      buffer.set(piece, filled);
      filled += piece.length;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
