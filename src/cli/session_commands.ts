/** `architect sessions`, with its sub-verbs, and `architect cleanup`. */

import { Command } from "@cliffy/command";
import { forkSessionCommand } from "./fork_command.ts";
import { importCommand } from "./import_command.ts";
import { exportCommand } from "./export_command.ts";
import { count, days, type SessionStatusShown, status, text } from "./flag_types.ts";
import type { AnyCommand, Start } from "./start.ts";
import { statsCommand } from "./stats_command.ts";

/**
 * Makes the command `sessions`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function sessionsCommand(start: Start): AnyCommand {
  return withSessionTypes(new Command())
    .description("List the sessions of this folder, newest first.")
    .usage("[command] [flags]")
    .option("--status <status:status>", `Only these: ${STATUSES}.`)
    .option("--grep <text:text>", "Only those whose task holds the text, whatever its case.")
    .option("--limit <n:count>", "At most so many.")
    .option("--json", "Print one JSON array.")
    .example("All:", "architect sessions")
    .example("What to go on with:", "architect sessions --status interrupted --limit 5")
    .example("In a script:", "architect sessions --json | jq -r '.[0].id'")
    .action(async (options: ListOptions) => {
      await start("sessions", async (context) => {
        const { sessions } = await import("../commands/sessions.ts");
        return await sessions({ ...options, json: options.json ?? false }, context);
      });
    })
    .command("show", showCommand(start))
    .command("stats", statsCommand(start))
    .command("export", exportCommand(start))
    .command("import", importCommand(start))
    .command("fork", forkSessionCommand(start))
    .command("verify", verifyCommand(start))
    .command("delete", deleteCommand(start));
}

function showCommand(start: Start): AnyCommand {
  return withSessionTypes(new Command())
    .description("Show a session: its runs, its steps, its last answer.")
    .arguments("<id:text>")
    .option("--messages", "Show every message whole.")
    .option("--json", "Print the whole state as one JSON document.")
    .example("The newest:", "architect sessions show last")
    .example("Its cost:", "architect sessions show 20260223-14 --json | jq .total_cost")
    .action(async (options: { messages?: true; json?: true }, id: string) => {
      await start("sessions show", async (context) => {
        const { showSession } = await import("../commands/sessions_show.ts");
        const { messages = false, json = false } = options;
        return await showSession(id, { messages, json }, context);
      });
    });
}

function verifyCommand(start: Start): AnyCommand {
  return withSessionTypes(new Command())
    .description("Read every byte of a session, or of all, and tell what is wrong; repair it.")
    .arguments("[id:text]")
    .option("--repair", "Repair what can be; what was damaged is kept as a copy.")
    .option("--dry-run", "Repair nothing; tell what would be repaired.")
    .option("--json", "Print one JSON document.")
    .example("All:", "architect sessions verify")
    .example("See first:", "architect sessions verify last --repair --dry-run")
    .example("One:", "architect sessions verify 20260223-14 --repair")
    .action(async (options: VerifyOptions, id?: string) => {
      const { repair = false, dryRun = false, json = false } = options;
      await start(repair && !dryRun ? "sessions repair" : "sessions verify", async (context) => {
        const { verifySessions } = await import("../commands/sessions_verify.ts");
        return await verifySessions(id, { repair, dryRun, json }, context);
      });
    });
}

function deleteCommand(start: Start): AnyCommand {
  return withSessionTypes(new Command())
    .description("Delete one session. Takes its full id; one that is in use is refused.")
    .arguments("<id:text>")
    .option("--json", "Print one JSON document.")
    .example("One:", "architect sessions delete 20260223-143022-a1b2c3")
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
 * @returns The command, to be added to the tree.
 */
export function cleanupCommand(start: Start): AnyCommand {
  return withSessionTypes(new Command())
    .type("days", days)
    .description("Remove old sessions. Nothing else ever removes one by itself.")
    .option(
      "--older-than <days:days>",
      "Age in days; default: sessions.cleanup_after_days of the config, 7.",
    )
    .option("--status <status:status>", `Only these: ${STATUSES}.`)
    .option("--damaged", "Damaged ones too, by the age of the file.")
    .option("--dry-run", "Remove nothing; report what would be removed.")
    .option("--json", "Print one JSON document.")
    .example("See first:", "architect cleanup --dry-run")
    .example("Older than a month:", "architect cleanup --older-than 30")
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

const STATUSES = "running, success, partial, failed, interrupted or corrupt";

function withSessionTypes(command: AnyCommand): AnyCommand {
  return command.type("text", text).type("count", count).type("status", status);
}
