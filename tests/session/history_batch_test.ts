import { assertEquals } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import { countersOf, entriesOf, headerState, withMore } from "../../src/session/history_batch.ts";
import type { RunRecord, SessionState } from "../../src/session/session_state.ts";
import { answer, NOW, sample } from "./samples.ts";

const AT = NOW.toISOString();
const USER: Message = { role: "user", content: "and the docs" };
const DONE: Message = { role: "assistant", content: "done" };

function run(change: Partial<RunRecord> = {}): RunRecord {
  const fixed = { started_at: AT, ended_at: null, stop_reason: null, version: "1", widened: [] };
  return { ...fixed, steps: 0, cost_usd: 0, ...change };
}

/** The session of the samples, and what one more save has. */
function after(messages: Message[], change: Partial<SessionState> = {}): SessionState {
  const state = sample();
  return { ...state, ...change, messages: [...state.messages, ...messages] };
}

/** What is told of the new messages of a save, after that of the samples. */
function told(state: SessionState, before = sample()) {
  return entriesOf(state, before.messages.length, countersOf(before), AT)
    .map(({ message: _message, at: _at, ...rest }) => rest);
}

Deno.test("entriesOf() gives each new message, with its time", () => {
  const state = after([USER, DONE], { stepsCompleted: 3 });
  const entries = entriesOf(state, 6, countersOf(sample()), AT);
  assertEquals(entries.map(({ message, at }) => [message, at]), [[USER, AT], [DONE, AT]]);
  assertEquals(entriesOf(state, 8, countersOf(sample()), AT), []);
});

Deno.test("entriesOf() gives the cost to the answer, and null where nobody knows it", async (t) => {
  const cost = { stepsCompleted: 3, totalCost: 0.0223 };
  const unknown = { stepsCompleted: 3, metadata: { cost_unknown_calls: 1 } };
  const cases: [string, SessionState, unknown][] = [
    ["an answer", after([DONE], cost), [{ step: 3, cost: 0.01 }]],
    ["what the user said before it", after([USER, DONE], cost), [
      { step: 2, cost: 0 },
      { step: 3, cost: 0.01 },
    ]],
    ["a price that is unknown", after([DONE], unknown), [{ step: 3, cost: null }]],
    ["a result", after([answer(2, 1)[1]!]), [{ step: 2, cost: 0 }]],
    ["a summary, which is no step", after([DONE], { totalCost: 0.0223 }), [
      { step: 2, cost: 0.01 },
    ]],
    ["a cost that fell, by hand", after([DONE], { totalCost: 0 }), [{ step: 2, cost: 0 }]],
  ];
  for (const [name, state, wanted] of cases) {
    await t.step(name, () => assertEquals(told(state), wanted as ReturnType<typeof told>));
  }
});

Deno.test("entriesOf() numbers the steps of many answers", () => {
  const state = after([...answer(2, 2), ...answer(3, 1), DONE], { stepsCompleted: 5 });
  assertEquals(told(state).map(({ step }) => step), [3, 3, 3, 4, 4, 5]);
  // A state that counts less than its messages show is no reason to go below 0.
  assertEquals(told({ ...state, stepsCompleted: 1 }).map(({ step }) => step), [0, 0, 0, 0, 0, 1]);
});

Deno.test("entriesOf() tells the file that a call changed", async (t) => {
  const files = { "old.txt": { sha256: "aa", bytes: 1 } };
  const before = sample({ metadata: { files } });
  const result = answer(2, 1)[1]!;
  const changed = (more: NonNullable<SessionState["metadata"]["files"]>) =>
    after([result], { metadata: { files: { ...files, ...more } } });
  const cases: [string, SessionState, Record<string, unknown>][] = [
    ["none", after([result], { metadata: { files: { ...files } } }), {}],
    ["a new one", changed({ "old.txt": files["old.txt"], "b.txt": { sha256: "bb", bytes: 2 } }), {
      path: "b.txt",
      sha256: "bb",
      bytes: 2,
    }],
    ["the same again", changed({ "old.txt": { sha256: "aa", bytes: 1 } }), {
      path: "old.txt",
      sha256: "aa",
      bytes: 1,
    }],
    ["a deleted one", changed({ "old.txt": { sha256: null, bytes: 0 } }), {
      path: "old.txt",
      sha256: null,
      bytes: 0,
    }],
  ];
  for (const [name, state, wanted] of cases) {
    await t.step(name, () => assertEquals(told(state, before), [{ step: 2, cost: 0, ...wanted }]));
  }
});

Deno.test("countersOf() shares nothing with what changes", () => {
  const state = sample({ metadata: { answers_saved: 2, files: { a: { sha256: "x", bytes: 1 } } } });
  const counters = countersOf(state);
  state.filesModified.push("later");
  state.metadata.files!.b = { sha256: "y", bytes: 1 };
  assertEquals(counters, {
    stepsCompleted: 2,
    totalCost: 0.0123,
    costUnknownCalls: 0,
    answersSaved: 2,
    filesModified: ["src/user.py", "tests/test_user.py"],
    files: { a: { sha256: "x", bytes: 1 } },
  });
  assertEquals(countersOf(null).stepsCompleted, 0);
});

Deno.test("headerState() is the session before the messages that follow", () => {
  const runs = [run({ steps: 2, cost_usd: 0.0123 }), run({ steps: 1, cost_usd: 0.01 })];
  const files = { a: { sha256: "x", bytes: 1 } };
  const before = sample({ metadata: { answers_saved: 2, cost_unknown_calls: 1 } });
  const state = after([USER, DONE], {
    stepsCompleted: 3,
    totalCost: 0.0223,
    filesModified: ["src/user.py", "tests/test_user.py", "a"],
    metadata: { mode: "yolo", answers_saved: 3, cost_unknown_calls: 2, files, runs },
  });
  const header = headerState(state, countersOf(before), AT);
  assertEquals(header.updatedAt, AT);
  assertEquals([header.stepsCompleted, header.totalCost], [2, 0.0123]);
  assertEquals(header.filesModified, sample().filesModified);
  assertEquals(header.metadata, {
    mode: "yolo",
    answers_saved: 2,
    cost_unknown_calls: 1,
    files: {},
    // Of this run nothing has happened yet.
    runs: [runs[0]!, run()],
  });
});

Deno.test("headerState() tells of no runs where there are none", () => {
  const { metadata } = headerState(sample(), countersOf(sample()), AT);
  assertEquals(metadata, { answers_saved: 0, files: {} });
});

Deno.test("withMore() changes the last run, and nothing in it goes below 0", () => {
  const runs = [run({ steps: 5 }), run({ steps: 1, cost_usd: 0.1 })];
  assertEquals(withMore(runs, 2, 0.2), [runs[0]!, run({ steps: 3, cost_usd: 0.3 })]);
  assertEquals(withMore(runs, -2, -0.2), [runs[0]!, run()]);
  assertEquals(withMore([], 2, 0.2), []);
});
