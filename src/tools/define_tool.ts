/** Making a tool: its arguments checked, and what the system refuses told to the model. */

import { RefusedFileError } from "../files/regular_file.ts";
import { WorkspacePathError } from "../files/workspace_path.ts";
import { relative, SEPARATOR } from "@std/path";
import type { ToolArguments } from "./arguments.ts";
import { type PreparedCall, type Tool, type ToolContext, ToolError } from "./tool.ts";

/** What a tool is made of. */
export interface ToolParts<T> {
  readonly name: string;
  readonly description: string;
  readonly args: ToolArguments<T>;
  readonly changes: boolean;
  /** As {@linkcode Tool.prepare}, with checked arguments. */
  prepare(args: T, context: ToolContext): Promise<PreparedCall>;
}

/**
 * Makes a tool.
 *
 * @param parts Its name, arguments and work. A refused path, and an error of the operating system,
 * become a {@linkcode ToolError}.
 * @returns The tool.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { verbatim } from "../text.ts";
 * import { defineArguments, text } from "./arguments.ts";
 * import { defineTool } from "./define_tool.ts";
 *
 * const echo = defineTool({
 *   name: "echo",
 *   description: "Says it again.",
 *   args: defineArguments({ text: text("what") }),
 *   changes: false,
 *   prepare: ({ text }) =>
 *     Promise.resolve({
 *       preview: verbatim(text),
 *       run: () => Promise.resolve({ success: true, content: text }),
 *     }),
 * });
 * const { signal } = new AbortController();
 * const context = { workspace: "/", signal, redact: (text: string) => text };
 * const call = await echo.prepare({ text: "hi" }, context);
 * assertEquals((await call.run()).content, "hi");
 * ```
 */
export function defineTool<T>(parts: ToolParts<T>): Tool {
  const { name, description, args, changes } = parts;
  return {
    name,
    description,
    parameters: args.parameters,
    changes,
    async prepare(given, context) {
      const call = await asToolError(context, () => parts.prepare(args.check(given), context));
      // The name of a file is kept, and told, in many places: the state, the marks, the result.
      if (call.path !== undefined && context.redact(call.path) !== call.path) {
        throw new ToolError("Cannot use the path: what it leads to has a secret in its name");
      }
      return {
        // A spread would work the preview out, which nobody may ask for.
        get preview() {
          return call.preview;
        },
        path: call.path,
        mark: call.mark,
        run: () => asToolError(context, () => call.run()),
      };
    },
  };
}

async function asToolError<R>(context: ToolContext, work: () => Promise<R>): Promise<R> {
  context.signal.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    if (error instanceof ToolError || !(error instanceof Error)) throw error;
    if (error instanceof Deno.errors.NotCapable) {
      // Its message names the place that a link leads to.
      throw new ToolError("Cannot use the path: it leads out of the workspace", { cause: error });
    }
    if (error instanceof WorkspacePathError || isOfTheSystem(error)) {
      throw new ToolError(shown(error.message, context.workspace), { cause: error });
    }
    throw error;
  }
}

/** Full disk, no right, gone meanwhile: news for the model. A fault of the program is not. */
function isOfTheSystem(error: Error): boolean {
  return error instanceof RefusedFileError || "code" in error && typeof error.code === "string" ||
    Object.values(Deno.errors).some((kind) => error instanceof kind);
}

/** Paths as the model knows them. */
function shown(message: string, workspace: string): string {
  return message.replaceAll(workspace + SEPARATOR, "").replaceAll(workspace, ".");
}

/**
 * The path of something inside the workspace, as the model is told it.
 *
 * @param workspace Real path of the workspace.
 * @param path Absolute path.
 * @returns Relative, `/` separators, control characters escaped; `.` for the workspace.
 */
export function shownPath(workspace: string, path: string): string {
  const name = relative(workspace, path).replaceAll(SEPARATOR, "/") || ".";
  // deno-lint-ignore no-control-regex
  return /[\u0000-\u001f\u007f-\u009f]/.test(name) ? JSON.stringify(name) : name;
}
