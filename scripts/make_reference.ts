/**
 * Writes the reference into README.md anew: exit codes, commands, flags, config keys and variables, as
 * the program itself knows them, each between its two marks.
 *
 *     sh scripts/deno.sh run -A scripts/make_reference.ts
 */
import { createCli } from "../src/cli.ts";
import { exitCodesHelp } from "../src/cli/help.ts";
import { HELP_TEXTS } from "../src/cli/help_texts.ts";
import type { AnyCommand } from "../src/cli/start.ts";
import { SETTING_VARIABLES } from "../src/commands/known_variables.ts";
import { type Config, loadConfig } from "../src/config.ts";
import { checkConfigFile } from "../src/config/config_file.ts";
import { knownKeys, PYTHON_ONLY } from "../src/config/config_schema.ts";
import { ArchitectError } from "../src/errors.ts";
import { PROVIDER_KEY_VARIABLES } from "../src/llm/endpoint.ts";

const README = new URL("../README.md", import.meta.url);

/** What the schema cannot tell: what a key is for. */
const KEYS: Readonly<Record<string, string>> = {
  "sessions.auto_save": "Save after each step; `false`: like `--no-session`.",
  "sessions.cleanup_after_days": "Age from which `architect cleanup` removes.",
  "sessions.history": "Keep the full history beside the state.",
  "llm.model": "Default: the session's own, then `gpt-4o`. No `replay:FILE` but with `-c`.",
  "llm.api_base": "Server that speaks the chat-completions protocol.",
  "llm.api_key_env": "Variable that holds the key.",
  "llm.timeout": "Time without a byte from the server.",
  "llm.retries": "After a failed call.",
  "llm.stream": "Take answers as they are made.",
  "llm.context_tokens": "Default: what is known of the model, else 128000.",
  "costs.budget_usd": "Most that a session may cost.",
  "costs.prices.MODEL.input": "USD for a million tokens; without `-c` never below a known price.",
  "costs.prices.MODEL.output": "Likewise.",
  "commands.enabled": "Like `--allow-commands`.",
  "commands.timeout": "Of one command.",
  "commands.allowed": "First words of the commands that may run; empty: all.",
  "commands.env": "Further variables that commands get.",
  "agents.NAME.system_prompt": "What the agent is told.",
  "agents.NAME.allowed_tools":
    "Default: the tools that only read. More for a built-in agent with `-c` only.",
  "agents.NAME.mode": "`yolo` with `-c` only.",
  "agents.NAME.max_steps": "Of one run.",
  "language": "In which language people are spoken to, as `--lang`.",
};

/** What each variable is for. */
const VARIABLES: Readonly<Record<string, string>> = {
  ARCHITECT_MODEL: "`llm.model`",
  ARCHITECT_API_BASE: "`llm.api_base`",
  ARCHITECT_API_KEY: "The key for it, whatever the provider",
  ARCHITECT_LANGUAGE: "`language`",
  ARCHITECT_DEBUG: "`1`: the stack of an unexpected error",
  LANG: "`language`, where nothing else gives one",
};

/** Placeholder for a name that the user chooses, in the path of a key. */
const CHOSEN: Readonly<Record<string, string>> = { agents: "NAME", prices: "MODEL" };

const HALVES = { input: 1, output: 1 };

/** Values of many kinds: each key takes one of them. */
const SAMPLES = [true, 1, "https://example.com", "A", ["a"], "confirm-all", "en"] as const;

/**
 * The parts of the reference.
 *
 * @returns Name of each part, as the marks have it, to its Markdown.
 */
export function references(): Readonly<Record<string, string>> {
  return {
    "exit codes": exitCodes(),
    commands: commands(),
    "flags of run and resume": flags(true),
    "flags of the others": flags(false),
    "config keys": configKeys(),
    variables: variables(),
    "keys of the Python tool": folded(PYTHON_ONLY.map((path) => `\`${path.join(".")}\``)),
  };
}

/**
 * Puts the parts where their marks are.
 *
 * @param text The README.
 * @param parts The parts.
 * @returns The README with them.
 * @throws {Error} A part has no marks.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { withReferences } from "./make_reference.ts";
 *
 * const text = "# A\n\n<!-- made: x -->\n\nold\n\n<!-- end -->\n";
 * assertEquals(
 *   withReferences(text, { x: "new" }),
 *   "# A\n\n<!-- made: x -->\n\nnew\n\n<!-- end -->\n",
 * );
 * ```
 */
export function withReferences(text: string, parts: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [name, part] of Object.entries(parts)) {
    const begin = `<!-- made: ${name} -->\n`;
    const [before, after, ...more] = result.split(begin);
    const end = after?.indexOf("<!-- end -->") ?? -1;
    if (more.length > 0 || end < 0) throw new Error(`Cannot find one place for "${name}"`);
    result = `${before}${begin}\n${part}\n\n${after!.slice(end)}`;
  }
  return result;
}

/** A sentence that lists names, its lines as long as `deno fmt` makes them. */
function folded(names: readonly string[]): string {
  const lines = [""];
  for (const [index, name] of names.entries()) {
    const word = name + (index === names.length - 1 ? "." : ",");
    const line = lines.at(-1)!;
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= 100) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

/** Columns as `deno fmt` lays them out. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [head, widths.map((width) => "-".repeat(width)), ...body].map(line).join("\n");
}

function exitCodes(): string {
  const text = exitCodesHelp().replace(/\n {7}/g, " ");
  const rows = [...text.matchAll(/^ {2}(\d+) +(.*)$/gm)].map(([, code = "", when = ""]) => [
    code,
    when.replace(/--[a-z-]+/g, "`$&`"),
  ]);
  return table([["exit code", "when"], ...rows]);
}

interface NamedCommand {
  readonly words: string;
  readonly command: AnyCommand;
}

function allCommands(): NamedCommand[] {
  const below = (command: AnyCommand, words: readonly string[]): NamedCommand[] =>
    command.getCommands().flatMap((inner: AnyCommand) => {
      const inside = [...words, inner.getName()];
      return [{ words: inside.join(" "), command: inner }, ...below(inner, inside)];
    });
  return below(createCli(() => Promise.resolve()), []);
}

function commands(): string {
  const rows = allCommands().map(({ words, command }) => {
    const [, usage = words] = /^Usage: +architect (.*)$/m.exec(HELP_TEXTS[words] ?? "") ?? [];
    const shown = usage.replace(/ \[(flags|command)\]/g, "");
    return [`\`architect ${shown}\``, command.getDescription()];
  });
  return table([["command", "what it does"], ...rows]);
}

/** The commands that share nearly all of their flags. */
const WORKING = ["run", "resume"];

function flags(working: boolean): string {
  const all = allCommands();
  const rows = new Map<string, { flag: string; what: string; of: string[] }>();
  for (const { words, command } of all.filter(({ words }) => WORKING.includes(words) === working)) {
    for (const option of command.getOptions(false)) {
      if (option.name === "help") continue;
      const value = option.typeDefinition?.replace(/:[^>\]]+/g, "") ?? "";
      const flag = `\`${`${option.flags.join(", ")} ${value}`.trimEnd()}\``;
      const key = flag + option.description;
      const row = rows.get(key) ?? { flag, what: option.description, of: [] };
      row.of.push(`\`${words}\``);
      rows.set(key, row);
    }
  }
  const lines = [...rows.values()].map(({ flag, what, of }) => {
    if (!working) {
      return [flag, of.length + WORKING.length < all.length ? of.join(", ") : "all", what];
    }
    return [flag, of.length === WORKING.length ? what : `${what} (${of.join(", ")} only)`];
  });
  return table([working ? ["flag", "what it does"] : ["flag", "of", "what it does"], ...lines]);
}

/** Every key that may stand in a config file, with what stands for names that the user chooses. */
function configPaths(path: readonly string[] = []): string[][] {
  const chosen = CHOSEN[path.at(-1) ?? ""];
  const keys = chosen === undefined ? knownKeys([...path, "?"]) : [chosen];
  return keys.flatMap((key) => {
    const inside = [...path, key];
    return wanted(inside, 1).startsWith("a section") ? configPaths(inside) : [inside];
  });
}

/** What the program says it wants in place of a value that is wrong; empty where it takes it. */
function wanted(path: readonly string[], wrong: unknown = {}): string {
  try {
    check(path, wrong, true);
    return "";
  } catch (error) {
    if (!(error instanceof ArchitectError)) throw error;
    return new RegExp(`: ${path.join("\\.")}: (.*) is wanted, not `).exec(error.message)?.[1] ?? "";
  }
}

function check(path: readonly string[], value: unknown, trusted: boolean): void {
  const nested = path.toReversed().reduce<unknown>(
    // A price needs both of its halves.
    (inner, key, index) => ({ ...(path.length === 4 && index === 0 ? HALVES : {}), [key]: inner }),
    value,
  );
  checkConfigFile({ name: "config", text: JSON.stringify(nested), trusted });
}

function isTaken(path: readonly string[], value: unknown, trusted: boolean): boolean {
  try {
    check(path, value, trusted);
    return true;
  } catch (error) {
    if (!(error instanceof ArchitectError)) throw error;
    return false;
  }
}

function configKeys(): string {
  const defaults = loadConfig();
  const rows = configPaths().map((path) => {
    const name = path.join(".");
    const what = KEYS[name];
    if (what === undefined) throw new Error(`What is the key ${name} of the config for?`);
    const sample = SAMPLES.find((value) => isTaken(path, value, true));
    if (sample === undefined) throw new Error(`No sample fits the key ${name} of the config`);
    const where = isTaken(path, sample, false) ? "" : " With `-c` only.";
    return [`\`${name}\``, wanted(path), defaultOf(path, defaults), what + where];
  });
  return table([["key", "takes", "default", "what it does"], ...rows]);
}

/** The default as YAML has it; `-` where there is none. */
function defaultOf(path: readonly string[], defaults: Config): string {
  if (path.some((key) => Object.values(CHOSEN).includes(key))) return "-";
  const value = path.reduce<unknown>((node, key) => {
    const fields = node as Readonly<Record<string, unknown>>;
    const name = key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const found = [name, `${name}Seconds`, "keyVariable"].find((field) => field in fields);
    if (found === undefined) throw new Error(`What is the default of ${path.join(".")}?`);
    return fields[found];
  }, defaults);
  return value === null ? "-" : `\`${JSON.stringify(value)}\``.replaceAll('"', "");
}

function variables(): string {
  const own = SETTING_VARIABLES.filter((name) => !PROVIDER_KEY_VARIABLES.includes(name));
  const rows = own.map((name) => {
    const what = VARIABLES[name];
    if (what === undefined) throw new Error(`What is the variable ${name} for?`);
    return [`\`${name}\``, what];
  });
  const keys = PROVIDER_KEY_VARIABLES.map((name) => `\`${name}\``);
  const last = keys.pop()!;
  rows.push([keys.join(", "), "The key of the provider, for its own host"]);
  rows.push([last, "Looked at last, whatever the provider"]);
  return table([["variable", "gives"], ...rows]);
}

if (import.meta.main) {
  await Deno.writeTextFile(README, withReferences(await Deno.readTextFile(README), references()));
}
