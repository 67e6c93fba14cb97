import { assertEquals, assertThrows } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import { ForkError, forkSession, type ForkSource } from "../../src/session/fork.ts";
import { UNKNOWN_CONTENT } from "../../src/session/fork_counts.ts";
import { SessionCopier } from "../../src/session/session_copier.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { longRun, type Moment } from "./long_run.ts";
import { essence } from "./opened.ts";
import { answer, conversation, ID, sample } from "./samples.ts";

const FORK = "20260301-101010-00000f";
const NOW = new Date("2026-03-01T10:10:10.000Z");

function fork(source: ForkSource, step: number | null = null) {
  return forkSession(source, { sessionId: FORK, now: NOW, step });
}

/** A session without a history. */
function alone(change: Partial<SessionState> = {}, inUse = false): ForkSource {
  const state = sample(change);
  const { truncated, messages_dropped = 0 } = state.metadata;
  return {
    state,
    messages: state.messages,
    before: truncated ? messages_dropped : 0,
    history: null,
    inUse,
  };
}

/** The files of a fork, but those of which nobody knows what they held. */
function knownFiles({ metadata }: SessionState): Record<string, unknown> {
  const files = Object.entries(metadata.files ?? {});
  return Object.fromEntries(files.filter(([, { sha256 }]) => sha256 !== UNKNOWN_CONTENT));
}

/** The session right after a message. */
function momentAfter(moments: readonly Moment[], count: number): SessionState {
  return moments.find(({ messages }) => messages.length === count)!.saved;
}

Deno.test("forkSession() gives a session as it was after each of its steps", async () => {
  const { workspace, moments } = await longRun();
  await using _workspace = workspace;
  const source = await new SessionCopier(workspace.path).read(ID);
  const end = source.state.stepsCompleted;
  for (let step = 0; step <= end; step++) {
    const { state, messages, exact } = fork(source, step);
    const then = momentAfter(moments, messages.length);
    assertEquals([then.stepsCompleted, exact], [step, true]);
    assertEquals(
      { ...essence(state), files: knownFiles(state) },
      { ...essence(then), startedAt: NOW.toISOString() },
      `step ${step}`,
    );
    assertEquals(state.messages, messages.slice(-state.messages.length));
    assertEquals(state.messages.length + (state.metadata.messages_dropped ?? 0), messages.length);
    // What only later steps touched is told to the model, however it is now.
    const later = Object.keys(source.state.metadata.files!).filter((path) =>
      !Object.hasOwn(then.metadata.files ?? {}, path)
    );
    assertEquals(
      Object.keys(state.metadata.files!).toSorted(),
      [
        ...Object.keys(then.metadata.files ?? {}),
        ...later,
      ].toSorted(),
    );
  }
});

Deno.test("forkSession() leaves a summary out of the step before it, and keeps it at the end", async () => {
  const { workspace } = await longRun();
  await using _workspace = workspace;
  const source = await new SessionCopier(workspace.path).read(ID);
  const last = fork(source, 16).messages.at(-1)!;
  assertEquals([last.role, last.content], ["tool", "result of call_0_15_b"]);
  assertEquals(
    fork(source, 17).messages.some(({ content }) => content === "the end of run 0"),
    true,
  );
});

Deno.test("forkSession() makes a session of its own, with its parent", () => {
  const source = alone({
    metadata: { schema: 1, revision: 9, mode: "yolo", budget_usd: 2, other: 1 },
  });
  const before = structuredClone(source);
  const { state, step } = fork(source);
  assertEquals(state.sessionId, FORK);
  assertEquals([state.startedAt, state.updatedAt], [NOW.toISOString(), NOW.toISOString()]);
  assertEquals([state.status, state.stopReason, step], ["partial", "max_steps", 2]);
  assertEquals(state.metadata, {
    schema: 1,
    revision: 1,
    mode: "yolo",
    budget_usd: 2,
    other: 1,
    parent: { session_id: ID, step: 2 },
  });
  assertEquals([state.totalCost, state.filesModified], [
    source.state.totalCost,
    source.state.filesModified,
  ]);
  assertEquals(source, before);
});

Deno.test("forkSession() stands at rest, or is done where its last step is an answer", async (t) => {
  const done: Message[] = [...conversation(1), { role: "assistant", content: "done" }];
  const more: Message[] = [...done, { role: "user", content: "more" }, ...answer(9, 1)];
  const cases: [string, Partial<SessionState>, number | null, string, string | null][] = [
    [
      "the end of a run that died",
      { status: "running", stopReason: null },
      null,
      "interrupted",
      null,
    ],
    [
      "the end of a done one",
      { status: "success", stopReason: "llm_done" },
      null,
      "success",
      "llm_done",
    ],
    ["a step with calls", { messages: more, stepsCompleted: 3 }, 1, "interrupted", null],
    ["an answer in the middle", { messages: more, stepsCompleted: 3 }, 2, "success", "llm_done"],
    ["the beginning", { messages: more, stepsCompleted: 3 }, 0, "interrupted", null],
  ];
  for (const [name, change, step, status, reason] of cases) {
    await t.step(name, () => {
      const { state } = fork(alone(change), step);
      assertEquals([state.status, state.stopReason], [status, reason]);
    });
  }
});

Deno.test("forkSession() without a history counts all that was spent, and every file as changed", () => {
  const files = { "a.txt": { sha256: "aa", bytes: 1 } };
  const source = alone({ metadata: { files, answers_saved: 2 } });
  const { state, exact, messages } = fork(source, 1);
  assertEquals([exact, messages.length, state.totalCost], [false, 4, source.state.totalCost]);
  assertEquals(state.metadata.files, { "a.txt": { sha256: UNKNOWN_CONTENT, bytes: 0 } });
  assertEquals(state.metadata.answers_saved, 1);
  const end = fork(source, 2);
  assertEquals([end.exact, end.state.metadata.files], [true, files]);
});

Deno.test("forkSession() names the steps that are there", async (t) => {
  const truncated = {
    messages: [...answer(1, 1), ...answer(2, 1)],
    stepsCompleted: 20,
    metadata: { truncated: true, messages_dropped: 38 },
  };
  const cases: [string, ForkSource, number, string][] = [
    ["past the end", alone(), 3, "step 3 is not there; there are steps 0 to 2"],
    [
      "before what was kept",
      alone(truncated),
      18,
      "step 18 is not there; there are steps 19 to 20",
    ],
    [
      "the beginning that was dropped",
      alone(truncated),
      0,
      "step 0 is not there; there are steps 19 to 20",
    ],
    [
      "of a new one",
      alone({ messages: conversation(0), stepsCompleted: 0 }),
      1,
      "step 1 is not there; there is only step 0",
    ],
    [
      "of nothing",
      alone({ messages: [], stepsCompleted: 0 }),
      0,
      "step 0 is not there; there is no step in it",
    ],
  ];
  for (const [name, source, step, message] of cases) {
    await t.step(name, () => {
      const error = assertThrows(() => fork(source, step), ForkError, message);
      assertEquals(error.inUse, false);
    });
  }
  await t.step("and takes each of them", () => {
    for (const step of [19, 20]) assertEquals(fork(alone(truncated), step).step, step);
  });
});

Deno.test("forkSession() of a session in use takes finished steps only", async (t) => {
  const messages = conversation(2).slice(0, -1);
  const pending = [{ tool_call_id: "call_1_0", name: "read_file", started_at: NOW.toISOString() }];
  const running: Partial<SessionState> = {
    messages,
    status: "running",
    metadata: { schema: 1, pending },
  };
  await t.step("by itself the last one", () => {
    const { state, step } = fork(alone(running, true));
    assertEquals([step, state.messages, state.metadata.pending], [1, conversation(1), undefined]);
  });
  await t.step("and none that is not", () => {
    const error = assertThrows(
      () => fork(alone(running, true), 2),
      ForkError,
      "step 2 is not finished",
    );
    assertEquals(error.inUse, true);
  });
  await t.step("all of it between two steps", () => {
    assertEquals(fork(alone({ status: "running" }, true)).messages, sample().messages);
  });
  await t.step("the marks of a dead one go along", () => {
    const { state } = fork(alone(running));
    assertEquals([state.messages, state.metadata.pending], [messages, pending]);
  });
});

Deno.test("forkSession() cuts a long session as a save does", () => {
  const { state, messages } = fork(alone({ messages: conversation(60), stepsCompleted: 60 }), 40);
  assertEquals([messages.length, state.messages.length], [82, 30]);
  assertEquals([state.metadata.truncated, state.metadata.messages_dropped], [true, 52]);
});
