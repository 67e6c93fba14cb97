import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { createPricing, type PricingOptions } from "../../src/llm/prices.ts";

const THOUSAND = { inputTokens: 1000, outputTokens: 1000 };

Deno.test("createPricing() knows models by name, date, prefix and case", async (t) => {
  const cases: [PricingOptions, boolean][] = [
    [{ providerId: "openai", model: "gpt-4o" }, true],
    [{ providerId: null, model: "gpt-4o" }, true],
    [{ providerId: "openai", model: "gpt-4o-2024-08-06" }, true],
    [{ providerId: "openai", model: "gpt-4o-2031-01-31" }, true],
    [{ providerId: "openai", model: "GPT-4o" }, true],
    [{ providerId: "anthropic", model: "claude-sonnet-4-20250514" }, true],
    [{ providerId: "google", model: "gemini-2.5-flash" }, true],
    [{ providerId: "google", model: "models/gemini-2.5-flash" }, true],
    [{ providerId: "openrouter", model: "anthropic/claude-sonnet-4" }, true],
    [{ providerId: null, model: "openai/gpt-4o" }, true],
    [{ providerId: "openai", model: "no-such-model" }, false],
    [{ providerId: "no-such-provider", model: "gpt-4o" }, false],
  ];
  for (const [options, known] of cases) {
    await t.step(`${options.providerId} ${options.model}`, async () => {
      const pricing = await createPricing(options);
      assertEquals(pricing.known, known);
      const cost = pricing.costOf(THOUSAND);
      assert(known ? cost !== null && cost > 0 : cost === null, `${cost}`);
    });
  }
});

Deno.test("createPricing() prices gpt-4o, cached tokens at their own rate", async () => {
  const pricing = await createPricing({ providerId: "openai", model: "gpt-4o" });
  assertEquals(pricing.contextTokens, 128_000);
  const plain = pricing.costOf({ inputTokens: 1000, outputTokens: 100 }) ?? 0;
  assertAlmostEquals(plain, 1000 * 2.5e-6 + 100 * 10e-6);
  const cached = pricing.costOf({ inputTokens: 1000, outputTokens: 100, cachedInputTokens: 400 });
  assertAlmostEquals(cached ?? 0, 600 * 2.5e-6 + 400 * 1.25e-6 + 100 * 10e-6);
  assertEquals(pricing.costOf(null), null);
});

Deno.test("createPricing() takes more cached tokens than input for all of the input", async () => {
  const pricing = await createPricing({ providerId: "openai", model: "gpt-4o" });
  const given = pricing.costOf({ inputTokens: 10, outputTokens: 0, cachedInputTokens: 99 });
  assertAlmostEquals(given ?? 0, 10 * 1.25e-6);
});

Deno.test("createPricing() lets the config's price win", async (t) => {
  const price = { input: 1, output: 2 };
  const cases: [string, PricingOptions][] = [
    ["over the library", { prices: { "gpt-4o": price }, providerId: "openai", model: "gpt-4o" }],
    ["over local", { prices: { mine: price }, providerId: null, model: "mine", local: true }],
    ["over loopback", { prices: { mine: price }, providerId: null, model: "mine", loopback: true }],
    ["by the written name", {
      prices: { "groq/mine": price, mine: { input: 9, output: 9 } },
      written: "groq/mine",
      providerId: "groq",
      model: "mine",
    }],
  ];
  for (const [name, options] of cases) {
    await t.step(name, async () => {
      const pricing = await createPricing(options);
      assertEquals([pricing.known, pricing.costOf(THOUSAND), pricing.costOf(null)], [
        true,
        0.003,
        null,
      ]);
    });
  }
});

Deno.test("createPricing() counts local models as free", async () => {
  const local = await createPricing({ providerId: "ollama", model: "gpt-4o", local: true });
  assertEquals([local.known, local.costOf(THOUSAND), local.costOf(null)], [true, 0, 0]);
  const unknown = await createPricing({ providerId: null, model: "mine", loopback: true });
  assertEquals([unknown.known, unknown.costOf(THOUSAND)], [true, 0]);
  // A gateway on this machine may ask a paid model.
  const paid = await createPricing({ providerId: null, model: "gpt-4o", loopback: true });
  assert((paid.costOf(THOUSAND) ?? 0) > 0);
});

Deno.test({
  name: "createPricing() needs no permission",
  permissions: "none",
  async fn() {
    assert((await createPricing({ providerId: "openai", model: "gpt-4o" })).known);
  },
});

Deno.test("createPricing() lets a claimed price raise what is known, never lower it", async (t) => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0 };
  const known = (await createPricing({ providerId: "openai", model: "gpt-4o" })).costOf(usage)!;
  const cost = async (model: string, input: number, prices = {}) => {
    const claimedPrices = { [model]: { input, output: 0 } };
    const options = { providerId: null, model, prices, claimedPrices };
    return (await createPricing(options)).costOf(usage);
  };
  await t.step("lower", async () => assertEquals(await cost("gpt-4o", 0), known));
  await t.step("higher", async () => assertEquals(await cost("gpt-4o", known + 1), known + 1));
  await t.step("of a model that is not known", async () => {
    assertEquals(await cost("nobody-knows-it", 3), 3);
  });
  await t.step("beside one that the user gave", async () => {
    assertEquals(await cost("gpt-4o", 9, { "gpt-4o": { input: 1, output: 0 } }), 1);
  });
});
