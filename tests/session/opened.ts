/** Opening sessions as a run does, and comparing what comes back. */

import { type Disk, realDisk } from "../../src/files/disk.ts";
import type { OpenedSession, SessionManagerOptions } from "../../src/session/session_manager.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { ID } from "./samples.ts";
import type { Workspace } from "./workspace.ts";

/** Opens a session as a run does: another process, which holds the lock. */
export async function open(
  workspace: Workspace,
  options: SessionManagerOptions = {},
): Promise<OpenedSession> {
  const sessions = workspace.other(options);
  await using _lock = await sessions.lock(ID);
  return await sessions.open(ID);
}

/** What must come back, whatever became of the state: no mark, no time, no status. */
export function essence(
  { stepsCompleted, totalCost, filesModified, task, agent, model, startedAt, metadata }:
    SessionState,
): Record<string, unknown> {
  const { files = {}, answers_saved = 0, cost_unknown_calls = 0, runs = [], mode } = metadata;
  return {
    stepsCompleted,
    totalCost,
    filesModified,
    task,
    agent,
    model,
    startedAt,
    files,
    answers_saved,
    cost_unknown_calls,
    mode,
    runs: runs.map(({ started_at, steps, cost_usd, widened }) => [
      started_at,
      steps,
      cost_usd,
      widened,
    ]),
  };
}

/** The real disk without the wait for it: nothing here is about a loss of power. */
export const quickDisk: Disk = {
  ...realDisk,
  open: async (path, options) => {
    const file = await realDisk.open(path, options);
    return Object.assign(file, { sync: () => Promise.resolve() });
  },
  syncFolder: () => Promise.resolve(),
};
