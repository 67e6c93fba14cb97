import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import { truncateMessages } from "../../src/session/truncate.ts";
import { answer } from "./samples.ts";

function users(count: number): Message[] {
  return Array.from({ length: count }, (_, i) => ({ role: "user" as const, content: `${i}` }));
}

Deno.test("truncateMessages() cuts from 51 messages on, to 30", () => {
  const fifty = users(50);
  assertStrictEquals(truncateMessages(fifty).messages, fifty);
  const { messages, dropped } = truncateMessages(users(51));
  assertEquals([messages.length, dropped, messages.at(-1)?.content], [30, 21, "50"]);
});

Deno.test("truncateMessages() begins after results whose call would be cut off", () => {
  // The window of 30 would begin with the second of two results.
  const history = [...users(20), ...answer(0, 2), ...users(29)];
  const { messages, dropped } = truncateMessages(history);
  assertEquals([messages.length, dropped, messages[0]?.content], [29, 23, "0"]);
});

Deno.test("truncateMessages() keeps the call where the window holds nothing but its results", () => {
  const history = [...users(20), ...answer(0, 40)];
  const { messages, dropped } = truncateMessages(history);
  assertEquals([messages.length, dropped, messages[0]?.role], [41, 20, "assistant"]);
});

Deno.test("truncateMessages() keeps a call with more than 50 results", () => {
  const once = truncateMessages([...users(5), ...answer(0, 80)]);
  assertEquals([once.messages.length, once.dropped], [81, 5]);
  assertEquals(truncateMessages(once.messages), { messages: once.messages, dropped: 0 });
});

Deno.test("truncateMessages() is right for every history of answers with up to four calls", () => {
  // A small generator of numbers: the histories are the same in every run.
  let seed = 1;
  const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 2000; round++) {
    const history: Message[] = users(1 + next(4));
    const length = 45 + next(60);
    while (history.length < length) {
      history.push(
        ...(next(5) === 0 ? users(1) : answer(history.length, next(40) === 0 ? 60 : 1 + next(4))),
      );
    }
    const { messages, dropped } = truncateMessages(history);
    assertEquals(messages, history.slice(dropped));
    assertEquals(dropped > 0 || history.length <= 50 || messages[0]?.role === "user", true);
    const called = new Set<unknown>();
    for (const message of messages) {
      for (const call of message.tool_calls ?? []) called.add(call.id);
      if (message.role === "tool") assertEquals(called.has(message.tool_call_id), true);
    }
    assertEquals(truncateMessages(messages), { messages, dropped: 0 });
  }
});
