/** Rebuilds the agent of a session that goes on. */

import { findDrift } from "../files/drift.ts";
import type { Message } from "../llm/provider.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Tool } from "../tools/tool.ts";
import { rebuildHistory } from "./history.ts";
import { openingMessage } from "./opening.ts";
import { judgeUnanswered, type UnansweredCall, unknownOutcome } from "./unanswered_call.ts";

/** The messages that a session goes on from. */
export interface KnownMessages {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** How many messages of the session come before them; null: some, but not how many. */
  readonly before: number | null;
}

/** What {@linkcode rebuildAgent} needs beside the state. */
export interface ResumeOptions extends KnownMessages {
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
 * The messages that a state itself keeps: the end of the session.
 *
 * @param state The session.
 * @returns The messages.
 */
export function endOf({ messages, metadata }: SessionState): KnownMessages {
  const { truncated, messages_dropped = null } = metadata;
  return { messages, before: truncated === true ? messages_dropped : 0 };
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
  const { messages, unanswered } = rebuildHistory(options.messages, {
    systemPrompt: options.systemPrompt,
    task: state.task,
    dropped: options.before,
    modelChanged: options.modelChanged,
  });

  const marks = new Map(metadata.pending?.map((mark) => [mark.tool_call_id, mark]));
  const judged: UnansweredCall[] = [];
  for (const call of unanswered) {
    // Only architect's own files have marks; of a call in any other nobody knows whether it began.
    judged.push(
      metadata.schema === undefined ? { call, result: unknownOutcome() } : await judgeUnanswered(
        call,
        marks.get(call.id),
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
