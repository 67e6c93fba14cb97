import { createRedactor } from "../secrets.ts";
import { SessionManager } from "../session/session_manager.ts";
import { text } from "../text.ts";
import { redactSummary } from "../ui/redact_summary.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { sessionsTable } from "../ui/sessions_table.ts";
import { createWorkProgress } from "../ui/work_progress.ts";
import type { CommandContext } from "./context.ts";

/** Flags of `architect sessions`. */
export interface SessionsFlags {
  /** Only sessions with this status, as shown. */
  readonly status?: string;
  /** Only sessions whose task holds this text, whatever its case. */
  readonly grep?: string;
  /** At most so many. Default: all. */
  readonly limit?: number;
  readonly json: boolean;
}

/**
 * Lists the sessions of the workspace.
 *
 * @param flags Which ones, and how.
 * @param context The outside world.
 * @returns The exit code.
 */
export async function sessions(flags: SessionsFlags, context: CommandContext): Promise<number> {
  const { status, grep, limit, json } = flags;
  const { translate } = context;
  const progress = createWorkProgress("read", { ...context.terminal, translate });
  const all = await new SessionManager(context.workspace).listSessions(progress.onProgress);
  progress.clear();
  const wanted = grep?.toLowerCase();
  const found = all
    .filter((session) => status === undefined || session.status === status)
    .filter(({ task }) => wanted === undefined || task.toLowerCase().includes(wanted))
    .slice(0, limit);
  // Files that architect did not write may hold keys.
  const redactor = createRedactor([]);
  const shown = found.map((session) => redactSummary(session, redactor));
  if (json) {
    await context.print(jsonDocument(shown));
  } else if (shown.length > 0) {
    const { stdout, columns } = context.terminal;
    for (const block of sessionsTable(shown, stdout ? columns : null, translate)) {
      await context.print(block);
    }
  } else {
    context.note(
      all.length > 0
        ? text("No session is like that.")
        : text('There are no sessions here yet. Start one: architect run "<task>"'),
    );
  }
  return 0;
}
