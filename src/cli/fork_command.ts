/** `architect sessions fork`. */

import { Command } from "@cliffy/command";
import { days, notBlank } from "./flag_types.ts";
import type { AnyCommand, Say, Start } from "./start.ts";

/**
 * Makes the command `sessions fork`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function forkSessionCommand(start: Start, say: Say): AnyCommand {
  const command = new Command() as AnyCommand;
  return command
    .type("text", notBlank)
    .type("step", days)
    .description(say("Make a new session of one, up to a step; that one stays as it is."))
    .arguments("<id:text>")
    .option("--at <step:step>", say("The last step that is kept; 0: none. Default: all."))
    .option("--json", say("Print one JSON document."))
    .example(say("From step 4 on:"), "architect sessions fork 20260223-14 --at 4")
    .example(say("And go on with it:"), "architect resume 20260223-14 --from-step 4")
    .action(async (options: { at?: number; json?: true }, id: string) => {
      await start("sessions fork", async (context) => {
        const { forkCommand } = await import("../commands/sessions_fork.ts");
        const { at, json = false } = options;
        return await forkCommand(id, { at, json }, context);
      });
    });
}
