/** What leaves the process: results on stdout, lines for a person on stderr. */

import type { Terminal } from "../commands/context.ts";
import { TextError } from "../errors.ts";
import { text } from "../text.ts";
import { writeToStderr } from "./stderr.ts";

/** The two ways out. */
export interface Output {
  /** See `CommandContext.print`. */
  print(text: string): Promise<void>;
  /** Writes a line to stderr. */
  note(line: string): void;
}

/** The part of a file that printing needs. */
export interface Sink {
  write(bytes: Uint8Array): Promise<number>;
}

/**
 * Makes the ways out.
 *
 * @param stdout Where results go. Default: the process's stdout.
 * @param stderr Takes one line. Default: the process's stderr.
 * @returns The ways out.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createOutput } from "./output.ts";
 *
 * let written = "";
 * const oneByteAtATime = {
 *   write(bytes: Uint8Array): Promise<number> {
 *     written += new TextDecoder().decode(bytes.subarray(0, 1));
 *     return Promise.resolve(1);
 *   },
 * };
 * await createOutput(oneByteAtATime).print("whole");
 * assertEquals(written, "whole");
 * ```
 */
export function createOutput(
  stdout: Sink = Deno.stdout,
  stderr: (line: string) => void = (line) => writeToStderr(`${line}\n`),
): Output {
  let closed = false;
  let queue = Promise.resolve();
  const writeAll = async (bytes: Uint8Array): Promise<void> => {
    let rest = bytes;
    while (rest.length > 0 && !closed) {
      try {
        rest = rest.subarray(await stdout.write(rest));
      } catch (error) {
        if (!isGone(error)) throw new TextError(text("Cannot write to stdout"), { cause: error });
        // The reader has seen enough (`| head -1`); a run goes on and saves all the same.
        closed = true;
      }
    }
  };
  return {
    print(text) {
      const bytes = new TextEncoder().encode(text.toWellFormed());
      const written = queue.then(() => writeAll(bytes));
      // A failed write is reported to its own caller, and does not stop the next.
      queue = written.catch(() => {});
      return written;
    },
    note(line) {
      stderr(line.toWellFormed());
    },
  };
}

/** Whether nobody is there to read: a pipe or a terminal that was closed, not a disk that is full. */
function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.BrokenPipe ||
    (error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "EIO"));
}

/**
 * What the process's terminal is like.
 *
 * @param noColor Whether colours were turned off. Default: by NO_COLOR.
 * @returns The terminal.
 */
export function readTerminal(noColor: boolean = Deno.noColor): Terminal {
  const stdout = Deno.stdout.isTerminal();
  const stderr = Deno.stderr.isTerminal();
  return {
    stdin: Deno.stdin.isTerminal(),
    stdout,
    stderr,
    columns: stdout || stderr ? terminalColumns() : 80,
    color: !noColor && stdout && stderr,
  };
}

function terminalColumns(): number {
  // Some terminals (a serial line, a bare pseudo terminal) have no size, or 0.
  try {
    return Deno.consoleSize().columns || 80;
  } catch (error) {
    if (error instanceof Error) return 80;
    throw error;
  }
}
