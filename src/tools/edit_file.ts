/** The tool that replaces one piece of a file. */

import { defineArguments, text } from "./arguments.ts";
import { defineTool } from "./define_tool.ts";
import { findToChange, prepareChange } from "./file_change.ts";
import { editableText } from "./file_text.ts";
import { type Tool, ToolError } from "./tool.ts";

/** `edit_file(path, old_str, new_str)`. */
export const editFileTool: Tool = defineTool({
  name: "edit_file",
  description:
    "Replaces one piece of a text file. old_str must occur exactly once, with the same spaces and " +
    "line breaks; give enough lines around it to make it unique.",
  args: defineArguments({
    path: text("Path of the file, relative to the workspace."),
    old_str: text("The text to replace, as it stands in the file."),
    new_str: text("The text to put there; empty to remove."),
  }),
  changes: true,
  async prepare({ path: given, old_str, new_str }, context) {
    const { target, now } = await findToChange(given, context);
    const text = editableText(target, now);
    let edited: string;
    try {
      // What it answers must not depend on a secret, of which any piece could be tried.
      replaceOnce(context.redact(text), old_str, new_str);
      edited = replaceOnce(text, old_str, new_str);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ToolError(`Cannot edit "${target.relative}": ${error.message}`);
    }
    const after = new TextEncoder().encode(edited);
    const line = lineOf(text, edited);
    const result = `Edited ${target.relative} at line ${line} (now ${after.length} bytes).`;
    return await prepareChange({ given, target, now, after, result }, context);
  },
});

/**
 * Replaces the only occurrence of a text. In a file whose lines end in CRLF the line breaks of both
 * texts may be given as LF, and are written as CRLF.
 *
 * @param text The whole.
 * @param old What is replaced.
 * @param by What is put there.
 * @returns The whole with the replacement.
 * @throws {RangeError} It occurs not at all or more than once, or nothing would change.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { replaceOnce } from "./edit_file.ts";
 *
 * assertEquals(replaceOnce("a\r\nb\r\n", "a\nb", "c\nd"), "c\r\nd\r\n");
 * ```
 */
export function replaceOnce(text: string, old: string, by: string): string {
  if (old === "") throw new RangeError("old_str is empty; to write a whole file use write_file");
  const crlf = text.includes("\r\n") && !/(?<!\r)\n/.test(text);
  const given = crlf ? withCrlf(old) : old;
  const wanted = crlf ? withCrlf(by) : by;
  if (given === wanted) throw new RangeError("old_str and new_str are the same");
  const at = text.indexOf(given);
  if (at < 0) {
    throw new RangeError("old_str does not occur in it; read the file and copy the text exactly");
  }
  if (text.includes(given, at + 1)) {
    throw new RangeError("old_str occurs more than once; give more of the lines around it");
  }
  return text.slice(0, at) + wanted + text.slice(at + given.length);
}

function withCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}

/** Number of the first line that differs. */
function lineOf(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return before.slice(0, at).split("\n").length;
}
