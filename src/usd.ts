/** Adding amounts of money. May be imported by every file and imports nothing. */

/**
 * Adds a cost to a sum, without the dust that floats gather.
 *
 * @param sumUsd USD so far.
 * @param costUsd USD to add; negative to take away.
 * @returns USD, to a millionth of a millionth.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { addUsd } from "./usd.ts";
 *
 * assertEquals(addUsd(0.1, 0.2), 0.3);
 * ```
 */
export function addUsd(sumUsd: number, costUsd: number): number {
  return Number((sumUsd + costUsd).toFixed(12));
}
