import type { SessionManager } from "../session/mod.ts";
import { text } from "../text.ts";
import type { CommandContext } from "./context.ts";

/**
 * The session that a user means, wherever an id is taken. Which one `last` stands for is said on
 * stderr.
 *
 * @param sessions The sessions.
 * @param wanted A full id, a unique prefix, or `last`.
 * @param context Where to say it.
 * @returns The full id.
 * @throws {ArchitectError} `session_not_found`, `session_ambiguous`, `no_permission`.
 */
export async function findSession(
  sessions: SessionManager,
  wanted: string,
  context: Pick<CommandContext, "note">,
): Promise<string> {
  const id = await sessions.find(wanted);
  if (wanted === "last") context.note(text("last is {id}", { id }));
  return id;
}
