import { ArchitectError } from "../errors.ts";
import {
  changeParts,
  decodeBundle,
  filesOf,
  forkSession,
  generateSessionId,
  SessionCopier,
  type SessionFiles,
  type SessionParts,
  wholeOf,
} from "../session/mod.ts";
import { text } from "../text.ts";
import type { ImportReport } from "../ui/copy_reports.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { readBundleFile } from "./bundle_file.ts";
import { isSameBundle, withoutSecrets } from "./bundle_session.ts";
import type { CommandContext } from "./context.ts";
import { tellDrift } from "./tell_drift.ts";

/** Flags of `architect sessions import`. */
export interface ImportFlags {
  /** Under an id of its own, with the bundle's session as its parent. */
  readonly newId: boolean;
  readonly json: boolean;
}

/**
 * Takes a session out of a bundle. What it may do here is decided when it goes on, by this place.
 *
 * @param file The bundle; `-` for stdin.
 * @param flags How.
 * @param context The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} It cannot be read, is damaged, or another session with its id is here.
 */
export async function importSession(
  file: string,
  flags: ImportFlags,
  context: CommandContext,
): Promise<number> {
  const bytes = await readBundleFile(file, context);
  const parts = changeParts(await decodeBundle(bytes), withoutSecrets());
  const sessions = new SessionCopier(context.workspace);
  const files = flags.newId ? asNew(parts) : filesOf(parts);
  const { sessionId, stepsCompleted } = files.state;
  const isHere = !flags.newId && await sessions.has(sessionId);
  if (isHere && !await isSameHere(sessionId, files, context.workspace)) throw isAnother(sessionId);
  if (!isHere) await sessions.place(files);

  const id = parts.state.sessionId;
  context.note(
    isHere
      ? text("{id} is here already, the very same", { id })
      : flags.newId
      ? text("imported {id} as {newId}", { id, newId: sessionId })
      : text("imported {id}", { id }),
  );
  const drift = await tellDrift(files.state, context);
  const report: ImportReport = {
    session_id: sessionId,
    imported: !isHere,
    steps: stepsCompleted,
    drift,
  };
  await context.print(flags.json ? jsonDocument(report) : `${sessionId}\n`);
  return 0;
}

function asNew(parts: SessionParts): SessionFiles {
  const now = new Date();
  return forkSession(wholeOf(parts), { sessionId: generateSessionId(now), now, step: null });
}

/** One that cannot be read is another one, whatever it is. */
async function isSameHere(id: string, files: SessionFiles, workspace: string): Promise<boolean> {
  try {
    return await isSameBundle(id, files, workspace);
  } catch (error) {
    if (error instanceof ArchitectError) return false;
    throw error;
  }
}

function isAnother(id: string): ArchitectError {
  return new ArchitectError(
    "usage",
    text('Cannot import session "{id}": another state of it is here', { id }),
    {
      sessionId: id,
      suggestion: text(
        "Nothing was changed. Import it beside that with --new-id, or remove what is here first: {command}",
        { command: `architect sessions delete ${id}` },
      ),
    },
  );
}
