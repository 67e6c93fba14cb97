/** Sessions to export. */

import type { Message } from "../../../src/llm/provider.ts";
import { createSession, type SessionState } from "../../../src/session/mod.ts";
import type { SessionSteps, StepMessage } from "../../../src/session/session_steps.ts";
import { verbatim } from "../../../src/text.ts";

export const ID = "20260223-143022-a1b2c3";

/** A message that asks for calls: id, name, arguments. */
export function asks(...calls: readonly (readonly [string, string, unknown])[]): Message {
  return {
    role: "assistant",
    content: null,
    tool_calls: calls.map(([id, name, args]) => ({
      id,
      type: "function",
      function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
    })),
  };
}

export function result(id: string, content: string): Message {
  return { role: "tool", tool_call_id: id, content };
}

/** A session whose history tells all: each answer is a step, and costs a cent. */
export function steps(
  messages: readonly Message[],
  changes: Partial<SessionState> = {},
  notes: readonly string[] = [],
): SessionSteps {
  let step = 0;
  const told = messages.map((message, index): StepMessage => {
    const isAnswer = message.role === "assistant";
    if (isAnswer) step++;
    const at = new Date(Date.UTC(2026, 1, 23, 14, 30, index)).toISOString();
    return { number: index + 1, step, at, cost: isAnswer ? 0.01 : 0, message };
  });
  const state: SessionState = {
    ...createSession({
      task: "añade tests",
      agent: "build",
      model: "gpt-4o",
      sessionId: ID,
      now: new Date("2026-02-23T14:30:22Z"),
    }),
    status: "success",
    stopReason: "llm_done",
    stepsCompleted: step,
    totalCost: step / 100,
    ...changes,
  };
  return { state, messages: told, notes: notes.map(verbatim) };
}

/** A run that reads, edits and answers. */
export function usual(changes: Partial<SessionState> = {}): SessionSteps {
  const edit = { path: "src/a.ts", old_str: "let a;", new_str: "let b;" };
  return steps([
    { role: "system", content: "You are an agent." },
    { role: "user", content: "añade tests" },
    asks(["1", "read_file", { path: "src/a.ts" }], ["2", "run_command", { command: "make" }]),
    result("1", "let a;\nuse(a);\n"),
    result("2", "[exit code 2]\nmake: no rule"),
    asks(["3", "edit_file", edit]),
    result("3", "Edited src/a.ts at line 1 (now 15 bytes)."),
    { role: "assistant", content: "Done.\n\nAll of it." },
  ], {
    filesModified: ["src/a.ts"],
    metadata: {
      mode: "yolo",
      runs: [{
        started_at: "2026-02-23T14:30:22.000Z",
        ended_at: "2026-02-23T14:31:22.000Z",
        steps: 3,
        cost_usd: 0.03,
        stop_reason: "llm_done",
        version: "0.1.0",
        widened: ["mode: yolo"],
      }],
    },
    ...changes,
  });
}

/** Texts that would break out of where they are put. */
export const HOSTILE: readonly string[] = [
  "</script><script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "</code></pre></details><h1>big</h1>",
  '"><svg onload="alert(1)">',
  "--><style>*{display:none}</style>",
  "`````\n```\n# heading\n![i](http://127.0.0.1/x.png) [l](javascript:alert(1))\n",
  "@everyone closes #1 http://example.org",
  "\u202egnp.exe\u2066\u200f \x1b[2J\x07\0",
  "\ud800 lone \udfff",
  "&lt;b&gt;&#64;",
  "]]>\n\n<div>\n\n<p>",
];

/** A session that has such a text wherever one can be. */
export function hostile(text: string): SessionSteps {
  const call = (id: string, name: string, args: unknown) => [id, name, args] as const;
  return steps(
    [
      { role: "system", content: text },
      { role: "user", content: text },
      asks(
        call("1", "edit_file", { path: text, old_str: text, new_str: `${text}\n${text}` }),
        call("2", "write_file", { path: text, content: text }),
        call("3", "apply_patch", { path: text, patch: `@@ ${text}\n+${text}` }),
        call("4", text, text),
        call("5", "run_command", { command: text }),
      ),
      ...["1", "2", "3", "4", "5"].map((id) => result(id, text)),
      result("gone", text),
      { role: "assistant", content: text },
    ],
    {
      task: text,
      agent: text,
      model: text,
      stopReason: text as never,
      filesModified: [text],
      metadata: {
        mode: text,
        runs: [{
          started_at: text,
          ended_at: text,
          steps: 1,
          cost_usd: 1,
          stop_reason: text as never,
          version: text,
          widened: [text],
        }],
      },
    },
    [text],
  );
}
