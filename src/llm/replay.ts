/** Answers from a cassette: no key, no network, the same each time. */

import { text } from "../text.ts";
import { type CassetteAnswer, parseCassette } from "./cassette.ts";
import type { Pricing } from "./prices.ts";
import { type Answer, type ModelRequest, type Provider, ProviderError } from "./provider.ts";
import { REPLAY_PREFIX } from "./replay_prefix.ts";

/** What {@linkcode replayProvider} is given. */
export interface ReplayOptions {
  /** The cassette as the user wrote it, for the model's name and errors. */
  readonly file: string;
  /** Its content. */
  readonly text: string;
  /** Size of the context window; default: what was recorded, else 128,000. */
  readonly contextTokens?: number | null;
  /**
   * Gives the price of the recorded model, for answers without a recorded cost. Called at most
   * once, and only when there is such an answer. Default: their cost is unknown.
   */
  readonly pricingOf?: (model: string) => Promise<Pricing>;
}

/**
 * Answers from a cassette.
 *
 * - An answer call is given the recorded answer with its number (the last one, where a number was
 *   recorded twice), so that a resumed session goes on at the right one.
 * - A summary call is given the summary that was recorded at its number, else null.
 * - The tool calls of a summary are dropped.
 * - The cost is the recorded one; where none is recorded it is priced from the recorded usage.
 *
 * @returns The provider; its `model` is `replay:FILE`. Its calls reject with a
 * {@linkcode ProviderError} of kind `cassette` when the answer is not in the cassette.
 * @throws {ArchitectError} `cassette_error`: the cassette is damaged; names file and line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { replayProvider } from "./replay.ts";
 *
 * const provider = await replayProvider({
 *   file: "hi.jsonl",
 *   text: `{"cassette": 1, "model": "gpt-4o"}
 * {"kind": "answer", "number": 1, "message": {"role": "assistant", "content": "hi"}}`,
 * });
 * const answer = await provider.complete({
 *   messages: [],
 *   tools: [],
 *   kind: "answer",
 *   answerNumber: 1,
 *   signal: new AbortController().signal,
 * });
 * assertEquals(answer?.message.content, "hi");
 * ```
 */
export async function replayProvider(options: ReplayOptions): Promise<Provider> {
  const { file, pricingOf } = options;
  const { header, answers } = parseCassette(file, options.text);
  const pricing = answers.some((answer) => answer.costUsd === undefined)
    ? await pricingOf?.(header.model)
    : undefined;
  const costOf = ({ costUsd, usage }: CassetteAnswer) =>
    costUsd === undefined ? pricing?.costOf(usage) ?? null : costUsd;
  const countOfAnswers = Math.max(
    0,
    ...answers.filter(({ kind }) => kind === "answer").map(({ number }) => number ?? 0),
  );

  function find({ kind, answerNumber }: ModelRequest): CassetteAnswer | undefined {
    return answers.findLast((answer) =>
      answer.kind === kind && (answer.number === answerNumber || answer.number === null)
    );
  }

  return {
    model: `${REPLAY_PREFIX}${file}`,
    contextTokens: options.contextTokens ?? header.contextTokens,
    priceKnown: answers.every((answer) => costOf(answer) !== null),
    // deno-lint-ignore require-await
    async complete(request: ModelRequest): Promise<Answer | null> {
      request.signal.throwIfAborted();
      const found = find(request);
      if (found === undefined && request.kind === "summary") return null;
      if (found === undefined) {
        throw new ProviderError(
          "cassette",
          text(
            'Cannot replay cassette "{file}": there is no answer {number} in it, the last one is {last}',
            { file, number: request.answerNumber, last: countOfAnswers },
          ),
          {
            suggestion: text(
              "Go on with a real model, with --model, or record a longer cassette.",
            ),
          },
        );
      }
      request.onProgress?.(lengthOf(found));
      return {
        message: request.kind === "summary" ? withoutCalls(found) : found.message,
        usage: found.usage,
        costUsd: costOf(found),
        finishReason: found.finishReason,
      };
    },
  };
}

function withoutCalls({ message }: CassetteAnswer): Answer["message"] {
  const { tool_calls: _, ...rest } = message;
  return { ...rest, role: "assistant", content: message.content ?? "" };
}

function lengthOf({ message }: CassetteAnswer): number {
  return typeof message.content === "string" ? message.content.length : 0;
}
