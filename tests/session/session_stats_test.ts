import { assertEquals } from "@std/assert";
import { sessionStats } from "../../src/session/session_stats.ts";
import {
  corruptSummary,
  type SessionSummary,
  summaryOf,
} from "../../src/session/session_summary.ts";
import { text } from "../../src/text.ts";
import { ID, sample } from "./samples.ts";

function summary(change: Partial<SessionSummary> = {}): SessionSummary {
  return { ...summaryOf(sample()), steps: 1, cost: 0.1, ...change };
}

Deno.test("sessionStats() counts no session", () => {
  const { success_rate, by_status, ...rest } = sessionStats([]);
  assertEquals([success_rate, Object.values(by_status)], [null, [0, 0, 0, 0, 0, 0]]);
  assertEquals(rest, {
    sessions: 0,
    success: 0,
    steps: 0,
    cost_usd: 0,
    without_cost: 0,
    by_day: [],
    by_model: [],
    by_agent: [],
  });
});

Deno.test("sessionStats() gives the part of those that have ended which succeeded", () => {
  const statuses = ["success", "success", "partial", "failed", "interrupted", "running"] as const;
  const summaries = statuses.map((status) => summary({ status }));
  const stats = sessionStats([...summaries, corruptSummary(ID, text("empty file"))]);
  assertEquals([stats.success_rate, stats.sessions, stats.success], [0.4, 6, 2]);
  assertEquals(stats.by_status, {
    success: 2,
    partial: 1,
    failed: 1,
    interrupted: 1,
    running: 1,
    corrupt: 1,
  });
});

Deno.test("sessionStats() sums up by day, model and agent", () => {
  const stats = sessionStats([
    summary({ updated: "2026-02-23T23:59:59.999Z", model: "a", cost: 0.1 }),
    summary({ updated: "2026-02-24T00:00:00.000Z", model: "b", cost: 0.2, agent: "plan" }),
    summary({ updated: "2026-02-24T12:00:00.000Z", model: "b", cost: 0.4, status: "success" }),
  ]);
  const short = (sums: readonly { name: string; sessions: number; cost_usd: number }[]) =>
    sums.map(({ name, sessions, cost_usd }) => [name, sessions, cost_usd]);
  assertEquals(short(stats.by_day), [["2026-02-24", 2, 0.6], ["2026-02-23", 1, 0.1]]);
  assertEquals(short(stats.by_model), [["b", 2, 0.6], ["a", 1, 0.1]]);
  assertEquals(short(stats.by_agent), [["build", 2, 0.5], ["plan", 1, 0.2]]);
  assertEquals([stats.cost_usd, stats.by_model[0]?.success], [0.7, 1]);
});

Deno.test("sessionStats() counts sessions whose cost may be unknown", () => {
  const stats = sessionStats([
    summary({ cost: 0 }),
    summary({ cost: 0, model: "ollama/llama3" }),
    summary({ cost: 0, steps: 0 }),
    summary(),
  ]);
  assertEquals([stats.without_cost, stats.sessions], [1, 4]);
});
