/** Sessions to pick from, for tests. */

import { type Text, text, verbatim } from "../../../src/text.ts";
import type { Choice } from "../../../src/ui/picker/session_choices.ts";
import type { SessionSummary } from "../../../src/session/session_summary.ts";

/** The present of the tests. */
export const NOW = new Date("2026-02-23T18:00:00.000Z");

/** A session that can be picked, unless `refusal` says why not. */
export function choice(
  changes: Partial<SessionSummary> & { readonly refusal?: Text } = {},
): Choice {
  const { refusal = null, ...more } = changes;
  const session: SessionSummary = {
    id: "20260223-143022-a1b2c3",
    task: "say hello",
    status: "interrupted",
    steps: 12,
    cost: 1.23,
    agent: "build",
    model: "gpt-4o",
    updated: "2026-02-23T15:00:00.000Z",
    stop_reason: null,
    ...more,
  };
  return { session, refusal };
}

/** A session that is damaged. */
export function damaged(reason = "empty file"): Choice {
  return choice({
    id: "20260224-000000-0c0ffe",
    task: "",
    status: "corrupt",
    updated: null,
    reason: verbatim(reason),
    refusal: text("it is damaged: {reason}", { reason }),
  });
}
