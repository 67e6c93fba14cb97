/** `architect sessions`, with its sub-verbs, and `architect cleanup`. */

import { Command } from "@cliffy/command";
import { forkSessionCommand } from "./fork_command.ts";
import { importCommand } from "./import_command.ts";
import { exportCommand } from "./export_command.ts";
import { count, days, notBlank, type SessionStatusShown, status } from "./flag_types.ts";
import type { AnyCommand, Say, Start } from "./start.ts";
import { statsCommand } from "./stats_command.ts";

/**
 * Makes the command `sessions`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function sessionsCommand(start: Start, say: Say): AnyCommand {
  return withSessionTypes(new Command())
    .description(say("List the sessions of this folder, newest first."))
    .usage("[command] [flags]")
    .option("--status <status:status>", say(ONLY_THESE))
    .option("--grep <text:text>", say("Only those whose task holds the text, whatever its case."))
    .option("--limit <n:count>", say("At most so many."))
    .option("--json", say("Print one JSON array."))
    .example(say("All:"), "architect sessions")
    .example(say("What to go on with:"), "architect sessions --status interrupted --limit 5")
    .example(say("In a script:"), "architect sessions --json | jq -r '.[0].id'")
    .action(async (options: ListOptions) => {
      await start("sessions", async (context) => {
        const { sessions } = await import("../commands/sessions.ts");
        const { status, grep, limit, json = false } = options;
        return await sessions({ status, grep, limit, json }, context);
      });
    })
    .command("show", showCommand(start, say))
    .command("stats", statsCommand(start, say))
    .command("export", exportCommand(start, say))
    .command("import", importCommand(start, say))
    .command("fork", forkSessionCommand(start, say))
    .command("verify", verifyCommand(start, say))
    .command("delete", deleteCommand(start, say));
}

function showCommand(start: Start, say: Say): AnyCommand {
  return withSessionTypes(new Command())
    .description(say("Show a session: its runs, its steps, its last answer."))
    .arguments("<id:text>")
    .option("--messages", say("Show every message whole."))
    .option("--json", say("Print the whole state as one JSON document."))
    .example(say("The newest:"), "architect sessions show last")
    .example(say("Its cost:"), "architect sessions show 20260223-14 --json | jq .total_cost")
    .action(async (options: { messages?: true; json?: true }, id: string) => {
      await start("sessions show", async (context) => {
        const { showSession } = await import("../commands/sessions_show.ts");
        const { messages = false, json = false } = options;
        return await showSession(id, { messages, json }, context);
      });
    });
}

function verifyCommand(start: Start, say: Say): AnyCommand {
  return withSessionTypes(new Command())
    .description(say("Read every byte of a session, or of all, and tell what is wrong; repair it."))
    .arguments("[id:text]")
    .option("--repair", say("Repair what can be; what was damaged is kept as a copy."))
    .option("--dry-run", say("Repair nothing; tell what would be repaired."))
    .option("--json", say("Print one JSON document."))
    .example(say("All:"), "architect sessions verify")
    .example(say("See first:"), "architect sessions verify last --repair --dry-run")
    .example(say("One:"), "architect sessions verify 20260223-14 --repair")
    .action(async (options: VerifyOptions, id?: string) => {
      const { repair = false, dryRun = false, json = false } = options;
      await start(repair && !dryRun ? "sessions repair" : "sessions verify", async (context) => {
        const { verifySessions } = await import("../commands/sessions_verify.ts");
        return await verifySessions(id, { repair, dryRun, json }, context);
      });
    });
}

function deleteCommand(start: Start, say: Say): AnyCommand {
  return withSessionTypes(new Command())
    .description(say("Delete one session. Takes its full id; one that is in use is refused."))
    .arguments("<id:text>")
    .option("--json", say("Print one JSON document."))
    .example(say("One:"), "architect sessions delete 20260223-143022-a1b2c3")
    .action(async (options: { json?: true }, id: string) => {
      await start("sessions delete", async (context) => {
        const { deleteSession } = await import("../commands/sessions_delete.ts");
        return await deleteSession(id, { json: options.json ?? false }, context);
      });
    });
}

/**
 * Makes the command `cleanup`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function cleanupCommand(start: Start, say: Say): AnyCommand {
  return withSessionTypes(new Command())
    .type("days", days)
    .description(say("Remove old sessions. Nothing else ever removes one by itself."))
    .option(
      "--older-than <days:days>",
      say("Age in days; default: sessions.cleanup_after_days of the config, 7."),
    )
    .option("--status <status:status>", say(ONLY_THESE))
    .option("--damaged", say("Damaged ones too, by the age of the file."))
    .option("--dry-run", say("Remove nothing; report what would be removed."))
    .option("--json", say("Print one JSON document."))
    .example(say("See first:"), "architect cleanup --dry-run")
    .example(say("Older than a month:"), "architect cleanup --older-than 30")
    .action(async (options: CleanupOptions) => {
      await start("cleanup", async (context) => {
        const { cleanup } = await import("../commands/cleanup.ts");
        const { olderThan, status, damaged = false, dryRun = false, json = false } = options;
        return await cleanup({ olderThanDays: olderThan, status, damaged, dryRun, json }, context);
      });
    });
}

interface ListOptions {
  readonly status?: SessionStatusShown;
  readonly grep?: string;
  readonly limit?: number;
  readonly json?: true;
}

interface VerifyOptions {
  readonly repair?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

interface CleanupOptions {
  readonly olderThan?: number;
  readonly status?: SessionStatusShown;
  readonly damaged?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const ONLY_THESE = "Only these: running, success, partial, failed, interrupted or corrupt.";

function withSessionTypes(command: AnyCommand): AnyCommand {
  return command.type("text", notBlank).type("count", count).type("status", status);
}
