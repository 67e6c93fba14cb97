/** What the tests of the providers share. */

import { type Endpoint, resolveEndpoint } from "../../src/llm/endpoint.ts";
import { openaiProvider, type OpenAiProviderOptions } from "../../src/llm/openai.ts";
import type { Pricing } from "../../src/llm/prices.ts";
import {
  type Answer,
  type ModelRequest,
  type Provider,
  ProviderError,
} from "../../src/llm/provider.ts";
import type { ChatServer } from "../support/chat_server.ts";

/** A price of 1 USD per thousand tokens. */
export const PRICING: Pricing = {
  known: true,
  contextTokens: 1000,
  costOf: (usage) => usage && (usage.inputTokens + usage.outputTokens) / 1000,
};

/** The endpoint of a loopback server. */
export function endpointOf(baseUrl: string, apiKey: string | null = null): Endpoint {
  return resolveEndpoint({
    model: "test-model",
    apiBase: { url: baseUrl, from: "flag" },
    apiKey,
    providerKeys: {},
  });
}

/** A provider for a loopback server that never waits; `waits` holds what it would have waited. */
export function providerFor(
  server: Pick<ChatServer, "baseUrl">,
  options: Partial<OpenAiProviderOptions> = {},
): Provider & { readonly waits: number[] } {
  const waits: number[] = [];
  const provider = openaiProvider({
    model: "test-model",
    endpoint: endpointOf(server.baseUrl),
    pricing: PRICING,
    random: () => 0,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
  return { ...provider, waits };
}

/** A request with one user message. */
export function requestOf(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: "user", content: "hello" }],
    tools: [],
    kind: "answer",
    answerNumber: 1,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** Asks, and fails unless there is an answer. */
export async function ask(
  provider: Provider,
  changes: Partial<ModelRequest> = {},
): Promise<Answer> {
  const answer = await provider.complete(requestOf(changes));
  if (answer === null) throw new Error("there is no answer");
  return answer;
}

/** Asks, and gives the error with which the call fails. */
export async function failureOf(
  provider: Provider,
  changes: Partial<ModelRequest> = {},
): Promise<ProviderError> {
  try {
    await provider.complete(requestOf(changes));
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error("the call did not fail");
}
