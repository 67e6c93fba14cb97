import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { fromDict, toDict } from "../../src/session/session_dict.ts";
import { summaryOf } from "../../src/session/session_summary.ts";
import { ID, pythonDict, sample } from "./samples.ts";

const KEYS = [
  "session_id",
  "agent",
  "model",
  "status",
  "steps_completed",
  "total_cost",
  "started_at",
  "updated_at",
  "stop_reason",
  "task",
  "files_modified",
  "metadata",
  "messages",
];

function without(dict: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(dict).filter(([name]) => name !== key));
}

Deno.test("toDict() carries every field, in the order of the file", () => {
  const dict = toDict(sample());
  assertEquals(Object.keys(dict), KEYS);
  assertEquals(dict.task, "refactoriza todo el módulo de auth");
  assertEquals(dict.stop_reason, "max_steps");
  assertEquals(dict.steps_completed, 2);
  assertEquals(dict.total_cost, 0.0123);
  assertEquals(dict.files_modified, ["src/user.py", "tests/test_user.py"]);
});

Deno.test("toDict() is JSON, and fromDict() gives back what it was", () => {
  const state = sample({ metadata: { schema: 1, revision: 3, mode: "yolo" } });
  assertEquals(fromDict(JSON.parse(JSON.stringify(toDict(state)))), state);
});

Deno.test("toDict() puts schema and revision first, and foreign keys before the messages", () => {
  const state = sample({ metadata: { mode: "yolo", revision: 2 }, extra: { zebra: 1 } });
  const dict = toDict(state);
  assertEquals(Object.keys(dict).slice(-2), ["zebra", "messages"]);
  assertEquals(JSON.stringify(dict.metadata), '{"schema":1,"revision":2,"mode":"yolo"}');
});

Deno.test("fromDict() keeps unknown keys, at the top and in metadata", () => {
  const dict = {
    ...toDict(sample()),
    priority: [1, { a: null }],
    metadata: { schema: 1, revision: 1, ticket: "A-1" },
  };
  const again = toDict(fromDict(dict));
  assertEquals(again.priority, [1, { a: null }]);
  assertEquals(again.metadata, { schema: 1, revision: 1, ticket: "A-1" });
});

Deno.test("fromDict() takes a key named __proto__ as any other", () => {
  const text = JSON.stringify(toDict(sample())).replace("{", '{"__proto__":{"status":"x"},');
  const again = JSON.stringify(toDict(fromDict(JSON.parse(text))));
  assertStringIncludes(again, '"__proto__":{"status":"x"}');
});

Deno.test("fromDict() reads what the Python tool wrote", () => {
  const state = fromDict(pythonDict());
  assertEquals(state.startedAt, "2026-02-23T14:30:22.500Z");
  assertEquals(state.updatedAt, "2026-02-23T15:00:22.250Z");
  assertEquals(state.metadata.truncated, true);
  assertEquals(state.messages.length, 30);
  assertEquals(state.extra, {});
  assertEquals(state.stopReason, "timeout");
});

Deno.test("fromDict() does without every optional key", () => {
  const state = fromDict({ session_id: ID, task: "t", messages: [] });
  assertEquals(state.status, "interrupted");
  assertEquals(state.startedAt, "2026-02-23T14:30:22.000Z");
  assertEquals(state.updatedAt, "2026-02-23T14:30:22.000Z");
  assertEquals([state.stepsCompleted, state.totalCost, state.filesModified], [0, 0, []]);
  assertEquals([state.stopReason, state.metadata], [null, {}]);
});

Deno.test("fromDict() refuses a record without a key that must be there, naming it", async (t) => {
  for (const key of ["session_id", "task", "messages"]) {
    await t.step(key, () => {
      const error = assertThrows(() => fromDict(without(toDict(sample()), key)), ArchitectError);
      assertEquals([error.code, error.exitCode], ["session_corrupt", 6]);
      assertStringIncludes(error.message, `${key} is missing`);
    });
  }
});

Deno.test("fromDict() refuses wrong values, naming the key", async (t) => {
  const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
  const cases: [string, Record<string, unknown>][] = [
    ["session_id", { session_id: "../../x" }],
    ["session_id", { session_id: 7 }],
    ["task", { task: null }],
    ["agent", { agent: 1 }],
    ["model", { model: {} }],
    ["status", { status: "paused" }],
    ["steps_completed", { steps_completed: "3" }],
    ["steps_completed", { steps_completed: -1 }],
    ["steps_completed", { steps_completed: 1.5 }],
    ["total_cost", { total_cost: "1" }],
    ["total_cost", { total_cost: -1 }],
    ["started_at", { started_at: "yesterday" }],
    ["updated_at", { updated_at: 1e300 }],
    ["updated_at", { updated_at: "2026-13-45T99:00:00Z" }],
    ["stop_reason", { stop_reason: 3 }],
    ["files_modified", { files_modified: "a.py" }],
    ["files_modified", { files_modified: [1] }],
    ["metadata", { metadata: [] }],
    ["metadata.revision", { metadata: { revision: "1" } }],
    ["metadata.schema", { metadata: { schema: "1" } }],
    ["metadata.truncated", { metadata: { truncated: 1 } }],
    ["metadata.budget_usd", { metadata: { budget_usd: "1" } }],
    ["metadata.allowed_tools", { metadata: { allowed_tools: "all" } }],
    ["metadata.pending[0].tool_call_id", { metadata: { pending: [{ name: "f" }] } }],
    ["metadata.pending", { metadata: { pending: {} } }],
    ['metadata.files["a"].bytes', { metadata: { files: { a: { sha256: null } } } }],
    ["metadata.runs[0].steps", { metadata: { runs: [{ started_at: "x" }] } }],
    ["messages", { messages: {} }],
    ["messages[0]", { messages: ["hello"] }],
    ["messages[1].role", { messages: [{ role: "user", content: "" }, { role: "robot" }] }],
    ["messages[0].content", { messages: [{ role: "user", content: 5 }] }],
    ["messages[0].tool_call_id", { messages: [{ role: "tool", content: "x" }] }],
    ["messages[0].tool_calls", { messages: [{ role: "assistant", tool_calls: "f" }] }],
    ["messages[0].tool_calls", { messages: [{ role: "user", content: "", tool_calls: [call] }] }],
    ["messages[0].tool_calls[0]", { messages: [{ role: "assistant", tool_calls: [null] }] }],
    ["messages[0].tool_calls[0].id", {
      messages: [{ role: "assistant", tool_calls: [{ ...call, id: 3 }] }],
    }],
    ["messages[0].tool_calls[0].function.name", {
      messages: [{ role: "assistant", tool_calls: [{ ...call, function: {} }] }],
    }],
    ["messages[0].tool_calls[0].function.arguments", {
      messages: [{
        role: "assistant",
        tool_calls: [{ ...call, function: { name: "f", arguments: {} } }],
      }],
    }],
  ];
  for (const [key, change] of cases) {
    await t.step(`${key}: ${JSON.stringify(change)}`, () => {
      const error = assertThrows(
        () => fromDict({ ...toDict(sample()), ...change }),
        ArchitectError,
      );
      assertEquals(error.code, "session_corrupt");
      assertStringIncludes(error.message, `: ${key} is `);
    });
  }
});

Deno.test("fromDict() refuses a newer schema before it looks at anything else", () => {
  const error = assertThrows(
    () => fromDict({ session_id: ID, status: "paused", metadata: { schema: 2 } }),
    ArchitectError,
  );
  assertEquals([error.code, error.exitCode], ["session_too_new", 6]);
});

Deno.test("fromDict() leaves well-formed messages as they are, provider keys included", () => {
  const messages = [
    { content: [{ type: "text", text: "x" }], role: "user" as const, name: "ann" },
    { role: "assistant" as const, reasoning_content: "hm", content: null, tool_calls: [] },
  ];
  assertEquals(
    JSON.stringify(fromDict({ ...toDict(sample()), messages }).messages),
    JSON.stringify(messages),
  );
});

Deno.test("fromDict() takes null and nothing for content and calls", () => {
  const messages = [{ role: "assistant", tool_calls: null, tool_call_id: null }];
  const state = fromDict({ ...toDict(sample()), messages });
  assertEquals(state.messages, [{ role: "assistant", content: null }]);
});

Deno.test("toDict() and fromDict() replace lone surrogates and keep NUL", () => {
  const broken = sample({ task: "half \ud83d and \0", filesModified: ["\udc00.py"] });
  assertEquals(toDict(broken).task, "half \ufffd and \0");
  assertEquals(toDict(broken).files_modified, ["\ufffd.py"]);
  const dict = { ...toDict(sample()), task: "\ud83d", "\ud83d": [{ a: "\udfff" }] };
  const state = fromDict(dict);
  assertEquals([state.task, state.extra], ["\ufffd", { "\ufffd": [{ a: "\ufffd" }] }]);
});

Deno.test("summaryOf() has the fields of a listing", () => {
  assertEquals(summaryOf(sample()), {
    id: ID,
    task: "refactoriza todo el módulo de auth",
    status: "partial",
    steps: 2,
    cost: 0.0123,
    agent: "build",
    model: "gpt-4o",
    updated: "2026-02-23T14:30:22.000Z",
    stop_reason: "max_steps",
  });
});
