/** Looking for lines in the files of the workspace. */

import { RefusedFileError } from "../files/regular_file.ts";
import { readWorkspaceFile } from "../files/workspace_file.ts";
import { resolveWorkspacePath, type WorkspacePath } from "../files/workspace_path.ts";
import type { Text } from "../text.ts";
import { capResult, MAX_RESULT_BYTES } from "./cap_result.ts";
import { shownPath } from "./define_tool.ts";
import { isBinary } from "./file_text.ts";
import { compileGlob } from "./glob.ts";
import { type PreparedCall, type ToolContext, ToolError } from "./tool.ts";
import { createBreather, walkFiles } from "./walk_files.ts";

/** What to look for, and where. */
export interface Search {
  /** Tells a person what is looked for at a path. */
  readonly preview: (path: string) => Text;
  /** File or folder as the model gave it. */
  readonly path: string;
  /** Glob of the files that are looked into. */
  readonly filePattern: string | undefined;
  /** Matching lines. */
  readonly maxResults: number;
  /** Lines shown before and after each. */
  readonly contextLines: number;
  /** Whether a line holds what is looked for. Takes linear time. */
  readonly matches: (line: string) => boolean;
  /** Of a longer line only so many characters are looked through: a match is not interrupted. */
  readonly maxLine: number;
  /** Milliseconds after which it ends with what it has. Default 60,000. */
  readonly maxMs?: number;
}

/** Linear time is not a short time: the slowest patterns take minutes for one file. */
const MAX_MS = 60_000;

const MAX_SEARCHED_BYTES = 5 * 1024 * 1024;
const MAX_SHOWN_LINE = 400;
/** Leaves room for the notes, which must not be cut off. */
const MAX_LINES_BYTES = MAX_RESULT_BYTES - 1024;
/**
 * Prepares a search. Files are read one after another in the order of the walk; binary files and
 * files over 5 MiB are passed over (the latter are counted).
 *
 * @param search What to look for.
 * @param context The workspace and the signal.
 * @returns The call. Its result has lines `path:number:text`, and `path-number-text` around them.
 * @throws {ToolError} There is nothing at the path, or the pattern is wrong.
 */
export async function prepareSearch(search: Search, context: ToolContext): Promise<PreparedCall> {
  const start = await resolveWorkspacePath(context.workspace, search.path);
  if (start.kind === "missing") {
    throw new ToolError(`Cannot search "${start.relative}": there is nothing of that name`);
  }
  const wanted = search.filePattern === undefined ? () => true : compileGlob(search.filePattern);
  return {
    preview: search.preview(start.relative),
    path: start.relative,
    async run() {
      const again = await resolveWorkspacePath(context.workspace, search.path);
      if (again.path !== start.path) {
        throw new ToolError(`Cannot search "${start.relative}": it was swapped`);
      }
      const blocks: string[] = [];
      const notes: string[] = [];
      let found = 0;
      let tooLarge = 0;
      let cutLines = 0;
      const breathe = createBreather(context.signal);
      const { maxMs = MAX_MS } = search;
      const end = performance.now() + maxMs;
      let late = false;
      for await (const path of filesFrom(start, wanted, context)) {
        late = performance.now() >= end;
        if (late) break;
        const text = await readText(path, context);
        if (text === "too_large") tooLarge++;
        if (text === null || text === "too_large") continue;
        const lines = text.text.replace(/\r?\n$/, "").split(/\r?\n/);
        const hits: number[] = [];
        for (let index = 0; index < lines.length && found <= search.maxResults; index++) {
          const pause = breathe();
          if (pause !== undefined) {
            await pause;
            late = performance.now() >= end;
            if (late) break;
          }
          const line = lines[index] ?? "";
          if (line.length > search.maxLine) cutLines++;
          if (!search.matches(line.slice(0, search.maxLine))) continue;
          if (++found <= search.maxResults) hits.push(index);
        }
        const name = shownPath(context.workspace, path);
        if (hits.length > 0) blocks.push(show(name, lines, hits, search.contextLines));
        if (late || found > search.maxResults) break;
      }
      if (late) {
        notes.push(
          `[stopped after ${
            maxMs / 1000
          } s; give a narrower path or file_pattern, or a simpler pattern]`,
        );
      } else if (found === 0) notes.push("[no line matches]");
      if (found > search.maxResults) notes.push(`[more than ${search.maxResults} matching lines]`);
      if (cutLines > 0) {
        notes.push(`[${cutLines} lines were searched in their first ${search.maxLine} characters]`);
      }
      if (tooLarge > 0) notes.push(`[not searched: ${tooLarge} files over 5 MiB]`);
      const lines = blocks.join(search.contextLines > 0 ? "\n--\n" : "\n");
      const content = [capResult(lines, MAX_LINES_BYTES), ...notes].filter((part) => part !== "")
        .join("\n");
      return { success: true, content, path: start.relative };
    },
  };
}

async function* filesFrom(
  start: WorkspacePath,
  wanted: (name: string) => boolean,
  context: ToolContext,
): AsyncGenerator<string> {
  if (start.kind === "file") {
    yield start.path;
    return;
  }
  for await (const entry of walkFiles(start, context)) {
    if (entry.kind === "file" && wanted(entry.name)) yield entry.path;
  }
}

/** Null for what is not a text or cannot be read now: a search says what it finds, not what it does not. */
async function readText(
  path: string,
  context: ToolContext,
): Promise<{ readonly text: string } | "too_large" | null> {
  try {
    const { bytes, info } = await readWorkspaceFile(path, { maxBytes: MAX_SEARCHED_BYTES });
    // Perhaps a hard link to a session: refused there.
    if ((info.nlink ?? 1) > 1) await resolveWorkspacePath(context.workspace, path);
    return isBinary(bytes) ? null : { text: context.redact(new TextDecoder().decode(bytes)) };
  } catch (error) {
    if (error instanceof RefusedFileError && error.kind === "too_large") return "too_large";
    if (!(error instanceof Error) || error instanceof TypeError) throw error;
    return null;
  }
}

/** The matching lines with those around them; `--` between pieces that do not touch, as grep does. */
function show(
  name: string,
  lines: readonly string[],
  hits: readonly number[],
  around: number,
): string {
  const matching = new Set(hits);
  const shown: string[] = [];
  let next = 0;
  for (const hit of hits) {
    const from = Math.max(next, hit - around);
    if (around > 0 && shown.length > 0 && from > next) shown.push("--");
    // Up to the next match only: its own context shows the rest.
    for (next = from; next <= Math.min(hit + around, lines.length - 1); next++) {
      const mark = matching.has(next) ? ":" : "-";
      shown.push(`${name}${mark}${next + 1}${mark}${cut(lines[next] ?? "")}`);
    }
  }
  return shown.join("\n");
}

function cut(line: string): string {
  return line.length <= MAX_SHOWN_LINE ? line : `${line.slice(0, MAX_SHOWN_LINE)}[...]`;
}
