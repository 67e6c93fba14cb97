/**
 * A run, and what was on disk at every moment at which it could have died.
 *
 * The run is a real one: real tools, real saves. At each event, and before each save, the whole folder
 * is copied: what kill -9 at that moment would have left.
 */

import { copy } from "@std/fs/copy";
import { join } from "@std/path";
import { runAgent } from "../../src/agent/loop.ts";
import { decidePolicy } from "../../src/agent/policy.ts";
import { runSession } from "../../src/agent/run_session.ts";
import { newSession } from "../../src/agent/start.ts";
import { openTools } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import type { Provider } from "../../src/llm/provider.ts";
import { SessionManager, type SessionState } from "../../src/session/mod.ts";

/** One moment. */
export interface CrashPoint {
  /** Such as `12: before the save after tool_started`. */
  readonly name: string;
  /** A copy of the workspace. */
  readonly workspace: string;
  readonly sessionId: string;
}

/** What is run. */
export interface RunToCrash {
  /** A folder that is empty but for the files of the task. */
  readonly workspace: string;
  /** Where the copies go. */
  readonly copies: string;
  readonly task: string;
  /** The model that the session keeps. */
  readonly model: string;
  readonly provider: Provider;
  /** Default: all that changes files, without commands. */
  readonly allowCommands?: boolean;
}

/**
 * Runs to the end.
 *
 * @param run What to run.
 * @returns Every moment, in order, and the state at the end.
 */
export async function crashPoints(
  run: RunToCrash,
): Promise<{ readonly points: CrashPoint[]; readonly state: SessionState }> {
  const { workspace, copies, model, provider } = run;
  const config = loadConfig();
  const policy = decidePolicy({
    flags: { mode: "yolo", commands: run.allowCommands ?? false },
    settings: { agents: {}, commandsEnabled: false, budgetUsd: null },
    session: null,
  });
  const state = await newSession(run.task, model, policy);
  const sessions = new SessionManager(workspace);
  const points: CrashPoint[] = [];
  const snapshot = async (moment: string) => {
    const name = `${points.length}: ${moment}`;
    const target = join(copies, String(points.length));
    await copy(workspace, target);
    points.push({ name, workspace: target, sessionId: state.sessionId });
  };

  await using _lock = await sessions.lock(state.sessionId);
  let last = "start";
  const events = runSession({
    state,
    store: {
      async save(saved) {
        // Nothing can be resumed before the first save.
        if (points.length > 0) await snapshot(`before the save after ${last}`);
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
  while (true) {
    const next = await events.next();
    if (next.done) return { points, state };
    last = next.value.type;
    await snapshot(`at ${last}`);
  }
}
