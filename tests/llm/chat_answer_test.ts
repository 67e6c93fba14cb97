import { assertEquals, assertThrows } from "@std/assert";
import { answerOf, MalformedAnswerError, usageOf } from "../../src/llm/chat_answer.ts";
import type { Message } from "../../src/llm/provider.ts";

function calls(ids: readonly unknown[]) {
  return ids.map((id) => ({ id, function: { name: "f", arguments: "{}" } }));
}

function idsOf(ids: readonly unknown[], history: readonly Message[] = [], answerNumber = 1) {
  const message = { content: null, tool_calls: calls(ids) };
  const given = answerOf({ message, finishReason: null, usage: null }, history, answerNumber);
  return given.message.tool_calls?.map(({ id }) => id) ?? [];
}

Deno.test("answerOf() makes up ids that are new, the same each time, and taken by all", () => {
  const ids = idsOf(["", null, undefined, 7]);
  assertEquals(new Set(ids).size, 4);
  assertEquals(ids, idsOf(["", null, undefined, 7]));
  assertEquals(ids.filter((id) => !/^[A-Za-z0-9]{9}$/.test(id)), []);
  // The next answer of the session gets others.
  assertEquals(idsOf([""], [], 2).includes(ids[0] ?? ""), false);
});

Deno.test("answerOf() replaces an id that the history has", () => {
  const history = [{
    role: "assistant",
    content: null,
    tool_calls: [{ id: "call_0", type: "function", function: { name: "f", arguments: "{}" } }],
  }] as const;
  const [first, second] = idsOf(["call_0", "call_1"], history);
  assertEquals([first === "call_0", second], [false, "call_1"]);
});

Deno.test("answerOf() replaces lone surrogates, deep", () => {
  const message = { content: "a\ud83d", notes: [{ text: "\udc00b" }] };
  const given = answerOf({ message, finishReason: "stop", usage: null }, [], 1);
  assertEquals(given.message as unknown, {
    role: "assistant",
    content: "a\ufffd",
    notes: [{ text: "\ufffdb" }],
  });
});

Deno.test("answerOf() refuses what nests too deeply to be kept", () => {
  const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  const given = (levels: number) =>
    answerOf(
      { message: { content: "", x: nested(levels) }, finishReason: "stop", usage: null },
      [],
      1,
    );
  given(99);
  for (const levels of [100, 100_000]) assertThrows(() => given(levels), MalformedAnswerError);
});

Deno.test("answerOf() drops a call that was cut before its name, and only then", () => {
  const message = { content: "x", tool_calls: [{ id: "a", function: {} }] };
  const cut = answerOf({ message, finishReason: "length", usage: null }, [], 1);
  assertEquals(cut.message, { role: "assistant", content: "x" });
  assertThrows(
    () => answerOf({ message, finishReason: "stop", usage: null }, [], 1),
    MalformedAnswerError,
  );
});

Deno.test("answerOf() leaves arguments empty where they were cut off", () => {
  const message = { tool_calls: [{ id: "a", function: { name: "f", arguments: "" } }] };
  const texts = ["length", "tool_calls"].map((finishReason) => {
    const given = answerOf({ message, finishReason, usage: null }, [], 1);
    return given.message.tool_calls?.[0]?.function.arguments;
  });
  assertEquals(texts, ["", "{}"]);
});

Deno.test("usageOf() reads token counts", async (t) => {
  const cases: [unknown, unknown][] = [
    [{ prompt_tokens: 1, completion_tokens: 2 }, { inputTokens: 1, outputTokens: 2 }],
    [
      { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 4 },
      { inputTokens: 9, outputTokens: 2, cachedInputTokens: 4 },
    ],
    [{ prompt_tokens: 1 }, null],
    [{ prompt_tokens: -1, completion_tokens: 2 }, null],
    [{ prompt_tokens: "1", completion_tokens: 2 }, null],
    [{ prompt_tokens: 1e308, completion_tokens: 2 }, null],
    [null, null],
    [[], null],
  ];
  for (const [value, expected] of cases) {
    await t.step(JSON.stringify(value), () => assertEquals(usageOf(value) as unknown, expected));
  }
});
