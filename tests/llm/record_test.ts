import { assertEquals, assertRejects } from "@std/assert";
import type { Answer, ModelRequest, Provider } from "../../src/llm/provider.ts";
import { recordingProvider, type RecordOptions } from "../../src/llm/record.ts";
import { replayProvider } from "../../src/llm/replay.ts";
import { ask, requestOf } from "./support.ts";

const CALL = {
  id: "call_1",
  type: "function",
  function: { name: "write_file", arguments: '{"content":"key sk-1"}' },
} as const;

function answerTo({ kind, answerNumber }: ModelRequest): Answer | null {
  if (kind === "summary" && answerNumber === 1) return null;
  return {
    message: {
      role: "assistant",
      content: `${kind} ${answerNumber} sk-1`,
      tool_calls: [CALL],
      reasoning_content: "about sk-1",
      "sk-1": "a name",
    },
    usage: { inputTokens: 5, outputTokens: 6, cachedInputTokens: 2 },
    costUsd: answerNumber === 2 ? null : 0.25,
    finishReason: "tool_calls",
  };
}

function recorder(options: RecordOptions = {}, append?: (line: string) => Promise<void>) {
  const lines: string[] = [];
  const scripted: Provider = {
    model: "groq/x",
    contextTokens: 77,
    priceKnown: true,
    complete: (request) => Promise.resolve(answerTo(request)),
  };
  const provider = recordingProvider(
    scripted,
    append ?? ((line) => {
      lines.push(line);
      return Promise.resolve();
    }),
    { now: () => new Date(0), ...options },
  );
  return { provider, lines };
}

Deno.test("recordingProvider() records what a replay gives again", async () => {
  const { provider, lines } = recorder();
  const given = [
    await ask(provider, { answerNumber: 1 }),
    await ask(provider, { answerNumber: 2 }),
    await ask(provider, { answerNumber: 3 }),
  ];
  const again = await replayProvider({ file: "f", text: lines.join("") });
  assertEquals(again.contextTokens, 77);
  for (const [index, answer] of given.entries()) {
    const replayed = await ask(again, { answerNumber: index + 1 });
    assertEquals(replayed, answer);
  }
  assertEquals(JSON.parse(lines[0] ?? ""), {
    cassette: 1,
    model: "groq/x",
    context_tokens: 77,
    recorded_at: "1970-01-01T00:00:00.000Z",
  });
  assertEquals(lines.map((line) => line.indexOf("\n") === line.length - 1), Array(4).fill(true));
});

Deno.test("recordingProvider() records a summary as one, and nothing for none", async () => {
  const { provider, lines } = recorder();
  assertEquals(await provider.complete(requestOf({ kind: "summary", answerNumber: 1 })), null);
  assertEquals(lines, []);
  await ask(provider, { kind: "summary", answerNumber: 3 });
  const again = await replayProvider({ file: "f", text: lines.join("") });
  const { message } = await ask(again, { kind: "summary", answerNumber: 3 });
  assertEquals(message.content, "summary 3 sk-1");
});

Deno.test("recordingProvider() appends to a cassette that has a header", async () => {
  const { provider, lines } = recorder({ hasHeader: true });
  await ask(provider, { answerNumber: 4 });
  assertEquals(lines.map((line) => JSON.parse(line).number), [4]);
});

Deno.test("recordingProvider() redacts every text, and passes the answer on as it is", async () => {
  const { provider, lines } = recorder({ redact: (text) => text.replaceAll("sk-1", "[gone]") });
  const { message } = await ask(provider);
  assertEquals(message.content, "answer 1 sk-1");
  const written = JSON.parse(lines[1] ?? "").message;
  assertEquals(written.content, "answer 1 [gone]");
  assertEquals(written.reasoning_content, "about [gone]");
  assertEquals(written["[gone]"], "a name");
  assertEquals(written.tool_calls[0].function.arguments, '{"content":"key [gone]"}');
});

Deno.test("recordingProvider() passes no answer on that it cannot write", async () => {
  const full = new Error("No space left on device");
  const { provider } = recorder({}, () => Promise.reject(full));
  assertEquals(await assertRejects(() => provider.complete(requestOf())), full);
});

Deno.test("recordingProvider() is what it wraps", () => {
  const { provider } = recorder();
  assertEquals([provider.model, provider.contextTokens, provider.priceKnown], ["groq/x", 77, true]);
});
