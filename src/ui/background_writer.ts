/** Writing that a run does not wait for. */

/** Takes texts in order. */
export interface BackgroundWriter {
  /** Writes a text once those before it are written. After a failure nothing more is written. */
  write(text: string): void;
  /**
   * Waits until all is written.
   *
   * @throws What the first write that failed rejected with.
   */
  done(): Promise<void>;
}

/**
 * Makes a writer. Neither a reader that is slow nor one that takes nothing keeps the run from going on;
 * that a write failed is told at the end.
 *
 * @param print Writes a text, whole, after those that it was given before.
 * @returns The writer.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createBackgroundWriter } from "./background_writer.ts";
 *
 * let written = "";
 * const writer = createBackgroundWriter((text) => {
 *   written += text;
 *   return Promise.resolve();
 * });
 * writer.write("a");
 * writer.write("b");
 * await writer.done();
 * assertEquals(written, "ab");
 * ```
 */
export function createBackgroundWriter(print: (text: string) => Promise<void>): BackgroundWriter {
  let failure: { readonly error: unknown } | null = null;
  let last: Promise<void> = Promise.resolve();
  return {
    write(text) {
      // A line after one that is missing or torn would tell a false story.
      if (failure !== null) return;
      last = print(text).catch((error) => {
        failure ??= { error };
      });
    },
    async done() {
      await last;
      if (failure !== null) throw failure.error;
    },
  };
}
