/** Asks the person at the terminal before a tool runs. */

import { Confirm } from "@cliffy/prompt/confirm";
import type { Question } from "../agent/tool_run.ts";
import { untilAborted } from "../until_aborted.ts";
import { escapeControls } from "./escape.ts";
import { writeToStderr } from "./stderr.ts";

/**
 * Shows all that a call would change and asks for a yes. The question goes to stderr: stdout carries
 * the result and nothing else.
 *
 * @param question The tool, what it would change, and the signal that ends the wait.
 * @returns True for a yes.
 * @throws The signal's reason when it is aborted first.
 */
export async function askToRun(question: Question): Promise<boolean> {
  const { tool, preview, signal } = question;
  signal.throwIfAborted();
  const shown = escapeControls(preview, { newlines: true });
  writeToStderr(`\n${shown.trimEnd()}\n`);
  try {
    // cbreak leaves Ctrl+C to the terminal, which makes it a signal that saves the session.
    const answer = Confirm.prompt({
      message: `Run ${escapeControls(tool)}?`,
      default: false,
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
