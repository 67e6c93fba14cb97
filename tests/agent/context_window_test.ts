import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { estimateTokens, fitToContext } from "../../src/agent/context_window.ts";
import type { Message } from "../../src/llm/provider.ts";
import { call } from "../support/scripted_provider.ts";

/** Steps, each a call and a result of so many characters. */
function history(steps: number, characters: number): Message[] {
  const messages: Message[] = [{ role: "system", content: "s" }, { role: "user", content: "task" }];
  for (let step = 0; step < steps; step++) {
    messages.push({ role: "assistant", content: null, tool_calls: [call(`${step}`, "look", {})] });
    messages.push({ role: "tool", tool_call_id: `${step}`, content: "x".repeat(characters) });
  }
  return messages;
}

function elidedAt(messages: readonly Message[]): number[] {
  return messages.flatMap(({ content }, index) =>
    String(content).includes("was left out") ? [index] : []
  );
}

Deno.test("fitToContext() sends what fits as it is", () => {
  const messages = history(3, 400);
  const fitted = fitToContext(messages, [], 100_000);
  assert(fitted.messages === messages);
  assertEquals([fitted.elided, fitted.fits], [0, true]);
});

Deno.test("fitToContext() leaves the oldest results out above three quarters", () => {
  const messages = history(4, 4000);
  const fitted = fitToContext(messages, [], 4000);
  assertEquals(elidedAt(fitted.messages), [3, 5]);
  assert(fitted.tokens <= 3000);
  assertEquals([fitted.elided, fitted.fits], [2, true]);
  assertEquals(String(fitted.messages[3]?.content).split("\n").length, 1);
  assertStringIncludes(String(fitted.messages[3]?.content), "4000 characters");
  assertEquals(elidedAt(messages), []);
});

Deno.test("fitToContext() leaves results of the newest answer out only to get into the window", () => {
  const calls = ["a", "b", "c", "d"].map((id) => call(id, "look", {}));
  const messages: Message[] = [
    ...history(1, 4000),
    { role: "assistant", content: null, tool_calls: calls },
    ...calls.map(({ id }): Message => ({
      role: "tool",
      tool_call_id: id,
      content: "x".repeat(4000),
    })),
  ];
  assertEquals(elidedAt(fitToContext(messages, [], 4500).messages), [3]);
  const fitted = fitToContext(messages, [], 2500);
  assertEquals([elidedAt(fitted.messages), fitted.fits], [[3, 5, 6], true]);
  const summary: Message = { role: "user", content: "sum up" };
  assertEquals(elidedAt(fitToContext([...messages, summary], [], 500).messages), [3, 5, 6, 7, 8]);
});

Deno.test("fitToContext() never leaves the last message out", () => {
  const fitted = fitToContext(history(4, 4000), [], 1000);
  assertEquals(elidedAt(fitted.messages), [3, 5, 7]);
  assertEquals(fitted.fits, false);
});

Deno.test("fitToContext() is not full while the request is within the window", () => {
  const fitted = fitToContext(history(1, 3600), [], 1000);
  assertEquals([fitted.elided, fitted.fits], [0, true]);
});

Deno.test("fitToContext() keeps results that are shorter than their marker", () => {
  assertEquals(fitToContext(history(50, 3), [], 300).elided, 0);
});

Deno.test("fitToContext() counts the tools that are sent beside the history", () => {
  const tool = { name: "look", description: "x".repeat(4000), parameters: {} };
  assertEquals(fitToContext(history(0, 0), [tool], 1000).fits, false);
});

Deno.test("estimateTokens() goes by UTF-8 bytes, calls included", () => {
  assertEquals(estimateTokens({ role: "user", content: "x".repeat(400) }), 104);
  assertEquals(estimateTokens({ role: "user", content: "語".repeat(400) }), 304);
  const asks: Message = { role: "assistant", content: null, tool_calls: [call("1", "look", {})] };
  assert(estimateTokens(asks) > estimateTokens({ role: "assistant", content: null }));
});
