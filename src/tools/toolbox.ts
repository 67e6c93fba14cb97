/** All tools, by name. */

import { applyPatchTool } from "./apply_patch.ts";
import { deleteFileTool } from "./delete_file.ts";
import { editFileTool } from "./edit_file.ts";
import { findFilesTool, listFilesTool } from "./list_files.ts";
import { readFileTool } from "./read_file.ts";
import { grepTool, searchCodeTool } from "./search_code.ts";
import { type CommandOptions, createRunCommand } from "./shell.ts";
import type { Tool } from "./tool.ts";
import { writeFileTool } from "./write_file.ts";

/** Options of {@linkcode createTools}. */
export interface ToolsOptions {
  /** How commands run; null: there is no tool for it. */
  readonly commands: CommandOptions | null;
}

const READ_ONLY: readonly Tool[] = [
  readFileTool,
  listFilesTool,
  findFilesTool,
  searchCodeTool,
  grepTool,
];

const CHANGING: readonly Tool[] = [writeFileTool, editFileTool, applyPatchTool, deleteFileTool];

/**
 * All tools.
 *
 * @param options How commands run, if they do.
 * @returns Name to tool.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createTools } from "./toolbox.ts";
 *
 * const tools = createTools({ commands: null });
 * assertEquals([tools.size, tools.has("run_command")], [9, false]);
 * ```
 */
export function createTools({ commands }: ToolsOptions): ReadonlyMap<string, Tool> {
  const all = [
    ...READ_ONLY,
    ...CHANGING,
    ...(commands === null ? [] : [createRunCommand(commands)]),
  ];
  return new Map(all.map((tool) => [tool.name, tool]));
}
