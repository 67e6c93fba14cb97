/** How the tables of a language are checked. */

import type { Placeholders } from "../text.ts";

/** A translation that has the very names of its English text. */
type Translation<E extends string, T extends string> = [Placeholders<E>] extends [Placeholders<T>]
  ? [Placeholders<T>] extends [Placeholders<E>] ? T : never
  : never;

/**
 * A part of a table. A translation that lacks a name in braces, or has one more, does not compile.
 *
 * @param table English to the other language.
 * @returns The table.
 */
export function translations<const T extends Readonly<Record<string, string>>>(
  table: T & { readonly [E in keyof T]: Translation<E & string, T[E]> },
): T {
  return table;
}
