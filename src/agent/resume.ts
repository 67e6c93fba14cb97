/** Rebuilds the agent of a session that goes on. */

import { findDrift } from "../files/drift.ts";
import type { Message } from "../llm/provider.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Tool } from "../tools/tool.ts";
import { rebuildHistory } from "./history.ts";
import { openingMessage } from "./opening.ts";
import { judgeUnanswered, type UnansweredCall, unknownOutcome } from "./unanswered_call.ts";

/** What {@linkcode rebuildAgent} needs beside the state. */
export interface ResumeOptions {
  readonly systemPrompt: string;
  /** The new prompt; null for none. */
  readonly prompt: string | null;
  /** Whether another model goes on. */
  readonly modelChanged: boolean;
  readonly tools: ReadonlyMap<string, Tool>;
  /** SHA-256 of a file of the workspace: see `hashWorkspaceFile`. */
  readonly hashOf: (path: string) => Promise<string | null | undefined>;
}

/** The parts of an agent run that come from a session. */
export interface RebuiltAgent {
  readonly history: Message[];
  readonly unanswered: readonly UnansweredCall[];
  readonly opening: Message | null;
}

/**
 * Rebuilds what the agent knew: the messages, the calls that are still open, and what the model must
 * be told first. Changes neither the state nor a file.
 *
 * @param state The session as it was saved.
 * @param options The prompts, the tools and how to look at files.
 * @returns The parts of a run.
 */
export async function rebuildAgent(
  state: SessionState,
  options: ResumeOptions,
): Promise<RebuiltAgent> {
  const { metadata } = state;
  const { messages, unanswered } = rebuildHistory(state.messages, {
    systemPrompt: options.systemPrompt,
    task: state.task,
    dropped: metadata.truncated === true ? metadata.messages_dropped ?? null : 0,
    modelChanged: options.modelChanged,
  });

  const judged: UnansweredCall[] = [];
  for (const call of unanswered) {
    const pending = metadata.pending?.find((mark) => mark.tool_call_id === call.id);
    // Only architect's own files have marks; of a call in any other nobody knows whether it began.
    judged.push(
      metadata.schema === undefined ? { call, result: unknownOutcome() } : await judgeUnanswered(
        call,
        pending,
        options.tools.get(call.function.name),
        options.hashOf,
      ),
    );
  }

  const left = { ...metadata.files };
  // What a call in flight did to its file is judged above; it is no change by others.
  for (const { file } of metadata.pending ?? []) if (file !== undefined) delete left[file.path];
  const drift = await findDrift(left, options.hashOf);
  const last = judged.length > 0 ? undefined : messages.at(-1);
  return {
    history: messages,
    unanswered: judged,
    opening: openingMessage(last, options.prompt, drift),
  };
}
