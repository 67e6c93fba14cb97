import { ArchitectError, EXIT_CODES } from "../errors.ts";
import { createRedactor, type Redactor } from "../secrets.ts";
import {
  SessionManager,
  type SessionRest,
  SessionVerifier,
  type VerifiedSession,
} from "../session/mod.ts";
import { type Text, text } from "../text.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { redactText } from "../ui/redact_text.ts";
import { createWorkProgress } from "../ui/work_progress.ts";
import { type CheckedSession, verifyReport } from "../ui/verify_report.ts";
import type { CommandContext } from "./context.ts";
import { findSession } from "./find_session.ts";

/** Flags of `architect sessions verify`. */
export interface VerifyFlags {
  /** Repair what can be. */
  readonly repair: boolean;
  /** Only tell what would be repaired. */
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * Reads every byte of a session, or of all of them, and tells what is wrong; repairs it on demand.
 *
 * @param wanted An id, a prefix of one, or `last`; undefined for all sessions.
 * @param flags What to do about it.
 * @param context The outside world.
 * @returns The exit code: that of `session_corrupt` when a session is damaged, or still is.
 * @throws {ArchitectError} There is no such session, or the folder cannot be read.
 */
export async function verifySessions(
  wanted: string | undefined,
  flags: VerifyFlags,
  context: CommandContext,
): Promise<number> {
  const { repair, dryRun, json } = flags;
  const { translate } = context;
  const verifier = new SessionVerifier(context.workspace);
  const id = wanted === undefined
    ? undefined
    : await findSession(new SessionManager(context.workspace), wanted, context);
  const progress = createWorkProgress("read", { ...context.terminal, translate });
  const found = await verifier.verify(id, progress.onProgress);
  progress.clear();
  if (id !== undefined && found.length === 0) {
    throw new ArchitectError(
      "session_not_found",
      text('Cannot check session "{id}": its run died before its first answer', { id }),
      { sessionId: id, suggestion: text("architect cleanup removes what it left.") },
    );
  }
  const sessions: CheckedSession[] = [];
  for (const session of found) {
    const mend = repair && !dryRun && ["damaged", "flawed"].includes(session.status);
    sessions.push(
      mend ? await repaired(verifier, session) : { ...session, repaired: [], kept: [] },
    );
  }
  const redactor = createRedactor([]);
  const shown = sessions.map((session) => withoutSecrets(session, redactor));
  const damaged = sessions.filter(({ status }) => status === "damaged").length;
  if (json) await context.print(jsonDocument({ checked: shown.length, damaged, sessions: shown }));
  else await context.print(verifyReport(shown, { repair, dryRun, translate }));
  return damaged > 0 ? EXIT_CODES.session_corrupt : 0;
}

/** One that cannot be repaired does not keep the others from it. */
async function repaired(
  verifier: SessionVerifier,
  found: VerifiedSession,
): Promise<CheckedSession> {
  try {
    const { before, after, kept, rest } = await verifier.repair(found.id);
    const left = new Set(after.findings.map(({ problem }) => String(problem)));
    const gone = before.findings.map(({ problem }) => problem)
      .filter((problem) => !left.has(String(problem)));
    return { ...after, repaired: rest === null ? gone : [...gone, restWords(rest)], kept };
  } catch (error) {
    if (!(error instanceof ArchitectError)) throw error;
    if (error.code === "session_locked") {
      return { id: found.id, status: "in use", findings: [], repaired: [], kept: [] };
    }
    const failure = { level: "damage", problem: error.text, repair: null } as const;
    return {
      ...found,
      status: "damaged",
      findings: [...found.findings, failure],
      repaired: [],
      kept: [],
    };
  }
}

/** A summary is an answer too, and no step. */
function restWords({ messages, answers, steps, hasLimits }: SessionRest): Text {
  const rest = text("what could be read of it: {messages}, {read} of {count} steps", {
    messages: messages === 1 ? text("1 message") : text("{count} messages", { count: messages }),
    read: Math.min(answers, steps),
    count: steps,
  });
  if (hasLimits) return rest;
  return text(
    "{rest}, without its mode and tools; what it has cost is its budget until --budget gives another",
    { rest },
  );
}

function withoutSecrets(session: CheckedSession, redactor: Redactor): CheckedSession {
  const told = (words: Text) => redactText(words, redactor);
  return {
    ...session,
    findings: session.findings.map(({ level, problem, repair }) => ({
      level,
      problem: told(problem),
      repair: repair === null ? null : told(repair),
    })),
    repaired: session.repaired.map(told),
  };
}
