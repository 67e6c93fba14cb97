/** The tool that reads a file, or some lines of it. */

import { sha256 } from "../files/sha256.ts";
import { readWorkspaceFile } from "../files/workspace_file.ts";
import { resolveWorkspacePath } from "../files/workspace_path.ts";
import { text as words } from "../text.ts";
import { defineArguments, integer, optional, text } from "./arguments.ts";
import { capResult, MAX_RESULT_BYTES } from "./cap_result.ts";
import { defineTool } from "./define_tool.ts";
import { decodeExactly, isBinary } from "./file_text.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

/** Larger files are not read at all. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
/** Room for the lines that say what was left out. */
const MAX_TEXT_BYTES = MAX_RESULT_BYTES - 1024;
const MAX_LINE = 1_000_000_000;

/** `read_file(path, start_line?, end_line?)`. */
export const readFileTool: Tool = defineTool({
  name: "read_file",
  description:
    "Reads a text file, whole or from start_line to end_line (from 1, both included). The text comes " +
    "as it is, without line numbers. Of a long file the first part comes, and a line says how to go on.",
  args: defineArguments({
    path: text("Path of the file, relative to the workspace."),
    start_line: optional(integer("First line. Default 1.", 1, MAX_LINE)),
    end_line: optional(integer("Last line. Default the last of the file.", 1, MAX_LINE)),
  }),
  changes: false,
  async prepare({ path: given, start_line, end_line }, context) {
    if ((end_line ?? MAX_LINE) < (start_line ?? 1)) {
      throw new ToolError(`Cannot read lines ${start_line} to ${end_line}: the end is first`);
    }
    const { path, relative, kind } = await resolveWorkspacePath(context.workspace, given);
    if (kind === "missing") throw new ToolError(`Cannot read "${relative}": there is no such file`);
    if (kind === "folder") {
      throw new ToolError(`Cannot read "${relative}": it is a folder; use list_files`);
    }
    return {
      preview: words("Read {path}", { path: relative }),
      path: relative,
      async run() {
        const again = await resolveWorkspacePath(context.workspace, given);
        if (again.path !== path) throw new ToolError(`Cannot read "${relative}": it was swapped`);
        const { bytes } = await readWorkspaceFile(path, { maxBytes: MAX_READ_BYTES });
        context.signal.throwIfAborted();
        const content = isBinary(bytes)
          ? `[binary file: ${bytes.length} bytes, sha256 ${await sha256(bytes)}]`
          : cutLines(withoutSecrets(bytes, context), start_line, end_line);
        return { success: true, content, path: relative };
      },
    };
  },
});

/** Of the whole file: a part of a private key has nothing to be known by. */
function withoutSecrets(
  bytes: Uint8Array<ArrayBuffer>,
  { redact }: Pick<ToolContext, "redact">,
): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const redacted = redact(text);
  return redacted === text ? bytes : new TextEncoder().encode(redacted);
}

/**
 * Some lines of a text.
 *
 * @param bytes The text, in UTF-8; what is not is replaced by U+FFFD, and a last line says so.
 * @param start The first line, from 1. Default 1.
 * @param end The last line. Default the last.
 * @returns The lines as they are; where some are left out, a line in brackets before or after says
 * which ones these are. An empty file gives a line that says so.
 */
export function cutLines(bytes: Uint8Array, start = 1, end = MAX_LINE): string {
  if (bytes.length === 0) return "[empty file]";
  // Only numbers are kept, as the file may be long.
  let total = 0;
  let from = -1;
  let until = 0;
  let last = 0;
  for (let at = 0; at < bytes.length;) {
    total++;
    if (total === start) from = at;
    const newline = bytes.indexOf(10, at);
    at = newline < 0 ? bytes.length : newline + 1;
    const fits = from >= 0 && (total === start || at - from <= MAX_TEXT_BYTES);
    if (!fits || total > end || last !== total - 1 && total !== start) continue;
    until = at;
    last = total;
  }
  if (from < 0) return `[the file has ${total} lines; there is no line ${start}]`;
  const part = bytes.subarray(from, until);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(part);
  const notes: string[] = [];
  if (last < Math.min(end, total)) notes.push(`go on with start_line ${last + 1}`);
  if (decodeExactly(part) === null) notes.push("bytes that are not UTF-8 are shown as \uFFFD");
  const body = capResult(text, MAX_TEXT_BYTES);
  const whole = start === 1 && last === total;
  if (whole && notes.length === 0) return body;
  const shown = `lines ${start} to ${last} of ${total}`;
  return `[${[shown, ...notes].join("; ")}]\n${body}`;
}
