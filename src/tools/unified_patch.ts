/**
 * Unified diffs of one file: reading and applying. Pure. The format is that of `diff -u`
 * (https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html).
 */

/** A patch that cannot be read or does not fit. */
export class PatchError extends Error {
  override readonly name = "PatchError";
}

/** One line of a hunk. */
interface PatchLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  /** False when `\ No newline at end of file` follows. */
  ended: boolean;
}

/** One hunk. */
export interface Hunk {
  /** Number of the first line in the old file, from 1; for a hunk without old lines, of the line before. */
  readonly oldStart: number;
  readonly lines: readonly PatchLine[];
}

/** A patch of one file. */
export interface Patch {
  /** The old file is `/dev/null`. */
  readonly creates: boolean;
  /** The new file is `/dev/null`. */
  readonly deletes: boolean;
  readonly hunks: readonly Hunk[];
}

/** How many lines away from where it says a hunk is looked for. */
const MAX_OFFSET = 100;

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/**
 * Reads a unified diff. Names in its header are not used, except `/dev/null`.
 *
 * @param patch The text.
 * @returns The hunks.
 * @throws {PatchError} It is not a unified diff of one file.
 */
export function parsePatch(patch: string): Patch {
  const lines = patch.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const first = lines.findIndex((line) => line.startsWith("@@"));
  if (first < 0) throw new PatchError("it has no hunk (a line that begins with @@ -1,2 +1,3 @@)");
  const header = lines.slice(0, first).map((line) => line.replace(/\s+$/, ""));
  const hunks: Hunk[] = [];
  for (let at = first; at < lines.length;) {
    const [hunk, next] = parseHunk(lines, at, hunks.length + 1);
    hunks.push(hunk);
    at = next;
  }
  return {
    creates: header.some((line) => /^--- \/dev\/null\b/.test(line)),
    deletes: header.some((line) => /^\+\+\+ \/dev\/null\b/.test(line)),
    hunks,
  };
}

function parseHunk(lines: readonly string[], at: number, number: number): [Hunk, number] {
  const head = HUNK.exec(lines[at] ?? "");
  if (head === null) {
    const line = lines[at] ?? "";
    const reason = /^(?:diff |--- |Index: )/.test(line)
      ? "a second file begins; give one patch for each file"
      : "a line with @@ -start,count +start,count @@ was expected";
    throw new PatchError(`after hunk ${number - 1}, patch line ${at + 1}: ${reason}`);
  }
  let oldLeft = Number(head[2] ?? 1);
  let newLeft = Number(head[4] ?? 1);
  const body: PatchLine[] = [];
  let next = at + 1;
  while (oldLeft > 0 || newLeft > 0) {
    const line = lines[next++];
    // Editors cut the space that stands for an empty line.
    const sign = line === "" || line === "\r" ? " " : line?.[0];
    if (line?.startsWith("\\")) markUnended(body, number);
    else if (sign === " " || sign === "-" || sign === "+") {
      if (sign !== "+") oldLeft--;
      if (sign !== "-") newLeft--;
      body.push({
        sign,
        text: line === "" || line === "\r" ? line : line?.slice(1) ?? "",
        ended: true,
      });
    }
    if (line === undefined || !" -+\\".includes(sign ?? "?") || oldLeft < 0 || newLeft < 0) {
      throw new PatchError(
        `hunk ${number}: its header promises ${head[2] ?? 1} old and ${head[4] ?? 1} new lines, ` +
          `which patch line ${next} does not fit`,
      );
    }
  }
  while (lines[next]?.startsWith("\\")) {
    markUnended(body, number);
    next++;
  }
  if (/^[ +-]/.test(lines[next] ?? "") && !/^--- /.test(lines[next] ?? "")) {
    throw new PatchError(
      `hunk ${number}: it has more lines than the ${head[2] ?? 1} old and ${
        head[4] ?? 1
      } new ones ` +
        "that its header promises",
    );
  }
  // Empty lines between the hunks and at the end are nobody's.
  while (next < lines.length && (lines[next] ?? "").trim() === "") next++;
  return [{ oldStart: Number(head[1]), lines: body }, next];
}

function markUnended(body: readonly PatchLine[], number: number): void {
  const last = body.at(-1);
  if (last === undefined) throw new PatchError(`hunk ${number}: it begins with "\\"`);
  last.ended = false;
}

/**
 * Applies a patch. Context and removed lines must be there exactly; a hunk may be some lines away
 * from where it says. Kept lines keep their bytes; in a file with CRLF a patch may be given with LF.
 *
 * @param text The old text.
 * @param patch The patch.
 * @returns The new text.
 * @throws {PatchError} A hunk does not fit; names it and the first line that differs.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { applyPatch, parsePatch } from "./unified_patch.ts";
 *
 * const patch = parsePatch("--- a\n+++ a\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n");
 * assertEquals(applyPatch("one\ntwo\n", patch), "one\nthree\n");
 * ```
 */
export function applyPatch(text: string, patch: Patch): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const crlf = old.length > 0 && old.every((line) => line.endsWith("\r\n") || !line.endsWith("\n"));
  const ending = crlf && text.includes("\r\n") ? "\r\n" : "\n";
  const result: string[] = [];
  let taken = 0;
  let offset = 0;
  patch.hunks.forEach((hunk, index) => {
    const size = hunk.lines.filter(({ sign }) => sign !== "+").length;
    const said = (size === 0 ? hunk.oldStart : hunk.oldStart - 1) + offset;
    const at = locate(old, hunk, said, taken);
    if (at === null) throw misfit(old, hunk, Math.max(said, taken), index + 1);
    offset += at - said;
    for (; taken < at; taken++) result.push(old[taken] ?? "");
    for (const { sign, text, ended } of hunk.lines) {
      if (sign === "+") result.push(ended ? endLine(text, ending) : text);
      else if (sign === "-") taken++;
      else result.push(old[taken++] ?? "");
    }
  });
  for (const line of old.slice(taken)) result.push(line);
  // Only the last line may be without an ending.
  return result.map((line, index) =>
    index < result.length - 1 && !line.endsWith("\n") ? line + ending : line
  ).join("");
}

function endLine(text: string, ending: string): string {
  return text.endsWith("\r") ? `${text}\n` : text + ending;
}

/** The nearest place where the hunk fits, at or after `from`. */
function locate(old: readonly string[], hunk: Hunk, said: number, from: number): number | null {
  for (let distance = 0; distance <= MAX_OFFSET; distance++) {
    for (const at of distance === 0 ? [said] : [said - distance, said + distance]) {
      if (at >= from && at <= old.length && mismatch(old, hunk, at) === null) return at;
    }
  }
  return null;
}

/** The first line of the hunk that is not in the file at this place, and where. */
function mismatch(
  old: readonly string[],
  hunk: Hunk,
  start: number,
): { readonly line: PatchLine; readonly at: number } | null {
  let at = start;
  for (const line of hunk.lines) {
    if (line.sign === "+") continue;
    const found = old[at];
    if (found === undefined || !fits(found, line, at === old.length - 1)) return { line, at };
    at++;
  }
  return null;
}

function fits(found: string, line: PatchLine, last: boolean): boolean {
  if (!line.ended && (!last || found.endsWith("\n"))) return false;
  const content = found.endsWith("\n") ? found.slice(0, -1) : found;
  return content === line.text || content === `${line.text}\r`;
}

function misfit(old: readonly string[], hunk: Hunk, said: number, number: number): PatchError {
  const wrong = mismatch(old, hunk, said);
  if (wrong === null) return new PatchError(`hunk ${number}: it overlaps the hunk before it`);
  const found = old[wrong.at];
  return new PatchError(
    `hunk ${number} does not fit: line ${wrong.at + 1} was expected to be ` +
      `${quote(wrong.line.text)}${wrong.line.ended ? "" : " without a line break"}, and is ` +
      `${found === undefined ? "after the end of the file" : quote(found.replace(/\r?\n$/, ""))}`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text);
}
