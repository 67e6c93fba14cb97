/** `architect completions`: a script for each shell, and what the scripts ask. */

import { Command, ValidationError } from "@cliffy/command";
import type { Shell } from "../commands/complete.ts";
import { bashWords } from "./bash_words.ts";
import { completeWord } from "./complete_word.ts";
import { completionScript } from "./completion_scripts.ts";
import { count, type GivenValue, oneOf } from "./flag_types.ts";
import type { AnyCommand, Start } from "./start.ts";

/** How each shell is told to read its script. */
const SHELLS: Readonly<Record<Shell, string>> = {
  bash: "source <(architect completions bash)",
  zsh: "source <(architect completions zsh)",
  fish: "architect completions fish | source",
};

const shell = oneOf(Object.keys(SHELLS) as Shell[]);

/** Longer than any terminal. */
const MOST_COLUMNS = 1000;

/**
 * Makes the command `completions`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function completionsCommand(start: Start): AnyCommand {
  const command = new Command() as AnyCommand;
  command
    .description("Print a script that completes commands, flags and sessions in a shell.")
    .action(() => {
      throw new ValidationError("Cannot print a completion script: bash, zsh or fish is wanted");
    });
  for (const [shell, line] of Object.entries(SHELLS)) command.example(`${shell}:`, line);
  for (const [shell, line] of Object.entries(SHELLS)) {
    command.command(shell, scriptCommand(start, shell as Shell, line));
  }
  return command.command("complete", answerCommand(start)).hidden().reset();
}

function scriptCommand(start: Start, shell: Shell, line: string): AnyCommand {
  return (new Command() as AnyCommand)
    .type("program", program)
    .description(`Print the completion script for ${shell}.`)
    .option("-n, --name <name:program>", "What the program is called here: architect-sandbox.")
    .example("In its start-up file:", line)
    .action(async ({ name = "architect" }: { readonly name?: string }) => {
      await start("completions", async (context) => {
        await context.print(completionScript(shell, name));
        return 0;
      });
    });
}

/** Not for people: a script asks it at each press of the Tab key. */
function answerCommand(start: Start): AnyCommand {
  const command = (new Command() as AnyCommand)
    .type("shell", shell)
    .type("count", count)
    .description("Print what may stand under the cursor.")
    .arguments("<shell:shell>")
    .option("--columns <n:count>", "Width of a line with a description.")
    .action(async ({ columns = MOST_COLUMNS }: { readonly columns?: number }, shell: Shell) => {
      const given = command.getLiteralArgs();
      const { words, kept, redirected } = shell === "bash"
        ? bashWords(given)
        : { words: given, kept: "", redirected: false };
      const { start: typed, before, from } = completeWord(command.getMainCommand(), words);
      const wanted = {
        start: typed,
        before: before.slice(kept.length),
        from: redirected ? "files" as const : from,
      };
      await start("completions complete", async (context) => {
        const { complete } = await import("../commands/complete.ts");
        return await complete(wanted, { shell, columns: Math.min(columns, MOST_COLUMNS) }, context);
      });
    });
  return command;
}

/** A name that stands in a script as it is. */
function program(given: GivenValue): string {
  if (/^[A-Za-z0-9][\w.+-]*$/.test(given.value)) return given.value;
  throw new ValidationError(
    `Cannot use ${given.name} ${JSON.stringify(given.value)}: a file name of letters, digits, ` +
      `"_", ".", "+" and "-" is wanted`,
  );
}
