/** What may stand under the cursor of a command line that is being typed. Pure. */

import type { Candidate, Wanted } from "../commands/complete.ts";
import { inEnglish, type Translate } from "../language.ts";
import { text } from "../text.ts";
import type { Choice } from "./flag_types.ts";
import type { AnyCommand } from "./start.ts";

/** The parts of Cliffy's options that are looked at. */
interface Option {
  readonly name: string;
  readonly flags: readonly string[];
  readonly args: readonly Argument[];
  readonly conflicts?: readonly string[];
  readonly global?: boolean;
  readonly description: string | (() => string);
}

/** Of an argument, or of the value of a flag, as its usage has it: `<id:text>`. */
interface Argument {
  readonly name: string;
  readonly type: string;
  readonly variadic?: boolean;
}

const NOTHING: readonly Candidate[] = [];

/**
 * Tells what may stand under the cursor.
 *
 * What a value is is told by its name in the usage: `<id>` a session, `<agent>`, `<file>`, `<command>`;
 * else by its type, where that is one of a few words.
 *
 * @param root The command tree.
 * @param words The words after the program's name, up to the one under the cursor, which may be empty.
 * @param translate Into the language of the tree. Default: none.
 * @returns What may stand there.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createCli } from "../cli.ts";
 * import { completeWord } from "./complete_word.ts";
 *
 * const cli = createCli(() => Promise.resolve());
 * assertEquals(completeWord(cli, ["resume", "2026"]), {
 *   start: "2026",
 *   before: "",
 *   from: "sessions",
 * });
 * ```
 */
export function completeWord(
  root: AnyCommand,
  words: readonly string[],
  translate: Translate = inEnglish,
): Wanted {
  const current = words.at(-1) ?? "";
  const { command, path, given, used, open, literal } = read(root, words.slice(0, -1));
  if (open !== null) return { start: current, before: "", from: valuesOf(command, open, root, []) };
  if (!literal && current.startsWith("-")) {
    const [, flag, start = ""] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
    if (flag === undefined) {
      return { start: current, before: "", from: flagsOf(command, used, translate) };
    }
    const value = optionOf(command, flag)?.args[0];
    const from = value === undefined ? NOTHING : valuesOf(command, value, root, []);
    return { start, before: `${flag}=`, from };
  }
  const below = given.length === 0 && !literal ? commandsOf(command) : NOTHING;
  const argument = argumentAt(command, given.length);
  if (argument === undefined) {
    const from = below.length > 0 || literal ? below : flagsOf(command, used, translate);
    return { start: current, before: "", from };
  }
  // A prefix that was right yesterday may mean another session today: not for what deletes.
  const whole = path === "sessions delete";
  const values = valuesOf(command, argument, root, given);
  const from = values === "sessions" && whole ? "sessions by full id" : values;
  return { start: current, before: "", from: below.length > 0 ? below : from };
}

interface ReadWords {
  readonly command: AnyCommand;
  /** How the command is typed, without the program's name. */
  readonly path: string;
  readonly given: readonly string[];
  readonly used: readonly Option[];
  /** The value that the last flag is without. */
  readonly open: Argument | null;
  /** Whether `--` was among them. */
  readonly literal: boolean;
}

/** Reads the words before the cursor as Cliffy would, and passes over what it would refuse. */
function read(root: AnyCommand, words: readonly string[]): ReadWords {
  let command = root;
  let open: Argument | null = null;
  let literal = false;
  const path: string[] = [];
  const given: string[] = [];
  let used: Option[] = [];
  for (const word of words) {
    if (open !== null) open = null;
    else if (literal) given.push(word);
    else if (word === "--") literal = true;
    else if (word.startsWith("-") && word !== "-") {
      const [flag = ""] = word.split("=", 1);
      const option = optionOf(command, flag);
      if (option === undefined) continue;
      used.push(option);
      if (word === flag) open = option.args[0] ?? null;
    } else {
      const below: AnyCommand | undefined = given.length > 0 ? undefined : command.getCommand(word);
      if (below === undefined) given.push(word);
      else {
        command = below;
        path.push(word);
        used = used.filter((option) => option.global);
      }
    }
  }
  return { command, path: path.join(" "), given, used, open, literal };
}

function optionsOf(command: AnyCommand, hidden = false): readonly Option[] {
  return command.getOptions(hidden);
}

function optionOf(command: AnyCommand, flag: string): Option | undefined {
  return optionsOf(command, true).find(({ flags }) => flags.includes(flag));
}

function argumentAt(command: AnyCommand, index: number): Argument | undefined {
  const all: readonly Argument[] = command.getArguments();
  const last = all.at(-1);
  return all[index] ?? (last?.variadic ? last : undefined);
}

function commandsOf(command: AnyCommand): readonly Candidate[] {
  return command.getCommands().map((below: AnyCommand) => ({
    value: below.getName(),
    description: below.getShortDescription(),
  }));
}

/** The long names of the flags that may still be given. */
function flagsOf(
  command: AnyCommand,
  used: readonly Option[],
  translate: Translate,
): readonly Candidate[] {
  const excluded = (option: Option): boolean =>
    used.some(({ name, conflicts = [] }) =>
      name === option.name || conflicts.includes(option.name) ||
      (option.conflicts ?? []).includes(name)
    );
  const left = optionsOf(command).filter((option) => !excluded(option));
  // A command's own come before those that every command has.
  const own = left.filter((option) => !option.global);
  const flags = [...own, ...left.filter((option) => option.global)].map((option) => ({
    value: option.flags.find((flag) => flag.startsWith("--")) ?? option.flags[0]!,
    description: typeof option.description === "string" ? option.description : "",
  }));
  // Cliffy adds these when it parses.
  const always = [
    { value: "--help", description: translate(text("Show this help.")) },
    ...(command.getParent() === undefined
      ? [{ value: "--version", description: translate(text("Show the version.")) }]
      : []),
  ];
  const missing = always.filter((flag) => !flags.some(({ value }) => value === flag.value));
  return [...flags, ...missing];
}

function valuesOf(
  command: AnyCommand,
  { name, type }: Argument,
  root: AnyCommand,
  given: readonly string[],
): Wanted["from"] {
  if (name === "id") return "sessions";
  if (name === "agent") return "agents";
  if (name === "file") return "files";
  if (name === "command") {
    let found: AnyCommand | undefined = root;
    for (const word of given) found = found?.getCommand(word);
    return found === undefined ? NOTHING : commandsOf(found);
  }
  const handler = command.getType(type)?.handler as Partial<Choice<string>> | undefined;
  return (handler?.values ?? []).map((value) => ({ value, description: "" }));
}
