import { assertEquals } from "@std/assert";
import { pairFaults } from "../../src/session/tool_pairs.ts";
import type { Message } from "../../src/llm/provider.ts";
import { answer, conversation } from "./samples.ts";

function asks(...ids: string[]): Message {
  const tool_calls = ids.map((id) => ({
    id,
    type: "function" as const,
    function: { name: "read_file", arguments: "{}" },
  }));
  return { role: "assistant", content: null, tool_calls };
}

function result(id: string): Message {
  return { role: "tool", tool_call_id: id, content: "ok" };
}

Deno.test("pairFaults() finds what no run leaves behind", async (t) => {
  const cases: [string, Message[], string[]][] = [
    ["nothing", [], []],
    ["whole pairs", [...conversation(2), ...answer(9, 3)], []],
    ["open calls at the end", [asks("a", "b"), result("a")], []],
    ["a result first", [result("a")], ["message 11 is a result without its call"]],
    ["a result of another", [asks("a"), result("b")], ["message 12 is a result without its call"]],
    [
      "an open call further back",
      [asks("a", "b"), result("a"), { role: "user", content: "go on" }],
      ['call "b" has no result'],
    ],
    ["two results", [asks("a"), result("a"), result("a")], [
      "message 13 is a second result of its call",
    ]],
    ["two calls of one id", [asks("a", "a"), result("a")], ['message 11 has two calls "a"']],
  ];
  for (const [name, messages, expected] of cases) {
    await t.step(name, () => assertEquals(pairFaults(messages, 11).map(String), expected));
  }
});
