import type { Translate } from "../language.ts";
import { SessionManager, type SessionSteps, toDict } from "../session/mod.ts";
import { text } from "../text.ts";
import { jsonDocument } from "../ui/json_document.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";
import type { OutputFile } from "./output_file.ts";
import { readShown } from "./read_shown.ts";

/** What a session can be exported as, to be read; `bundle`: to be imported elsewhere. */
export type ExportFormat = "md" | "html" | "json" | "bundle";

/** Flags of `architect sessions export`. */
export interface ExportFlags {
  readonly format: ExportFormat;
  /** Where it goes; null: stdout. */
  readonly file: OutputFile | null;
}

/**
 * Exports a session as text. A bundle is as it is stored; all else as it may be shown.
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
  const content = flags.format === "bundle"
    ? await bundle(id, context)
    : await shown(sessions, id, flags.format, context);
  if (flags.file === null) {
    await printAll(content, context);
  } else {
    await flags.file.write(content);
    context.note(text("wrote {file}", { file: flags.file.name }));
  }
  return 0;
}

async function bundle(id: string, context: CommandContext): Promise<readonly Uint8Array[]> {
  const { bundleSession } = await import("./bundle_session.ts");
  const { pieces, notes } = await bundleSession(id, context.workspace);
  for (const note of notes) context.note(text("warning: {message}", { message: note }));
  return pieces;
}

async function printAll(
  content: string | readonly Uint8Array[],
  context: CommandContext,
): Promise<void> {
  if (typeof content === "string") return await context.print(content);
  // A piece is of whole characters.
  for (const piece of content) await context.print(new TextDecoder().decode(piece));
}

async function shown(
  sessions: SessionManager,
  id: string,
  format: Exclude<ExportFormat, "bundle">,
  context: CommandContext,
): Promise<string> {
  const { session, status } = await readShown(sessions, id, context);
  for (const note of session.notes) context.note(text("warning: {message}", { message: note }));
  return await exported(session, status, format, context.translate);
}

/** Each format's own modules are loaded when it is wanted. */
async function exported(
  session: SessionSteps,
  status: string,
  format: Exclude<ExportFormat, "bundle">,
  translate: Translate,
): Promise<string> {
  switch (format) {
    case "md": {
      const { sessionComment } = await import("../ui/export/session_comment.ts");
      return sessionComment(session, status, translate);
    }
    case "html": {
      const { sessionPage } = await import("../ui/export/session_page.ts");
      return await sessionPage(session, status, translate);
    }
    case "json": {
      const { messages: _some, ...head } = toDict(session.state);
      const { messages, notes } = session;
      return jsonDocument({ session: { ...head, status }, messages, notes });
    }
  }
}
