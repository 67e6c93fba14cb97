/** A folder for one test, and sessions to put there. */

import { createSession, SessionManager, type SessionState } from "../../src/session/mod.ts";

/**
 * Calls a test with a new folder, and removes the folder.
 *
 * @param test Is given the real path of the folder.
 */
export function withWorkspace(test: (workspace: string) => Promise<void>): Promise<void> {
  return inNewFolder(test, undefined);
}

/** A file system in memory. */
const MEMORY = "/dev/shm";

/**
 * As {@linkcode withWorkspace}, in memory where this machine has such a file system: for tests that
 * make hundreds of folders in this process, which other users of a disk make slow. The program itself
 * may not work there: its runtime keeps devices to programs with all rights.
 *
 * @param test Is given the real path of the folder.
 */
export async function withMemoryWorkspace(
  test: (workspace: string) => Promise<void>,
): Promise<void> {
  const there = await Deno.stat(MEMORY).then(({ isDirectory }) => isDirectory, () => false);
  await inNewFolder(test, there ? MEMORY : undefined);
}

async function inNewFolder(
  test: (workspace: string) => Promise<void>,
  dir: string | undefined,
): Promise<void> {
  const made = await Deno.makeTempDir({ prefix: "architect_test_", dir });
  const workspace = await Deno.realPath(made);
  try {
    await test(workspace);
  } finally {
    await Deno.remove(workspace, { recursive: true });
  }
}

/**
 * Saves a session as it was some days ago.
 *
 * @param workspace Where.
 * @param changes What is not as in a successful session of one step.
 * @param daysAgo Age. Default 0.
 * @returns The session.
 */
export async function saveSession(
  workspace: string,
  changes: Partial<SessionState> = {},
  daysAgo = 0,
): Promise<SessionState> {
  const now = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000);
  const state: SessionState = {
    ...createSession({ task: "say hello", agent: "build", model: "gpt-4o", now }),
    status: "success",
    stopReason: "llm_done",
    stepsCompleted: 1,
    messages: [
      { role: "user", content: "say hello" },
      { role: "assistant", content: "hello" },
    ],
    ...changes,
  };
  await new SessionManager(workspace, { now: () => now }).save(state);
  return state;
}
