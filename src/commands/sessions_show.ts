import { findDrift } from "../files/drift.ts";
import { hashWorkspaceFile } from "../files/workspace_hash.ts";
import { createRedactor } from "../secrets.ts";
import { SessionManager, toDict } from "../session/mod.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { sessionReport } from "../ui/session_report.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";

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
  const state = createRedactor([]).value(await sessions.read(id));
  const dead = state.status === "running" && !await sessions.inUse(id);
  const status = dead ? "interrupted" : state.status;
  if (flags.json) {
    await context.print(jsonDocument({ ...toDict(state), status }));
    return 0;
  }
  const drift = await findDrift(
    state.metadata.files ?? {},
    (path) => hashWorkspaceFile(context.workspace, path),
  );
  const columns = context.terminal.stdout ? context.terminal.columns : null;
  await context.print(sessionReport(state, { status, drift, messages: flags.messages, columns }));
  return 0;
}
