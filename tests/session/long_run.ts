/** A session of several runs and many messages, with its files as each save left them. */

import type { AgentEvent } from "../../src/agent/events.ts";
import { runSession } from "../../src/agent/run_session.ts";
import type { Message, ToolCall } from "../../src/llm/provider.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { call } from "../support/scripted_provider.ts";
import { ID, NOW, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

/** The session after a save. */
export interface Moment {
  /** The content of its two files. */
  readonly state: Uint8Array;
  readonly history: Uint8Array;
  /** What was saved. */
  readonly saved: SessionState;
  /** Every message of the session until then. */
  readonly messages: readonly Message[];
}

const RUNS = 3;
const STEPS = 16;

/** One answer: its cost, its calls with the files that they change. */
interface Step {
  readonly costUsd: number | null;
  readonly calls: readonly { readonly call: ToolCall; readonly path?: string }[];
}

/** Steps of all kinds: free and unknown costs, one and two calls, files changed, again, deleted. */
function steps(run: number): Step[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const id = `call_${run}_${step}`;
    const path = step % 4 === 1
      ? `src/${run}_${step}.txt`
      : step % 4 === 2
      ? "same.txt"
      : undefined;
    const calls = [{ call: call(`${id}_a`, "write_file", {}), path }];
    if (step % 3 === 0) calls.push({ call: call(`${id}_b`, "list_files", {}), path: undefined });
    return { costUsd: step === 5 ? null : 0.01 * (step % 3), calls };
  });
}

/** What the agent says and does in a run; the last one ends with an answer, the others are stopped. */
async function* events(run: number): AsyncGenerator<AgentEvent, void> {
  if (run > 0) yield { type: "message", message: { role: "user", content: `go on, ${run}` } };
  for (const { costUsd, calls } of steps(run)) {
    const tool_calls = calls.map(({ call }) => call);
    const asked: Message = { role: "assistant", content: null, tool_calls };
    yield { type: "answer", message: asked, usage: null, costUsd };
    for (const { call, path } of calls) {
      yield { type: "tool_started", call };
      const content = `result of ${call.id}`;
      const changed = path === undefined
        ? undefined
        : { path, sha256: call.id.includes("_10") ? null : call.id, bytes: call.id.length };
      const message: Message = { role: "tool", tool_call_id: call.id, content };
      yield { type: "tool_finished", call, message, result: { success: true, content, changed } };
    }
  }
  const last = run === RUNS - 1;
  const message: Message = { role: "assistant", content: `the end of run ${run}` };
  yield { type: last ? "answer" : "summary", message, usage: null, costUsd: 0.02 };
  yield { type: "stopped", reason: last ? "llm_done" : "max_steps", error: null };
}

/**
 * Makes the session: 3 runs, each by another process as far as the files are concerned.
 *
 * @returns The workspace, to be disposed of, and every save.
 */
export async function longRun(): Promise<{ workspace: Workspace; moments: Moment[] }> {
  const workspace = await Workspace.make();
  const moments: Moment[] = [];
  const all: Message[] = [];
  let now = NOW.getTime();
  for (let run = 0; run < RUNS; run++) {
    const sessions = workspace.other({ now: () => new Date(now += 1000) });
    await using _lock = await sessions.lock(ID);
    const state = run === 0 ? begun() : (await sessions.open(ID)).state;
    let known: Message | undefined = state.messages.at(run === 0 ? -99 : -1);
    const save = async (saved: SessionState) => {
      const from = known === undefined ? 0 : saved.messages.indexOf(known) + 1;
      all.push(...saved.messages.slice(from));
      known = saved.messages.at(-1);
      await sessions.save(saved);
      moments.push({
        state: await Deno.readFile(workspace.file()),
        history: await Deno.readFile(workspace.file(`${ID}.jsonl`)),
        saved: structuredClone(saved),
        messages: [...all],
      });
    };
    const going = runSession({
      state,
      store: { save },
      events: events(run),
      saveFirst: run === 0,
      widened: run === 1 ? ["mode: yolo"] : [],
      version: "0.0.0",
      now: () => new Date(now += 1000),
    });
    while (!(await going.next()).done);
  }
  return { workspace, moments };
}

function begun(): SessionState {
  return sample({
    status: "running",
    stopReason: null,
    stepsCompleted: 0,
    totalCost: 0,
    filesModified: [],
    messages: sample().messages.slice(0, 2),
    metadata: { mode: "yolo", budget_usd: null },
  });
}
