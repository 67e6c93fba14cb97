/** `architect completions`: the scripts that Cliffy makes of the command tree. */

import { ValidationError } from "@cliffy/command";
import { CompletionsCommand } from "@cliffy/command/completions";
import type { AnyCommand, Start } from "./start.ts";

/**
 * Makes the command `completions`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function completionsCommand(start: Start): AnyCommand {
  const command = new CompletionsCommand() as unknown as AnyCommand;
  command
    .description("Print a completion script for bash, zsh or fish.")
    .example("bash:", "source <(architect completions bash)")
    .example("zsh:", "source <(architect completions zsh)")
    .example("fish:", "architect completions fish | source")
    .action(() => {
      throw new ValidationError("Cannot print a completion script: bash, zsh or fish is wanted");
    });
  for (const shell of command.getCommands(true)) {
    // Runs before Cliffy's own action, which prints.
    shell.globalAction(() => start("completions", () => Promise.resolve(0)));
    const name = shell.getName();
    if (name !== "complete") shell.example(`${name}:`, `architect completions ${name}`);
  }
  return command;
}
