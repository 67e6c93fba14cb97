import { assertEquals, assertThrows } from "@std/assert";
import { decidePolicy } from "../../src/agent/policy.ts";
import type { RunFlags } from "../../src/commands/context.ts";
import {
  refuseBudgetWithoutPrice,
  refuseQuestions,
  type RunToCheck,
} from "../../src/commands/run_checks.ts";
import { ArchitectError } from "../../src/errors.ts";
import { fakeTools } from "../support/fake_tools.ts";
import { scriptedProvider } from "../support/scripted_provider.ts";

const FLAGS: RunFlags = {
  save: true,
  dryRun: false,
  json: false,
  quiet: false,
  verbose: false,
  exitCodeOnPartial: 2,
};
const TERMINAL = { stdin: true, stdout: true, stderr: true, columns: 80, color: false };
const NONE = { ...TERMINAL, stdin: false, stderr: false };

function toCheck(flags: Partial<RunFlags>, changes: Partial<RunToCheck> = {}): RunToCheck {
  return {
    flags: { ...FLAGS, ...flags },
    policy: decidePolicy({
      flags,
      settings: { agents: {}, commandsEnabled: false, budgetUsd: null },
      session: null,
    }),
    tools: fakeTools({ look: {}, change: { changes: true } }),
    context: { terminal: NONE },
    task: "go on",
    resumed: null,
    ...changes,
  };
}

Deno.test("refuseQuestions() lets a run begin that asks nobody", () => {
  refuseQuestions(toCheck({ mode: "yolo" }));
  refuseQuestions(toCheck({ dryRun: true }));
  refuseQuestions(toCheck({}, { tools: fakeTools({ look: {} }) }));
  refuseQuestions(toCheck({}, { context: { terminal: TERMINAL } }));
});

Deno.test("refuseQuestions() refuses a question that nobody could answer", async (t) => {
  const cases: [string, RunToCheck][] = [
    ["no terminal", toCheck({})],
    ["no stdin", toCheck({}, { context: { terminal: { ...TERMINAL, stdin: false } } })],
    ["no stderr", toCheck({}, { context: { terminal: { ...TERMINAL, stderr: false } } })],
    [
      "confirm-all asks about everything",
      toCheck({ mode: "confirm-all" }, { tools: fakeTools({ look: {} }) }),
    ],
    ["confirm-all asks in a dry run too", toCheck({ mode: "confirm-all", dryRun: true })],
  ];
  for (const [name, run] of cases) {
    await t.step(name, () => {
      const { code, suggestion } = assertThrows(() => refuseQuestions(run), ArchitectError);
      assertEquals([code, String(suggestion).includes("--mode yolo")], ["config", true]);
    });
  }
});

Deno.test("refuseQuestions() names only ways out that work", () => {
  const wayOut = (run: RunToCheck) =>
    String(assertThrows(() => refuseQuestions(run), ArchitectError).suggestion);
  const sensitive =
    "Add --mode yolo to let tools run unasked, --agent plan to change nothing, or --dry-run.";
  assertEquals(wayOut(toCheck({})), sensitive);
  assertEquals(
    wayOut(toCheck({ mode: "confirm-all" })),
    "Add --mode yolo to let tools run unasked.",
  );
});

Deno.test("refuseQuestions() prints the whole command that resumes", () => {
  const id = "20260223-143022-a1b2c3";
  const flags = {
    model: "local",
    apiBase: "http://localhost/v1",
    budget: { usd: 1, onTop: false },
  };
  const { suggestion } = assertThrows(
    () => refuseQuestions(toCheck(flags, { resumed: { id } })),
    ArchitectError,
  );
  assertEquals(
    String(suggestion),
    "To let tools run unasked: architect resume 20260223-143022-a1b2c3 'go on' --mode yolo " +
      "--model local --budget 1 --api-base http://localhost/v1",
  );
  const forked = assertThrows(
    () => refuseQuestions(toCheck({}, { resumed: { id, fork: { step: 3 } } })),
    ArchitectError,
  );
  assertEquals(
    String(forked.suggestion),
    "To let tools run unasked: architect resume 20260223-143022-a1b2c3 'go on' --from-step 3 " +
      "--mode yolo",
  );
});

Deno.test("refuseBudgetWithoutPrice() refuses a budget that could not be kept", () => {
  refuseBudgetWithoutPrice(scriptedProvider([]), 1);
  const unknown = scriptedProvider([], { priceKnown: false });
  refuseBudgetWithoutPrice(unknown, null);
  const error = assertThrows(() => refuseBudgetWithoutPrice(unknown, 1), ArchitectError);
  assertEquals(error.code, "config");
});
