/** Writing all of something: the system may take less at a time than it is given. */

import { concat } from "./concat.ts";
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
  // One write of everything costs less than one for each piece.
  const whole = data instanceof Uint8Array ? data : concat(data);
  for (let written = 0; written < whole.length;) {
    const count = await file.write(written === 0 ? whole : whole.subarray(written));
    if (count <= 0) throw new Error("Cannot write: the file system takes no more bytes");
    written += count;
  }
  return whole.length;
}
