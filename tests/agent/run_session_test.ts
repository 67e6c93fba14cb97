import { assert, assertEquals, assertRejects } from "@std/assert";
import type { AgentEvent } from "../../src/agent/events.ts";
import { exitCodeOfRun, type RunOutcome } from "../../src/agent/run_outcome.ts";
import { type RunEvent, runSession } from "../../src/agent/run_session.ts";
import { ArchitectError } from "../../src/errors.ts";
import { createSession, type SessionState } from "../../src/session/session_state.ts";
import type { ToolFinished, ToolStarted } from "../../src/agent/events.ts";
import { call, calls, text } from "../support/scripted_provider.ts";
import { verbatim } from "../../src/text.ts";

const CALL = call("1", "write_file", { path: "a.ts" });
const MARK = {
  path: "a.ts",
  before: null,
  after: "aa",
  bytes: 2,
  temp: ".a.tmp",
  result: "written",
};
const STARTED: ToolStarted = { type: "tool_started", call: CALL, path: "a.ts", mark: MARK };
const FINISHED: ToolFinished = {
  type: "tool_finished",
  call: CALL,
  message: { role: "tool", tool_call_id: "1", content: "written" },
  result: {
    success: true,
    content: "written",
    path: "a.ts",
    changed: { path: "a.ts", sha256: "aa", bytes: 2 },
  },
};
const ASKS: AgentEvent = { type: "answer", ...calls(CALL) };
const DONE: AgentEvent = { type: "answer", ...text("done", 0.02) };
const STOPPED: AgentEvent = { type: "stopped", reason: "llm_done", error: null };

/** A store that keeps what was saved, and fails at a save when asked to. */
function memoryStore(failure?: { at: number; error: Error }) {
  const saved: SessionState[] = [];
  return {
    saved,
    save(state: SessionState): Promise<void> {
      if (failure?.at === saved.length + 1) return Promise.reject(failure.error);
      state.metadata.revision = (state.metadata.revision ?? 0) + 1;
      saved.push(structuredClone(state));
      return Promise.resolve();
    },
  };
}

interface Drive {
  readonly events: RunEvent[];
  readonly outcome: RunOutcome;
}

async function drive(
  script: readonly AgentEvent[],
  options: {
    store?: ReturnType<typeof memoryStore> | null;
    saveFirst?: boolean;
    state?: SessionState;
    onEvent?: (event: RunEvent) => void;
  } = {},
): Promise<Drive> {
  const { store = memoryStore(), saveFirst = true, onEvent } = options;
  const state = options.state ?? createSession({ task: "task", agent: "build", model: "m" });
  async function* events(): AsyncGenerator<AgentEvent, void> {
    yield* script;
  }
  const run = runSession({
    state,
    store,
    events: events(),
    saveFirst,
    widened: [],
    version: "1.2.3",
    now: () => new Date("2026-01-02T03:04:05Z"),
  });
  const seen: RunEvent[] = [];
  while (true) {
    const next = await run.next();
    if (next.done) return { events: seen, outcome: next.value };
    seen.push(next.value);
    onEvent?.(next.value);
  }
}

Deno.test("runSession() saves a new session before anything happens", async () => {
  const store = memoryStore();
  let before = -1;
  const { events } = await drive([{ type: "step_started", step: 1 }, DONE, STOPPED], {
    store,
    onEvent: (event) => {
      if (event.type === "step_started") before = store.saved.length;
    },
  });
  assertEquals(events[0]?.type, "session_saved");
  assertEquals(before, 1);
  assertEquals([store.saved[0]?.stepsCompleted, store.saved[0]?.status], [0, "running"]);
});

Deno.test("runSession() passes an event on after it is saved", async () => {
  const store = memoryStore();
  const onDisk: Record<string, SessionState | undefined> = {};
  await drive([ASKS, STARTED, FINISHED, DONE, STOPPED], {
    store,
    onEvent: (event) => onDisk[event.type] ??= store.saved.at(-1),
  });
  assertEquals(onDisk.answer?.messages.at(-1)?.tool_calls, [CALL]);
  assertEquals(onDisk.answer?.metadata.pending, undefined);
  assertEquals(onDisk.tool_started?.metadata.pending?.[0], {
    tool_call_id: "1",
    name: "write_file",
    started_at: "2026-01-02T03:04:05.000Z",
    file: MARK,
  });
  assertEquals(onDisk.tool_finished?.messages.at(-1), FINISHED.message);
  assertEquals(onDisk.tool_finished?.metadata.pending, undefined);
  assertEquals(onDisk.tool_finished?.metadata.files, { "a.ts": { sha256: "aa", bytes: 2 } });
  assertEquals(onDisk.stopped?.status, "success");
});

Deno.test("runSession() tells of each save, before what it saved", async () => {
  const { events, outcome } = await drive([
    { type: "step_started", step: 1 },
    ...[ASKS, STARTED, FINISHED, DONE, STOPPED],
  ]);
  const { sessionId } = outcome.state;
  const saved = (first: boolean, revision: number, steps: number): RunEvent => ({
    type: "session_saved",
    sessionId,
    first,
    revision,
    steps,
  });
  assertEquals(events, [
    saved(true, 1, 0),
    { type: "step_started", step: 1 },
    ...[saved(false, 2, 1), ASKS],
    ...[saved(false, 3, 1), STARTED],
    ...[saved(false, 4, 1), FINISHED],
    ...[saved(false, 5, 2), DONE],
    ...[saved(false, 6, 2), STOPPED],
  ]);
});

Deno.test("runSession() counts steps, costs, files and tokens", async () => {
  const state = createSession({ task: "task", agent: "build", model: "m" });
  state.stepsCompleted = 3;
  state.totalCost = 0.25;
  state.filesModified = ["old.ts"];
  state.metadata.answers_saved = 3;
  const { outcome } = await drive([ASKS, STARTED, FINISHED, DONE, STOPPED], { state });
  assertEquals([state.stepsCompleted, outcome.runSteps], [5, 2]);
  assertEquals([state.totalCost, outcome.runCostUsd], [0.28, 0.03]);
  assertEquals(state.filesModified, ["old.ts", "a.ts"]);
  assertEquals(state.metadata.answers_saved, 5);
  assertEquals([outcome.inputTokens, outcome.outputTokens], [20, 10]);
  assertEquals(outcome.toolsUsed, [{ name: "write_file", success: true, path: "a.ts" }]);
  assertEquals([outcome.output, outcome.status, outcome.persisted], ["done", "success", true]);
  assertEquals(state.metadata.runs, [{
    started_at: "2026-01-02T03:04:05.000Z",
    ended_at: "2026-01-02T03:04:05.000Z",
    steps: 2,
    cost_usd: 0.03,
    stop_reason: "llm_done",
    version: "1.2.3",
    widened: [],
  }]);
});

Deno.test("runSession() counts calls of unknown price instead of guessing", async () => {
  const { outcome } = await drive([{ ...DONE, costUsd: null } as AgentEvent, STOPPED]);
  assertEquals(outcome.state.metadata.cost_unknown_calls, 1);
  assertEquals(outcome.state.totalCost, 0);
});

Deno.test("runSession() takes a summary as output, not as a step", async () => {
  const summary: AgentEvent = { type: "summary", ...text("half done") };
  const stopped: AgentEvent = { type: "stopped", reason: "max_steps", error: null };
  const { outcome } = await drive([ASKS, summary, stopped]);
  assertEquals([outcome.runSteps, outcome.output], [1, "half done"]);
  assertEquals(outcome.state.metadata.answers_saved, 1);
  assertEquals([outcome.status, outcome.runCostUsd], ["partial", 0.02]);
});

Deno.test("runSession() saves a finished task with its last answer", async () => {
  const store = memoryStore();
  let status: string | undefined;
  await drive([DONE, STOPPED], {
    store,
    onEvent: (event) => {
      if (event.type === "answer") status = store.saved.at(-1)?.status;
    },
  });
  assertEquals(status, "success");
});

Deno.test("runSession() leaves a resumed session alone until something happened", async (t) => {
  const opening: AgentEvent = { type: "message", message: { role: "user", content: "go on" } };
  await t.step("a run that fails before its first answer saves nothing", async () => {
    const store = memoryStore();
    const stopped: AgentEvent = { type: "stopped", reason: "auth_error", error: null };
    const { events, outcome } = await drive([opening, stopped], { store, saveFirst: false });
    assertEquals(store.saved, []);
    assertEquals(events.map(({ type }) => type), ["message", "stopped"]);
    assertEquals([outcome.status, outcome.persisted], ["failed", true]);
    assertEquals(outcome.sessionId, outcome.state.sessionId);
  });
  await t.step("the first answer saves the opening too", async () => {
    const store = memoryStore();
    const { events } = await drive([opening, DONE, STOPPED], { store, saveFirst: false });
    assertEquals(store.saved[0]?.messages.map(({ content }) => content), ["go on", "done"]);
    assertEquals(
      events.map(({ type }) => type),
      ["message", "session_saved", "answer", "session_saved", "stopped"],
    );
  });
});

Deno.test("runSession() keeps the newest 50 runs", async () => {
  const state = createSession({ task: "task", agent: "build", model: "m" });
  for (let run = 0; run < 60; run++) await drive([DONE, STOPPED], { state });
  assertEquals(state.metadata.runs?.length, 50);
});

Deno.test("runSession() stops at a save that fails: nothing further happens", async (t) => {
  const full = new ArchitectError("save_error", verbatim("Cannot save: the disk is full"));
  const taken = new ArchitectError(
    "session_conflict",
    verbatim("Cannot save: changed by another process"),
  );
  const large = new ArchitectError(
    "session_too_large",
    verbatim("Cannot save: larger than 64 MiB"),
  );
  const cases: [string, ArchitectError, number, string | null, number][] = [
    ["at the first save", full, 1, "save_error", 8],
    ["at an answer, before its tools", full, 2, "save_error", 8],
    ["at a mark, before its tool", full, 3, "save_error", 8],
    ["when another process wrote", taken, 2, null, 7],
    ["when it has grown too large", large, 2, null, 6],
  ];
  for (const [name, error, at, reason, exitCode] of cases) {
    await t.step(name, async () => {
      const store = memoryStore({ at, error });
      const { events, outcome } = await drive([ASKS, STARTED, FINISHED, DONE, STOPPED], { store });
      assertEquals(store.saved.length, at - 1);
      const told = events.filter(({ type }) => type !== "session_saved");
      assertEquals([told.length, events.length - told.length], [Math.max(at - 2, 0), at - 1]);
      assertEquals([outcome.stopReason, outcome.status], [reason, "failed"]);
      assertEquals([outcome.persisted, outcome.error?.code], [false, error.code]);
      assertEquals(outcome.sessionId, at === 1 ? null : outcome.state.sessionId);
      assertEquals(exitCodeOfRun(outcome), exitCode);
    });
  }
});

Deno.test("runSession() closes the agent when it is left early", async () => {
  let closed = false;
  async function* events(): AsyncGenerator<AgentEvent, void> {
    try {
      yield ASKS;
    } finally {
      closed = true;
    }
  }
  const run = runSession({
    state: createSession({ task: "task", agent: "build", model: "m" }),
    store: null,
    events: events(),
    saveFirst: true,
    widened: [],
    version: "1",
    now: () => new Date(0),
  });
  await run.next();
  await run.return(undefined as never);
  assert(closed);
});

Deno.test("runSession() saves nothing without a store", async () => {
  const { events, outcome } = await drive([DONE, STOPPED], { store: null });
  assertEquals(events.map(({ type }) => type), ["answer", "stopped"]);
  assertEquals([outcome.persisted, outcome.status], [false, "success"]);
  assertEquals(outcome.sessionId, null);
});

Deno.test("runSession() rejects with a fault of the program", async () => {
  const store = memoryStore({ at: 2, error: new TypeError("a bug") });
  await assertRejects(() => drive([DONE, STOPPED], { store }), TypeError);
});
