/** `architect completions`: a script for each shell, and what the scripts ask. */

import { Command } from "@cliffy/command";
import type { Shell } from "../commands/complete.ts";
import type { Translate } from "../language.ts";
import { text } from "../text.ts";
import { bashWords } from "./bash_words.ts";
import { completeWord } from "./complete_word.ts";
import { completionScript } from "./completion_scripts.ts";
import { count, type GivenValue, oneOf } from "./flag_types.ts";
import type { AnyCommand, Say, Start } from "./start.ts";
import { UsageError } from "./usage_error.ts";

/** How each shell is told to read its script, and what is said of the command that prints it. */
const SHELLS = {
  bash: {
    line: "source <(architect completions bash)",
    description: "Print the completion script for bash.",
  },
  zsh: {
    line: "source <(architect completions zsh)",
    description: "Print the completion script for zsh.",
  },
  fish: {
    line: "architect completions fish | source",
    description: "Print the completion script for fish.",
  },
} as const;

const NAMES = Object.keys(SHELLS) as Shell[];
const shell = oneOf(NAMES);

/** Longer than any terminal. */
const MOST_COLUMNS = 1000;

/**
 * Makes the command `completions`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @param tree Makes the whole command tree in a language: that of a config is known only when the work
 * has begun.
 * @returns The command, to be added to the tree.
 */
export function completionsCommand(
  start: Start,
  say: Say,
  tree: (translate: Translate) => AnyCommand,
): AnyCommand {
  const command = new Command() as AnyCommand;
  command
    .description(say("Print a script that completes commands, flags and sessions in a shell."))
    .action(() => {
      throw new UsageError(
        text("Cannot print a completion script: bash, zsh or fish is wanted"),
      );
    });
  for (const name of NAMES) command.example(`${name}:`, SHELLS[name].line);
  for (const name of NAMES) command.command(name, scriptCommand(start, say, name));
  return command.command("complete", answerCommand(start, say, tree)).hidden().reset();
}

function scriptCommand(start: Start, say: Say, shell: Shell): AnyCommand {
  const { line, description } = SHELLS[shell];
  return (new Command() as AnyCommand)
    .type("program", program)
    .description(say(description))
    .option("-n, --name <name:program>", say("What the program is called here: architect-sandbox."))
    .example(say("In its start-up file:"), line)
    .action(async ({ name = "architect" }: { readonly name?: string }) => {
      await start("completions", async (context) => {
        await context.print(completionScript(shell, name, context.translate));
        return 0;
      });
    });
}

/** Not for people: a script asks it at each press of the Tab key. */
function answerCommand(
  start: Start,
  say: Say,
  tree: (translate: Translate) => AnyCommand,
): AnyCommand {
  const command = (new Command() as AnyCommand)
    .type("shell", shell)
    .type("count", count)
    .description(say("Print what may stand under the cursor."))
    .arguments("<shell:shell>")
    .option("--columns <n:count>", say("Width of a line with a description."))
    .action(async ({ columns = MOST_COLUMNS }: { readonly columns?: number }, shell: Shell) => {
      const given = command.getLiteralArgs();
      const { words, kept, redirected } = shell === "bash"
        ? bashWords(given)
        : { words: given, kept: "", redirected: false };
      await start("completions complete", async (context) => {
        const { translate } = context;
        const { start: typed, before, from } = completeWord(tree(translate), words, translate);
        const wanted = {
          start: typed,
          before: before.slice(kept.length),
          from: redirected ? "files" as const : from,
        };
        const { complete } = await import("../commands/complete.ts");
        return await complete(wanted, { shell, columns: Math.min(columns, MOST_COLUMNS) }, context);
      });
    });
  return command;
}

/** A name that stands in a script as it is. */
function program({ name, value }: GivenValue): string {
  if (/^[A-Za-z0-9][\w.+-]*$/.test(value)) return value;
  throw new UsageError(
    text(
      'Cannot use {name} {value}: a file name of letters, digits, "_", ".", "+" and "-" is wanted',
      { name, value: JSON.stringify(value) },
    ),
  );
}
