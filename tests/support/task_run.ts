/** A run in this process: real tools and real saves, on a disk that a test chooses. */

import { runAgent } from "../../src/agent/loop.ts";
import { decidePolicy } from "../../src/agent/policy.ts";
import type { RunOutcome } from "../../src/agent/run_outcome.ts";
import { type RunEvent, runSession } from "../../src/agent/run_session.ts";
import { newSession } from "../../src/agent/start.ts";
import { openTools } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import type { Disk } from "../../src/files/disk.ts";
import type { Provider } from "../../src/llm/provider.ts";
import { SessionManager, type SessionState } from "../../src/session/mod.ts";

/** What is run. */
export interface TaskRun {
  /** A folder that is empty but for the files of the task. */
  readonly workspace: string;
  readonly task: string;
  /** The model that the session keeps. */
  readonly model: string;
  readonly provider: Provider;
  /** Default: all that changes files, without commands. */
  readonly allowCommands?: boolean;
  /** What the sessions are saved with. Default: the file system of this machine. */
  readonly disk?: Disk;
  /** Called before each save. */
  readonly beforeSave?: () => Promise<void>;
}

/** A run that has its lock. Dispose of it when it is done. */
export interface StartedTask extends AsyncDisposable {
  readonly state: SessionState;
  readonly sessions: SessionManager;
  readonly events: AsyncGenerator<RunEvent, RunOutcome>;
}

/**
 * Begins a run; it goes on as its events are asked for.
 *
 * @param run What to run.
 * @returns The run.
 */
export async function startTask(run: TaskRun): Promise<StartedTask> {
  const { workspace, provider, disk, beforeSave } = run;
  const config = loadConfig();
  const policy = decidePolicy({
    flags: { mode: "yolo", commands: run.allowCommands ?? false },
    settings: { agents: {}, commandsEnabled: false, budgetUsd: null },
    session: null,
  });
  const state = await newSession(run.task, run.model, policy);
  const sessions = new SessionManager(workspace, { disk });
  const lock = await sessions.lock(state.sessionId);
  const events = runSession({
    state,
    store: {
      async save(saved) {
        await beforeSave?.();
        await sessions.save(saved);
      },
    },
    events: runAgent({
      provider,
      history: [...state.messages],
      unanswered: [],
      opening: null,
      limits: { maxSteps: 1000, budgetUsd: null },
      before: { steps: 0, costUsd: 0, answers: 0 },
      tools: openTools(policy.tools, config, { PATH: "/usr/bin:/bin" }),
      workspace,
      signal: new AbortController().signal,
      mode: "yolo",
      dryRun: false,
      confirm: () => Promise.resolve(true),
      redact: (text) => text,
      redactMessage: (message) => message,
      maxResultBytes: 65536,
    }),
    saveFirst: true,
    widened: [],
    version: "0.0.0",
    now: () => new Date(),
  });
  return { state, sessions, events, [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() };
}

/**
 * Runs to the end.
 *
 * @param run What to run.
 * @returns How it ended.
 */
export async function runTask(run: TaskRun): Promise<RunOutcome> {
  await using started = await startTask(run);
  while (true) {
    const next = await started.events.next();
    if (next.done) return next.value;
  }
}
