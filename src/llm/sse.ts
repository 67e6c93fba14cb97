/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */

/**
 * Takes a stream of text apart into the data of its events. Comments and the other fields are
 * dropped.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { SseParser } from "./sse.ts";
 *
 * const parser = new SseParser();
 * assertEquals(parser.push(': hello\ndata: {"a"'), []);
 * assertEquals(parser.push(": 1}\n\n"), ['{"a": 1}']);
 * ```
 */
export class SseParser {
  /** The line that has not ended yet. */
  #rest = "";
  /** A CR at the end may be the first half of a CRLF. */
  #held = "";
  #data: string[] = [];

  /**
   * @param text The next piece of the stream, cut anywhere.
   * @returns The data of the events that are now whole.
   */
  push(text: string): string[] {
    const all = this.#held + text;
    this.#held = all.endsWith("\r") ? "\r" : "";
    // Only what is new is looked through: a line may come in thousands of pieces.
    const lines = all.slice(0, all.length - this.#held.length).split(/\r\n|\n|\r/);
    lines[0] = this.#rest + (lines[0] ?? "");
    this.#rest = lines.pop() ?? "";
    const events: string[] = [];
    for (const line of lines) {
      if (line === "") {
        if (this.#data.length > 0) events.push(this.#data.join("\n"));
        this.#data = [];
      } else if (line.startsWith("data:")) {
        this.#data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      }
    }
    return events;
  }

  /**
   * Call once, when the stream has ended.
   *
   * @returns The last event, where the stream ended without the empty line that closes it: the
   * standard drops it, but servers leave the line out.
   */
  end(): string[] {
    return this.push("\n\n");
  }
}
