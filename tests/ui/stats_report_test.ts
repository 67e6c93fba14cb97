import { assertEquals, assertStringIncludes } from "@std/assert";
import { sessionStats } from "../../src/session/session_stats.ts";
import type { SessionSummary } from "../../src/session/session_summary.ts";
import { SPANISH } from "../../src/spanish.ts";
import { statsReport } from "../../src/ui/stats_report.ts";

function summary(change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: "20260223-143022-a1b2c3",
    task: "x",
    status: "success",
    steps: 8,
    cost: 0.45,
    agent: "build",
    model: "gpt-4o",
    updated: "2026-02-23T15:12:00.000Z",
    stop_reason: "llm_done",
    ...change,
  };
}

Deno.test("statsReport() tells of all sessions, and by day, model and agent", () => {
  const stats = sessionStats([
    summary(),
    summary({ status: "partial", cost: 0, updated: "2026-02-22T15:12:00.000Z", model: "local" }),
    summary({ status: "failed", steps: 0, cost: 0, agent: "plan" }),
    summary({ status: "corrupt", updated: null }),
  ]);
  assertEquals(
    statsReport(stats),
    `Sessions  4: 1 success, 1 partial, 1 failed, 1 corrupt
Success   33 % of the 3 that have ended
Steps     16
Cost      ≥ $0.45, $0.15 a session
≥: 1 session has steps and no cost, of a local server or a model of unknown price

Day         Sessions  Success  Steps  Cost
2026-02-23  2         1        8      $0.45
2026-02-22  1         0        8      ≥ $0.00

Model   Sessions  Success  Steps  Cost
gpt-4o  2         1        8      $0.45
local   1         0        8      ≥ $0.00

Agent  Sessions  Success  Steps  Cost
build  2         1        16     ≥ $0.45
plan   1         0        0      $0.00
`,
  );
});

Deno.test("statsReport() tells of damaged sessions alone", () => {
  assertEquals(
    statsReport(sessionStats([summary({ status: "corrupt" })])),
    "Sessions  1: 1 corrupt\nSuccess   - of the 0 that have ended\nSteps     0\nCost      $0.00\n",
  );
});

Deno.test("statsReport() tells of the last 31 days one by one, and of older ones together", () => {
  const days = Array.from(
    { length: 40 },
    (_, day) => summary({ updated: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(), cost: 1 }),
  );
  const report = statsReport(sessionStats(days));
  assertStringIncludes(report, "\n2026-01-10  1         1        8      $1.00\n");
  assertStringIncludes(report, "\nolder       9         9        72     $9.00\n");
  assertEquals(report.includes("2026-01-09"), false);
});

Deno.test("statsReport() keeps its columns straight, and lets nothing control the terminal", () => {
  const report = statsReport(sessionStats([
    summary({ model: "模型", agent: "\x1b[2J" }),
    summary({ model: "" }),
  ]));
  assertStringIncludes(report, "\n模型   1         1 ");
  assertStringIncludes(report, "\n-      1         1 ");
  assertEquals(report.includes("\x1b"), false);
});

Deno.test("statsReport() in Spanish keeps its columns, and the words that programs know", () => {
  const stats = sessionStats([summary(), summary({ status: "partial", cost: 0 })]);
  assertEquals(
    statsReport(stats, (words) => words.in(SPANISH)),
    `Sesiones  2: 1 success, 1 partial
Éxito     50 % de las que han terminado (2)
Pasos     16
Coste     ≥ $0.45, $0.23 por sesión
≥: 1 sesión tiene pasos y ningún coste, de un servidor local o de un modelo de precio desconocido

Día         Sesiones  Éxito  Pasos  Coste
2026-02-23  2         1      16     ≥ $0.45

Modelo  Sesiones  Éxito  Pasos  Coste
gpt-4o  2         1      16     ≥ $0.45

Agente  Sesiones  Éxito  Pasos  Coste
build   2         1      16     ≥ $0.45
`,
  );
});
