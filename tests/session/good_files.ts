/** Files of sessions as architect and others write them, to be made bad. */

import type { Message } from "../../src/llm/provider.ts";
import type { SessionManager } from "../../src/session/session_manager.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { answer, ID, pythonDict, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

/** The files of one session, {@linkcode ID}. */
export interface GoodFiles {
  readonly name: string;
  readonly state: Uint8Array;
  readonly history: Uint8Array | null;
}

/**
 * Makes files of each kind.
 *
 * @returns Those with a history first, the large one last of them.
 */
export async function goodFiles(): Promise<GoodFiles[]> {
  return [
    await saved("one run", [4], {}),
    await saved("two runs", [3, 3], {}),
    await saved("begun with a foreign file", [2], { messages: [...answer(70, 1)] }),
    await saved("everything in it", [3], FULL),
    await saved("messages cut off", [12, 48], {}),
    foreign("of the Python tool", JSON.stringify(pythonDict(), null, 2)),
    foreign("on one line", JSON.stringify({ session_id: ID, task: "do it", messages: [] })),
  ];
}

function foreign(name: string, text: string): GoodFiles {
  return { name, state: new TextEncoder().encode(text), history: null };
}

/** Saves a session after each message, as runs do, each run with another manager. */
async function saved(
  name: string,
  runs: readonly number[],
  change: Partial<SessionState>,
): Promise<GoodFiles> {
  await using workspace = await Workspace.make();
  // A save counts in the metadata: each call begins with its own.
  const own = structuredClone(change);
  let state = sample({ stepsCompleted: 0, totalCost: 0, messages: [], ...own });
  let saves = 0;
  for (const count of runs) {
    const sessions: SessionManager = workspace.other();
    if (saves > 0) state = (await sessions.open(ID)).state;
    state.metadata.runs = [...state.metadata.runs ?? [], RUN];
    for (const message of messagesOf(saves, count)) {
      state.messages = [...state.messages, message];
      if (message.role === "assistant") {
        state.stepsCompleted++;
        state.totalCost += 0.25;
      }
      const path = `src/file_${saves}.py`;
      if (message.role === "tool") {
        state.filesModified = [...state.filesModified, path];
        state.metadata.files = {
          ...state.metadata.files,
          [path]: { sha256: "0f".repeat(32), bytes: 7 },
        };
      }
      await sessions.save(state);
      saves++;
    }
  }
  return {
    name,
    state: await Deno.readFile(workspace.file()),
    history: await Deno.readFile(workspace.file(`${ID}.jsonl`)),
  };
}

const RUN = {
  started_at: "2026-02-23T14:30:22.000Z",
  ended_at: null,
  steps: 1,
  cost_usd: 0.25,
  stop_reason: "max_steps" as const,
  version: "0.1.0",
  widened: ["mode: yolo"],
};

/** The prompt of a run, and pairs of a call and its result. */
function messagesOf(first: number, count: number): Message[] {
  const messages: Message[] = [{ role: "user", content: `añade tests, número ${first}` }];
  for (let pair = 0; messages.length < count; pair++) messages.push(...answer(first + pair, 1));
  return messages.slice(0, count);
}

/** Something in every key that architect knows, and keys that it does not. */
const FULL: Partial<SessionState> = {
  metadata: {
    mode: "yolo",
    allowed_tools: ["read_file", "write_file"],
    prompt_sha256: "ab".repeat(32),
    budget_usd: 1.5,
    answers_saved: 3,
    cost_unknown_calls: 1,
    parent: { session_id: "20260101-000000-000000", step: 3 },
    foreign: [1, { deep: [[]] }],
    pending: [{
      tool_call_id: "call_0_0",
      name: "write_file",
      started_at: "2026-02-23T14:30:22.000Z",
      file: {
        path: "a.py",
        before: null,
        after: "cd".repeat(32),
        bytes: 12,
        temp: ".a.py.tmp",
        result: "written",
      },
    }],
  },
  messages: [
    { role: "system", content: "You are an agent." },
    { role: "user", content: [{ type: "text", text: "see the picture" }, { type: "image" }] },
    { role: "assistant", content: "thinking", reasoning: { signature: "abc", blocks: [1, 2.5] } },
  ] as Message[],
  extra: { project: "sandbox", "clé": { "🚀": null } },
};
