import { assertEquals } from "@std/assert";
import { exitCodeOf, isSpent, reachedLimit, statusOf } from "../../src/agent/limits.ts";
import type { SessionStatus, StopReason } from "../../src/session/session_state.ts";

Deno.test("reachedLimit() goes by the steps of the run and the cost of the session", async (t) => {
  const cases: [string, number, number | null, number, number, StopReason | null][] = [
    ["within both", 5, 1, 4, 0.5, null],
    ["no budget", 5, null, 4, 1000, null],
    ["steps used up", 5, 1, 5, 0.5, "max_steps"],
    ["budget used up", 5, 1, 0, 1, "budget_exceeded"],
    ["both: nothing more may be paid", 5, 1, 5, 1, "budget_exceeded"],
    ["a budget of nothing", 5, 0, 0, 0, "budget_exceeded"],
  ];
  for (const [name, maxSteps, budgetUsd, runSteps, totalCostUsd, expected] of cases) {
    await t.step(name, () => {
      assertEquals(reachedLimit({ maxSteps, budgetUsd }, { runSteps, totalCostUsd }), expected);
    });
  }
});

Deno.test("isSpent() is not fooled by rounding", () => {
  assertEquals(isSpent(0.3, 0.1 + 0.1 + 0.1), true);
  assertEquals(isSpent(0.7, 0.1 * 6 + 0.1), true);
  assertEquals(isSpent(0.3, 0.299), false);
});

Deno.test("statusOf() and exitCodeOf() know every stop reason", async (t) => {
  const cases: [StopReason, SessionStatus, number][] = [
    ["llm_done", "success", 0],
    ["max_steps", "partial", 2],
    ["budget_exceeded", "partial", 2],
    ["context_full", "partial", 2],
    ["timeout", "partial", 5],
    ["user_interrupt", "interrupted", 130],
    ["llm_error", "failed", 1],
    ["auth_error", "failed", 4],
    ["save_error", "failed", 8],
  ];
  for (const [reason, status, code] of cases) {
    await t.step(
      reason,
      () => assertEquals([statusOf(reason), exitCodeOf(reason)], [status, code]),
    );
  }
  await t.step("another code for partial runs, and for them only", () => {
    assertEquals(exitCodeOf("max_steps", 0), 0);
    assertEquals(exitCodeOf("timeout", 0), 5);
    assertEquals(exitCodeOf("llm_error", 0), 1);
  });
});
