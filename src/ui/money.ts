import type { SessionState } from "../session/session_state.ts";

/**
 * A cost for a person: two digits after the point, four where those would say nothing.
 *
 * @param usd USD, 0 or more.
 * @param complete False when calls of unknown price are missing in it. Default true.
 * @returns Such as `$1.23`, `$0.0042` or `≥ $1.23`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { formatCost } from "./money.ts";
 *
 * assertEquals(formatCost(1.234), "$1.23");
 * assertEquals(formatCost(0.0042), "$0.0042");
 * assertEquals(formatCost(0, false), "≥ $0.00");
 * ```
 */
export function formatCost(usd: number, complete = true): string {
  const digits = usd > 0 && usd < 0.1 ? 4 : 2;
  return `${complete ? "" : "≥ "}$${usd.toFixed(digits)}`;
}

/**
 * Whether the price of every call of a session is known: else its cost is a lower bound.
 *
 * @param state The session.
 * @returns False when calls of unknown price are missing in its cost.
 */
export function isCostComplete({ metadata }: Pick<SessionState, "metadata">): boolean {
  return (metadata.cost_unknown_calls ?? 0) === 0;
}
