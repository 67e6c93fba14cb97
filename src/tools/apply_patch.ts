/** The tool that applies a unified diff to one file. */

import { defineArguments, text } from "./arguments.ts";
import { defineTool } from "./define_tool.ts";
import { findToChange, prepareChange } from "./file_change.ts";
import { editableText } from "./file_text.ts";
import { type Tool, ToolError } from "./tool.ts";
import { applyPatch, parsePatch, PatchError } from "./unified_patch.ts";

/** `apply_patch(path, patch)`. */
export const applyPatchTool: Tool = defineTool({
  name: "apply_patch",
  description:
    "Applies a unified diff (as `diff -u` writes it) to one text file. Context lines must be exact. " +
    "With `--- /dev/null` the file is made.",
  args: defineArguments({
    path: text("Path of the file, relative to the workspace."),
    patch: text("The unified diff, with @@ -start,count +start,count @@ lines."),
  }),
  changes: true,
  async prepare({ path: given, patch: patchText }, context) {
    const { target, now } = await findToChange(given, context);
    try {
      const patch = parsePatch(patchText);
      if (patch.deletes) throw new PatchError("it deletes the file; use delete_file");
      if (patch.creates && now !== null) throw new PatchError("it makes the file, which exists");
      const text = patch.creates ? "" : editableText(target, now);
      const after = new TextEncoder().encode(applyPatch(text, patch));
      const result = `${patch.creates ? "Created" : "Patched"} ${target.relative} ` +
        `(${patch.hunks.length} hunk${
          patch.hunks.length === 1 ? "" : "s"
        }, now ${after.length} bytes).`;
      return await prepareChange({ given, target, now, after, result }, context);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new ToolError(`Cannot apply the patch to "${target.relative}": ${error.message}`);
    }
  },
});
