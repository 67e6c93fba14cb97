/** What a model call costs, and how much context a model takes. */

import type { Price } from "../config.ts";
import type { Usage } from "./provider.ts";

/** What {@linkcode createPricing} is given. */
export interface PricingOptions {
  /** Prices of the config, USD per million tokens, by model name as written or as sent. */
  readonly prices?: Readonly<Record<string, Price>>;
  /** Prices that somebody else may have written: a model never costs less than is known of it. */
  readonly claimedPrices?: Readonly<Record<string, Price>>;
  /** The model as the user wrote it. Default: `model`. */
  readonly written?: string;
  /** The provider as the price library names it; null: any. */
  readonly providerId: string | null;
  /** The model name that is sent. */
  readonly model: string;
  /** Whether the model runs on the user's own machines: it costs nothing. Default false. */
  readonly local?: boolean;
  /** Whether the base is this machine: a model that the library does not know costs nothing. */
  readonly loopback?: boolean;
}

/** The price of one model. */
export interface Pricing {
  /** Whether a cost can be told. */
  readonly known: boolean;
  /** Size of the context window in tokens, where the price library knows it. */
  readonly contextTokens: number | null;
  /**
   * @param usage Tokens of one call; null: the server told none.
   * @returns USD; null when the price or the usage is unknown.
   */
  costOf(usage: Usage | null): number | null;
}

/**
 * Looks a model up: the config's own price first, then local models (free), then the price library
 * `@pydantic/genai-prices` (its bundled data; no network), which is loaded by this call.
 *
 * A name with a date that the library does not know (`gpt-4o-2031-01-31`) is looked up without it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createPricing } from "./prices.ts";
 *
 * const pricing = await createPricing({
 *   prices: { mine: { input: 1, output: 10 } },
 *   providerId: null,
 *   model: "mine",
 * });
 * assertEquals(pricing.costOf({ inputTokens: 500_000, outputTokens: 100_000 }), 1.5);
 * ```
 */
export async function createPricing(options: PricingOptions): Promise<Pricing> {
  const { providerId, model, local = false, loopback = false } = options;
  const names = [options.written ?? model, model];
  const found = await lookUp(providerId, model);
  const contextTokens = found?.contextTokens ?? null;
  const price = priceIn(options.prices, names);
  if (price !== undefined) {
    return { known: true, contextTokens, costOf: (usage) => usage && costAt(price, usage) };
  }
  const claimed = priceIn(options.claimedPrices, names);
  if (claimed !== undefined) {
    const costOf = (usage: Usage) => Math.max(costAt(claimed, usage), found?.costOf(usage) ?? 0);
    return { known: true, contextTokens, costOf: (usage) => usage && costOf(usage) };
  }
  if (local || (loopback && found === null)) {
    return { known: true, contextTokens, costOf: () => 0 };
  }
  if (found === null) return { known: false, contextTokens, costOf: () => null };
  return { known: true, contextTokens, costOf: (usage) => usage && found.costOf(usage) };
}

function priceIn(
  prices: Readonly<Record<string, Price>> = {},
  names: readonly string[],
): Price | undefined {
  const name = names.find((name) => Object.hasOwn(prices, name));
  return name === undefined ? undefined : prices[name];
}

function costAt(price: Price, usage: Usage): number {
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
}

interface Found {
  readonly contextTokens: number | null;
  costOf(usage: Usage): number | null;
}

async function lookUp(providerId: string | null, model: string): Promise<Found | null> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  for (const candidate of candidates(providerId, model)) {
    const calculate = (usage: Usage) =>
      calcPrice(
        {
          input_tokens: usage.inputTokens,
          output_tokens: usage.outputTokens,
          // More than the whole input is an error to the library; servers have said so.
          cache_read_tokens: Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens),
        },
        candidate.model,
        candidate.providerId === null ? {} : { providerId: candidate.providerId },
      );
    const result = calculate({ inputTokens: 1, outputTokens: 1 });
    if (result === null) continue;
    return {
      contextTokens: result.model.context_window ?? null,
      costOf: (usage) => calculate(usage)?.total_price ?? null,
    };
  }
  return null;
}

/** The names under which the library may know a model, best first. */
function candidates(
  providerId: string | null,
  model: string,
): { providerId: string | null; model: string }[] {
  const names = [{ providerId, model }];
  const slash = model.indexOf("/");
  // A gateway's names: provider/model.
  if (providerId === null && slash > 0) {
    names.push({ providerId: model.slice(0, slash), model: model.slice(slash + 1) });
  }
  if (model.startsWith("models/")) names.push({ providerId, model: model.slice("models/".length) });
  return names.flatMap((name) => {
    const undated = name.model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, "");
    return undated === name.model ? [name] : [name, { ...name, model: undated }];
  });
}
