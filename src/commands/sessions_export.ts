import { SessionManager, type SessionSteps, toDict } from "../session/mod.ts";
import { jsonDocument } from "../ui/json_document.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";
import type { OutputFile } from "./output_file.ts";
import { readShown } from "./read_shown.ts";

/** What a session can be exported as, to be read. */
export type ExportFormat = "md" | "html" | "json";

/** Flags of `architect sessions export`. */
export interface ExportFlags {
  readonly format: ExportFormat;
  /** Where it goes; null: stdout. */
  readonly file: OutputFile | null;
}

/**
 * Exports a session as text.
 *
 * @param wanted Its id, a prefix of it, or `last`.
 * @param flags As what, and where to.
 * @param context The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} There is no such session; it cannot be read; the file cannot be written.
 */
export async function exportSession(
  wanted: string,
  flags: ExportFlags,
  context: CommandContext,
): Promise<number> {
  const sessions = new SessionManager(context.workspace);
  const id = await findSession(sessions, wanted, context);
  const { session, status } = await readShown(sessions, id, context);
  for (const note of session.notes) context.note(`warning: ${note}`);
  const text = await textOf(session, status, flags.format);
  if (flags.file === null) {
    await context.print(text);
  } else {
    await flags.file.write(text);
    context.note(`wrote ${flags.file.name}`);
  }
  return 0;
}

/** Each format's own modules are loaded when it is wanted. */
async function textOf(
  session: SessionSteps,
  status: string,
  format: ExportFormat,
): Promise<string> {
  switch (format) {
    case "md":
      return (await import("../ui/export/session_comment.ts")).sessionComment(session, status);
    case "html":
      return await (await import("../ui/export/session_page.ts")).sessionPage(session, status);
    case "json": {
      const { messages: _some, ...head } = toDict(session.state);
      const { messages, notes } = session;
      return jsonDocument({ session: { ...head, status }, messages, notes });
    }
  }
}
