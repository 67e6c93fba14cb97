/** The state of a session as a run takes it up: a new one, or one that goes on. */

import { sha256 } from "../files/sha256.ts";
import { createSession, type SessionState } from "../session/session_state.ts";
import type { Policy } from "./policy.ts";

/**
 * A session that is about to begin: its system prompt and its task are its first messages.
 *
 * @param task The prompt, without secrets.
 * @param model The model.
 * @param policy What the run may do.
 * @returns The session. Nothing is on disk.
 */
export async function newSession(
  task: string,
  model: string,
  policy: Policy,
): Promise<SessionState> {
  const state = createSession({ task, model, agent: policy.agent.name });
  state.messages = [
    { role: "system", content: policy.agent.systemPrompt },
    { role: "user", content: task },
  ];
  await takeUp(state, model, policy);
  return state;
}

/**
 * Makes a session the one of this run: what holds from now on is kept in it.
 *
 * @param state The session; changed.
 * @param model The model that goes on.
 * @param policy What the run may do.
 * @returns Whether the agent's system prompt is another than the session began with.
 */
export async function takeUp(
  state: SessionState,
  model: string,
  policy: Policy,
): Promise<{ readonly promptChanged: boolean }> {
  const { metadata } = state;
  const hash = await sha256(policy.agent.systemPrompt);
  const promptChanged = state.agent === policy.agent.name &&
    metadata.prompt_sha256 !== undefined && metadata.prompt_sha256 !== hash;
  state.agent = policy.agent.name;
  state.model = model;
  metadata.budget_usd = policy.budgetUsd;
  metadata.mode = policy.mode;
  metadata.allowed_tools = [...policy.tools];
  metadata.prompt_sha256 = hash;
  return { promptChanged };
}
