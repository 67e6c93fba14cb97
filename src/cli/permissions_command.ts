/** `architect permissions`. */

import { Command } from "@cliffy/command";
import { notBlank } from "./flag_types.ts";
import type { AnyCommand, Say, Start } from "./start.ts";

/**
 * Makes the command `permissions`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function permissionsCommand(start: Start, say: Say): AnyCommand {
  const command = new Command() as AnyCommand;
  return command
    .type("text", notBlank)
    .description(
      say("Show what each command may do at most, and what this program was given."),
    )
    .arguments("[command...:text]")
    .option("--json", say("Print one JSON document."))
    .example(say("All commands:"), "architect permissions")
    .example(say("One of them:"), "architect permissions sessions show")
    .example(say("In a script:"), "architect permissions run --json | jq .granted.net")
    .action(async (options: { json?: true }, ...words: string[]) => {
      await start("permissions", async (context) => {
        const { permissions } = await import("../commands/permissions.ts");
        const name = words.length === 0 ? null : words.join(" ");
        return await permissions(name, { json: options.json ?? false }, context);
      });
    });
}
