/** A run from its first event to its exit code. */

import { type AgentRun, runAgent } from "../agent/loop.ts";
import { fitToContext } from "../agent/context_window.ts";
import { endOf, type KnownMessages, rebuildAgent, type RebuiltAgent } from "../agent/resume.ts";
import { exitCodeOfRun } from "../agent/run_outcome.ts";
import { runSession } from "../agent/run_session.ts";
import { newSession, takeUp } from "../agent/start.ts";
import { redactMessage } from "../app.ts";
import { ArchitectError } from "../errors.ts";
import { hashWorkspaceFile } from "../files/workspace_hash.ts";
import type { OpenedSession, SessionLock, SessionManager, SessionState } from "../session/mod.ts";
import { text } from "../text.ts";
import { MAX_RESULT_BYTES } from "../tools/cap_result.ts";
import { removeLeftoverTemp } from "../tools/leftover_temp.ts";
import { askToRun } from "../ui/confirm.ts";
import { VERSION } from "../version.ts";
import type { RunSetting } from "./start_run.ts";

/**
 * Runs a new session.
 *
 * @param task The prompt, without secrets.
 * @param model The model.
 * @param signal Aborted when the run is to stop.
 * @param setting What the run is made of.
 * @returns The exit code.
 */
export async function driveNew(
  task: string,
  model: string,
  signal: AbortSignal,
  setting: RunSetting,
): Promise<number> {
  const state = await newSession(task, model, setting.policy);
  await using _lock = setting.config.sessions.autoSave
    ? await lockNew(setting.sessions, state.sessionId)
    : null;
  const run = agentRun(state, signal, setting, {
    history: [...state.messages],
    unanswered: [],
    opening: null,
  });
  return await drive(state, run, true, setting);
}

/** What cannot be locked is never saved: its id would lead nowhere. */
async function lockNew(sessions: SessionManager, id: string): Promise<SessionLock> {
  try {
    return await sessions.lock(id);
  } catch (error) {
    if (!(error instanceof ArchitectError)) throw error;
    const { code, suggestion } = error;
    throw new ArchitectError(code, error.text, {
      suggestion: suggestion ?? undefined,
      cause: error,
    });
  }
}

/**
 * Goes on with a session. Its file stays as it is until something has happened.
 *
 * @param prompt The new prompt, without secrets; null for none.
 * @param resumed The session, its lock held.
 * @param model The model that goes on.
 * @param signal Aborted when the run is to stop.
 * @param setting What the run is made of.
 * @returns The exit code.
 */
export async function driveResumed(
  prompt: string | null,
  resumed: OpenedSession,
  model: string,
  signal: AbortSignal,
  setting: RunSetting,
): Promise<number> {
  const { context, policy, tools, changes, redactor, report } = setting;
  const { workspace } = context;
  const { state } = resumed;
  // The files may hold what was no key in use when they were written, or what another program wrote.
  const told = { ...state, task: redactor.text(state.task) };
  const withoutSecrets = ({ messages, before }: KnownMessages): KnownMessages => ({
    messages: messages.map((message) => redactMessage(redactor, message, { keepIds: true })),
    before,
  });
  const options = {
    systemPrompt: policy.agent.systemPrompt,
    prompt,
    modelChanged: model !== state.model,
    tools,
    hashOf: (path: string) => hashWorkspaceFile(workspace, path),
  };
  let rebuilt = await rebuildAgent(told, { ...options, ...withoutSecrets(resumed) });
  if (!fits(rebuilt, setting)) {
    report.notice(
      text("the whole history is larger than the model's context: only its end is sent"),
    );
    rebuilt = await rebuildAgent(told, { ...options, ...withoutSecrets(endOf(state)) });
  }
  const { promptChanged } = await takeUp(state, model, policy);
  if (promptChanged) {
    report.warn(
      text("the system prompt of agent {agent} is not the one that this session began with", {
        agent: policy.agent.name,
      }),
    );
  }
  for (const { file } of state.metadata.pending ?? []) {
    if (changes && file !== undefined) await removeLeftoverTemp(workspace, file);
  }
  return await drive(state, agentRun(state, signal, setting, rebuilt), false, setting);
}

/** A history that does not even fit without old tool results could never be gone on with. */
function fits({ history, opening }: RebuiltAgent, { tools, provider }: RunSetting): boolean {
  const first = opening === null ? history : [...history, opening];
  return fitToContext(first, [...tools.values()], provider.contextTokens).fits;
}

function agentRun(
  state: SessionState,
  signal: AbortSignal,
  setting: RunSetting,
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
    confirm: (question) => report.ask(() => askToRun(question, context.translate)),
    redact: (words) => redactor.text(words),
    redactMessage: (message) => redactMessage(redactor, message),
    maxResultBytes: MAX_RESULT_BYTES,
    limits: { maxSteps: flags.maxSteps ?? policy.agent.maxSteps, budgetUsd: policy.budgetUsd },
    before: {
      steps: state.stepsCompleted,
      costUsd: state.totalCost,
      answers: state.metadata.answers_saved ?? 0,
    },
    onProgress: (characters) => report.received(characters),
    onText: (piece) => report.receivedText(piece),
    onNotice: (line) => report.notice(line),
  };
}

/** Takes the events of a run to their end. */
async function drive(
  state: SessionState,
  run: AgentRun,
  saveFirst: boolean,
  setting: RunSetting,
): Promise<number> {
  const { report, config, sessions, policy, flags } = setting;
  const saves = config.sessions.autoSave;
  // Stored and told to programs: in English.
  const widened = policy.widened.map(String);
  report.begin({ state, resumed: !saveFirst, saves, widened });
  const events = runSession({
    state,
    store: saves ? sessions : null,
    events: runAgent(run),
    saveFirst,
    widened,
    version: VERSION,
    now: () => new Date(),
  });
  let next = await events.next();
  for (; !next.done; next = await events.next()) report.show(next.value);
  await report.finish(next.value, policy.budgetUsd);
  return exitCodeOfRun(next.value, flags.exitCodeOnPartial);
}
