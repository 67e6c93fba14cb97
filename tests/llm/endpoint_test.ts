import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import {
  type EndpointOptions,
  priceIdentity,
  PROVIDER_KEY_VARIABLES,
  resolveEndpoint,
} from "../../src/llm/endpoint.ts";

/** Every variable, each with its own name as the value. */
const KEYS = Object.fromEntries(PROVIDER_KEY_VARIABLES.map((name) => [name, name]));

function resolve(changes: Partial<EndpointOptions>) {
  return resolveEndpoint({
    model: "gpt-4o",
    apiBase: null,
    apiKey: null,
    providerKeys: KEYS,
    ...changes,
  });
}

function base(url: string, from: "flag" | "environment" | "file" = "flag") {
  return { url, from } as const;
}

Deno.test("resolveEndpoint() finds host, name and key by the prefix", async (t) => {
  const cases: [string, string, string, string | null][] = [
    ["gpt-4o", "https://api.openai.com/v1", "gpt-4o", "OPENAI_API_KEY"],
    ["openai/gpt-4o", "https://api.openai.com/v1", "gpt-4o", "OPENAI_API_KEY"],
    ["anthropic/claude-x", "https://api.anthropic.com/v1", "claude-x", "ANTHROPIC_API_KEY"],
    [
      "gemini/gemini-2.5-pro",
      "https://generativelanguage.googleapis.com/v1beta/openai",
      "gemini-2.5-pro",
      "GEMINI_API_KEY",
    ],
    ["openrouter/a/b:free", "https://openrouter.ai/api/v1", "a/b:free", "OPENROUTER_API_KEY"],
    ["mistral/m", "https://api.mistral.ai/v1", "m", "MISTRAL_API_KEY"],
    ["groq/a/b", "https://api.groq.com/openai/v1", "a/b", "GROQ_API_KEY"],
    ["deepseek/d", "https://api.deepseek.com/v1", "d", "DEEPSEEK_API_KEY"],
    ["ollama/qwen3:8b", "http://localhost:11434/v1", "qwen3:8b", "OLLAMA_API_KEY"],
    ["unknown/x", "https://api.openai.com/v1", "unknown/x", "OPENAI_API_KEY"],
    ["constructor/x", "https://api.openai.com/v1", "constructor/x", "OPENAI_API_KEY"],
  ];
  for (const [model, baseUrl, name, key] of cases) {
    await t.step(model, () => {
      const found = resolve({ model });
      assertEquals([found.baseUrl, found.model, found.apiKey], [baseUrl, name, key]);
    });
  }
});

Deno.test("resolveEndpoint() sends a provider's key to trusted bases only", async (t) => {
  const other = "https://example.com/v1";
  const cases: [string, Partial<EndpointOptions>, string | null][] = [
    ["flag", { apiBase: base(other) }, "OPENAI_API_KEY"],
    ["environment", { apiBase: base(other, "environment") }, "OPENAI_API_KEY"],
    ["file", { apiBase: base(other, "file") }, null],
    ["file, with a prefix", { model: "groq/x", apiBase: base(other, "file") }, null],
    [
      "file, the provider's own host",
      { apiBase: base("https://api.openai.com/v2", "file") },
      "OPENAI_API_KEY",
    ],
    ["file, its host without TLS", { apiBase: base("http://api.openai.com/v1", "file") }, null],
    ["file, an explicit key", { apiBase: base(other, "file"), apiKey: "mine" }, "mine"],
    ["flag, an explicit key", { apiBase: base(other), apiKey: "mine" }, "mine"],
    [
      "flag, another known host",
      { apiBase: base("https://openrouter.ai/api/v1") },
      "OPENROUTER_API_KEY",
    ],
    ["no key at all", { apiBase: base(other), providerKeys: {} }, null],
    [
      "the last variable",
      { apiBase: base(other), providerKeys: { LITELLM_API_KEY: "last" } },
      "last",
    ],
    ["the last variable, file", {
      apiBase: base(other, "file"),
      providerKeys: { LITELLM_API_KEY: "last" },
    }, null],
    ["ollama", { model: "ollama/x", providerKeys: { LITELLM_API_KEY: "last" } }, null],
    ["an empty key", { apiBase: base(other), apiKey: "  ", providerKeys: {} }, null],
  ];
  for (const [name, changes, key] of cases) {
    await t.step(name, () => assertEquals(resolve(changes).apiKey, key));
  }
});

Deno.test("resolveEndpoint() names the variable of a missing key", async (t) => {
  const cases: [string, string][] = [
    ["gpt-4o", "OPENAI_API_KEY"],
    ["anthropic/x", "ANTHROPIC_API_KEY"],
    ["gemini/x", "GEMINI_API_KEY"],
  ];
  for (const [model, variable] of cases) {
    await t.step(model, () => {
      const error = assertThrows(() => resolve({ model, providerKeys: {} }), ArchitectError);
      assertEquals([error.code, error.exitCode], ["auth_error", 4]);
      assertStringIncludes(String(error.suggestion), `Set ${variable}`);
    });
  }
});

Deno.test("resolveEndpoint() refuses a base that is none, without showing secrets", async (t) => {
  const cases = [
    "",
    "localhost:8000",
    "ftp://example.com",
    "http://user:hunter2@example.com/v1",
    "http://hunter2@example.com/v1",
    "http://u:hunter2@bad host/v1",
    "https://example.com/v1?key=hunter2",
    "https://example.com/v1#hunter2",
  ];
  for (const url of cases) {
    await t.step(url, () => {
      const error = assertThrows(() => resolve({ apiBase: base(url) }), ArchitectError);
      assertEquals([error.code, error.exitCode], ["config", 3]);
      assert(!error.message.includes("hunter2"), error.message);
    });
  }
});

Deno.test("resolveEndpoint() refuses a key that no header takes, without showing it", () => {
  for (const apiKey of ["two words", "ключ", "line\nbreak"]) {
    const error = assertThrows(() => resolve({ apiKey }), ArchitectError);
    assertEquals(error.code, "auth_error");
    assert(!error.message.includes(apiKey));
  }
  assertEquals(resolve({ apiKey: " sk-trimmed\n" }).apiKey, "sk-trimmed");
});

Deno.test("resolveEndpoint() refuses a model without a name", () => {
  for (const model of ["", "ollama/", "openai/ "]) {
    assertEquals(assertThrows(() => resolve({ model }), ArchitectError).code, "config");
  }
});

Deno.test("resolveEndpoint() knows what is local", async (t) => {
  const cases: [Partial<EndpointOptions>, boolean, boolean][] = [
    [{ model: "ollama/x" }, true, true],
    [{ model: "ollama/x", apiBase: base("http://box:11434/v1") }, true, false],
    [{ apiBase: base("http://localhost:8000/v1/") }, false, true],
    [{ apiBase: base("http://127.3.2.1:8000") }, false, true],
    [{ apiBase: base("http://[::1]:8000/v1") }, false, true],
    [{ apiBase: base("http://127.0.0.1.example.com/v1") }, false, false],
    [{}, false, false],
  ];
  for (const [changes, local, loopback] of cases) {
    await t.step(JSON.stringify(changes), () => {
      const found = resolve(changes);
      assertEquals([found.local, found.loopback], [local, loopback]);
      assert(!found.baseUrl.endsWith("/"));
    });
  }
});

Deno.test("resolveEndpoint() names the provider for the price library", () => {
  const ids = [
    {},
    { model: "gemini/x" },
    { apiBase: base("http://localhost:1/v1") },
    { model: "anthropic/x", apiBase: base("http://localhost:1/v1") },
    { apiBase: base("https://openrouter.ai/api/v1") },
  ].map((changes) => resolve(changes).providerId);
  assertEquals(ids, ["openai", "google", null, "anthropic", "openrouter"]);
});

Deno.test("priceIdentity() takes a model's prefix off", () => {
  assertEquals(priceIdentity("gemini/x"), { providerId: "google", model: "x", local: false });
  assertEquals(priceIdentity("gpt-4o"), { providerId: null, model: "gpt-4o", local: false });
  assertEquals(priceIdentity("ollama/x").local, true);
});
