/** What `sessions fork` and `sessions import` print with `--json`. */

import type { Drift } from "../files/drift.ts";

/** What `sessions fork --json` prints. */
export interface ForkReport {
  /** The new session. */
  readonly session_id: string;
  /** Where it comes from, and the last step that both share. */
  readonly parent: { readonly session_id: string; readonly step: number };
  readonly steps: number;
  /** What the kept steps cost. */
  readonly total_cost_usd: number;
  /** Files that are not as the kept steps left them. */
  readonly drift: readonly Drift[];
}

/** What `sessions import --json` prints. */
export interface ImportReport {
  /** The session as it is here. */
  readonly session_id: string;
  /** False when the very same was here already. */
  readonly imported: boolean;
  readonly steps: number;
  /** Files that are not here as the session left them there. */
  readonly drift: readonly Drift[];
}
