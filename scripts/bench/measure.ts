/** Samples that are taken in turns, and what is made of them. */

/** Takes one sample: usually milliseconds. */
export type Sampler = () => number | Promise<number>;

/**
 * Samples several things in turns, so that what slows the machine for a while slows all of them.
 * The first round warms caches and does not count; every other round goes backwards, so that none
 * always follows the same one.
 *
 * @param rounds How many samples of each.
 * @param samplers What to sample.
 * @param options `warm`: whether there is that first round. Default true.
 * @returns The samples, by the same names.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { inTurns } from "./measure.ts";
 *
 * let calls = 0;
 * const { one } = await inTurns(2, { one: () => calls++ });
 * assertEquals(one, [1, 2]);
 * ```
 */
export async function inTurns<Name extends string>(
  rounds: number,
  samplers: Readonly<Record<Name, Sampler>>,
  { warm = true }: { readonly warm?: boolean } = {},
): Promise<Record<Name, number[]>> {
  const names = Object.keys(samplers) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  if (warm) { for (const name of names) await samplers[name](); }
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      samples[name].push(await samplers[name]());
    }
  }
  return samples;
}

/**
 * @param action What to do.
 * @returns How long it took, in milliseconds.
 */
export async function millisecondsOf(action: () => unknown): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/**
 * The smallest sample: what other programs on the machine add to the time of a computation, they
 * never take away again.
 *
 * @param samples At least one.
 * @returns The smallest.
 */
export function smallest(samples: readonly number[]): number {
  return Math.min(...samples);
}

/**
 * A sample that only a tenth are smaller than: for many short samples that wait for a device, where
 * the smallest may be a stroke of luck, and the middle one tells of what else the device had to do.
 *
 * @param samples At least one.
 * @returns The sample.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { lowTenth } from "./measure.ts";
 *
 * assertEquals(lowTenth([9, 2, 8, 3, 1, 7, 6, 5, 4, 0]), 1);
 * ```
 */
export function lowTenth(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 10)]!;
}

/**
 * The middle sample: where the slow ones are a part of what is asked for.
 *
 * @param samples At least one.
 * @returns The middle one; of an even number, the upper of the two.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { median } from "./measure.ts";
 *
 * assertEquals([median([9, 1, 2]), median([4, 1, 2, 9])], [2, 4]);
 * ```
 */
export function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)]!;
}
