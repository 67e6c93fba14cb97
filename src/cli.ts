/** The command tree. An action drops rights through `start`, then imports its command. */

import { Command, ValidationError } from "@cliffy/command";
import { completionsCommand } from "./cli/completions_command.ts";
import { EXIT_CODES_HELP, layOutHelp } from "./cli/help.ts";
import { permissionsCommand } from "./cli/permissions_command.ts";
import { resumeCommand, runCommand } from "./cli/run_commands.ts";
import { schemaCommand } from "./cli/schema_command.ts";
import { cleanupCommand, sessionsCommand } from "./cli/session_commands.ts";
import type { AnyCommand, Start } from "./cli/start.ts";
import { VERSION } from "./version.ts";

/** Options of {@linkcode createCli}. */
export interface CliOptions {
  /** Whether help is coloured. Default false. */
  readonly color?: boolean;
  /** Whether a person can be asked for what the command line leaves open. Default false. */
  readonly asks?: boolean;
}

/**
 * Makes the command tree. `parse()` rejects with a `ValidationError` of Cliffy for a usage error, and
 * with whatever `start` throws; it never ends the process.
 *
 * @param start Begins the work of a command.
 * @param options Whether help is coloured; whether a person can be asked.
 * @returns The root of the tree.
 */
export function createCli(start: Start, options: CliOptions = {}): AnyCommand {
  const { color = false, asks = false } = options;
  const root: AnyCommand = new Command().noExit();
  root
    .name("architect")
    .version(VERSION)
    .description("A headless coding agent whose sessions survive every interruption.")
    // Its hints (which flags conflict) go beyond any terminal; an error says it too.
    .help({ colors: color, types: false, hints: false })
    .usage("<command> [flags]")
    .versionOption("-V, --version", "Show the version.", {
      action: async function (this: AnyCommand): Promise<void> {
        await start("help", async (context) => {
          await context.print(`architect ${VERSION}\n`);
          return 0;
        });
      },
    })
    .helpOption("-h, --help", "Show this help.", {
      action: async function (this: AnyCommand): Promise<void> {
        await start("help", async (context) => {
          await context.print(layOutHelp(this.getHelp({ long: true })) + EXIT_CODES_HELP);
          return 0;
        });
      },
    })
    .example("Run a task:", `architect run "add tests to user.py"`)
    .example("Go on with it:", "architect resume last")
    .example("See what there is:", "architect sessions")
    .action(() => {
      throw new ValidationError("Cannot start: there is no command");
    })
    .command("run", runCommand(start))
    .command("resume", resumeCommand(start, { asks }))
    .command("sessions", sessionsCommand(start))
    .command("cleanup", cleanupCommand(start))
    .command("permissions", permissionsCommand(start))
    .command("schema", schemaCommand(start))
    .command("completions", completionsCommand(start));
  return root;
}
