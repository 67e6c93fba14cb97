/** Asks the person at the terminal before a tool runs. */

import { Confirm } from "@cliffy/prompt/confirm";
import type { Question } from "../agent/tool_run.ts";
import type { Translate } from "../language.ts";
import { text } from "../text.ts";
import { untilAborted } from "../until_aborted.ts";
import { escapeControls } from "./escape.ts";
import { writeToStderr } from "./stderr.ts";

/**
 * Shows all that a call would change and asks for a yes. The question goes to stderr: stdout carries
 * the result and nothing else.
 *
 * @param question The tool, what it would change, and the signal that ends the wait.
 * @param translate Into the language of the person.
 * @returns True for a yes; false for a no and for Enter alone.
 * @throws The signal's reason when it is aborted first.
 */
export async function askToRun(question: Question, translate: Translate): Promise<boolean> {
  const { tool, preview, signal } = question;
  signal.throwIfAborted();
  const shown = escapeControls(translate(preview), { newlines: true });
  writeToStderr(`\n${shown.trimEnd()}\n`);
  try {
    const answer = Confirm.prompt({
      message: translate(text("Run {tool}?", { tool: escapeControls(tool) })),
      active: translate(text("Yes")),
      inactive: translate(text("No")),
      default: false,
      validate: (typed) =>
        readAnswer(typed, translate) !== null || translate(text("Invalid answer.")),
      transform: (typed) => readAnswer(typed, translate) ?? undefined,
      // cbreak leaves Ctrl+C to the terminal, which makes it a signal that saves the session.
      cbreak: true,
      writer: Deno.stderr,
    });
    return await untilAborted(answer, signal);
  } finally {
    // An answer that never came leaves the terminal, and its line, as the prompt had set them.
    if (signal.aborted) {
      Deno.stdin.setRaw(false);
      writeToStderr("\n");
    }
  }
}

/**
 * What a person means: `yes`, `no` or the first letter, in English or in the language of the person,
 * accents or not.
 *
 * @param typed What was typed.
 * @param translate Into the language of the person.
 * @returns Null for anything else.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { translationInto } from "../language.ts";
 * import { readAnswer } from "./confirm.ts";
 *
 * const translate = await translationInto("es");
 * assertEquals(["y", "S", "sí", "no", "a"].map((typed) => readAnswer(typed, translate)), [
 *   ...[true, true, true, false, null],
 * ]);
 * ```
 */
export function readAnswer(typed: string, translate: Translate): boolean | null {
  const given = plain(typed);
  const means = (word: string) => given === plain(word) || given === plain(word).charAt(0);
  if ([String, translate].some((language) => means(language(text("Yes"))))) return true;
  return [String, translate].some((language) => means(language(text("No")))) ? false : null;
}

function plain(word: string): string {
  return word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
