import { assertEquals, assertThrows } from "@std/assert";
import { answerOf, MalformedAnswerError, ServerToldError } from "../../src/llm/chat_answer.ts";
import { ChatStream } from "../../src/llm/chat_stream.ts";
import { delta } from "../support/chat_server.ts";

function putTogether(chunks: readonly unknown[]) {
  const stream = new ChatStream();
  for (const chunk of chunks) stream.add(chunk);
  return answerOf(stream.completion(), [], 1);
}

function call(piece: Record<string, unknown>, name?: string, args?: unknown): unknown {
  const asked = { ...(name === undefined ? {} : { name }), arguments: args };
  return delta({ tool_calls: [{ ...piece, function: asked }] });
}

Deno.test("ChatStream puts tool calls together", async (t) => {
  const cases: [string, unknown[], [string, string, string][]][] = [
    ["by index, interleaved", [
      call({ index: 0, id: "a" }, "f", ""),
      call({ index: 1, id: "b" }, "g", ""),
      call({ index: 0 }, undefined, '{"x"'),
      call({ index: 1 }, undefined, "{}"),
      call({ index: 0 }, undefined, ":1}"),
    ], [["a", "f", '{"x":1}'], ["b", "g", "{}"]]],
    ["the id repeated", [
      call({ index: 0, id: "a" }, "f", "{"),
      call({ index: 0, id: "a" }, "f", "}"),
    ], [["a", "f", "{}"]]],
    ["the same index for each call", [
      call({ index: 0, id: "a" }, "f", "{}"),
      call({ index: 0, id: "b" }, "g", "{"),
      call({ index: 0 }, undefined, "}"),
    ], [["a", "f", "{}"], ["b", "g", "{}"]]],
    ["no index", [
      call({ id: "a" }, "f", "{}"),
      call({ id: "b" }, "g", "{"),
      call({}, undefined, "}"),
    ], [["a", "f", "{}"], ["b", "g", "{}"]]],
    ["the id late", [
      call({ index: 0, id: "" }, "f", "{"),
      call({ index: 0, id: "a" }, undefined, "}"),
    ], [["a", "f", "{}"]]],
    ["arguments that are an object", [call({ index: 0, id: "a" }, "f", { x: 1 })], [
      ["a", "f", '{"x":1}'],
    ]],
    ["no arguments", [call({ index: 0, id: "a" }, "f", null)], [["a", "f", "{}"]]],
  ];
  for (const [name, chunks, expected] of cases) {
    await t.step(name, () => {
      const { message } = putTogether([...chunks, delta({}, "tool_calls")]);
      const found = message.tool_calls?.map(({ id, function: asked }) => [
        id,
        asked.name,
        asked.arguments,
      ]);
      assertEquals(found, expected);
    });
  }
});

Deno.test("ChatStream keeps what the protocol does not name", () => {
  const extra_content = { google: { thought_signature: "s" } };
  const { message } = putTogether([
    delta({ role: "assistant", reasoning: "a", reasoning_details: [{ n: 1 }] }),
    delta({ reasoning: "b", reasoning_details: [{ n: 2 }] }),
    delta({ tool_calls: [{ index: 0, id: "a", extra_content, function: { name: "f" } }] }),
    delta({}, "tool_calls"),
  ]);
  assertEquals(message as unknown, {
    role: "assistant",
    content: null,
    tool_calls: [{
      id: "a",
      type: "function",
      function: { name: "f", arguments: "{}" },
      extra_content,
    }],
    reasoning: "ab",
    reasoning_details: [{ n: 1 }, { n: 2 }],
  });
});

Deno.test("ChatStream puts content in parts together", () => {
  const { message } = putTogether([
    delta({ content: "" }),
    delta({ content: [{ type: "thinking", thinking: "hm" }] }),
    delta({ content: [{ type: "text", text: "a" }] }),
    delta({ content: "b" }, "stop"),
  ]);
  assertEquals(message.content, [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "ab" },
  ]);
});

Deno.test("ChatStream takes the last usage, wherever it comes", () => {
  const usage = { prompt_tokens: 5, completion_tokens: 6 };
  const { usage: found } = putTogether([
    { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } },
    delta({ content: "a" }, "stop"),
    { usage },
    { usage: null },
  ]);
  assertEquals(found, { inputTokens: 5, outputTokens: 6 });
});

Deno.test("ChatStream refuses an answer without an end, and errors", () => {
  assertThrows(() => putTogether([delta({ content: "half" })]), MalformedAnswerError);
  assertThrows(() => putTogether([]), MalformedAnswerError);
  assertThrows(() => putTogether([7]), MalformedAnswerError);
  assertThrows(() => putTogether([{ error: { message: "no" } }]), ServerToldError);
});

Deno.test("ChatStream gives each piece of its text once, be it text or parts", () => {
  const stream = new ChatStream();
  const told: string[] = [];
  const parts = [{ type: "text", text: "b" }, { type: "image_url" }, { type: "text", text: "c" }];
  for (const content of ["a", parts, null, "d"]) {
    stream.add(delta({ content, reasoning_content: "hm" }));
    told.push(stream.takeText());
  }
  assertEquals(told, ["a", "bc", "", "d"]);
});
