/** What a shell offers for the word under the cursor: from the command line, or from `.architect`. */

import { checkConfigFile } from "../config/config_file.ts";
import { readConfigFiles } from "../config/read_config_files.ts";
import { builtInAgents } from "../agent/agents.ts";
import type { Translate } from "../language.ts";
import { createRedactor } from "../secrets.ts";
import { sessionsBeginning } from "../session/sessions_beginning.ts";
import { text } from "../text.ts";
import { cutToWidth, displayWidth, padToWidth } from "../ui/display_width.ts";
import { escapeControls } from "../ui/escape.ts";
import type { CommandContext } from "./context.ts";

/** A shell that can be given completions. */
export type Shell = "bash" | "zsh" | "fish";

/** A word that may stand where the cursor is. */
export interface Candidate {
  readonly value: string;
  /** What it is; may be empty. */
  readonly description: string;
}

/** What may stand where the cursor is. */
export interface Wanted {
  /** What of the word is there. */
  readonly start: string;
  /** What stands before it in the same word, such as `--session=`; repeated before each candidate. */
  readonly before: string;
  readonly from: readonly Candidate[] | "sessions" | "sessions by full id" | "agents" | "files";
}

/** How the words are printed. */
export interface CompleteFlags {
  readonly shell: Shell;
  /** Width of the terminal, in which a line with a description has room. */
  readonly columns: number;
}

/** Tells the shell to offer files. No word of ours begins with a colon. */
const FILES = ":files\n";

/** Nobody reads a longer description; a task may be a megabyte. */
const MOST_CHARACTERS = 500;

/** A word with any other character would have to be quoted, by each shell in another way. */
const PLAIN_WORD = /^[\p{L}\p{N}_.+/-]+$/u;

/**
 * Prints the words that may stand where the cursor is, one a line: the word, a tab, and what a person
 * is shown for it. What cannot be read is offered as nothing: a shell that waits for the next key is no
 * place for an error.
 *
 * @param wanted What may stand there.
 * @param flags For which shell.
 * @param context The outside world.
 * @returns The exit code: always 0.
 */
export async function complete(
  wanted: Wanted,
  flags: CompleteFlags,
  context: Pick<CommandContext, "workspace" | "print" | "translate">,
): Promise<number> {
  const { start, before, from } = wanted;
  if (from === "files") {
    await context.print(FILES);
    return 0;
  }
  const found = typeof from === "string" ? await fromDisk(from, start, context) : from;
  const candidates = found
    .filter(({ value }) => value.startsWith(start) && PLAIN_WORD.test(value))
    .map(({ value, description }) => ({ value: before + value, description }));
  await context.print(lines(candidates, flags));
  return 0;
}

async function fromDisk(
  from: "sessions" | "sessions by full id" | "agents",
  start: string,
  { workspace, translate }: Pick<CommandContext, "workspace" | "translate">,
): Promise<readonly Candidate[]> {
  try {
    if (from === "agents") return await agents(workspace, translate);
    const found = await sessions(workspace, start, translate);
    if (from === "sessions by full id") return found;
    const description = translate(text("the newest session that nobody is working on"));
    return [...found, { value: "last", description }];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

async function sessions(
  workspace: string,
  start: string,
  translate: Translate,
): Promise<readonly Candidate[]> {
  const redactor = createRedactor([]);
  return (await sessionsBeginning(workspace, start)).map((session) => {
    const { id: value, status, task = "", reason = "" } = session;
    if (status === undefined) return { value, description: "" };
    const why = typeof reason === "string" ? reason : translate(reason);
    const told = redactor.text(status === "corrupt" ? why : task);
    return { value, description: `${status}: ${told}` };
  });
}

async function agents(
  workspace: string,
  translate: Translate,
): Promise<readonly Candidate[]> {
  const builtIn = builtInAgents().map(({ name, mode }) => ({
    value: name,
    description: translate(mode === "yolo" ? text("only reads") : text("all tools")),
  }));
  const own = (await readConfigFiles(workspace))
    .flatMap((file) => Object.keys(checkConfigFile(file).settings.agents ?? {}))
    // One that begins like a flag would be taken for it.
    .filter((name) => !name.startsWith("-") && !builtIn.some(({ value }) => value === name))
    .map((value) => ({ value, description: translate(text("from the config")) }));
  return [...builtIn, ...own];
}

/** fish lays words and descriptions out by itself; the others show a text in place of the word. */
function lines(candidates: readonly Candidate[], { shell, columns }: CompleteFlags): string {
  const plain = candidates.map(({ value, description }) => ({
    value,
    told: escapeControls(description.slice(0, MOST_CHARACTERS)),
  }));
  const width = plain.reduce((widest, { value }) => Math.max(widest, displayWidth(value)), 0);
  return plain.map(({ value, told }) => {
    if (told === "") return `${value}\n`;
    const shown = shell === "fish" ? told : `${padToWidth(value, width)}  ${told}`;
    return `${value}\t${cutToWidth(shown, Math.max(columns - 1, 1))}\n`;
  }).join("");
}
