/** Talking to a floor program that goes on running. */

/** A program that answers lines with lines. */
export class Conversation implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;

  /** @param child The program, started with its input and output piped. */
  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /**
   * Asks.
   *
   * @param line The question.
   * @returns The answer.
   * @throws {Error} The program ended.
   */
  async ask(line: string): Promise<string> {
    await this.#writer.write(new TextEncoder().encode(`${line}\n`));
    let answer = "";
    while (!answer.endsWith("\n")) {
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("Cannot go on: the floor program ended");
      answer += value;
    }
    return answer.trim();
  }

  /** Closes its input, and waits for its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    await this.#child.status;
    await this.#reader.cancel();
  }
}
