import { assertEquals, assertNotStrictEquals } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import type { HistoryEntry } from "../../src/session/history_line.ts";
import { advance, markUnanswered } from "../../src/session/rebuild.ts";
import type { PendingCall, RunRecord } from "../../src/session/session_state.ts";
import { answer, ID, sample } from "./samples.ts";

const LATER = "2026-02-23T16:00:00.000Z";
const DONE: Message = { role: "assistant", content: "done" };
const RUN: RunRecord = {
  started_at: "2026-02-23T15:00:00.000Z",
  ended_at: null,
  steps: 1,
  cost_usd: 0.01,
  stop_reason: null,
  version: "1",
  widened: [],
};

function entry(message: Message, change: Partial<HistoryEntry> = {}): HistoryEntry {
  const { cost = message.role === "assistant" ? 0.01 : 0, step = 3 } = change;
  return { at: LATER, message, ...change, cost, step };
}

function mark(id: string): PendingCall {
  return { tool_call_id: id, name: "read_file", started_at: LATER };
}

Deno.test("advance() takes messages, steps, costs and the time into a state", () => {
  const base = sample({ metadata: { schema: 1, revision: 7, answers_saved: 2, runs: [RUN] } });
  const [asked, result] = answer(2, 1);
  const entries = [entry(asked!), entry(result!), entry(DONE, { step: 4, cost: 0.02 })];
  const state = advance(base, entries);
  assertEquals([state.sessionId, state.agent, state.task], [ID, base.agent, base.task]);
  assertEquals(state.messages, [...base.messages, asked!, result!, DONE]);
  assertEquals([state.stepsCompleted, state.totalCost, state.updatedAt], [4, 0.0423, LATER]);
  assertEquals([state.status, state.stopReason], ["success", "llm_done"]);
  assertEquals(state.metadata, {
    schema: 1,
    revision: 7,
    answers_saved: 4,
    files: {},
    runs: [{ ...RUN, steps: 3, cost_usd: 0.04 }],
  });
  assertNotStrictEquals(state.messages, base.messages);
  assertEquals(base, sample({ metadata: base.metadata }));
});

Deno.test("advance() of nothing is the state itself, which is not finished", () => {
  const { status, stopReason, messages, stepsCompleted } = advance(sample(), []);
  assertEquals([status, stopReason], ["running", null]);
  assertEquals([messages, stepsCompleted], [sample().messages, 2]);
});

Deno.test("advance() tells a finished task from a run that was stopped", async (t) => {
  const [asked, result] = answer(2, 1);
  const cases: [string, HistoryEntry[], string][] = [
    ["the final answer", [entry(DONE)], "success"],
    ["calls", [entry(asked!)], "running"],
    ["a result", [entry(asked!), entry(result!)], "running"],
    ["what the user said", [entry(DONE), entry({ role: "user", content: "more" })], "running"],
    ["a summary, which is no step", [entry(asked!), entry(result!), entry(DONE)], "running"],
    ["a summary alone", [entry(DONE, { step: 2 })], "running"],
  ];
  for (const [name, entries, status] of cases) {
    await t.step(name, () => assertEquals(advance(sample(), entries).status, status));
  }
});

Deno.test("advance() counts answers whose cost is unknown, and leaves them out of the sum", () => {
  const base = sample({ metadata: { cost_unknown_calls: 1 } });
  const { totalCost, metadata } = advance(base, [entry(DONE, { cost: null })]);
  assertEquals([totalCost, metadata.cost_unknown_calls], [0.0123, 2]);
  assertEquals(advance(sample(), [entry(DONE)]).metadata.cost_unknown_calls, undefined);
});

Deno.test("advance() sums costs without dust", () => {
  const base = sample({ totalCost: 0.1 });
  const entries = [entry(DONE, { cost: 0.1 }), entry(DONE, { step: 4, cost: 0.1 })];
  assertEquals(advance(base, entries).totalCost, 0.3);
});

Deno.test("advance() keeps the files as the last call left them", async (t) => {
  const result = answer(2, 1)[1]!;
  const old = { sha256: "aa", bytes: 1 };
  const base = sample({ filesModified: ["a"], metadata: { files: { a: old } } });
  const cases: [string, Partial<HistoryEntry>[], string[], Record<string, unknown>][] = [
    ["none", [{}], ["a"], { a: old }],
    ["a new one", [{ path: "b", sha256: "bb", bytes: 2 }], ["a", "b"], {
      a: old,
      b: { sha256: "bb", bytes: 2 },
    }],
    ["one that is known", [{ path: "a", sha256: "bb", bytes: 2 }], ["a"], {
      a: { sha256: "bb", bytes: 2 },
    }],
    [
      "changed, then deleted",
      [{ path: "b", sha256: "bb", bytes: 2 }, { path: "b", sha256: null, bytes: 0 }],
      ["a", "b"],
      { a: old, b: { sha256: null, bytes: 0 } },
    ],
    ["of which no hash is told", [{ path: "b" }], ["a", "b"], { a: old }],
    ["named like what an object has", [{ path: "__proto__", sha256: "bb", bytes: 2 }], [
      "a",
      "__proto__",
    ], { a: old, ["__proto__"]: { sha256: "bb", bytes: 2 } }],
  ];
  for (const [name, changes, modified, files] of cases) {
    await t.step(name, () => {
      const state = advance(base, changes.map((change) => entry(result, change)));
      assertEquals(state.filesModified, modified);
      assertEquals(Object.entries(state.metadata.files ?? {}), Object.entries(files));
      assertEquals(base.metadata.files, { a: old });
    });
  }
});

Deno.test("advance() takes the marks of the calls away whose results came", () => {
  const [, first, second] = answer(2, 2);
  const base = sample({ metadata: { pending: [mark("call_2_0"), mark("call_2_1")] } });
  assertEquals(advance(base, [entry(first!)]).metadata.pending, [mark("call_2_1")]);
  const done = advance(base, [entry(first!), entry(second!)]).metadata;
  assertEquals("pending" in done, false);
});

Deno.test("markUnanswered() marks calls without a result, as started", async (t) => {
  const [asked, first, second] = answer(2, 2);
  const messages = [...sample().messages, asked!];
  const named = (ids: string[]) => ids.map((id) => ({ ...mark(id), started_at: LATER }));
  const cases: [string, Message[], PendingCall[] | undefined, string[] | undefined][] = [
    ["both", messages, undefined, ["call_2_0", "call_2_1"]],
    ["the other one", [...messages, first!], undefined, ["call_2_1"]],
    ["none", [...messages, first!, second!], undefined, undefined],
    ["one that has a mark", [...messages, first!], [mark("call_2_1")], ["call_2_1"]],
    ["one beside a mark", messages, [mark("call_2_1")], ["call_2_1", "call_2_0"]],
    ["not those of an answer before the last", [...messages, DONE], undefined, undefined],
    ["where nobody asked", [{ role: "user", content: "x" }], undefined, undefined],
    ["where there is nothing", [], undefined, undefined],
  ];
  for (const [name, list, pending, wanted] of cases) {
    await t.step(name, () => {
      const metadata = pending === undefined ? {} : { pending };
      const state = sample({ updatedAt: LATER, messages: list, metadata });
      assertEquals(markUnanswered(state).metadata.pending, wanted && named(wanted));
      assertEquals(state.metadata.pending, pending);
    });
  }
});
