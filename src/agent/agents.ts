/** The agents: what each is told, which tools it has, and how far it goes by itself. */

import type { AgentConfig } from "../config.ts";
import { ArchitectError } from "../errors.ts";
import type { Mode } from "../mode.ts";
import { text } from "../text.ts";

/** An agent, complete. */
export interface Agent {
  readonly name: string;
  readonly systemPrompt: string;
  /** Names of tools. `run_command` is offered only where commands are enabled as well. */
  readonly allowedTools: readonly string[];
  readonly mode: Mode;
  /** Steps of one run, when the call gives no other number. */
  readonly maxSteps: number;
}

/** Tools that change nothing. */
export const READ_ONLY_TOOLS: readonly string[] = [
  "read_file",
  "list_files",
  "find_files",
  "search_code",
  "grep",
];

/** All tools. */
export const ALL_TOOLS: readonly string[] = [
  ...READ_ONLY_TOOLS,
  "write_file",
  "edit_file",
  "apply_patch",
  "delete_file",
  "run_command",
];

/**
 * The tools that an agent of the config names and that there are not: a slip of the pen there would
 * else only show in what the agent cannot do.
 *
 * @param agent The agent.
 * @returns Their names.
 */
export function unknownTools({ allowedTools }: Pick<Agent, "allowedTools">): readonly string[] {
  return allowedTools.filter((name) => !ALL_TOOLS.includes(name));
}

const COMMON = `You work in one folder, the workspace. Paths are relative to it and use "/". \
Read before you change, and change only what the task needs. A failed tool call is told to you as its \
result: read it, mend the cause, go on. When the task is done, answer with a short summary of what you \
did and do not call a tool; that ends the run.`;

const BUILT_IN: readonly Agent[] = [
  {
    name: "build",
    systemPrompt:
      `You are a software engineer who carries out a task in a code base, from reading it to a checked \
result. ${COMMON}`,
    allowedTools: ALL_TOOLS,
    mode: "confirm-sensitive",
    maxSteps: 50,
  },
  {
    name: "plan",
    systemPrompt: `You are a software architect who plans a change without making it. Read what is \
relevant, then answer with the plan: the files to change, what to do in each, in which order, and how to \
check it. ${COMMON}`,
    allowedTools: READ_ONLY_TOOLS,
    mode: "yolo",
    maxSteps: 20,
  },
  {
    name: "resume",
    systemPrompt:
      `You sum a project up for somebody who comes back to it: what it is for, how it is \
built, what state it is in, what is unfinished. ${COMMON}`,
    allowedTools: READ_ONLY_TOOLS,
    mode: "yolo",
    maxSteps: 15,
  },
  {
    name: "review",
    systemPrompt:
      `You are a code reviewer. Find what is wrong or risky: errors, missing cases, unclear \
names, missing tests. Name the file and line of each finding, the worst first. ${COMMON}`,
    allowedTools: READ_ONLY_TOOLS,
    mode: "yolo",
    maxSteps: 20,
  },
];

/**
 * An agent that every installation has.
 *
 * @param name Its name.
 * @returns The agent as it is without a config; undefined when it is none of them.
 */
export function builtInAgent(name: string): Agent | undefined {
  return BUILT_IN.find((agent) => agent.name === name);
}

/**
 * The agents that every installation has.
 *
 * @returns The agents as they are without a config.
 */
export function builtInAgents(): readonly Agent[] {
  return BUILT_IN;
}

/**
 * The agent of a name, with what the config changes of it. A new agent of the config that names no
 * tools gets the read-only ones: an omission never widens.
 *
 * @param name A built-in agent or one of `settings`.
 * @param settings The section `agents` of the config.
 * @returns The agent.
 * @throws {ArchitectError} `config`: there is no agent of this name.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { resolveAgent } from "./agents.ts";
 *
 * assertEquals(resolveAgent("plan", {}).maxSteps, 20);
 * assertEquals(resolveAgent("docs", { docs: { maxSteps: 5 } }).maxSteps, 5);
 * ```
 */
export function resolveAgent(
  name: string,
  settings: Readonly<Record<string, AgentConfig>>,
): Agent {
  const builtIn = builtInAgent(name);
  const own = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (builtIn === undefined && own === undefined) {
    const names = [...BUILT_IN.map((agent) => agent.name), ...Object.keys(settings)];
    throw new ArchitectError(
      "config",
      text('Cannot use agent "{name}": there is none of that name', { name }),
      {
        suggestion: text(
          'Give one of {names} with -a, or describe it under "agents" in the config.',
          {
            names: [...new Set(names)].join(", "),
          },
        ),
      },
    );
  }
  const base: Agent = builtIn ??
    {
      name,
      systemPrompt: COMMON,
      allowedTools: READ_ONLY_TOOLS,
      mode: "confirm-sensitive",
      maxSteps: 50,
    };
  return {
    name,
    systemPrompt: own?.systemPrompt ?? base.systemPrompt,
    allowedTools: own?.allowedTools ?? base.allowedTools,
    mode: own?.mode ?? base.mode,
    maxSteps: own?.maxSteps ?? base.maxSteps,
  };
}
