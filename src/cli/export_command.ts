/** `architect sessions export`. */

import { Command } from "@cliffy/command";
import type { OutputFile } from "../commands/output_file.ts";
import type { ExportFormat } from "../commands/sessions_export.ts";
import { notBlank, oneOf } from "./flag_types.ts";
import type { AnyCommand, Say, Start } from "./start.ts";

const format = oneOf<ExportFormat>(["md", "html", "json", "bundle"]);

/**
 * Makes the command `sessions export`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function exportCommand(start: Start, say: Say): AnyCommand {
  return (new Command() as AnyCommand)
    .type("text", notBlank)
    .type("format", format)
    .description(
      say("Export a session: to comment with, to look at, to work on, or to import."),
    )
    .arguments("<id:text>")
    .option(
      "--format <format:format>",
      say(
        "md: Markdown for a comment (default); html: one page; json: all of it; bundle: to import.",
      ),
    )
    .option("-o, --output <file:text>", say("Write to a file of this folder; default: stdout."))
    .example(
      say("To look at:"),
      "architect sessions export last --format html -o session.html",
    )
    .example(
      say("Comment:"),
      "architect sessions export last | gh pr comment 7 --body-file -",
    )
    .example(say("Take along:"), "architect sessions export last --format bundle -o a.bundle")
    .example(
      say("All messages:"),
      "architect sessions export last --format json | jq '.messages'",
    )
    .action(async ({ format = "md", output }: ExportOptions, id: string) => {
      let file: OutputFile | null = null;
      await start("sessions export", async (context) => {
        const { exportSession } = await import("../commands/sessions_export.ts");
        return await exportSession(id, { format, file }, context);
      }, async (workspace) => {
        if (output === undefined) return;
        const { openOutputFile } = await import("../commands/output_file.ts");
        file = await openOutputFile(output, workspace, {
          command: "architect sessions export --output",
          // All that was read and said is in it.
          mode: format === "bundle" ? 0o600 : undefined,
        });
      });
    });
}

interface ExportOptions {
  readonly format?: ExportFormat;
  readonly output?: string;
}
