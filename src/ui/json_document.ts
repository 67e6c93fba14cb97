import { wellFormedJson } from "../json/well_formed.ts";

/**
 * One JSON document, indented, with a line end. Lone surrogates, which strict readers refuse, become
 * U+FFFD.
 *
 * @param value What to write.
 * @returns The text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { jsonDocument } from "./json_document.ts";
 *
 * assertEquals(jsonDocument({ task: "a\ud83d" }), '{\n  "task": "a\ufffd"\n}\n');
 * ```
 */
export function jsonDocument(value: unknown): string {
  return `${wellFormedJson(value)}\n`;
}
