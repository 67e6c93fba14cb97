import { ArchitectError } from "../errors.ts";
import { isSessionId } from "../session/session_id.ts";
import { SessionManager } from "../session/session_manager.ts";
import { text } from "../text.ts";
import { jsonDocument } from "../ui/json_document.ts";
import type { CommandContext } from "./context.ts";

/** Flags of `architect sessions delete`. */
export interface DeleteFlags {
  readonly json: boolean;
}

/**
 * Deletes one session.
 *
 * @param id Its full id: a prefix that was right yesterday may mean another one today.
 * @param flags How to report.
 * @param context The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} The id is not a full one; there is no such session; it is in use.
 */
export async function deleteSession(
  id: string,
  flags: DeleteFlags,
  context: CommandContext,
): Promise<number> {
  const sessions = new SessionManager(context.workspace);
  if (!isSessionId(id)) {
    const full = await sessions.find(id);
    throw new ArchitectError(
      "usage",
      text("Cannot delete session {session}: the full id is wanted", {
        session: JSON.stringify(id),
      }),
      { suggestion: text("Delete it with: architect sessions delete {id}", { id: full }) },
    );
  }
  if (!await sessions.delete(id)) {
    throw new ArchitectError(
      "session_not_found",
      text('Cannot delete session "{id}": there is none with this id', { id }),
      { suggestion: text("See what there is: architect sessions") },
    );
  }
  if (flags.json) await context.print(jsonDocument({ session_id: id, deleted: true }));
  else await context.print(`${context.translate(text("deleted {id}", { id }))}\n`);
  return 0;
}
