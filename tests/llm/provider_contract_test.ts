/** What holds for every provider: the same scripted answers, by stream, plain and from a cassette. */

import { assert, assertEquals } from "@std/assert";
import { answerLine, headerLine } from "../../src/llm/cassette.ts";
import type { Provider } from "../../src/llm/provider.ts";
import { replayProvider } from "../../src/llm/replay.ts";
import { answer, chatServer, type ScriptedAnswer } from "../support/chat_server.ts";
import { ask, providerFor, requestOf } from "./support.ts";

type Opened = { readonly provider: Provider } & AsyncDisposable;
type Open = (script: readonly ScriptedAnswer[]) => Promise<Opened>;

const overHttp = (stream: boolean): Open => (script) => {
  const server = chatServer(script.map(answer));
  return Promise.resolve({
    provider: providerFor(server, { stream }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  });
};

const fromCassette: Open = async (script) => {
  await using source = await overHttp(true)(script);
  let text = headerLine({ model: "test-model", contextTokens: 1000 }, new Date(0));
  for (let number = 1; number <= script.length; number++) {
    const given = await ask(source.provider, { answerNumber: number });
    text += answerLine("answer", number, given);
  }
  return {
    provider: await replayProvider({ file: "c.jsonl", text }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};

const PROVIDERS: Record<string, Open> = {
  "openai, streamed": overHttp(true),
  "openai, plain": overHttp(false),
  "replay": fromCassette,
};

for (const [name, open] of Object.entries(PROVIDERS)) {
  Deno.test(`complete() of ${name} keeps the contract`, async (t) => {
    await t.step("text", async () => {
      await using opened = await open([{ content: "Grüße, 世界 🎉\n" }]);
      const given = await ask(opened.provider);
      assertEquals(given, {
        message: { role: "assistant", content: "Grüße, 世界 🎉\n" },
        usage: { inputTokens: 100, outputTokens: 10 },
        costUsd: 0.11,
        finishReason: "stop",
      });
    });

    await t.step("several tool calls with text", async () => {
      const calls = [
        { id: "a", name: "read_file", args: { path: "src/ä.ts" } },
        { id: "b", name: "write_file", args: { path: "x", content: "long ".repeat(20) } },
      ];
      await using opened = await open([{ content: "I look", calls }]);
      const given = await ask(opened.provider);
      assertEquals([given.finishReason, given.message.content], ["tool_calls", "I look"]);
      assertEquals(
        given.message.tool_calls,
        calls.map(({ id, name, args }) => ({
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(args) },
        })),
      );
    });

    await t.step("a message that only calls has the content null", async () => {
      await using opened = await open([{ content: "", calls: [{ name: "f" }] }]);
      assertEquals((await ask(opened.provider)).message.content, null);
    });

    await t.step("an empty answer has the content ''", async () => {
      await using opened = await open([{ content: null }]);
      assertEquals((await ask(opened.provider)).message, { role: "assistant", content: "" });
    });

    await t.step("ids are there, and unique", async () => {
      const calls = ["", "", "x", "x"].map((id) => ({ id, name: "f", args: { id } }));
      await using opened = await open([{ calls }]);
      const { message } = await ask(opened.provider);
      const ids = message.tool_calls?.map(({ id }) => id) ?? [];
      assertEquals([ids.length, new Set(ids).size], [4, 4]);
      assert(ids.includes("x") && !ids.includes(""), `${ids}`);
    });

    await t.step("cut for length in the middle of a call", async () => {
      const calls = [{ id: "a", name: "write_file", args: '{"path": "x", "cont' }];
      await using opened = await open([{ calls, finish: "length" }]);
      const given = await ask(opened.provider);
      assertEquals(given.finishReason, "length");
      assertEquals(given.message.tool_calls?.[0]?.function.arguments, '{"path": "x", "cont');
    });

    await t.step("a content filter", async () => {
      await using opened = await open([{ content: "", finish: "content_filter" }]);
      assertEquals((await ask(opened.provider)).finishReason, "content_filter");
    });

    await t.step("keys of the provider stay", async () => {
      const extra = { reasoning_content: "first this, then that", annotations: [] };
      await using opened = await open([{ content: "done", extra }]);
      assertEquals((await ask(opened.provider)).message, {
        role: "assistant",
        content: "done",
        reasoning_content: "first this, then that",
      });
    });

    await t.step("cached tokens", async () => {
      const usage = {
        prompt_tokens: 100,
        completion_tokens: 10,
        prompt_tokens_details: { cached_tokens: 60 },
      };
      await using opened = await open([{ content: "x", usage }]);
      const given = await ask(opened.provider);
      assertEquals(given.usage, { inputTokens: 100, outputTokens: 10, cachedInputTokens: 60 });
    });

    await t.step("no usage", async () => {
      await using opened = await open([{ content: "x", usage: null }]);
      const given = await ask(opened.provider);
      assertEquals([given.usage, given.costUsd], [null, null]);
    });

    await t.step("one answer after the other", async () => {
      await using opened = await open([{ content: "one" }, { content: "two" }]);
      const contents = [];
      for (const answerNumber of [1, 2]) {
        contents.push((await ask(opened.provider, { answerNumber })).message.content);
      }
      assertEquals(contents, ["one", "two"]);
    });

    await t.step("an aborted signal", async () => {
      await using opened = await open([{ content: "one" }]);
      const reason = new Error("enough");
      const thrown = await opened.provider.complete(
        requestOf({ signal: AbortSignal.abort(reason) }),
      ).catch((error) => error);
      assertEquals(thrown, reason);
    });
  });
}
