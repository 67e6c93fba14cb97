/** The prompt of a run. */

import { ArchitectError } from "../errors.ts";
import { text } from "../text.ts";
import { untilAborted } from "../until_aborted.ts";

/** Far more than any model reads. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The prompt: as it was given, or stdin for `-`. Nothing else reads stdin, so a pipe that somebody
 * forgot to close never holds a run up.
 *
 * @param given The argument; null for none.
 * @param interrupt Ends the wait for stdin.
 * @param stdin Where `-` reads. Default: the process's stdin.
 * @returns The prompt; null for none.
 * @throws {ArchitectError} `usage`: stdin held nothing, too much, or no text; `user_interrupt`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readPrompt } from "./read_prompt.ts";
 *
 * const { signal } = new AbortController();
 * const stdin = new Blob(["from a file\n"]).stream();
 * assertEquals(await readPrompt("-", signal, stdin), "from a file");
 * ```
 */
export async function readPrompt(
  given: string | null,
  interrupt: AbortSignal,
  stdin: ReadableStream<Uint8Array<ArrayBuffer>> = Deno.stdin.readable,
): Promise<string | null> {
  if (given !== "-") return given;
  const prompt = decode(await readAll(stdin, interrupt)).trim();
  if (prompt === "") {
    throw new ArchitectError("usage", text("Cannot read the prompt from stdin: there is none"), {
      suggestion: text("Give it as an argument, or pipe it in: architect run - < task.md"),
    });
  }
  return prompt;
}

async function readAll(
  stdin: ReadableStream<Uint8Array<ArrayBuffer>>,
  interrupt: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stdin.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (true) {
    const { value, done } = await untilAborted(reader.read(), interrupt);
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length <= MAX_BYTES) continue;
    throw new ArchitectError("usage", text("Cannot read the prompt from stdin: it is over 8 MiB"), {
      suggestion: text("Put it into a file and name the file in the prompt."),
    });
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ArchitectError(
      "usage",
      text("Cannot read the prompt from stdin: it is not UTF-8 text"),
      { cause },
    );
  }
}
