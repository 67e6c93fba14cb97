/**
 * Texts that people read. A text is written in English, where it is said; the tables of other
 * languages have the English text as its key.
 *
 * Imports nothing, and may be imported by every file.
 */

import type { English } from "./spanish.ts";

/** The names in braces of a text: `"id" | "count"` for `"{count} ids begin with {id}"`. */
export type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** What can stand in a text: data as it is, or a text, which is translated with it. */
export type TextValue = string | number | Text;

/** English to another language; what is not in it stays English. */
export type TextTable = Readonly<Record<string, string>>;

const ENGLISH: TextTable = {};

/**
 * A text with what stands in it. As a string, and in JSON, it is English: what programs read is never
 * translated.
 */
export class Text {
  /** In English, with names in braces. */
  readonly template: string;
  /** Name to what stands there. */
  readonly values: Readonly<Record<string, TextValue>>;

  /**
   * See {@linkcode text}, which knows what is translated.
   *
   * @param template In English, with names in braces.
   * @param values What stands for each name.
   */
  constructor(template: string, values: Readonly<Record<string, TextValue>> = {}) {
    this.template = template;
    this.values = values;
  }

  /**
   * The text in a language.
   *
   * @param table English to that language.
   * @returns The text, with all that stands in it.
   */
  in(table: TextTable): string {
    const template = Object.hasOwn(table, this.template) ? table[this.template]! : this.template;
    return template.replace(/\{(\w+)\}/g, (name, key: string) => {
      if (!Object.hasOwn(this.values, key)) return name;
      const value = this.values[key];
      return value instanceof Text ? value.in(table) : String(value);
    });
  }

  /**
   * The text with its data changed, such as one from which secrets are to go.
   *
   * @param change Is given every piece of data that is a string.
   * @returns A text.
   */
  mapped(change: (data: string) => string): Text {
    const values = Object.entries(this.values).map(([name, value]) => [
      name,
      typeof value === "string"
        ? change(value)
        : value instanceof Text
        ? value.mapped(change)
        : value,
    ]);
    return new Text(this.template, Object.fromEntries(values));
  }

  /** The text in English. */
  toString(): string {
    return this.in(ENGLISH);
  }

  /** The text in English. */
  toJSON(): string {
    return this.toString();
  }
}

type Values<T extends string> = [Placeholders<T>] extends [never] ? []
  : [values: Readonly<Record<Placeholders<T>, TextValue>>];

/**
 * A text that is translated. One without a translation does not compile.
 *
 * @param english In English, with names in braces.
 * @param values What stands for each name; left out where there are none.
 * @returns The text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { SPANISH } from "./spanish.ts";
 * import { text } from "./text.ts";
 *
 * const error = text("error: {message}", { message: text("interrupted by {signal}", { signal: "SIGINT" }) });
 * assertEquals(String(error), "error: interrupted by SIGINT");
 * assertEquals(error.in(SPANISH), "error: interrumpido por SIGINT");
 * ```
 */
export function text<const T extends English>(english: T, ...values: Values<T>): Text {
  return new Text(english, values[0]);
}

/**
 * Words that are no text of ours, the same in every language: a name, a command, what the system said.
 *
 * @param words The words.
 * @returns The text.
 */
export function verbatim(words: string): Text {
  return new Text("{words}", { words });
}

/**
 * Texts one after the other.
 *
 * @param parts The texts, or data.
 * @param separator What stands between two of them. Default: nothing.
 * @returns The text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { joined } from "./text.ts";
 *
 * assertEquals(String(joined(["a", 1], ", ")), "a, 1");
 * ```
 */
export function joined(parts: readonly TextValue[], separator: string = ""): Text {
  const template = parts.map((_, index) => `{${index}}`).join(separator);
  return new Text(template, Object.fromEntries(parts.entries()));
}
