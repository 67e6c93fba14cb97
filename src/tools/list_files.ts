/** The tools that name files: in a folder, or by a pattern. */

import { resolveWorkspacePath, type WorkspacePath } from "../files/workspace_path.ts";
import { type Text, text as words } from "../text.ts";
import { defineArguments, flag, optional, text } from "./arguments.ts";
import { defineTool, shownPath } from "./define_tool.ts";
import { compileGlob } from "./glob.ts";
import { type PreparedCall, type Tool, type ToolContext, ToolError } from "./tool.ts";
import { walkFiles } from "./walk_files.ts";

const MAX_ENTRIES = 1000;
/** Where a walk ends that finds little in an endless tree. */
const MAX_VISITED = 500_000;

/** `list_files(path, pattern?, recursive?)`. */
export const listFilesTool: Tool = defineTool({
  name: "list_files",
  description:
    "Lists a folder, one path a line; folders end in /, symbolic links in @. .git and node_modules " +
    "are left out.",
  args: defineArguments({
    path: optional(text("Folder, relative to the workspace. Default: the workspace.")),
    pattern: optional(text("Only names that match, such as *.ts.")),
    recursive: optional(flag("Also what is in its folders. Default false.")),
  }),
  changes: false,
  async prepare({ path = ".", pattern, recursive = false }, context) {
    const folder = await findFolder(path, context);
    const matches = pattern === undefined ? () => true : compileGlob(pattern);
    const preview = words("List {path}", { path: folder.relative });
    return listing(preview, folder, recursive, context, (name) => matches(name));
  },
});

/** `find_files(pattern, path?)`. */
export const findFilesTool: Tool = defineTool({
  name: "find_files",
  description:
    "Finds files by name, one path a line, in all folders. *.py matches names; src/**/*.py matches " +
    "paths. .git and node_modules are left out.",
  args: defineArguments({
    pattern: text("A glob: *, **, ?, [a-z], {a,b}."),
    path: optional(text("Folder to begin in, relative to the workspace. Default: the workspace.")),
  }),
  changes: false,
  async prepare({ pattern, path = "." }, context) {
    const folder = await findFolder(path, context);
    const matches = compileGlob(pattern);
    const preview = words("Find {pattern} in {path}", { pattern, path: folder.relative });
    return listing(
      preview,
      folder,
      true,
      context,
      (name, kind) => kind !== "folder" && matches(name),
    );
  },
});

/**
 * Finds the folder that a search begins in.
 *
 * @param given The path as the model gave it.
 * @param context The workspace.
 * @returns The folder.
 * @throws {ToolError} It is no folder.
 */
export async function findFolder(given: string, context: ToolContext): Promise<WorkspacePath> {
  const folder = await resolveWorkspacePath(context.workspace, given);
  if (folder.kind === "folder") return folder;
  const state = folder.kind === "missing" ? "there is no such folder" : "it is a file";
  throw new ToolError(`Cannot search "${folder.relative}": ${state}`);
}

function listing(
  preview: Text,
  folder: WorkspacePath,
  recursive: boolean,
  context: ToolContext,
  wanted: (name: string, kind: string) => boolean,
): PreparedCall {
  return {
    preview,
    path: folder.relative,
    async run() {
      const lines: string[] = [];
      let visited = 0;
      for await (const { path, name, kind } of walkFiles(folder, { ...context, recursive })) {
        if (++visited > MAX_VISITED) {
          lines.push(`[stopped after ${MAX_VISITED} entries; give a folder further in]`);
          break;
        }
        if (!wanted(name, kind)) continue;
        if (lines.length === MAX_ENTRIES) {
          lines.push(`[more than ${MAX_ENTRIES}; give a folder further in or a narrower pattern]`);
          break;
        }
        const end = kind === "folder" ? "/" : kind === "link" ? "@" : "";
        lines.push(shownPath(context.workspace, path) + end);
      }
      const content = lines.length === 0 ? "[nothing found]" : lines.join("\n");
      return { success: true, content, path: folder.relative };
    },
  };
}
