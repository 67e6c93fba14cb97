/** The tool that writes a whole file or appends to one. */

import { choice, defineArguments, optional, text } from "./arguments.ts";
import { defineTool } from "./define_tool.ts";
import { findToChange, prepareChange } from "./file_change.ts";
import { MAX_FILE_BYTES } from "./file_text.ts";
import { type Tool, ToolError } from "./tool.ts";

/** `write_file(path, content, mode?)`. */
export const writeFileTool: Tool = defineTool({
  name: "write_file",
  description:
    "Writes a text file: the whole of it, or at its end. Folders that are missing are made. To " +
    "change a part of a file use edit_file.",
  args: defineArguments({
    path: text("Path of the file, relative to the workspace."),
    content: text("The text, with its line breaks."),
    mode: optional(choice("overwrite (default) or append.", ["overwrite", "append"])),
  }),
  changes: true,
  async prepare({ path: given, content, mode = "overwrite" }, context) {
    const { target, now } = await findToChange(given, context);
    const added = new TextEncoder().encode(content);
    const kept = mode === "append" && now !== null ? now.bytes : new Uint8Array();
    const after = new Uint8Array(kept.length + added.length);
    after.set(kept);
    after.set(added, kept.length);
    if (after.length > MAX_FILE_BYTES) {
      throw new ToolError(`Cannot write "${target.relative}": more than ${MAX_FILE_BYTES} bytes`);
    }
    const result = mode === "append" && now !== null
      ? `Appended ${added.length} bytes to ${target.relative} (now ${after.length} bytes).`
      : `${now === null ? "Created" : "Wrote"} ${target.relative} (${after.length} bytes).`;
    return await prepareChange({ given, target, now, after, result }, context);
  },
});
