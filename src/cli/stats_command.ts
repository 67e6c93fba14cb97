/** `architect sessions stats`. */

import { Command } from "@cliffy/command";
import { count } from "./flag_types.ts";
import type { AnyCommand, Start } from "./start.ts";

/**
 * Makes the command `sessions stats`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function statsCommand(start: Start): AnyCommand {
  return (new Command() as AnyCommand)
    .type("count", count)
    .description("Show success, steps and costs: of all sessions, by day, model and agent.")
    .option("--since <days:count>", "Only sessions that were saved in the last so many days.")
    .option("--json", "Print one JSON document.")
    .example("This month:", "architect sessions stats --since 31")
    .example("What was spent:", "architect sessions stats --json | jq .cost_usd")
    .action(async ({ since, json }: { readonly since?: number; readonly json?: true }) => {
      await start("sessions stats", async (context) => {
        const { showStats } = await import("../commands/sessions_stats.ts");
        return await showStats({ sinceDays: since, json: json ?? false }, context);
      });
    });
}
