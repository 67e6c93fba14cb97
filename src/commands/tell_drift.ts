import { type Drift, driftLine, findDrift } from "../files/drift.ts";
import { hashWorkspaceFile } from "../files/workspace_hash.ts";
import { createRedactor } from "../secrets.ts";
import type { SessionState } from "../session/mod.ts";
import { joined, text } from "../text.ts";
import { escapeControls } from "../ui/escape.ts";
import type { CommandContext } from "./context.ts";

/** More would scroll away what else is said. */
const MOST_LINES = 20;

/**
 * Tells which files are not as a session left them. The model is told too, when the session goes on.
 *
 * Needs read permission for the workspace.
 *
 * @param state The session.
 * @param context The outside world.
 * @returns The files, without secrets.
 */
export async function tellDrift(
  { metadata }: Pick<SessionState, "metadata">,
  context: Pick<CommandContext, "workspace" | "note">,
): Promise<readonly Drift[]> {
  const found = await findDrift(
    metadata.files ?? {},
    (path) => hashWorkspaceFile(context.workspace, path),
  );
  const drift = createRedactor([]).value(found);
  if (drift.length === 0) return drift;
  context.note(text("files that are not as the session left them:"));
  for (const { path, state } of drift.slice(0, MOST_LINES)) {
    context.note(joined(["  ", driftLine({ path: escapeControls(path), state })]));
  }
  if (drift.length > MOST_LINES) {
    context.note(joined(["  ", text("and {count} more", { count: drift.length - MOST_LINES })]));
  }
  return drift;
}
