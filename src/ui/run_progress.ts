/** A run as it goes on, for a person: lines on stderr, and a line that changes at a terminal. */

import type { RunEvent } from "../agent/run_session.ts";
import { inEnglish, type Translate } from "../language.ts";
import { type Text, text, verbatim } from "../text.ts";
import { addUsd } from "../usd.ts";
import { callSubject } from "./call_subject.ts";
import { escapeControls } from "./escape.ts";
import { formatCost } from "./money.ts";

/** Where progress is written. */
export interface ProgressOptions {
  /** Writes a line that stays. */
  readonly line: (line: string) => void;
  /**
   * Shows a line that the next one replaces; empty text takes it away. Undefined where there is no
   * terminal.
   */
  readonly live?: (line: string) => void;
  /** Show only warnings. */
  readonly quiet: boolean;
  /** Show what the model says between its tool calls, and the first line of each result. */
  readonly verbose: boolean;
  /** USD that the session has cost before this run. */
  readonly costUsd: number;
  /** False when calls of unknown price are missing in it. Default true. */
  readonly costComplete?: boolean;
  /** Default: English. */
  readonly translate?: Translate;
}

/** What is shown of a run. */
export interface Progress {
  show(event: RunEvent): void;
  /** Told as a streamed answer arrives. */
  received(characters: number): void;
  /** Takes away the line that changes. */
  clear(): void;
}

/**
 * Shows a run.
 *
 * @param options Where and how much.
 * @returns What takes the events of the run, in order.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createProgress } from "./run_progress.ts";
 *
 * const lines: string[] = [];
 * const progress = createProgress({
 *   line: (text) => lines.push(text),
 *   quiet: false,
 *   verbose: false,
 *   costUsd: 0,
 * });
 * progress.show({ type: "step_started", step: 1 });
 * progress.show({
 *   type: "answer",
 *   message: { role: "assistant", content: "Done." },
 *   usage: null,
 *   costUsd: 0.5,
 * });
 * assertEquals(lines, ["step 1  $0.50"]);
 * ```
 */
export function createProgress(options: ProgressOptions): Progress {
  const { quiet, verbose, translate = inEnglish } = options;
  let costUsd = options.costUsd;
  let complete = options.costComplete ?? true;
  let step = 0;

  const live = (words: Text) => options.live?.(escapeControls(translate(words)));
  const clear = () => options.live?.("");
  const line = (words: Text) => {
    clear();
    options.line(escapeControls(translate(words)));
  };
  const detail = (words: string) => {
    if (verbose && words.trim() !== "") line(verbatim(`    ${words.trim()}`));
  };

  return {
    show(event) {
      if (event.type === "warning") {
        return line(text("warning: {message}", { message: event.text }));
      }
      if (quiet) return;
      switch (event.type) {
        case "session_saved":
          return event.first ? line(text("session {id}", { id: event.sessionId })) : undefined;
        case "step_started":
          step = event.step;
          return live(text("step {step}  waiting for the model", { step }));
        case "answer":
        case "summary":
          costUsd = addUsd(costUsd, event.costUsd ?? 0);
          complete &&= event.costUsd !== null;
          if (event.type === "answer") {
            line(text("step {step}  {cost}", { step, cost: formatCost(costUsd, complete) }));
          }
          if (event.message.tool_calls?.length) detail(String(event.message.content ?? ""));
          return;
        case "tool_started":
          return live(verbatim(`  ${describe(event.call, event.path)} ...`));
        case "tool_finished": {
          const { success, error, path, content, wouldDo } = event.result;
          const call = describe(event.call, path);
          if (wouldDo !== undefined) {
            line(text("  {call}  not done, as this is a dry run:", { call }));
            for (const shown of translate(wouldDo).trimEnd().split("\n")) {
              line(verbatim(`    ${shown}`));
            }
            return;
          }
          line(
            success
              ? verbatim(`  ${call}`)
              : text("  {call}  failed: {error}", { call, error: error ?? "" }),
          );
          const [first = ""] = content.split("\n", 1);
          if (error === undefined || first !== String(error)) detail(first);
          return;
        }
      }
    },
    received(characters) {
      if (quiet) return;
      live(text("step {step}  {count} characters received", { step, count: characters }));
    },
    clear,
  };
}

function describe(
  call: { readonly function: { readonly name: string; readonly arguments: string } },
  path: string | undefined,
): string {
  const shown = escapeControls(callSubject(call.function.arguments, path));
  const short = shown.length > 60 ? `${[...shown].slice(0, 60).join("")}...` : shown;
  return `${escapeControls(call.function.name)} ${short}`.trimEnd();
}
