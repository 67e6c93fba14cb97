import { jsonDocument } from "../ui/json_document.ts";
import { outputSchema } from "../ui/output_schema.ts";
import { VERSION } from "../version.ts";
import type { CommandContext } from "./context.ts";

/**
 * Prints the JSON Schema of all that the program prints as JSON.
 *
 * @param context The outside world.
 * @returns The exit code.
 */
export async function schema(context: Pick<CommandContext, "print">): Promise<number> {
  await context.print(jsonDocument(outputSchema(VERSION)));
  return 0;
}
