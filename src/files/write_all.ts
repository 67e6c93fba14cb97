/** Writing all of something: the system may take less at a time than it is given. */

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
  const whole = data instanceof Uint8Array ? data : joined(data);
  for (let written = 0; written < whole.length;) {
    const count = await file.write(written === 0 ? whole : whole.subarray(written));
    if (count <= 0) throw new Error("Cannot write: the file system takes no more bytes");
    written += count;
  }
  return whole.length;
}

/** One write of everything costs less than one for each piece. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
