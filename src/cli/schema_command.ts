/** `architect schema`. */

import { Command } from "@cliffy/command";
import type { AnyCommand, Start } from "./start.ts";

/**
 * Makes the command `schema`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function schemaCommand(start: Start): AnyCommand {
  const command = new Command() as AnyCommand;
  return command
    .description("Print the JSON Schema of what --json and --events print.")
    .example("All:", "architect schema > architect.schema.json")
    .example("Names:", "architect schema | jq '.\"$defs\" | keys'")
    .action(async () => {
      await start("schema", async (context) => {
        const { schema } = await import("../commands/schema.ts");
        return await schema(context);
      });
    });
}
