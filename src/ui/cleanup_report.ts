/** What a cleanup did, for a person. */

import { inEnglish, type Translate } from "../language.ts";
import type { CleanupReport, KeptSession, RemovedSession } from "../session/cleanup.ts";
import { type Text, text } from "../text.ts";
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
export function cleanupReport(
  report: CleanupReport,
  dryRun: boolean,
  translate: Translate = inEnglish,
): string {
  const { removed, kept } = report;
  const lines = removed.map((session) =>
    dryRun
      ? text("would remove {session}", { session: sessionWords(session) })
      : text("removed {session}", { session: sessionWords(session) })
  );
  for (const { failed, unasked, ...session } of kept) {
    if (failed) lines.push(text("could not remove {session}", { session: sessionWords(session) }));
    else if (!unasked) lines.push(text("kept {session}", { session: sessionWords(session) }));
  }
  lines.push(closing(report, dryRun));
  return lines.map((line) => `${escapeControls(translate(line))}\n`).join("");
}

/** What `architect cleanup --json` prints. */
export interface CleanupDocument extends Pick<CleanupReport, "removed"> {
  readonly kept: readonly Omit<KeptSession, "unasked">[];
}

/**
 * What a cleanup did, for a program.
 *
 * @param report What it did.
 * @returns The document.
 */
export function cleanupDocument({ removed, kept }: CleanupReport): CleanupDocument {
  return { removed, kept: kept.map(({ unasked: _unasked, ...session }) => session) };
}

function sessionWords({ id, bytes, age_days, reason }: RemovedSession): Text {
  const age = age_days === 1 ? text("1 day") : text("{count} days", { count: age_days });
  return text("{id}  {size}, {age} old: {reason}", { id, size: size(bytes), age, reason });
}

function closing({ removed, kept }: CleanupReport, dryRun: boolean): Text {
  const count = removed.length;
  if (count === 0) return text("Nothing to remove, {kept} kept.", { kept: kept.length });
  const told = {
    sessions: count === 1 ? text("1 session") : text("{count} sessions", { count }),
    size: size(removed.reduce((sum, session) => sum + session.bytes, 0)),
    kept: kept.length,
  };
  return dryRun
    ? text("Would remove {sessions} ({size}), {kept} kept.", told)
    : text("Removed {sessions} ({size}), {kept} kept.", told);
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
