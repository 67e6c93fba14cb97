import type { InheritedPolicy } from "../agent/policy.ts";
import type { Mode } from "../config.ts";
import type { SessionState } from "../session/mod.ts";

const MODES: readonly string[] = ["confirm-all", "confirm-sensitive", "yolo"] satisfies Mode[];

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
    mode: mode !== undefined && MODES.includes(mode) ? mode as Mode : undefined,
    allowedTools: allowed_tools,
    budgetUsd: budget_usd,
    spentUsd: totalCost,
  };
}
