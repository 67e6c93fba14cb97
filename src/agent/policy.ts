/**
 * What a run may do: agent, tools, mode, budget. A resume never widens what the session had; only
 * flags of this very call do, and that is told. Pure.
 */

import type { AgentConfig } from "../config.ts";
import { type Mode, MODES } from "../mode.ts";
import { type Text, text, verbatim } from "../text.ts";
import { type Agent, resolveAgent } from "./agents.ts";

/** What {@linkcode decidePolicy} decides by. */
export interface PolicyRequest {
  /** Flags of this call; what was not given is undefined. */
  readonly flags: {
    readonly agent?: string;
    readonly mode?: Mode;
    readonly budget?: { readonly usd: number; readonly onTop: boolean };
    readonly commands?: boolean;
  };
  /** Settings of this place, without the flags. */
  readonly settings: {
    readonly agents: Readonly<Record<string, AgentConfig>>;
    readonly commandsEnabled: boolean;
    readonly budgetUsd: number | null;
  };
  /** What the session had; null for a new one. */
  readonly session: InheritedPolicy | null;
}

/** What a session had, as its file tells; a field that the file does not have is undefined. */
export interface InheritedPolicy {
  readonly agent: string;
  readonly mode?: Mode;
  readonly allowedTools?: readonly string[];
  readonly budgetUsd?: number | null;
  readonly spentUsd: number;
}

/** What a run may do. */
export interface Policy {
  readonly agent: Agent;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  readonly mode: Mode;
  /** USD over all runs of the session; null for no limit. */
  readonly budgetUsd: number | null;
  /** What the flags of this call allow beyond what the session had, a line each. */
  readonly widened: readonly Text[];
}

const COMMAND_TOOL = "run_command";

/**
 * Decides what a run may do.
 *
 * @param request Flags, settings and what the session had.
 * @returns The policy.
 * @throws {ArchitectError} `config`: there is no such agent here.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { decidePolicy } from "./policy.ts";
 *
 * const settings = { agents: {}, commandsEnabled: false, budgetUsd: null };
 * const session = { agent: "build", mode: "yolo" as const, spentUsd: 0 };
 * assertEquals(decidePolicy({ flags: {}, settings, session }).mode, "confirm-sensitive");
 * const widened = decidePolicy({ flags: { mode: "yolo" }, settings, session });
 * assertEquals([widened.mode, widened.widened.join()], ["yolo", "mode: yolo"]);
 * ```
 */
export function decidePolicy({ flags, settings, session }: PolicyRequest): Policy {
  const agent = resolveAgent(flags.agent ?? session?.agent ?? "build", settings.agents);
  const commands = flags.commands ?? settings.commandsEnabled;
  const fresh = agent.allowedTools.filter((tool) => commands || tool !== COMMAND_TOOL);
  if (session === null) {
    const budgetUsd = flags.budget?.usd ?? settings.budgetUsd;
    return { agent, tools: fresh, mode: flags.mode ?? agent.mode, budgetUsd, widened: [] };
  }

  const had = session.allowedTools ?? fresh;
  const mayAdd = (tool: string) =>
    tool === COMMAND_TOOL ? flags.commands === true : flags.agent !== undefined;
  const tools = fresh.filter((tool) => had.includes(tool) || mayAdd(tool));
  const inheritedMode = stricter(session.mode ?? agent.mode, agent.mode);
  const mode = flags.mode ?? inheritedMode;
  const inheritedBudget = smaller(session.budgetUsd ?? null, settings.budgetUsd);
  const budgetUsd = flags.budget === undefined
    ? inheritedBudget
    : flags.budget.usd + (flags.budget.onTop ? session.spentUsd : 0);

  const widened: Text[] = [];
  if (agent.name !== session.agent) {
    widened.push(text("agent: {before} -> {after}", { before: session.agent, after: agent.name }));
  }
  // That a session ran commands once permits none now: it is the flag that does.
  const added = tools.filter((tool) =>
    !had.includes(tool) || (tool === COMMAND_TOOL && !settings.commandsEnabled)
  );
  if (added.length > 0) widened.push(text("tools: {names}", { names: added.join(", ") }));
  if (stricter(mode, inheritedMode) !== mode) widened.push(text("mode: {mode}", { mode }));
  if (inheritedBudget !== null && budgetUsd !== null && budgetUsd > inheritedBudget) {
    widened.push(text("budget: {before} -> {after}", {
      before: dollars(inheritedBudget),
      after: dollars(budgetUsd),
    }));
  }
  return { agent, tools, mode, budgetUsd, widened };
}

/**
 * A line of what was widened, as a session keeps it: in English, whatever language it was said in.
 *
 * @param line The line.
 * @returns What can be translated; a line that architect did not write, as it is.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { SPANISH } from "../spanish.ts";
 * import { widenedText } from "./policy.ts";
 *
 * assertEquals(widenedText("mode: yolo").in(SPANISH), "modo: yolo");
 * ```
 */
export function widenedText(line: string): Text {
  const [, key, value = "", before, after = ""] =
    /^(agent|tools|mode|budget): ((?:(.*?) -> )?(.*))$/s.exec(line) ?? [];
  if (key === "tools") return text("tools: {names}", { names: value });
  if (key === "mode") return text("mode: {mode}", { mode: value });
  if (key === undefined || before === undefined) return verbatim(line);
  return key === "agent"
    ? text("agent: {before} -> {after}", { before, after })
    : text("budget: {before} -> {after}", { before, after });
}

/** Cents at least, and no digit of a budget left out: 0.5 as $0.50, 0.125 as $0.125. */
function dollars(usd: number): string {
  return `$${usd.toFixed(6).replace(/0{1,4}$/, "")}`;
}

function stricter(a: Mode, b: Mode): Mode {
  return MODES.indexOf(a) <= MODES.indexOf(b) ? a : b;
}

function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
