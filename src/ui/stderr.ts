/**
 * Writes to stderr what a person may read. One that takes nothing (a terminal that was closed, a full
 * disk) is written to in vain and in silence: there is nobody left to tell, and a run must not end for
 * its progress. How it ended is in the session and in the exit code.
 *
 * @param text What to write.
 * @param stderr Default: the process's stderr.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { writeToStderr } from "./stderr.ts";
 *
 * let written = "";
 * writeToStderr("añade", {
 *   writeSync(bytes) {
 *     written += new TextDecoder().decode(bytes);
 *     return bytes.length;
 *   },
 * });
 * assertEquals(written, "añade");
 * ```
 */
export function writeToStderr(
  text: string,
  stderr: { writeSync(bytes: Uint8Array): number } = Deno.stderr,
): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(stderr.writeSync(rest));
  } catch {
    // See above.
  }
}
