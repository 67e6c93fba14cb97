/** `architect schema`. */

import { Command } from "@cliffy/command";
import type { AnyCommand, Say, Start } from "./start.ts";

/**
 * Makes the command `schema`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function schemaCommand(start: Start, say: Say): AnyCommand {
  const command = new Command() as AnyCommand;
  return command
    .description(say("Print the JSON Schema of what --json and --events print."))
    .example(say("All:"), "architect schema > architect.schema.json")
    .example(say("Names:"), "architect schema | jq '.\"$defs\" | keys'")
    .action(async () => {
      await start("schema", async (context) => {
        const { schema } = await import("../commands/schema.ts");
        return await schema(context);
      });
    });
}
