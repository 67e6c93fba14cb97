/** How deep a value of JSON nests: most of what works on one goes down by recursion. */

/**
 * Whether lists and objects stand in one another more than some levels deep.
 *
 * `JSON.parse` takes any depth; `JSON.stringify` and every walk exhaust the stack at some. So what
 * comes from outside is looked at once, where it comes in.
 *
 * @param value A value of JSON.
 * @param levels The most that is allowed; 0: neither a list nor an object.
 * @returns True when it nests deeper.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { nestsDeeper } from "./nests_deeper.ts";
 *
 * assertEquals(nestsDeeper({ a: [1] }, 2), false);
 * assertEquals(nestsDeeper({ a: [1] }, 1), true);
 * ```
 */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1));
}
