/** The command tree. An action drops rights through `start`, then imports its command. */

import { Command } from "@cliffy/command";
import { completionsCommand } from "./cli/completions_command.ts";
import { language } from "./cli/flag_types.ts";
import { exitCodesHelp, layOutHelp } from "./cli/help.ts";
import { permissionsCommand } from "./cli/permissions_command.ts";
import { resumeCommand, runCommand } from "./cli/run_commands.ts";
import { schemaCommand } from "./cli/schema_command.ts";
import { cleanupCommand, sessionsCommand } from "./cli/session_commands.ts";
import type { AnyCommand, Say, Start } from "./cli/start.ts";
import { UsageError } from "./cli/usage_error.ts";
import { inEnglish, type Translate } from "./language.ts";
import { Text, text } from "./text.ts";
import { VERSION } from "./version.ts";

/** Options of {@linkcode createCli}. */
export interface CliOptions {
  /** Whether help is coloured. Default false. */
  readonly color?: boolean;
  /** Whether a person can be asked for what the command line leaves open. Default false. */
  readonly asks?: boolean;
  /** Into the language of the help. Default: none. */
  readonly translate?: Translate;
}

/**
 * Makes the command tree. `parse()` rejects with a `ValidationError` for a usage error, Cliffy's or
 * ours, and with whatever `start` throws; it never ends the process.
 *
 * @param start Begins the work of a command.
 * @param options Whether help is coloured, and its language; whether a person can be asked.
 * @returns The root of the tree.
 */
export function createCli(start: Start, options: CliOptions = {}): AnyCommand {
  const { color = false, asks = false, translate = inEnglish } = options;
  const say: Say = (english) => translate(new Text(english));
  const root: AnyCommand = new Command().noExit();
  root
    .name("architect")
    .version(VERSION)
    .description(say("A headless coding agent whose sessions survive every interruption."))
    // Its hints (which flags conflict) go beyond any terminal; an error says it too.
    .help({ colors: color, types: false, hints: false })
    .usage("<command> [flags]")
    .versionOption("-V, --version", say("Show the version."), {
      action: async function (this: AnyCommand): Promise<void> {
        await start("help", async (context) => {
          await context.print(`architect ${VERSION}\n`);
          return 0;
        });
      },
    })
    .helpOption("-h, --help", say("Show this help."), {
      action: async function (this: AnyCommand): Promise<void> {
        await start("help", async (context) => {
          await context.print(
            layOutHelp(this.getHelp({ long: true }), translate) + exitCodesHelp(translate),
          );
          return 0;
        });
      },
    })
    .globalType("language", language)
    .globalOption("--lang <lang:language>", say("Language of what is shown: en or es."))
    .example(say("Run a task:"), say(`architect run "add tests to user.py"`))
    .example(say("Go on with it:"), "architect resume last")
    .example(say("See what there is:"), "architect sessions")
    .action(() => {
      throw new UsageError(text("Cannot start: there is no command"));
    })
    .command("run", runCommand(start, say))
    .command("resume", resumeCommand(start, say, { asks }))
    .command("sessions", sessionsCommand(start, say))
    .command("cleanup", cleanupCommand(start, say))
    .command("permissions", permissionsCommand(start, say))
    .command("schema", schemaCommand(start, say))
    .command(
      "completions",
      completionsCommand(start, say, (translate) => createCli(start, { translate })),
    );
  return root;
}
