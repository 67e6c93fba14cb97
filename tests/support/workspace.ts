/** A folder for one test, and sessions to put there. */

import { createSession, SessionManager, type SessionState } from "../../src/session/mod.ts";

/**
 * Calls a test with a new folder, and removes the folder.
 *
 * @param test Is given the real path of the folder.
 */
export async function withWorkspace(test: (workspace: string) => Promise<void>): Promise<void> {
  const workspace = await Deno.realPath(await Deno.makeTempDir({ prefix: "architect_test_" }));
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
