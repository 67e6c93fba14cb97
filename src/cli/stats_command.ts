/** `architect sessions stats`. */

import { Command } from "@cliffy/command";
import { count } from "./flag_types.ts";
import type { AnyCommand, Say, Start } from "./start.ts";

/**
 * Makes the command `sessions stats`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function statsCommand(start: Start, say: Say): AnyCommand {
  return (new Command() as AnyCommand)
    .type("count", count)
    .description(
      say("Show success, steps and costs: of all sessions, by day, model and agent."),
    )
    .option("--since <days:count>", say("Only sessions that were saved in the last so many days."))
    .option("--json", say("Print one JSON document."))
    .example(say("This month:"), "architect sessions stats --since 31")
    .example(say("What was spent:"), "architect sessions stats --json | jq .cost_usd")
    .action(async ({ since, json }: { readonly since?: number; readonly json?: true }) => {
      await start("sessions stats", async (context) => {
        const { showStats } = await import("../commands/sessions_stats.ts");
        return await showStats({ sinceDays: since, json: json ?? false }, context);
      });
    });
}
