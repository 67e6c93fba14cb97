/** Cassettes for tests, as text. */

import { answerLine, headerLine } from "../../src/llm/cassette.ts";
import type { Answer } from "../../src/llm/provider.ts";

/**
 * A cassette.
 *
 * @param answers Its answers, numbered from 1.
 * @param summaries Summaries, each with the number of answers that were given before it.
 * @returns The text of the file.
 */
export function cassetteText(
  answers: readonly Answer[],
  summaries: readonly (readonly [number, Answer])[] = [],
): string {
  const recordedAt = new Date("2026-01-02T03:04:05Z");
  return [
    headerLine({ model: "scripted", contextTokens: 128_000 }, recordedAt),
    ...answers.map((answer, index) => answerLine("answer", index + 1, answer)),
    ...summaries.map(([number, answer]) => answerLine("summary", number, answer)),
  ].join("");
}
