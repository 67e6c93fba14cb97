import type { InheritedPolicy } from "../agent/policy.ts";
import { MODES } from "../mode.ts";
import type { SessionState } from "../session/mod.ts";

/**
 * What a session had, for the run that goes on with it. A mode that there is not counts as none.
 *
 * @param state The session.
 * @returns What it had.
 */
export function inheritedPolicy({ agent, totalCost, metadata }: SessionState): InheritedPolicy {
  const { mode, allowed_tools, budget_usd } = metadata;
  return {
    agent,
    mode: MODES.find((known) => known === mode),
    allowedTools: allowed_tools,
    budgetUsd: budget_usd,
    spentUsd: totalCost,
  };
}
