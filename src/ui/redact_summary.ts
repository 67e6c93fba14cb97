/** What a listing shows of a session, without secrets. */

import type { Redactor } from "../secrets.ts";
import type { SessionSummary } from "../session/session_summary.ts";
import { redactText } from "./redact_text.ts";

/** Keys of a summary that may hold any text; the others were checked when it was read. */
const TEXTS = ["task", "agent", "model", "stop_reason"] as const;

/**
 * Takes secrets out of a summary. Only texts are looked at: a listing may have a hundred thousand.
 *
 * @param summary The summary.
 * @param redactor What finds them.
 * @returns The same summary when it has none, else a copy.
 */
export function redactSummary(summary: SessionSummary, redactor: Redactor): SessionSummary {
  let redacted = summary;
  for (const key of TEXTS) {
    const text = summary[key];
    if (text === null) continue;
    const without = redactor.value<string>(text);
    if (without !== text) redacted = { ...redacted, [key]: without };
  }
  const { reason } = summary;
  if (reason === undefined) return redacted;
  const without = redactText(reason, redactor);
  return without === reason ? redacted : { ...redacted, reason: without };
}
