/** Records what a provider answers into a cassette. */

import { answerLine, headerLine } from "./cassette.ts";
import type { Answer, ModelRequest, Provider } from "./provider.ts";

/** Options of {@linkcode recordingProvider}. */
export interface RecordOptions {
  /**
   * Whether the cassette has its header already: a resumed run appends. Its caller has made sure
   * that the file ends with a line feed. Default false.
   */
  readonly hasHeader?: boolean;
  /** Applied to every text before it is written. Default: nothing is changed. */
  readonly redact?: (text: string) => string;
  /** The time of the header. Default: now. */
  readonly now?: () => Date;
}

/**
 * Wraps a provider: each of its answers is appended to a cassette before it is passed on. The
 * header is written with the first one. An answer that cannot be written is not passed on.
 *
 * @param provider Answers; its `model` is what the header names.
 * @param append Writes one whole line, line feed included, to the end of the cassette.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { recordingProvider } from "./record.ts";
 * import { replayProvider } from "./replay.ts";
 *
 * const text = `{"cassette": 1, "model": "gpt-4o"}
 * {"kind": "answer", "number": 1, "message": {"role": "assistant", "content": "hi"}}`;
 * let copy = "";
 * const provider = recordingProvider(await replayProvider({ file: "hi.jsonl", text }), (line) => {
 *   copy += line;
 *   return Promise.resolve();
 * });
 * await provider.complete({
 *   messages: [],
 *   tools: [],
 *   kind: "answer",
 *   answerNumber: 1,
 *   signal: new AbortController().signal,
 * });
 * assertEquals(copy.split("\n").length, 3);
 * ```
 */
export function recordingProvider(
  provider: Provider,
  append: (line: string) => Promise<void>,
  options: RecordOptions = {},
): Provider {
  const { redact = (text: string) => text, now = () => new Date() } = options;
  let hasHeader = options.hasHeader ?? false;
  const { model, contextTokens, priceKnown } = provider;
  return {
    model,
    contextTokens,
    priceKnown,
    async complete(request: ModelRequest): Promise<Answer | null> {
      const answer = await provider.complete(request);
      if (answer === null) return null;
      if (!hasHeader) await append(headerLine({ model, contextTokens }, now()));
      hasHeader = true;
      const message = mapTexts(answer.message, redact) as Answer["message"];
      await append(answerLine(request.kind, request.answerNumber, { ...answer, message }));
      return answer;
    },
  };
}

/** The same value, each text and each name in it mapped. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [map(key), mapTexts(item, map)]),
  );
}
