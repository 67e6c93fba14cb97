/** The tools that look for lines: by a regular expression, or by a text. */

import { RE2JS } from "re2js";
import { defineArguments, flag, integer, optional, text } from "./arguments.ts";
import { text as words } from "../text.ts";
import { defineTool } from "./define_tool.ts";
import { prepareSearch } from "./search_files.ts";
import { type Tool, ToolError } from "./tool.ts";

const MAX_PATTERN = 1000;
/** Instructions of a compiled pattern: time is this many steps for each character, at the worst. */
const MAX_PROGRAM = 3000;
/** Such steps for one line: well under a second. */
const MAX_STEPS = 20_000_000;

const PLACE = {
  path: optional(text("File or folder, relative to the workspace. Default: the workspace.")),
  file_pattern: optional(text("Only in files that match this glob, such as *.ts.")),
  max_results: optional(integer("Matching lines at most. Default 50.", 1, 1000)),
  case_sensitive: optional(flag("Default true.")),
};

/** `search_code(pattern, path?, file_pattern?, max_results?, context_lines?, case_sensitive?)`. */
export const searchCodeTool: Tool = defineTool({
  name: "search_code",
  description:
    "Finds lines by a regular expression (RE2 syntax: no look-around, no back-references), as " +
    "path:line:text, with lines around them. For a plain text use grep.",
  args: defineArguments({
    pattern: text("The regular expression, matched anywhere in a line."),
    ...PLACE,
    context_lines: optional(integer("Lines shown before and after. Default 2.", 0, 20)),
  }),
  changes: false,
  prepare(args, context) {
    const compiled = compileSearch(args.pattern, args.case_sensitive ?? true);
    return prepareSearch({
      preview: (path) => words("Search {pattern} in {path}", { pattern: args.pattern, path }),
      path: args.path ?? ".",
      filePattern: args.file_pattern,
      maxResults: args.max_results ?? 50,
      contextLines: args.context_lines ?? 2,
      matches: (line) => compiled.matcher(line).find(),
      maxLine: Math.floor(MAX_STEPS / compiled.programSize()),
    }, context);
  },
});

/** `grep(text, path?, file_pattern?, max_results?, case_sensitive?)`. */
export const grepTool: Tool = defineTool({
  name: "grep",
  description: "Finds lines that hold a text, exactly as given (no pattern), as path:line:text.",
  args: defineArguments({ text: text("The text, of one line."), ...PLACE }),
  changes: false,
  prepare({ text, path, file_pattern, max_results, case_sensitive = true }, context) {
    if (text === "" || text.length > MAX_PATTERN || /[\r\n]/.test(text)) {
      throw new ToolError(`Cannot look for the text: 1 to ${MAX_PATTERN} characters of one line`);
    }
    const wanted = case_sensitive ? text : text.toLowerCase();
    return prepareSearch({
      preview: (path) => words("Search text {text} in {path}", { text, path }),
      path: path ?? ".",
      filePattern: file_pattern,
      maxResults: max_results ?? 50,
      contextLines: 0,
      matches: (line) => (case_sensitive ? line : line.toLowerCase()).includes(wanted),
      maxLine: Infinity,
    }, context);
  },
});

/** Only what is matched in linear time, and of a size that makes it a short time. */
function compileSearch(pattern: string, caseSensitive: boolean): RE2JS {
  const shown = JSON.stringify(pattern.slice(0, 100));
  if (pattern === "" || pattern.length > MAX_PATTERN) {
    throw new ToolError(`Cannot search ${shown}: 1 to ${MAX_PATTERN} characters are allowed`);
  }
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(
      `Cannot search ${shown}: ${reason}. Look-around and back-references are not supported, as they ` +
        "cannot be matched in linear time",
      { cause: error },
    );
  }
  if (compiled.programSize() > MAX_PROGRAM) {
    throw new ToolError(`Cannot search ${shown}: its repetitions make it too large`);
  }
  return compiled;
}
