/** The most memory that a run of the program takes, told by Linux. */

import { BASE_PERMISSIONS, binaryPath } from "./architect.ts";
import { fromSource, MAIN } from "./from_source.ts";

/** What a run took. */
export interface PeakMemory {
  /** Bytes that were in memory at once, at most. */
  readonly bytes: number;
  readonly stdout: string;
}

/**
 * Runs architect and looks at its memory while it waits to write the end of its output: then its work
 * is done, and the process is still there.
 *
 * @param args Its arguments. It must print far more than a pipe holds: 64 KiB.
 * @param cwd The workspace.
 */
export async function peakMemory(args: readonly string[], cwd: string): Promise<PeakMemory> {
  const binary = binaryPath();
  const program = binary ?? Deno.execPath();
  const before = binary === null
    ? await fromSource(MAIN, ["--no-prompt", ...BASE_PERMISSIONS])
    : [];
  await using child = new Deno.Command(program, {
    args: [...before, ...args],
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  const first = await reader.read();
  const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
  const decoder = new TextDecoder();
  let stdout = decoder.decode(first.value, { stream: true });
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    stdout += decoder.decode(next.value, { stream: true });
  }
  await child.status;
  const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`The program had ended already: ${stdout.length}`);
  return { bytes: Number(kilobytes) * 1024, stdout };
}
