/** What keeps a run from starting, told before anything is paid for. */

import type { Policy } from "../agent/policy.ts";
import { asksFirst } from "../agent/tool_run.ts";
import { ArchitectError } from "../errors.ts";
import type { Provider } from "../llm/provider.ts";
import { text } from "../text.ts";
import type { Tool } from "../tools/tool.ts";
import type { CommandContext, RunFlags } from "./context.ts";
import type { ResumeOrigin } from "./open_session.ts";
import { resumeCommand } from "./resume_command.ts";

/** What {@linkcode refuseQuestions} looks at. */
export interface RunToCheck {
  readonly policy: Policy;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly flags: RunFlags;
  readonly context: Pick<CommandContext, "terminal">;
  /** The new prompt. */
  readonly task: string | null;
  /** The session that goes on, as it was asked for; null for a new one. */
  readonly resumed: ResumeOrigin | null;
}

/**
 * Refuses a run that would have to ask somebody where there is no terminal.
 *
 * @param run The run.
 * @throws {ArchitectError} `config`, naming the flag that lets it go on unasked.
 */
export function refuseQuestions(
  { policy, tools, flags, context, task, resumed }: RunToCheck,
): void {
  const { stdin, stderr } = context.terminal;
  if (stdin && stderr) return;
  const asks = [...tools.values()].some((tool) =>
    asksFirst(policy.mode, tool) && !(flags.dryRun && tool.changes)
  );
  if (!asks) return;
  const command = resumed === null ? null : resumeCommand(resumed.id, flags, {
    fork: resumed.fork,
    mode: "yolo",
    prompt: task ?? undefined,
    unsaved: true,
  });
  throw new ArchitectError(
    "config",
    text("Cannot start with mode {mode}: it asks before tools run, and there is no terminal", {
      mode: policy.mode,
    }),
    {
      suggestion: command !== null
        ? text("To let tools run unasked: {command}", { command })
        // Where everything is asked about, an agent that changes nothing asks too.
        : policy.mode === "confirm-all"
        ? text("Add --mode yolo to let tools run unasked.")
        : text(
          "Add --mode yolo to let tools run unasked, --agent plan to change nothing, or --dry-run.",
        ),
    },
  );
}

/**
 * Refuses a budget that could not be kept.
 *
 * @param provider The provider.
 * @param budgetUsd The budget; null for none.
 * @throws {ArchitectError} `config`.
 */
export function refuseBudgetWithoutPrice(provider: Provider, budgetUsd: number | null): void {
  if (budgetUsd === null || provider.priceKnown) return;
  throw new ArchitectError(
    "config",
    text('Cannot keep a budget with model "{model}": its price is unknown', {
      model: provider.model,
    }),
    {
      suggestion: text("Give its price under costs.prices in the config, or leave the budget out."),
    },
  );
}
