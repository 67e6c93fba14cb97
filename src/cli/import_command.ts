/** `architect sessions import`. */

import { Command } from "@cliffy/command";
import { text } from "./flag_types.ts";
import type { AnyCommand, Start } from "./start.ts";

/**
 * Makes the command `sessions import`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function importCommand(start: Start): AnyCommand {
  const command = new Command() as AnyCommand;
  return command
    .type("text", text)
    .description("Take a session out of a bundle that sessions export made; - reads stdin.")
    .arguments("<file:text>")
    .option("--new-id", "Under an id of its own, beside what is here.")
    .option("--json", "Print one JSON document.")
    .example("In a later job:", "architect sessions import session.bundle")
    .example("And go on:", `architect resume "$(architect sessions import session.bundle)"`)
    .example("From elsewhere:", "architect sessions import - < /tmp/session.bundle")
    .action(async (options: { newId?: true; json?: true }, file: string) => {
      await start("sessions import", async (context) => {
        const { importSession } = await import("../commands/sessions_import.ts");
        const { newId = false, json = false } = options;
        return await importSession(file, { newId, json }, context);
      });
    });
}
