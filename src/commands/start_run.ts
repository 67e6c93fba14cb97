/** What a run may do is decided, every right beyond it is dropped, and it begins. */

import { unknownTools } from "../agent/agents.ts";
import { decidePolicy, type Policy } from "../agent/policy.ts";
import { createStopSignal } from "../agent/stop_signal.ts";
import { DEFAULT_MODEL, openProvider, openTools } from "../app.ts";
import type { Config } from "../config.ts";
import { ArchitectError } from "../errors.ts";
import type { Provider } from "../llm/provider.ts";
import { recordingProvider } from "../llm/record.ts";
import { dropForRun } from "../permissions.ts";
import { createRedactor, type Redactor } from "../secrets.ts";
import type { SessionManager } from "../session/mod.ts";
import { text } from "../text.ts";
import type { Tool } from "../tools/tool.ts";
import { type CassetteFile, openCassette } from "./cassette_file.ts";
import type { CommandContext, RunFlags } from "./context.ts";
import { driveNew, driveResumed } from "./drive_run.ts";
import { inheritedPolicy } from "./inherited_policy.ts";
import { refuseBudgetWithoutPrice, refuseQuestions } from "./run_checks.ts";
import type { OpenSession } from "./open_session.ts";
import type { RunReport } from "./run_report.ts";
import { keepRunRights } from "./run_rights.ts";

/** What a run is made of before it is known what it may do. */
export interface RunParts {
  readonly flags: RunFlags;
  readonly context: CommandContext;
  readonly config: Config;
  readonly redactor: Redactor;
  readonly sessions: SessionManager;
  readonly report: RunReport;
}

/** All that a run is made of, once its rights are dropped. */
export interface RunSetting extends RunParts {
  readonly policy: Policy;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Whether a tool may change a file: else the right to write in the workspace is dropped. */
  readonly changes: boolean;
  readonly provider: Provider;
}

/**
 * Starts a run and takes it to its end.
 *
 * @param task The prompt, without secrets; null for none, with a session only.
 * @param resumed The session that goes on; null for a new one.
 * @param interrupt Aborted by Ctrl+C and the like.
 * @param parts What the run is made of.
 * @returns The exit code.
 * @throws {ArchitectError} The run could not begin; nothing was changed.
 */
export async function startRun(
  task: string | null,
  resumed: OpenSession | null,
  interrupt: AbortSignal,
  parts: RunParts,
): Promise<number> {
  const { flags, context, config, sessions, report } = parts;
  const policy = decidePolicy({
    flags,
    settings: {
      agents: config.agents,
      commandsEnabled: config.commands.enabled,
      budgetUsd: config.costs.budgetUsd,
    },
    session: resumed && inheritedPolicy(resumed.state),
  });
  const tools = openTools(policy.tools, config, context.environment);
  refuseQuestions({ policy, tools, flags, context, task, resumed: resumed?.origin ?? null });
  const model = resumed === null
    ? config.llm.model ?? DEFAULT_MODEL
    : flags.model ?? resumed.state.model;
  const changes = !flags.dryRun && [...tools.values()].some((tool) => tool.changes);
  const commands = changes && tools.has("run_command");
  await keepRunRights({ flags, config, context, model, commands });
  using cassette = flags.record === undefined
    ? null
    : await openCassette(flags.record, context.workspace, { goesOn: resumed !== null });

  await dropForRun({ readOnly: !changes, commands });

  refuseKeyAsModel(model);
  const provider = recorded(await openProvider(model, config, context.workspace), cassette, parts);
  refuseBudgetWithoutPrice(provider, policy.budgetUsd);
  for (const name of unknownTools(policy.agent)) {
    report.warn(text("agent {agent} names a tool that there is not: {tool}", {
      agent: policy.agent.name,
      tool: JSON.stringify(name),
    }));
  }
  if (flags.commands && !tools.has("run_command")) {
    report.warn(text("--allow-commands changes nothing: agent {agent} has no tool for them", {
      agent: policy.agent.name,
    }));
  }
  for (const what of policy.widened) context.note(text("widened by a flag: {what}", { what }));

  const setting: RunSetting = { ...parts, policy, tools, changes, provider };
  using stop = createStopSignal(
    interrupt,
    flags.timeoutSeconds ? flags.timeoutSeconds * 1000 : null,
  );
  if (resumed === null) return await driveNew(task ?? "", model, stop.signal, setting);
  await sessions.checkWritable(resumed.state.sessionId);
  return await driveResumed(task, await resumed.begin(), model, stop.signal, setting);
}

/** A model is kept in the session and shown in every list. */
function refuseKeyAsModel(model: string): void {
  // Of any known shape: a server of one's own may take the name of a model for a key.
  if (createRedactor([]).text(model) === model) return;
  throw new ArchitectError("config", text("Cannot use the model: what is given for it is a key"), {
    suggestion: text("Give the key with --api-key, and a model such as --model gpt-4o."),
  });
}

function recorded(
  provider: Provider,
  cassette: CassetteFile | null,
  { redactor }: RunParts,
): Provider {
  if (cassette === null) return provider;
  return recordingProvider(provider, (line) => cassette.append(line), {
    hasHeader: cassette.hasHeader,
    redact: (words) => redactor.text(words),
  });
}
