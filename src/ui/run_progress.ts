/** A run as it goes on, for a person: lines on stderr, and a line that changes at a terminal. */

import type { RunEvent } from "../agent/run_session.ts";
import { addUsd } from "../usd.ts";
import { callSubject } from "./call_subject.ts";
import { escapeControls } from "./escape.ts";
import { formatCost } from "./money.ts";

/** Where progress is written. */
export interface ProgressOptions {
  /** Writes a line that stays. */
  readonly line: (text: string) => void;
  /**
   * Shows a line that the next one replaces; empty text takes it away. Undefined where there is no
   * terminal.
   */
  readonly live?: (text: string) => void;
  /** Show only warnings. */
  readonly quiet: boolean;
  /** Show what the model says between its tool calls, and the first line of each result. */
  readonly verbose: boolean;
  /** USD that the session has cost before this run. */
  readonly costUsd: number;
  /** False when calls of unknown price are missing in it. Default true. */
  readonly costComplete?: boolean;
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
  const { quiet, verbose } = options;
  let costUsd = options.costUsd;
  let complete = options.costComplete ?? true;
  let step = 0;

  const live = (text: string) => options.live?.(text);
  const line = (text: string) => {
    live("");
    options.line(text);
  };
  const detail = (text: string) => {
    if (verbose && text.trim() !== "") line(`    ${escapeControls(text.trim())}`);
  };

  return {
    show(event) {
      if (event.type === "warning") return line(`warning: ${escapeControls(String(event.text))}`);
      if (quiet) return;
      switch (event.type) {
        case "session_saved":
          return event.first ? line(`session ${event.sessionId}`) : undefined;
        case "step_started":
          step = event.step;
          return live(`step ${step}  waiting for the model`);
        case "answer":
        case "summary":
          costUsd = addUsd(costUsd, event.costUsd ?? 0);
          complete &&= event.costUsd !== null;
          if (event.type === "answer") line(`step ${step}  ${formatCost(costUsd, complete)}`);
          if (event.message.tool_calls?.length) detail(String(event.message.content ?? ""));
          return;
        case "tool_started":
          return live(`  ${describe(event.call, event.path)} ...`);
        case "tool_finished": {
          const { success, error, path, content, wouldDo } = event.result;
          const told = describe(event.call, path);
          if (wouldDo !== undefined) {
            line(`  ${told}  not done, as this is a dry run:`);
            for (const text of wouldDo.trimEnd().split("\n")) line(`    ${escapeControls(text)}`);
            return;
          }
          const failure = success ? "" : `  failed: ${escapeControls(error ?? "")}`;
          line(`  ${told}${failure}`);
          const [first = ""] = content.split("\n", 1);
          if (first !== error) detail(first);
          return;
        }
      }
    },
    received(characters) {
      if (!quiet) live(`step ${step}  ${characters} characters received`);
    },
    clear() {
      live("");
    },
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
