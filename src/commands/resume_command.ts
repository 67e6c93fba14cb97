/** The command line with which a person goes on. Pure. */

import type { RunFlags } from "./context.ts";

/** What the next call needs beyond the flags of this one. */
export interface ResumeNeeds {
  readonly prompt?: string;
  readonly mode?: RunFlags["mode"];
  /** USD on top of what is spent. */
  readonly budgetOnTop?: number;
}

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
  flags: Pick<RunFlags, "mode" | "commands" | "configFile" | "apiBase">,
  needs: ResumeNeeds = {},
): string {
  const parts = ["architect", "resume", id];
  if (needs.prompt !== undefined) parts.push(...promptWords(needs.prompt));
  const mode = needs.mode ?? flags.mode;
  if (mode !== undefined) parts.push("--mode", mode);
  if (flags.commands === true) parts.push("--allow-commands");
  if (needs.budgetOnTop !== undefined) parts.push("--budget", `+${needs.budgetOnTop}`);
  if (flags.configFile !== undefined) parts.push("-c", shellWord(flags.configFile));
  if (flags.apiBase !== undefined) parts.push("--api-base", shellWord(flags.apiBase));
  return parts.join(" ");
}

/** A prompt that looks like a flag follows `--`, which would end the flags: it is left to the user. */
function promptWords(prompt: string): string[] {
  return prompt.startsWith("-") ? ["PROMPT"] : [shellWord(prompt)];
}

function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
