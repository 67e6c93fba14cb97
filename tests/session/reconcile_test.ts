import { assertEquals, assertThrows } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import { DamageError } from "../../src/session/fields.ts";
import { rebuild, reconcile, type Reconciled } from "../../src/session/reconcile.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { entry, header, history, type Piece, said, user } from "./history_file.ts";
import { answer, sample } from "./samples.ts";

/** A state that keeps these messages, of a session that had others before them. */
function state(
  numbers: readonly number[],
  change: Partial<SessionState> = {},
  dropped = 0,
): SessionState {
  const cut = dropped === 0 ? {} : { truncated: true, messages_dropped: dropped };
  const { metadata, ...rest } = change;
  return sample({ messages: numbers.map(user), metadata: { ...cut, ...metadata }, ...rest });
}

/** Numbers of messages that were made by {@linkcode user}. */
function numbersOf(messages: readonly Message[]): number[] {
  return messages.map(({ content }) => Number(content));
}

/** What became of a state and its history, in numbers. */
function story(found: Reconciled): Record<string, unknown> {
  const { messages, before, cameBack, missing, inHistory } = found;
  return {
    kept: numbersOf(found.state.messages),
    all: numbersOf(messages),
    before,
    cameBack,
    missing,
    inHistory,
  };
}

Deno.test("reconcile() leaves a state alone that knows as much as its history", async (t) => {
  const cases: [string, SessionState, Piece[], Record<string, unknown>][] = [
    ["the same", state([1, 2]), [header(1), said(1, 2)], {
      all: [1, 2],
      before: 0,
      missing: 0,
      inHistory: 2,
    }],
    ["what the state cut off", state([3, 4], {}, 2), [header(1), said(1, 2, 3, 4)], {
      all: [1, 2, 3, 4],
      before: 0,
      missing: 0,
      inHistory: 4,
    }],
    ["a late start within the state", state([3, 4, 5], {}, 2), [header(4), said(4, 5)], {
      all: [3, 4, 5],
      before: 2,
      missing: 0,
      inHistory: 5,
    }],
    ["a late start before the state", state([5, 6], {}, 4), [header(3), said(3, 4, 5, 6)], {
      all: [3, 4, 5, 6],
      before: 2,
      missing: 0,
      inHistory: 6,
    }],
    ["a shorter one", state([1, 2, 3]), [header(1), said(1, 2)], {
      all: [1, 2, 3],
      before: 0,
      missing: 0,
      inHistory: 2,
    }],
    ["one that ends where the state begins", state([3, 4], {}, 2), [header(1), said(1, 2)], {
      all: [1, 2, 3, 4],
      before: 0,
      missing: 0,
      inHistory: 2,
    }],
    ["one that lacks what comes before", state([4, 5], {}, 3), [header(1), said(1, 2)], {
      all: [4, 5],
      before: 3,
      missing: 1,
      inHistory: null,
    }],
    ["a gap before the state", state([5, 6], {}, 4), [
      header(1),
      said(1),
      header(4),
      said(4, 5, 6),
    ], { all: [4, 5, 6], before: 3, missing: 0, inHistory: 6 }],
    ["a header alone", state([1, 2]), [header(1)], {
      all: [1, 2],
      before: 0,
      missing: 0,
      inHistory: 0,
    }],
  ];
  for (const [name, stored, pieces, wanted] of cases) {
    await t.step(name, () => {
      const found = reconcile(stored, history(...pieces));
      assertEquals(story(found), { kept: numbersOf(stored.messages), cameBack: 0, ...wanted });
      assertEquals(found.state, stored);
    });
  }
});

Deno.test("reconcile() takes up what a history has beyond the state", async (t) => {
  const cases: [string, SessionState, Piece[], Record<string, unknown>][] = [
    ["one message", state([1, 2]), [header(1), said(1, 2, 3)], {
      kept: [1, 2, 3],
      all: [1, 2, 3],
      before: 0,
      cameBack: 1,
    }],
    ["many", state([1]), [header(1), said(1, 2, 3, 4)], {
      kept: [1, 2, 3, 4],
      all: [1, 2, 3, 4],
      before: 0,
      cameBack: 3,
    }],
    ["of a run that the state knows nothing of", state([1]), [
      header(1),
      said(1, 2),
      header(3),
      said(3),
    ], { kept: [1, 2, 3], all: [1, 2, 3], before: 0, cameBack: 2 }],
    ["beyond a state that was cut", state([3, 4], {}, 2), [header(1), said(1, 2, 3, 4, 5)], {
      kept: [3, 4, 5],
      all: [1, 2, 3, 4, 5],
      before: 0,
      cameBack: 1,
    }],
    ["beyond a cut one, of a later run", state([3], {}, 2), [
      header(1),
      said(1, 2, 3, 4),
      header(5),
      said(5),
    ], { kept: [3, 4, 5], all: [1, 2, 3, 4, 5], before: 0, cameBack: 2 }],
    ["all of it after a gap", state([1]), [header(1), said(1), header(5), said(5, 6)], {
      kept: [5, 6],
      all: [5, 6],
      before: 4,
      cameBack: 2,
    }],
  ];
  for (const [name, stored, pieces, wanted] of cases) {
    await t.step(name, () => {
      const copy = structuredClone(stored);
      const found = reconcile(stored, history(...pieces));
      const last = wanted.all as number[];
      assertEquals(story(found), { missing: 0, inHistory: last.at(-1), ...wanted });
      const { messages_dropped = 0 } = found.state.metadata;
      assertEquals(messages_dropped, (wanted.kept as number[])[0]! - 1);
      assertEquals(stored, copy);
    });
  }
});

Deno.test("reconcile() takes what a run changed from the header that the state does not know", () => {
  const older = state([1], { agent: "plan", totalCost: 0.5, metadata: { revision: 3 } });
  const resumed = header(3, {
    agent: "build",
    totalCost: 0.7,
    stepsCompleted: 2,
    filesModified: ["a"],
    metadata: { revision: 5, mode: "yolo" },
  });
  const done = entry({ role: "assistant", content: "4" }, { step: 3 });
  const found = reconcile(older, history(header(1), said(1, 2), resumed, said(3), done)).state;
  assertEquals([found.agent, found.metadata.mode, found.filesModified], ["build", "yolo", ["a"]]);
  assertEquals([found.totalCost, found.stepsCompleted, found.messages.length], [0.71, 3, 4]);
});

Deno.test("reconcile() does not count less where a history was begun anew behind an older state", () => {
  // What the lines that were lost told of costs and files is in the header alone.
  const anew = header(1, {
    totalCost: 0.7,
    stepsCompleted: 2,
    filesModified: ["a"],
    metadata: { revision: 5, files: { a: { sha256: "x", bytes: 1 } } },
  });
  const done = entry({ role: "assistant", content: "4" }, { step: 3 });
  const lines = history(anew, said(1, 2, 3), done);
  const older = state([1, 2], { totalCost: 0.5, stepsCompleted: 1, metadata: { revision: 3 } });
  const found = reconcile(older, lines).state;
  assertEquals([found.totalCost, found.stepsCompleted], [0.71, 3]);
  assertEquals([found.filesModified, numbersOf(found.messages)], [["a"], [1, 2, 3, 4]]);
  // The state of the run itself counts on from what it has.
  const newer = state([1, 2, 3], { totalCost: 0.7, stepsCompleted: 2, metadata: { revision: 6 } });
  assertEquals(reconcile(newer, lines).state.totalCost, 0.71);
});

Deno.test("reconcile() believes that nothing was started in the save that was cut off", async (t) => {
  const [asked, first] = answer(1, 2);
  const start = [header(1), said(1)];
  const ids = ({ state }: Reconciled) =>
    state.metadata.pending?.map(({ tool_call_id }) => tool_call_id) ?? [];
  const cases: [string, Message[], Piece[], string[]][] = [
    ["an answer", [user(1)], [entry(asked!)], []],
    ["a prompt and an answer", [user(1)], [entry(user(2)), entry(asked!)], []],
    ["a result", [user(1), asked!], [entry(asked!), entry(first!)], []],
    ["an answer and a result: two saves", [user(1)], [entry(asked!), entry(first!)], ["call_1_1"]],
    ["three messages", [user(1)], [entry(user(2)), entry(user(3)), entry(asked!)], [
      "call_1_0",
      "call_1_1",
    ]],
  ];
  for (const [name, messages, more, wanted] of cases) {
    await t.step(name, () => {
      const found = reconcile(sample({ messages }), history(...start, ...more));
      assertEquals(ids(found), wanted);
      assertEquals(found.isOlder, wanted.length > 0);
    });
  }
});

Deno.test("reconcile() refuses two stories of one message, and names it", async (t) => {
  const cases: [string, SessionState, Piece[], string][] = [
    ["another text", state([1, 2]), [header(1), said(1, 9)], "message 2"],
    ["in a state that was cut", state([3, 4], {}, 2), [header(1), said(1, 2, 9, 4)], "message 3"],
    ["though the history is longer", state([1]), [header(1), said(9, 2)], "message 1"],
    ["after a gap", state([1, 2, 3]), [header(1), said(1), header(3), said(9)], "message 3"],
  ];
  for (const [name, stored, pieces, wanted] of cases) {
    await t.step(name, () => {
      assertThrows(() => reconcile(stored, history(...pieces)), DamageError, wanted);
    });
  }
});

Deno.test("reconcile() takes a message for the same whatever the order of its keys", () => {
  const [asked] = answer(1, 1);
  const turned = Object.fromEntries(Object.entries(asked!).reverse()) as unknown as Message;
  const stored = sample({ messages: [turned] });
  assertEquals(reconcile(stored, history(header(1), entry(asked!))).state, stored);
});

Deno.test("rebuild() makes a state of a history alone", async (t) => {
  const cases: [string, Piece[], number[], number][] = [
    ["of one run", [header(1), said(1, 2)], [1, 2], 0],
    ["of two runs", [header(1), said(1, 2), header(3), said(3)], [1, 2, 3], 0],
    ["begun late", [header(31), said(31, 32)], [31, 32], 30],
    ["with a gap", [header(1), said(1), header(5), said(5, 6)], [5, 6], 4],
    ["whose last run said nothing", [header(1), said(1, 2), header(3)], [1, 2], 0],
    ["begun anew", [header(1), said(1, 2, 9), header(2), said(2)], [1, 2], 0],
  ];
  for (const [name, pieces, messages, before] of cases) {
    await t.step(name, () => {
      const found = rebuild(history(...pieces));
      assertEquals([numbersOf(found.state.messages), found.before], [messages, before]);
      assertEquals(found.messages, found.state.messages);
      assertEquals(found.inHistory, before + messages.length);
      const { truncated, messages_dropped } = found.state.metadata;
      const cut = before === 0 ? [undefined, undefined] : [true, before];
      assertEquals([truncated, messages_dropped], cut);
    });
  }
});

Deno.test("rebuild() counts what the last header has, and what follows it", () => {
  const first = [header(1), said(1), entry({ role: "assistant", content: "2" }, { step: 1 })];
  const then = header(3, { stepsCompleted: 1, totalCost: 0.01, metadata: { answers_saved: 1 } });
  const more = [said(3), entry({ role: "assistant", content: "4" }, { step: 2, cost: 0.02 })];
  const { state } = rebuild(history(...first, then, ...more));
  assertEquals([state.stepsCompleted, state.totalCost], [2, 0.03]);
  assertEquals([state.metadata.answers_saved, state.status], [2, "success"]);
});

Deno.test("rebuild() marks calls of which nobody knows whether they were started", () => {
  const [asked, first] = answer(1, 2);
  const { state } = rebuild(history(header(1), said(1), entry(asked!), entry(first!)));
  assertEquals(state.metadata.pending?.map(({ tool_call_id }) => tool_call_id), ["call_1_1"]);
});

Deno.test("rebuild() does not forget that the Python tool cut some messages off", () => {
  const unknown = { metadata: { truncated: true } };
  assertEquals(rebuild(history(header(1, unknown), said(1))).state.metadata.truncated, true);
  // What was cut off and counted is in the history.
  const counted = { metadata: { truncated: true, messages_dropped: 2 } };
  const { metadata } = rebuild(history(header(1), said(1, 2), header(3, counted), said(3))).state;
  assertEquals([metadata.truncated, metadata.messages_dropped], [undefined, undefined]);
});
