/** The tool that deletes a file. */

import { defineArguments, text } from "./arguments.ts";
import { defineTool } from "./define_tool.ts";
import { findToChange, prepareChange } from "./file_change.ts";
import { type Tool, ToolError } from "./tool.ts";

/** `delete_file(path)`. Files only: no folders, no symlinks. */
export const deleteFileTool: Tool = defineTool({
  name: "delete_file",
  description: "Deletes one file. Folders and symbolic links are not deleted.",
  args: defineArguments({ path: text("Path of the file, relative to the workspace.") }),
  changes: true,
  async prepare({ path: given }, context) {
    const { target, now } = await findToChange(given, context, { keepLink: true });
    if (now === null) {
      throw new ToolError(`Cannot delete "${target.relative}": there is no such file`);
    }
    const result = `Deleted ${target.relative} (${now.bytes.length} bytes).`;
    return await prepareChange({ given, target, now, after: null, result }, context);
  },
});
