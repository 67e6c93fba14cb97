import { createRedactor } from "../secrets.ts";
import { SessionManager, sessionStats } from "../session/mod.ts";
import { text } from "../text.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { redactSummary } from "../ui/redact_summary.ts";
import { statsReport } from "../ui/stats_report.ts";
import { createWorkProgress } from "../ui/work_progress.ts";
import type { CommandContext } from "./context.ts";

/** Flags of `architect sessions stats`. */
export interface StatsFlags {
  /** Only sessions that were saved in so many days up to now. Default: all. */
  readonly sinceDays?: number;
  readonly json: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tells of all sessions of the workspace together.
 *
 * @param flags Which ones, and how.
 * @param context The outside world.
 * @param now The clock. Default: the present.
 * @returns The exit code.
 */
export async function showStats(
  flags: StatsFlags,
  context: CommandContext,
  now: Date = new Date(),
): Promise<number> {
  const { translate } = context;
  const progress = createWorkProgress("read", { ...context.terminal, translate });
  const all = await new SessionManager(context.workspace).listSessions(progress.onProgress);
  progress.clear();
  const oldest = flags.sinceDays === undefined ? null : now.getTime() - flags.sinceDays * DAY_MS;
  const found = all.filter(({ updated }) =>
    oldest === null || (updated !== null && Date.parse(updated) >= oldest)
  );
  // Files that architect did not write may hold keys.
  const redactor = createRedactor([]);
  const stats = sessionStats(found.map((session) => redactSummary(session, redactor)));
  if (flags.json) await context.print(jsonDocument(stats));
  else if (found.length > 0) await context.print(statsReport(stats, translate));
  else {
    context.note(
      all.length > 0
        ? text("No session is as new as that.")
        : text('There are no sessions here yet. Start one: architect run "<task>"'),
    );
  }
  return 0;
}
