import { loadConfig } from "../config.ts";
import { readConfigFiles } from "../config/read_config_files.ts";
import { EXIT_CODES } from "../errors.ts";
import { SessionManager } from "../session/session_manager.ts";
import { text } from "../text.ts";
import { cleanupDocument, cleanupReport } from "../ui/cleanup_report.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { createWorkProgress } from "../ui/work_progress.ts";
import type { CommandContext } from "./context.ts";

/** Flags of `architect cleanup`. */
export interface CleanupFlags {
  /** Default: what the config says. */
  readonly olderThanDays?: number;
  /** Only sessions with this status, as shown. */
  readonly status?: string;
  readonly damaged: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * Removes old sessions.
 *
 * @param flags Which ones, and how to report.
 * @param context The outside world.
 * @returns The exit code: 1 when something could not be removed, 130 when it was interrupted: what was
 * removed until then is told.
 * @throws {ArchitectError} The config or the folder cannot be read.
 */
export async function cleanup(flags: CleanupFlags, context: CommandContext): Promise<number> {
  const { olderThanDays = await configuredDays(context), status, damaged, dryRun, json } = flags;
  const { translate } = context;
  const sessions = new SessionManager(context.workspace);
  const progress = createWorkProgress("looked at", { ...context.terminal, translate });
  const signal = context.interruptSignal();
  const report = await sessions.cleanupSessions({
    olderThanDays,
    status,
    damaged,
    dryRun,
    onProgress: progress.onProgress,
    signal,
  });
  progress.clear();
  await context.print(
    json ? jsonDocument(cleanupDocument(report)) : cleanupReport(report, dryRun, translate),
  );
  if (signal.aborted) return EXIT_CODES.user_interrupt;
  return report.kept.some((session) => session.failed) ? EXIT_CODES.incomplete : 0;
}

async function configuredDays(context: CommandContext): Promise<number> {
  const config = loadConfig({ files: await readConfigFiles(context.workspace) });
  for (const message of config.warnings) {
    context.note(text("warning: {message}", { message }));
  }
  return config.sessions.cleanupAfterDays;
}
