import { ArchitectError } from "../errors.ts";
import { createRedactor } from "../secrets.ts";
import { realDisk } from "../files/disk.ts";
import { SessionFolder } from "../session/folder.ts";
import { lockStatus } from "../session/listing.ts";
import { SessionManager, type SessionSummary } from "../session/mod.ts";
import { type Text, text } from "../text.ts";
import { pickSession } from "../ui/picker/pick_session.ts";
import type { Choice } from "../ui/picker/session_choices.ts";
import { redactSummary } from "../ui/redact_summary.ts";
import { createWorkProgress } from "../ui/work_progress.ts";
import type { CommandContext } from "./context.ts";

const IN_USE = text("another process works on it");

/**
 * Lets the person at the terminal pick the session to go on with.
 *
 * @param context The outside world; stdin and stderr are a terminal.
 * @param options `forks`: it is gone on with in a new session, so that one in use may be picked too.
 * Default false.
 * @returns Its id.
 * @throws {ArchitectError} `session_not_found`: there is none; `user_interrupt`: the person left, or
 * a signal came.
 */
export async function pickSessionToResume(
  context: CommandContext,
  options: { readonly forks?: boolean } = {},
): Promise<string> {
  const { forks = false } = options;
  const { terminal } = context;
  const signal = context.interruptSignal();
  const sessions = new SessionManager(context.workspace);
  const progress = createWorkProgress("read", { ...terminal, translate: context.translate });
  const all = await sessions.listSessions(progress.onProgress);
  progress.clear();
  if (all.length === 0) {
    throw new ArchitectError(
      "session_not_found",
      text("Cannot resume: there are no sessions here yet"),
      { suggestion: text("Start one: {command}", { command: 'architect run "<task>"' }) },
    );
  }
  const folder = new SessionFolder(context.workspace);
  const busy = async (id: string): Promise<Text | null> =>
    !forks && await lockStatus(folder, id, realDisk) === "held" ? IN_USE : null;
  const redactor = createRedactor([]);
  const choices: Choice[] = [];
  for (const session of all) {
    choices.push({
      session: redactSummary(session, redactor),
      refusal: await refusalOf(session, busy),
    });
  }
  const id = await pickSession(choices, {
    signal,
    color: terminal.color,
    translate: context.translate,
    refusal: busy,
  });
  if (id !== null) return id;
  throw new ArchitectError("user_interrupt", text("Cannot resume: no session was picked"));
}

/** Others than those that are stored as running are looked at when they are picked: there are many. */
async function refusalOf(
  { id, status, reason }: SessionSummary,
  busy: (id: string) => Promise<Text | null>,
): Promise<Text | null> {
  if (status === "running") return await busy(id);
  return status === "corrupt" ? text("it is damaged: {reason}", { reason: reason ?? "" }) : null;
}
