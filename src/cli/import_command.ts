/** `architect sessions import`. */

import { Command } from "@cliffy/command";
import { notBlank } from "./flag_types.ts";
import type { AnyCommand, Say, Start } from "./start.ts";

/**
 * Makes the command `sessions import`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function importCommand(start: Start, say: Say): AnyCommand {
  const command = new Command() as AnyCommand;
  return command
    .type("text", notBlank)
    .description(
      say("Take a session out of a bundle that sessions export made; - reads stdin."),
    )
    .arguments("<file:text>")
    .option("--new-id", say("Under an id of its own, beside what is here."))
    .option("--json", say("Print one JSON document."))
    .example(say("In a later job:"), "architect sessions import session.bundle")
    .example(say("And go on:"), `architect resume "$(architect sessions import session.bundle)"`)
    .example(say("From elsewhere:"), "architect sessions import - < /tmp/session.bundle")
    .action(async (options: { newId?: true; json?: true }, file: string) => {
      await start("sessions import", async (context) => {
        const { importSession } = await import("../commands/sessions_import.ts");
        const { newId = false, json = false } = options;
        return await importSession(file, { newId, json }, context);
      });
    });
}
