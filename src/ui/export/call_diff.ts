/** What a tool call was to change in a file, as the lines of a diff. Pure. */

import { parseArguments } from "../../agent/tool_calls.ts";
import type { StoryCall } from "../session_story.ts";

/** A line of a diff. */
export interface DiffLine {
  readonly kind: "added" | "removed" | "kept" | "place";
  /** Without the sign. */
  readonly text: string;
}

/** Lines that stay around what changes. */
const CONTEXT = 3;

/**
 * The diff of a call, from its arguments alone: what the file held elsewhere is not known.
 *
 * @param call The call.
 * @returns Its lines; null when it is no edit, or its arguments cannot be read.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { callDiff } from "./call_diff.ts";
 *
 * const json = JSON.stringify({ path: "a.ts", old_str: "let a;\nuse(a);", new_str: "let b;\nuse(a);" });
 * assertEquals(callDiff({ name: "edit_file", arguments: json }), [
 *   { kind: "removed", text: "let a;" },
 *   { kind: "added", text: "let b;" },
 *   { kind: "kept", text: "use(a);" },
 * ]);
 * ```
 */
export function callDiff(call: Pick<StoryCall, "name" | "arguments">): DiffLine[] | null {
  const args = parseArguments(call.arguments);
  if (args === null) return null;
  switch (call.name) {
    case "edit_file":
      return isText(args.old_str) && isText(args.new_str)
        ? replacement(linesOf(args.old_str), linesOf(args.new_str))
        : null;
    case "write_file":
      return isText(args.content) ? linesOf(args.content).map(line("added")) : null;
    case "apply_patch":
      return isText(args.patch) ? linesOf(args.patch).map(patchLine) : null;
    default:
      return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function line(kind: DiffLine["kind"]): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}

/** What both begin and end with stays: the model gives lines around what it changes. */
function replacement(old: readonly string[], by: readonly string[]): DiffLine[] {
  const shorter = Math.min(old.length, by.length);
  let before = 0;
  while (before < shorter && old[before] === by[before]) before++;
  let after = 0;
  while (after < shorter - before && old.at(-1 - after) === by.at(-1 - after)) after++;
  return [
    ...old.slice(0, before).slice(-CONTEXT).map(line("kept")),
    ...old.slice(before, old.length - after).map(line("removed")),
    ...by.slice(before, by.length - after).map(line("added")),
    ...old.slice(old.length - after).slice(0, CONTEXT).map(line("kept")),
  ];
}

function patchLine(text: string): DiffLine {
  if (/^(?:@@|---|\+\+\+|diff |index |\\ )/.test(text)) return { kind: "place", text };
  const rest = text.slice(1);
  if (text.startsWith("+")) return { kind: "added", text: rest };
  if (text.startsWith("-")) return { kind: "removed", text: rest };
  return { kind: "kept", text: text.startsWith(" ") ? rest : text };
}
