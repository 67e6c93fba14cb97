/** What the closing line of a test run says. */

/** Tests by how they ended. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const DENO_SUMMARY =
  /^(?:ok|FAILED) \| (\d+) passed(?: \([^)]*\))? \| (\d+) failed(?: \([^)]*\))?(?: \| (\d+) ignored)?/gm;
const PLAIN_SUMMARY = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

/**
 * Reads the counts from what a test run printed: the summary of `deno test`, or a line
 * `N passed, N failed`. The last one counts, as a test may print one too.
 *
 * A run that failed counts at least one failure, and so does one that succeeded without a summary: it
 * ended before it had run its tests.
 *
 * @param output All that the run printed, without colours.
 * @param success Whether it ended with exit code 0.
 * @returns The counts. Steps of a test are not counted.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const counts = countTests("ok | 12 passed (3 steps) | 0 failed | 1 ignored (9ms)\n", true);
 * assertEquals(counts, { passed: 12, failed: 0, skipped: 1 });
 * ```
 */
export function countTests(output: string, success: boolean): TestCounts {
  const summary = [...output.matchAll(DENO_SUMMARY)].at(-1) ??
    [...output.matchAll(PLAIN_SUMMARY)].at(-1);
  const [passed, failed, skipped] = [1, 2, 3].map((group) => Number(summary?.[group] ?? 0)) as [
    number,
    number,
    number,
  ];
  const atLeast = success && summary !== undefined ? 0 : 1;
  return { passed, failed: Math.max(failed, atLeast), skipped };
}

/**
 * The names of the tests that a run of `deno test` ignored.
 *
 * @param output All that the run printed, without colours.
 * @returns The names, in order.
 */
export function ignoredTests(output: string): string[] {
  return [...output.matchAll(/^(.+) \.\.\. ignored \(/gm)].map((match) => match[1] ?? "");
}
