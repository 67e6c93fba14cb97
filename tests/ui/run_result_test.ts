import { assertEquals } from "@std/assert";
import type { RunOutcome } from "../../src/agent/run_outcome.ts";
import { createSession } from "../../src/session/session_state.ts";
import { closingLines, runResult } from "../../src/ui/run_result.ts";
import { SPANISH } from "../../src/spanish.ts";
import { type Text, text, verbatim } from "../../src/text.ts";

function outcome(changes: Partial<RunOutcome> = {}): RunOutcome {
  const state = createSession({
    task: "task",
    agent: "build",
    model: "gpt-4o",
    sessionId: "20260223-143022-a1b2c3",
  });
  Object.assign(state, {
    stepsCompleted: 12,
    totalCost: 1.23,
    filesModified: ["a.ts", "b\x1b.ts"],
  });
  return {
    state,
    sessionId: state.sessionId,
    status: "success",
    stopReason: "llm_done",
    error: null,
    persisted: true,
    output: "done",
    runSteps: 2,
    runCostUsd: 0.03,
    inputTokens: 20,
    outputTokens: 10,
    toolsUsed: [{ name: "grep", success: true }],
    durationMs: 1500,
    ...changes,
  };
}

Deno.test("runResult() has the keys of the JSON document, in order", () => {
  assertEquals(
    JSON.stringify(runResult(outcome())),
    JSON.stringify({
      session_id: "20260223-143022-a1b2c3",
      status: "success",
      stop_reason: "llm_done",
      output: "done",
      steps: 12,
      run_steps: 2,
      tools_used: [{ name: "grep", success: true }],
      files_modified: ["a.ts", "b\x1b.ts"],
      duration_seconds: 1.5,
      costs: {
        total_cost_usd: 1.23,
        run_cost_usd: 0.03,
        complete: true,
        input_tokens: 20,
        output_tokens: 10,
      },
      model: "gpt-4o",
      agent: "build",
      truncated: false,
      persisted: true,
      error: null,
    }),
  );
});

Deno.test("runResult() has no id for a session that is not on disk", () => {
  assertEquals(runResult(outcome({ sessionId: null })).session_id, null);
});

Deno.test("runResult() tells when costs are missing and messages were cut", () => {
  const given = outcome();
  Object.assign(given.state.metadata, { cost_unknown_calls: 1, truncated: true });
  const result = runResult(given);
  assertEquals([result.costs.complete, result.truncated], [false, true]);
});

Deno.test("closingLines() tells how it ended and how to go on", async (t) => {
  const cases: [string, Partial<RunOutcome>, string | null, string[]][] = [
    ["success", {}, "architect resume ID", ["success: 12 steps, $1.23, changed a.ts, b\\x1b.ts"]],
    ["partial", { status: "partial", stopReason: "max_steps" }, "architect resume ID", [
      "partial (max_steps): 12 steps, $1.23, changed a.ts, b\\x1b.ts",
      "Go on with: architect resume ID",
    ]],
    ["not kept", { status: "interrupted", stopReason: "user_interrupt" }, null, [
      "interrupted (user_interrupt): 12 steps, $1.23, changed a.ts, b\\x1b.ts",
    ]],
    [
      "failed",
      {
        status: "failed",
        stopReason: "llm_error",
        error: {
          code: "llm_error",
          message: verbatim("it broke\x1b"),
          suggestion: verbatim("mend it"),
        },
      },
      null,
      [
        "failed (llm_error): 12 steps, $1.23, changed a.ts, b\\x1b.ts",
        "error: it broke\\x1b",
        "mend it",
      ],
    ],
    [
      "the way on is told once",
      {
        status: "partial",
        stopReason: "budget_exceeded",
        error: {
          code: "budget_exceeded",
          message: verbatim("it is spent"),
          suggestion: verbatim("Go on with: architect resume ID"),
        },
      },
      "architect resume ID",
      [
        "partial (budget_exceeded): 12 steps, $1.23, changed a.ts, b\\x1b.ts",
        "error: it is spent",
        "Go on with: architect resume ID",
      ],
    ],
  ];
  for (const [name, changes, command, expected] of cases) {
    await t.step(name, () => assertEquals(closingLines(outcome(changes), command), expected));
  }
});

Deno.test("closingLines() speaks the language of the person, and still escapes", async (t) => {
  const failed = {
    status: "failed",
    stopReason: "llm_error",
    error: {
      code: "llm_error",
      message: text("Cannot reach {host}: {state}", {
        host: "host\x1b",
        state: text("nothing was received for {seconds} s", { seconds: 60 }),
      }),
      suggestion: text("Go on with: {command}", { command: "architect resume ID" }),
    },
  } as const;
  const cases: [string, number, Partial<RunOutcome>, string[]][] = [
    ["one step", 1, {}, ["success: 1 paso, $1.23, archivos cambiados: a.ts, b\\x1b.ts"]],
    ["an error, and the way on once", 12, failed, [
      "failed (llm_error): 12 pasos, $1.23, archivos cambiados: a.ts, b\\x1b.ts",
      "error: No se puede acceder a host\\x1b: no se recibió nada durante 60 s",
      "Continúe con: architect resume ID",
    ]],
  ];
  const translate = (told: Text) => told.in(SPANISH);
  for (const [name, steps, changes, expected] of cases) {
    await t.step(name, () => {
      const given = outcome(changes);
      given.state.stepsCompleted = steps;
      assertEquals(closingLines(given, "architect resume ID", translate), expected);
    });
  }
  await t.step("for programs it stays English", () => {
    assertEquals(runResult(outcome(failed)).error, {
      code: "llm_error",
      message: "Cannot reach host\x1b: nothing was received for 60 s",
      suggestion: "Go on with: architect resume ID",
    });
  });
});
