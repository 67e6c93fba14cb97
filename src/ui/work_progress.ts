/** How far a long work has come, at a terminal. */

import { inEnglish, type Translate } from "../language.ts";
import { text } from "../text.ts";
import { createLiveLine } from "./live_line.ts";

/** What is quicker than this needs no progress. */
const SHOW_AFTER_MS = 2000;

/** Nobody reads faster. */
const SHOW_EVERY_MS = 100;

/** Options of {@linkcode createWorkProgress}. */
export interface WorkProgressOptions {
  /** Whether stderr is a terminal: else nothing is shown. */
  readonly stderr: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  /** Into the person's language. Default: none. */
  readonly translate?: Translate;
  /** Milliseconds that pass. Default: those of this process. */
  readonly now?: () => number;
  /** Shows a line in place of the last one. Default: on stderr. */
  readonly live?: (text: string) => void;
}

/** The progress of one work. */
export interface WorkProgress {
  /** Told after each piece. */
  readonly onProgress: (done: number, total: number) => void;
  /** Takes the line away. */
  readonly clear: () => void;
}

/**
 * Shows how far a work has come, once it takes longer than two seconds.
 *
 * @param what What is being done, such as "read".
 * @param options The terminal.
 * @returns What takes the progress.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createWorkProgress } from "./work_progress.ts";
 *
 * const shown: string[] = [];
 * let now = 0;
 * const { onProgress } = createWorkProgress("read", {
 *   stderr: true,
 *   columns: 80,
 *   now: () => now,
 *   live: (text) => shown.push(text),
 * });
 * onProgress(1, 9000);
 * now = 2500;
 * onProgress(5000, 9000);
 * assertEquals(shown, ["read 5000 of 9000 sessions"]);
 * ```
 */
export function createWorkProgress(
  what: "read" | "looked at",
  options: WorkProgressOptions,
): WorkProgress {
  const { stderr, columns, translate = inEnglish, now = () => performance.now() } = options;
  if (!stderr) return { onProgress: () => {}, clear: () => {} };
  const live = options.live ?? createLiveLine(columns);
  let next = now() + SHOW_AFTER_MS;
  return {
    onProgress(done, total) {
      const time = now();
      if (time < next) return;
      next = time + SHOW_EVERY_MS;
      const line = what === "read"
        ? text("read {done} of {total} sessions", { done, total })
        : text("looked at {done} of {total} sessions", { done, total });
      live(translate(line));
    },
    clear: () => live(""),
  };
}
