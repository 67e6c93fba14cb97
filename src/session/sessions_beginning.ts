/** The sessions whose id begins with a text: for a shell that completes an id. */

import { type Disk, realDisk } from "../files/disk.ts";
import { SessionFolder } from "./folder.ts";
import { listSessions } from "./listing.ts";
import type { SessionSummary } from "./session_summary.ts";

/** A session whose id is known; the rest only where it was read. */
export type FoundSession = Pick<SessionSummary, "id"> & Partial<SessionSummary>;

/**
 * Finds the sessions whose id begins with a text. Only their heads are read, and of very many not even
 * those.
 *
 * Needs read permission for `.architect`.
 *
 * @param workspaceRoot The folder that holds `.architect`.
 * @param start The beginning; empty for all.
 * @param options `mostRead`: when there are more, they are not read. Default 1000.
 * @returns The sessions, newest first: by the stored time, or by the id where they were not read.
 * @throws {ArchitectError} `no_permission`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSession, SessionManager } from "./mod.ts";
 * import { sessionsBeginning } from "./sessions_beginning.ts";
 *
 * const workspace = await Deno.makeTempDir();
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * await new SessionManager(workspace).save(state);
 * const [found] = await sessionsBeginning(workspace, state.sessionId.slice(0, 4));
 * assertEquals([found?.id, found?.task], [state.sessionId, "say hello"]);
 * await Deno.remove(workspace, { recursive: true });
 * ```
 */
export async function sessionsBeginning(
  workspaceRoot: string,
  start: string,
  options: { readonly mostRead?: number; readonly disk?: Disk } = {},
): Promise<readonly FoundSession[]> {
  const { mostRead = 1000, disk = realDisk } = options;
  const folder = new SessionFolder(workspaceRoot, disk);
  const content = await folder.read();
  const those = <T>(all: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...all].filter(([id]) => id.startsWith(start)));
  const states = those(content.states);
  const orphans = those(content.orphans);
  if (states.size + orphans.size > mostRead) {
    return [...states.keys(), ...orphans.keys()].sort().reverse().map((id) => ({ id }));
  }
  const { locks, irregular } = content;
  const families = new Map<string, string[]>();
  const some = { states, orphans, locks, irregular, families };
  return await listSessions(folder, disk, some);
}
