import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSession, type SessionState } from "../../src/session/mod.ts";
import { sessionReport, type SessionReportOptions } from "../../src/ui/session_report.ts";

function session(changes: Partial<SessionState> = {}): SessionState {
  return {
    ...createSession({
      task: "añade tests",
      agent: "build",
      model: "gpt-4o",
      sessionId: "20260223-143022-a1b2c3",
      now: new Date("2026-02-23T14:30:22Z"),
    }),
    status: "partial",
    stopReason: "budget_exceeded",
    stepsCompleted: 2,
    totalCost: 1.23,
    filesModified: ["user_test.py"],
    metadata: {
      budget_usd: 2,
      mode: "yolo",
      runs: [{
        started_at: "2026-02-23T14:30:22.000Z",
        ended_at: "2026-02-23T14:31:22.000Z",
        steps: 2,
        cost_usd: 1.23,
        stop_reason: "budget_exceeded",
        version: "0.1.0",
        widened: ["mode: yolo"],
      }],
    },
    messages: [
      { role: "user", content: "añade tests" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{
          id: "call_1",
          type: "function",
          function: { name: "read_file", arguments: '{"path":"user.py"}' },
        }],
      },
      { role: "tool", tool_call_id: "call_1", content: "class User:\n    pass\n" },
      { role: "assistant", content: "First line\nsecond line" },
    ],
    ...changes,
  };
}

const PLAIN: SessionReportOptions = {
  status: "partial",
  drift: [],
  messages: false,
  columns: null,
};

Deno.test("sessionReport() tells head, runs, messages and the last answer", () => {
  assertEquals(
    sessionReport(session(), PLAIN),
    `Session   20260223-143022-a1b2c3
Task      añade tests
Status    partial (budget_exceeded)
Agent     build, yolo
Model     gpt-4o
Started   2026-02-23T14:30:22.000Z
Updated   2026-02-23T14:30:22.000Z
Steps     2
Cost      $1.23 of $2.00
Files     user_test.py
Messages  4

Runs
  2026-02-23T14:30:22.000Z  2 steps, $1.23, budget_exceeded, widened: mode: yolo

Messages
    1  user       añade tests
    2  assistant  calls read_file
    3  tool       21 characters
    4  assistant  First line\\nsecond line

Last answer
First line
second line
`,
  );
});

Deno.test("sessionReport() tells which files changed since", () => {
  const drift = [{ path: "user_test.py", state: "gone" }] as const;
  assertStringIncludes(
    sessionReport(session(), { ...PLAIN, drift }),
    "Changed since\n  user_test.py: gone\n",
  );
});

Deno.test("sessionReport() shows messages whole when asked", () => {
  const report = sessionReport(session(), { ...PLAIN, messages: true });
  assertStringIncludes(report, 'calls read_file {"path":"user.py"}\n');
  assertStringIncludes(report, "class User:\n    pass\n");
});

Deno.test("sessionReport() numbers messages from the first that ever was", () => {
  const report = sessionReport(session({ metadata: { messages_dropped: 20 } }), PLAIN);
  assertStringIncludes(report, "Messages  4, 20 older ones dropped\n");
  assertStringIncludes(report, "   21  user       añade tests\n");
});

Deno.test("sessionReport() marks a cost that is not known whole", () => {
  const report = sessionReport(session({ metadata: { cost_unknown_calls: 1 } }), PLAIN);
  assertStringIncludes(report, "Cost      ≥ $1.23\n");
});

Deno.test("sessionReport() lets nothing in a session control the terminal", () => {
  const evil = "\x1b[2J";
  const report = sessionReport(
    session({
      task: evil,
      agent: evil,
      model: evil,
      filesModified: [evil],
      messages: [{ role: "user", content: evil }, { role: "assistant", content: evil }],
    }),
    { ...PLAIN, status: evil, drift: [{ path: evil, state: "changed" }] },
  );
  assertEquals(report.includes("\x1b"), false);
  const whole = sessionReport(session({ messages: [{ role: "assistant", content: evil }] }), {
    ...PLAIN,
    messages: true,
  });
  assertEquals(whole.includes("\x1b"), false);
});

Deno.test("sessionReport() cuts the line of a message to the terminal", () => {
  const messages = [{ role: "user", content: "日本語".repeat(50) }] as const;
  const report = sessionReport(session({ messages: [...messages] }), { ...PLAIN, columns: 40 });
  assertStringIncludes(report, "    1  user       日本語日本語日本語日…\n");
});
