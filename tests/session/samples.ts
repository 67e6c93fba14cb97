/** Sessions to test with. */

import type { Message } from "../../src/llm/provider.ts";
import { createSession } from "../../src/session/session_state.ts";
import type { SessionState } from "../../src/session/session_state.ts";

export const ID = "20260223-143022-a1b2c3";
export const NOW = new Date("2026-02-23T15:00:00.000Z");

/** A session with something in every field. */
export function sample(change: Partial<SessionState> = {}): SessionState {
  return {
    ...createSession({
      task: "refactoriza todo el módulo de auth",
      agent: "build",
      model: "gpt-4o",
      sessionId: ID,
      now: new Date("2026-02-23T14:30:22.000Z"),
    }),
    status: "partial",
    stepsCompleted: 2,
    totalCost: 0.0123,
    stopReason: "max_steps",
    filesModified: ["src/user.py", "tests/test_user.py"],
    messages: conversation(2),
    ...change,
  };
}

/** A system prompt, a task, and as many answers with a call and its result. */
export function conversation(pairs: number): Message[] {
  const messages: Message[] = [
    { role: "system", content: "You are an agent." },
    { role: "user", content: "do it" },
  ];
  for (let i = 0; i < pairs; i++) messages.push(...answer(i, 1));
  return messages;
}

/** An answer that asks for calls, and their results. */
export function answer(number: number, calls: number): Message[] {
  const ids = Array.from({ length: calls }, (_, i) => `call_${number}_${i}`);
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: ids.map((id) => ({
        id,
        type: "function" as const,
        function: { name: "read_file", arguments: '{"path":"a.py"}' },
      })),
    },
    ...ids.map((id) => ({ role: "tool" as const, tool_call_id: id, content: `result of ${id}` })),
  ];
}

/** A session as the Python tool writes it: its key order, and its times. */
export function pythonDict(id = ID, updated = 1771858822.25): Record<string, unknown> {
  return {
    session_id: id,
    task: "añade tests a user.py",
    agent: "build",
    model: "claude-sonnet-4-6",
    status: "partial",
    steps_completed: 12,
    messages: conversation(14),
    files_modified: ["src/user.py"],
    total_cost: 1.234567,
    started_at: 1771857022.5,
    updated_at: updated,
    stop_reason: "timeout",
    metadata: {},
    messages_truncated: true,
  };
}
