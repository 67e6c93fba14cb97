/**
 * A run, and what was on disk at every moment at which it could have died.
 *
 * The run is a real one: real tools, real saves. At each event, and before each save, the whole folder
 * is copied: what kill -9 at that moment would have left.
 */

import { copy } from "@std/fs/copy";
import { join } from "@std/path";
import type { SessionState } from "../../src/session/mod.ts";
import { startTask, type TaskRun } from "./task_run.ts";

/** One moment. */
export interface CrashPoint {
  /** Such as `12: before the save after tool_started`. */
  readonly name: string;
  /** A copy of the workspace. */
  readonly workspace: string;
  readonly sessionId: string;
}

/** What is run. */
export interface RunToCrash extends TaskRun {
  /** Where the copies go. */
  readonly copies: string;
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
  const { workspace, copies } = run;
  const points: CrashPoint[] = [];
  const snapshot = async (moment: string) => {
    const name = `${points.length}: ${moment}`;
    const target = join(copies, String(points.length));
    await copy(workspace, target);
    points.push({ name, workspace: target, sessionId: state.sessionId });
  };

  let last = "start";
  const beforeSave = async () => {
    // Nothing can be resumed before the first save.
    if (points.length > 0) await snapshot(`before the save after ${last}`);
  };
  await using started = await startTask({ ...run, beforeSave });
  const { state, events } = started;
  while (true) {
    const next = await events.next();
    if (next.done) return { points, state };
    // A save that is not the first is told right before what it saved: the same is on disk at both.
    if (next.value.type === "session_saved" && !next.value.first) continue;
    last = next.value.type;
    await snapshot(`at ${last}`);
  }
}
