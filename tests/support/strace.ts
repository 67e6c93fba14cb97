/** Kills of the program in one of its system calls, where strace can be used. */

import { architect, type ArchitectResult, binaryPath } from "./architect.ts";

/** Why no call can be chosen here, to end the name of a test with; empty: it can. */
export const NO_STRACE: string = await traces()
  ? ""
  : " (left out: needs strace, the right to trace, and the built program)";

async function traces(): Promise<boolean> {
  if (binaryPath() === null) return false;
  try {
    const args = [...tampering("write", 1), "true"];
    const { success } = await new Deno.Command("strace", { args, stderr: "null" }).output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The main thread alone is followed: it is the one that saves. */
function tampering(call: string, number: number): string[] {
  const inject = `inject=${call}:signal=KILL:when=${number}`;
  return ["-qq", "-o", "/dev/null", "-e", `trace=${call}`, "-e", inject];
}

/** Which call. */
export interface CallToDieIn {
  /** The name of the system call: the process is killed before it is made. */
  readonly call: string;
  /** Which one of the main thread, from 1. */
  readonly number: number;
}

/**
 * Runs architect until one of its system calls.
 *
 * @param args Its arguments.
 * @param options Where, and which call.
 * @returns What became of it; code 0 where it made fewer such calls.
 */
export function architectUntil(
  args: readonly string[],
  options: CallToDieIn & { readonly cwd: string },
): Promise<ArchitectResult> {
  const { cwd, call, number } = options;
  return architect(args, { cwd, through: ["strace", ...tampering(call, number)] });
}
