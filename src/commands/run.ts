/** `architect run` and `architect resume`: one session, from its prompt to its exit code. */

import { type AgentRun, runAgent } from "../agent/loop.ts";
import { decidePolicy, type Policy } from "../agent/policy.ts";
import { rebuildAgent } from "../agent/resume.ts";
import { exitCodeOfRun, type RunOutcome, runSession } from "../agent/run_session.ts";
import { newSession, takeUp } from "../agent/start.ts";
import { createStopSignal } from "../agent/stop_signal.ts";
import {
  DEFAULT_MODEL,
  openProvider,
  openRedactor,
  openSessions,
  openTools,
  redactMessage,
} from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { readConfigFiles } from "../config/read_config_files.ts";
import { ArchitectError } from "../errors.ts";
import { hashWorkspaceFile } from "../files/workspace_hash.ts";
import { PROVIDER_KEY_VARIABLES } from "../llm/endpoint.ts";
import type { Provider } from "../llm/provider.ts";
import { recordingProvider } from "../llm/record.ts";
import { dropForRun } from "../permissions.ts";
import type { Redactor } from "../secrets.ts";
import type { SessionManager, SessionState } from "../session/mod.ts";
import { MAX_RESULT_BYTES } from "../tools/cap_result.ts";
import { removeLeftoverTemp } from "../tools/leftover_temp.ts";
import type { Tool } from "../tools/tool.ts";
import { askToRun } from "../ui/confirm.ts";
import { VERSION } from "../version.ts";
import { type CassetteFile, openCassette } from "./cassette_file.ts";
import type { CommandContext, RunFlags } from "./context.ts";
import { openSession } from "./open_session.ts";
import { readPrompt } from "./read_prompt.ts";
import { refuseBudgetWithoutPrice, refuseQuestions } from "./run_checks.ts";
import { finishedOutcome, RunReport } from "./run_report.ts";
import { inheritedPolicy } from "./inherited_policy.ts";

/** All that a run is made of, once its rights are dropped. */
interface Setting {
  readonly flags: RunFlags;
  readonly context: CommandContext;
  readonly config: Config;
  readonly redactor: Redactor;
  readonly sessions: SessionManager;
  readonly policy: Policy;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly provider: Provider;
  readonly report: RunReport;
}

/**
 * Runs a task, or goes on with a session when `flags.session` names one.
 *
 * @param given The prompt; `-` for stdin; null for none, with a session only.
 * @param flags The flags of the call.
 * @param context The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} The run could not begin; nothing was changed.
 */
export async function run(
  given: string | null,
  flags: RunFlags,
  context: CommandContext,
): Promise<number> {
  const interrupt = context.interruptSignal();
  const prompt = await readPrompt(given, interrupt);
  const config = loadConfig({
    files: await readConfigFiles(context.workspace, flags.configFile),
    environment: context.environment,
    keyVariables: PROVIDER_KEY_VARIABLES,
    flags,
  });
  for (const warning of config.warnings) context.note(`warning: ${warning}`);
  const redactor = openRedactor(config);
  const task = prompt === null ? null : redactor.text(prompt);
  const sessions = openSessions(context.workspace);
  refuseResumeWithoutSaving(flags, config);

  await using opened = flags.session === undefined
    ? null
    : await openSession(sessions, flags.session, context);
  const state = opened?.state ?? null;
  const report = new RunReport(flags, context, redactor, task);
  if (state !== null && task === null && state.status === "success") {
    return await report.finish(finishedOutcome(state));
  }
  try {
    return await start(task, state, interrupt, {
      flags,
      context,
      config,
      redactor,
      sessions,
      report,
    });
  } catch (error) {
    if (state === null || !(error instanceof ArchitectError)) throw error;
    throw error.about(state.sessionId);
  }
}

/** Decides what the run may do, drops every right beyond it, and runs. */
async function start(
  task: string | null,
  resumed: SessionState | null,
  interrupt: AbortSignal,
  parts: Omit<Setting, "policy" | "tools" | "provider">,
): Promise<number> {
  const { flags, context, config, sessions } = parts;
  const policy = decidePolicy({
    flags,
    settings: {
      agents: config.agents,
      commandsEnabled: config.commands.enabled,
      budgetUsd: config.costs.budgetUsd,
    },
    session: resumed && inheritedPolicy(resumed),
  });
  const tools = openTools(policy.tools, config, context.environment);
  refuseQuestions({ policy, tools, flags, context, task, resumed });
  using cassette = flags.record === undefined
    ? null
    : await openCassette(flags.record, context.workspace, { goesOn: resumed !== null });

  const changes = !flags.dryRun && [...tools.values()].some((tool) => tool.changes);
  const commands = changes && tools.has("run_command");
  await dropForRun({ readOnly: !changes, commands });

  const model = resumed === null ? config.llm.model ?? DEFAULT_MODEL : flags.model ?? resumed.model;
  const provider = recorded(await openProvider(model, config, context.workspace), cassette, parts);
  refuseBudgetWithoutPrice(provider, policy.budgetUsd);
  for (const line of policy.widened) context.note(`widened by a flag: ${line}`);

  const setting: Setting = { ...parts, policy, tools, provider };
  using stop = createStopSignal(
    interrupt,
    flags.timeoutSeconds ? flags.timeoutSeconds * 1000 : null,
  );
  if (resumed === null) return await runNew(task ?? "", model, stop.signal, setting);
  await sessions.checkWritable();
  return await runResumed(task, resumed, model, stop.signal, setting);
}

async function runNew(
  task: string,
  model: string,
  signal: AbortSignal,
  setting: Setting,
): Promise<number> {
  const state = await newSession(task, model, setting.policy);
  await using _lock = setting.config.sessions.autoSave
    ? await setting.sessions.lock(state.sessionId)
    : null;
  const run = agentRun(state, signal, setting, {
    history: [...state.messages],
    unanswered: [],
    opening: null,
  });
  return await drive(state, run, true, setting);
}

async function runResumed(
  prompt: string | null,
  state: SessionState,
  model: string,
  signal: AbortSignal,
  setting: Setting,
): Promise<number> {
  const { context, policy, tools, flags } = setting;
  const { workspace } = context;
  const rebuilt = await rebuildAgent(state, {
    systemPrompt: policy.agent.systemPrompt,
    prompt,
    modelChanged: model !== state.model,
    tools,
    hashOf: (path) => hashWorkspaceFile(workspace, path),
  });
  const { promptChanged } = await takeUp(state, model, policy);
  if (promptChanged) {
    context.note(
      `warning: the system prompt of agent ${policy.agent.name} is not the one that this session began with`,
    );
  }
  const mayWrite = !flags.dryRun && [...tools.values()].some((tool) => tool.changes);
  for (const { file } of state.metadata.pending ?? []) {
    if (mayWrite && file !== undefined) await removeLeftoverTemp(workspace, file.temp);
  }
  return await drive(state, agentRun(state, signal, setting, rebuilt), false, setting);
}

function agentRun(
  state: SessionState,
  signal: AbortSignal,
  setting: Setting,
  start: Pick<AgentRun, "history" | "unanswered" | "opening">,
): AgentRun {
  const { flags, context, policy, tools, provider, redactor, report } = setting;
  return {
    ...start,
    provider,
    tools,
    signal,
    workspace: context.workspace,
    mode: policy.mode,
    dryRun: flags.dryRun,
    confirm: (question) => report.ask(() => askToRun(question)),
    redact: (text) => redactor.text(text),
    redactMessage: (message) => redactMessage(redactor, message),
    maxResultBytes: MAX_RESULT_BYTES,
    limits: { maxSteps: flags.maxSteps ?? policy.agent.maxSteps, budgetUsd: policy.budgetUsd },
    before: {
      steps: state.stepsCompleted,
      costUsd: state.totalCost,
      answers: state.metadata.answers_saved ?? 0,
    },
    onProgress: (characters) => report.received(characters),
    onNotice: (text) => context.note(redactor.text(text)),
  };
}

/** Takes the events of a run to their end. */
async function drive(
  state: SessionState,
  run: AgentRun,
  saveFirst: boolean,
  setting: Setting,
): Promise<number> {
  const { report, config, sessions, policy, flags } = setting;
  report.begin(state);
  const events = runSession({
    state,
    store: config.sessions.autoSave ? sessions : null,
    events: runAgent(run),
    saveFirst,
    widened: policy.widened,
    version: VERSION,
    now: () => new Date(),
  });
  let outcome: RunOutcome;
  while (true) {
    const next = await events.next();
    if (next.done) {
      outcome = next.value;
      break;
    }
    report.show(next.value);
  }
  await report.finish(outcome, policy.budgetUsd);
  return exitCodeOfRun(outcome, flags.exitCodeOnPartial);
}

function recorded(
  provider: Provider,
  cassette: CassetteFile | null,
  { redactor }: Pick<Setting, "redactor">,
): Provider {
  if (cassette === null) return provider;
  return recordingProvider(provider, (line) => cassette.append(line), {
    hasHeader: cassette.hasHeader,
    redact: (text) => redactor.text(text),
  });
}

function refuseResumeWithoutSaving(flags: RunFlags, config: Config): void {
  if (flags.session === undefined || config.sessions.autoSave) return;
  throw new ArchitectError(
    "config",
    `Cannot resume "${flags.session}": saving is off, and what the run does would be lost`,
    { suggestion: 'Take "sessions: {auto_save: false}" out of the config.' },
  );
}
