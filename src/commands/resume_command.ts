/** The command line with which a person goes on. Pure. */

import type { RunFlags } from "./context.ts";

/** What the next call needs beyond the flags of this one. */
export interface ResumeNeeds {
  readonly prompt?: string;
  readonly mode?: RunFlags["mode"];
  /** USD on top of what is spent. */
  readonly budgetOnTop?: number;
  /** Nothing of this call is kept, as it did not begin: all its flags are repeated. Default false. */
  readonly unsaved?: boolean;
  /** The fork that this call did not come to make. Default: none. */
  readonly fork?: RunFlags["fork"];
}

/** A longer prompt is not repeated, nor one of several lines: nobody could read the command. */
const LONGEST_PROMPT = 1000;

/** The flags of a call that the next one may need again: all but which session, and the key. */
export type RepeatedFlags = Partial<Omit<RunFlags, "session" | "fork" | "save" | "apiKey">>;

/**
 * A command that goes on with a session. It repeats the flags that a session does not keep, and never
 * a key.
 *
 * @param id The session.
 * @param flags The flags of this call.
 * @param needs What the next call needs beyond them.
 * @returns A command line for a POSIX shell.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { resumeCommand } from "./resume_command.ts";
 *
 * const id = "20260223-143022-a1b2c3";
 * assertEquals(
 *   resumeCommand(id, { commands: true }, { mode: "yolo", prompt: "what's left?" }),
 *   `architect resume ${id} 'what'\\''s left?' --mode yolo --allow-commands`,
 * );
 * ```
 */
export function resumeCommand(
  id: string,
  flags: RepeatedFlags,
  needs: ResumeNeeds = {},
): string {
  const { prompt, budgetOnTop, unsaved = false, fork } = needs;
  const parts = ["architect", "resume", id];
  const add = (flag: string, value: string | undefined) => {
    if (value !== undefined) parts.push(flag, shellWord(value));
  };
  const likeAFlag = prompt?.startsWith("-") ?? false;
  if (prompt !== undefined && !likeAFlag) parts.push(promptWord(prompt));
  if (fork !== undefined) {
    parts.push(...fork.step === null ? ["--fork"] : ["--from-step", String(fork.step)]);
  }
  if (unsaved) add("-a", flags.agent);
  add("--mode", needs.mode ?? flags.mode);
  if (unsaved) add("--model", flags.model);
  if (flags.commands === true) parts.push("--allow-commands");
  // To a millionth of a dollar: a sum of floats has digits that nobody gave.
  if (budgetOnTop !== undefined) add("--budget", `+${Number(budgetOnTop.toFixed(6)) || 1}`);
  else if (unsaved && flags.budget !== undefined) {
    add("--budget", `${flags.budget.onTop ? "+" : ""}${flags.budget.usd}`);
  }
  if (flags.dryRun === true) parts.push("--dry-run");
  add("-c", flags.configFile);
  add("--api-base", flags.apiBase);
  add("--lang", flags.language);
  if (unsaved) parts.push(...flagsOfOneCall(flags));
  if (prompt !== undefined && likeAFlag) parts.push("--", promptWord(prompt));
  return parts.join(" ");
}

/** What holds for one call only, and would hold for this one had it begun. */
function flagsOfOneCall(flags: RepeatedFlags): string[] {
  const parts: string[] = [];
  if (flags.commands === false) parts.push("--no-commands");
  if (flags.timeoutSeconds !== undefined) parts.push("--timeout", String(flags.timeoutSeconds));
  if (flags.maxSteps !== undefined) parts.push("--max-steps", String(flags.maxSteps));
  if (flags.stream === false) parts.push("--no-stream");
  if (flags.record !== undefined) parts.push("--record", shellWord(flags.record));
  if (flags.json === true) parts.push("--json");
  if (flags.events !== undefined) parts.push(flags.events.text ? "--events-text" : "--events");
  if (flags.quiet === true) parts.push("--quiet");
  if (flags.verbose === true) parts.push("--verbose");
  const { exitCodeOnPartial = 2 } = flags;
  if (exitCodeOnPartial !== 2) parts.push("--exit-code-on-partial", String(exitCodeOnPartial));
  return parts;
}

function promptWord(prompt: string): string {
  return prompt.length > LONGEST_PROMPT || /\p{Cc}/u.test(prompt) ? "PROMPT" : shellWord(prompt);
}

function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
