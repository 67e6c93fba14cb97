/** What a cleanup did, for a person. */

import type { CleanupReport, RemovedSession } from "../session/cleanup.ts";
import { escapeControls } from "./escape.ts";

/**
 * Tells of every session that was removed, and of those that could not be; the ones that simply stay
 * are counted.
 *
 * @param report What was done.
 * @param dryRun Whether it would be done only.
 * @returns Lines, each with a line end.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { cleanupReport } from "./cleanup_report.ts";
 *
 * assertEquals(cleanupReport({ removed: [], kept: [] }, false), "Nothing to remove, 0 kept.\n");
 * ```
 */
export function cleanupReport(report: CleanupReport, dryRun: boolean): string {
  const { removed, kept } = report;
  const verb = dryRun ? "would remove" : "removed";
  const lines = removed.map((session) => line(verb, session));
  for (const session of kept) {
    if (session.failed) lines.push(line("could not remove", session));
    else if (!wasNotAskedFor(session)) lines.push(line("kept", session));
  }
  const bytes = removed.reduce((sum, session) => sum + session.bytes, 0);
  const done = removed.length === 0
    ? "Nothing to remove"
    : `${dryRun ? "Would remove" : "Removed"} ${sessionCount(removed.length)} (${size(bytes)})`;
  lines.push(`${done}, ${kept.length} kept.`);
  return lines.map((text) => `${text}\n`).join("");
}

/** Kept because nobody asked for it to go: not worth a line. */
function wasNotAskedFor(session: RemovedSession): boolean {
  return /^(younger than|status is) /.test(session.reason);
}

function line(verb: string, { id, bytes, age_days, reason }: RemovedSession): string {
  const age = age_days === 1 ? "1 day" : `${age_days} days`;
  return `${verb} ${id}  ${size(bytes)}, ${age} old: ${escapeControls(reason)}`;
}

function sessionCount(count: number): string {
  return count === 1 ? "1 session" : `${count} sessions`;
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
