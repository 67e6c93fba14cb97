import { findDrift } from "../files/drift.ts";
import { hashWorkspaceFile } from "../files/workspace_hash.ts";
import { createRedactor } from "../secrets.ts";
import { SessionManager, toDict } from "../session/mod.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { sessionReport } from "../ui/session_report.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";
import { readShown, shownStatus } from "./read_shown.ts";

/** Flags of `architect sessions show`. */
export interface ShowFlags {
  /** Every message whole. */
  readonly messages: boolean;
  /** The whole state as JSON. */
  readonly json: boolean;
}

/**
 * Shows a session.
 *
 * @param wanted Its id, a prefix of it, or `last`.
 * @param flags How.
 * @param context The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} There is no such session, or it cannot be read.
 */
export async function showSession(
  wanted: string,
  flags: ShowFlags,
  context: CommandContext,
): Promise<number> {
  const sessions = new SessionManager(context.workspace);
  const id = await findSession(sessions, wanted, context);
  if (flags.json) {
    const state = createRedactor([]).value(await sessions.read(id));
    const status = await shownStatus(sessions, state);
    await context.print(jsonDocument({ ...toDict(state), status }));
    return 0;
  }
  const { session, status } = await readShown(sessions, id, context);
  const drift = await findDrift(
    session.state.metadata.files ?? {},
    (path) => hashWorkspaceFile(context.workspace, path),
  );
  const columns = context.terminal.stdout ? context.terminal.columns : null;
  const { messages } = flags;
  const { translate } = context;
  await context.print(sessionReport(session, { status, drift, messages, columns, translate }));
  return 0;
}
