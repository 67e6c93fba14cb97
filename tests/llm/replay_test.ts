import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { createPricing } from "../../src/llm/prices.ts";
import { replayProvider } from "../../src/llm/replay.ts";
import { SPANISH } from "../../src/spanish.ts";
import { ask, failureOf, requestOf } from "./support.ts";

const HEADER = { cassette: 1, model: "gpt-4o", recorded_at: "2026-02-23T14:30:22Z" };

function text(content: string) {
  return { role: "assistant", content };
}

function cassette(...lines: unknown[]): string {
  return [HEADER, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

function replay(...lines: unknown[]) {
  return replayProvider({ file: "dir/c.jsonl", text: cassette(...lines) });
}

Deno.test("replayProvider() gives the answer with the number that is asked for", async () => {
  const provider = await replay(
    { kind: "answer", number: 1, message: text("one") },
    { kind: "answer", number: 2, message: text("two, lost") },
    { kind: "answer", number: 2, message: text("two") },
    { kind: "answer", number: 3, message: text("three") },
  );
  const contents = [];
  for (const answerNumber of [3, 1, 2, 2]) {
    contents.push((await ask(provider, { answerNumber })).message.content);
  }
  assertEquals(contents, ["three", "one", "two", "two"]);
});

Deno.test("replayProvider() numbers answers without a number", async () => {
  const provider = await replay(
    { message: text("one") },
    { kind: "summary", message: text("sum") },
    { message: text("two") },
  );
  assertEquals((await ask(provider, { answerNumber: 2 })).message.content, "two");
});

Deno.test("replayProvider() is called replay:FILE, as written", async () => {
  const provider = await replay();
  assertEquals([provider.model, provider.contextTokens], ["replay:dir/c.jsonl", 128_000]);
  const small = { ...HEADER, context_tokens: 99 };
  const options = { file: "f", text: JSON.stringify(small) };
  assertEquals((await replayProvider(options)).contextTokens, 99);
  assertEquals((await replayProvider({ ...options, contextTokens: 7 })).contextTokens, 7);
});

Deno.test("replayProvider() past the end names file and number", async () => {
  const provider = await replay({ number: 1, message: text("one") });
  const error = await failureOf(provider, { answerNumber: 2 });
  assertEquals(error.kind, "cassette");
  assertStringIncludes(error.message, '"dir/c.jsonl"');
  assertStringIncludes(error.message, "no answer 2 in it, the last one is 1");
});

Deno.test("replayProvider() gives summaries to summary calls only", async () => {
  const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
  const provider = await replay(
    { kind: "answer", number: 1, message: text("one") },
    { kind: "summary", number: 2, message: { ...text("sum"), tool_calls: [call] } },
    { kind: "answer", number: 2, message: text("two") },
  );
  const at = (answerNumber: number) => ({ kind: "summary", answerNumber }) as const;
  assertEquals((await ask(provider, at(2))).message, { role: "assistant", content: "sum" });
  assertEquals((await ask(provider, { answerNumber: 2 })).message.content, "two");
  assertEquals(await provider.complete(requestOf(at(1))), null);
  const anywhere = await replay({ kind: "summary", message: text("sum") });
  assertEquals((await ask(anywhere, at(9))).message.content, "sum");
});

Deno.test("replayProvider() takes the recorded cost, else prices the recorded usage", async (t) => {
  const usage = { input_tokens: 1000, output_tokens: 100 };
  const pricingOf = (model: string) => createPricing({ providerId: null, model });
  const cases: [string, unknown, number | null, boolean][] = [
    ["recorded", { message: text("x"), usage, cost_usd: 7 }, 7, true],
    ["recorded as 0", { message: text("x"), usage, cost_usd: 0 }, 0, true],
    ["recorded as unknown", { message: text("x"), usage, cost_usd: null }, null, false],
    ["not recorded", { message: text("x"), usage }, 0.0035, true],
    ["nothing recorded", { message: text("x") }, null, false],
  ];
  for (const [name, line, cost, known] of cases) {
    await t.step(name, async () => {
      const provider = await replayProvider({ file: "f", text: cassette(line), pricingOf });
      const { costUsd } = await ask(provider);
      assertEquals([costUsd, provider.priceKnown], [cost, known]);
    });
  }
  await t.step("no price is looked up where none is needed", async () => {
    const line = { message: text("x"), cost_usd: 1 };
    const refuse = () => Promise.reject(new Error("looked up"));
    await replayProvider({ file: "f", text: cassette(line), pricingOf: refuse });
  });
});

Deno.test("replayProvider() refuses a damaged cassette, naming file and line", async (t) => {
  const good = JSON.stringify({ message: text("secret words") });
  const header = JSON.stringify(HEADER);
  const twins = ["a", "a"].map((id) => ({ id, function: { name: "f", arguments: "" } }));
  const cases: [string, string, string][] = [
    ["empty", "", "it is empty"],
    ["no header", good, 'line 1 has a wrong "cassette"'],
    ["another format", `{"cassette": 2, "model": "m"}`, 'line 1 has a wrong "cassette"'],
    ["torn", `${header}\n${good}\n${good.slice(0, 30)}`, "line 3 is not JSON"],
    ["a number", `${header}\n\n7`, "line 3 is not an object"],
    ["no message", `${header}\n{}`, 'line 2 has a wrong "message"'],
    ["another role", `${header}\n{"message": {"role": "user"}}`, '"message.role"'],
    ["another kind", `${header}\n{"kind": "x", "message": ${good}}`, '"kind"'],
    [
      "equal ids",
      `${header}\n${JSON.stringify({ message: { ...text(""), tool_calls: twins } })}`,
      '"message.tool_calls", wanted: ids are unique',
    ],
    [
      "negative cost",
      `${header}\n{"cost_usd": -1, "message": {"role": "assistant"}}`,
      '"cost_usd"',
    ],
    [
      "infinite cost",
      `${header}\n{"cost_usd": 1e999, "message": {"role": "assistant"}}`,
      '"cost_usd"',
    ],
    ["nested", `${header}\n{"x": ${"[".repeat(9_999)}${"]".repeat(9_999)}}`, "nested too deeply"],
  ];
  for (const [name, content, expected] of cases) {
    await t.step(name, async () => {
      const error = await assertRejects(
        () => replayProvider({ file: "dir/c.jsonl", text: content }),
        ArchitectError,
      );
      assertEquals([error.code, error.exitCode], ["cassette_error", 1]);
      assertStringIncludes(error.message, 'cassette "dir/c.jsonl"');
      assertStringIncludes(error.message, expected);
      assertEquals(error.message.includes("secret"), false);
      assertMatch(error.text.in(SPANISH), /^No se puede reproducir la casete "dir\/c\.jsonl": /);
    });
  }
});

Deno.test({
  name: "replayProvider() needs no permission",
  permissions: "none",
  async fn() {
    const provider = await replay({ message: text("one") });
    assertEquals((await ask(provider)).message.content, "one");
  },
});
