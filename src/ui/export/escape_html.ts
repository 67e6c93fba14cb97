import { escapeControls } from "../escape.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Makes any text a text of an HTML element, or the value of a quoted attribute: no markup, and no
 * character that hides or reorders what is around it.
 *
 * @param text Any text.
 * @param options `newlines`: keep line ends, as LF, and tabs. Default false: the result is one line.
 * @returns HTML.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { escapeHtml } from "./escape_html.ts";
 *
 * assertEquals(escapeHtml(`<img src="a">\u202e`), "&lt;img src=&quot;a&quot;&gt;\\u202e");
 * ```
 */
export function escapeHtml(text: string, options: { readonly newlines?: boolean } = {}): string {
  const lines = options.newlines ? text.replaceAll("\r\n", "\n") : text;
  return escapeControls(lines, options).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
