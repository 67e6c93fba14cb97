/** All tools, by name. */

import { applyPatchTool } from "./apply_patch.ts";
import { deleteFileTool } from "./delete_file.ts";
import { editFileTool } from "./edit_file.ts";
import { findFilesTool, listFilesTool } from "./list_files.ts";
import { readFileTool } from "./read_file.ts";
import { grepTool, searchCodeTool } from "./search_code.ts";
import { type CommandOptions, createRunCommand } from "./shell.ts";
import { type Tool, ToolError } from "./tool.ts";
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

/** Names of the tools that change nothing. */
export const READ_ONLY_TOOL_NAMES: readonly string[] = READ_ONLY.map(({ name }) => name);

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

/**
 * Finds the tool that a model asks for.
 *
 * @param tools The tools it has.
 * @param name The name it gave.
 * @returns The tool.
 * @throws {ToolError} There is none of that name; lists those that there are.
 */
export function findTool(tools: ReadonlyMap<string, Tool>, name: string): Tool {
  const tool = tools.get(name);
  if (tool !== undefined) return tool;
  throw new ToolError(
    `There is no tool ${JSON.stringify(name.slice(0, 100))}. Tools: ${
      [...tools.keys()].join(", ")
    }`,
  );
}
