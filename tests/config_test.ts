import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Config, type ConfigSources, loadConfig } from "../src/config.ts";
import { ArchitectError } from "../src/errors.ts";

function file(text: string): NonNullable<ConfigSources["files"]>[number] {
  return { name: "a.yaml", text, trusted: true };
}

const DEFAULTS: Config = {
  sessions: { autoSave: true, cleanupAfterDays: 7, history: true },
  llm: {
    model: null,
    apiBase: null,
    apiKey: null,
    keyVariable: null,
    providerKeys: {},
    timeoutSeconds: 60,
    retries: 2,
    stream: true,
    contextTokens: null,
  },
  costs: { budgetUsd: null, prices: {}, claimedPrices: {} },
  commands: { enabled: false, timeoutSeconds: 30, allowed: [], env: [] },
  agents: {},
  language: "en",
  warnings: [],
};

Deno.test("loadConfig() gives the defaults", () => {
  assertEquals(loadConfig(), DEFAULTS);
});

Deno.test("loadConfig() freezes all of it", () => {
  const config = loadConfig({ files: [file("agents: {a: {allowed_tools: [grep]}}")] });
  assert(Object.isFrozen(config) && Object.isFrozen(config.llm));
  assert(Object.isFrozen(config.agents.a?.allowedTools));
});

Deno.test("loadConfig() takes every key of a file", () => {
  const text = `
sessions: {auto_save: false, cleanup_after_days: 1, history: false}
llm: {model: m, api_base: "http://h/v1", api_key_env: MY_KEY, timeout: 1, retries: 0, stream: false,
  context_tokens: 9}
costs: {budget_usd: 3, prices: {m: {input: 1, output: 2}}}
commands: {enabled: true, timeout: 2, allowed: [ls], env: [CI]}
agents: {a: {system_prompt: p, allowed_tools: [grep], mode: yolo, max_steps: 4}}
language: es
`;
  assertEquals(loadConfig({ files: [file(text)], environment: { MY_KEY: "k" } }), {
    sessions: { autoSave: false, cleanupAfterDays: 1, history: false },
    llm: {
      model: "m",
      apiBase: { url: "http://h/v1", from: "file" },
      apiKey: "k",
      keyVariable: "MY_KEY",
      providerKeys: {},
      timeoutSeconds: 1,
      retries: 0,
      stream: false,
      contextTokens: 9,
    },
    costs: { budgetUsd: 3, prices: { m: { input: 1, output: 2 } }, claimedPrices: {} },
    commands: { enabled: true, timeoutSeconds: 2, allowed: ["ls"], env: ["CI"] },
    agents: { a: { systemPrompt: "p", allowedTools: ["grep"], mode: "yolo", maxSteps: 4 } },
    language: "es",
    warnings: [],
  });
});

Deno.test("loadConfig() lets the later source win", async (t) => {
  const files = [file("llm: {model: first}"), file("llm: {model: second}")];
  const environment = { ARCHITECT_MODEL: "third" };
  const cases: readonly (readonly [string, ConfigSources, string])[] = [
    ["file", { files: files.slice(0, 1) }, "first"],
    ["later file", { files }, "second"],
    ["environment", { files, environment }, "third"],
    ["flag", { files, environment, flags: { model: "fourth" } }, "fourth"],
    ["empty variable", { files, environment: { ARCHITECT_MODEL: "" } }, "second"],
  ];
  for (const [name, sources, expected] of cases) {
    await t.step(name, () => assertEquals(loadConfig(sources).llm.model, expected));
  }
});

Deno.test("loadConfig() merges files key by key", () => {
  const config = loadConfig({
    files: [
      file("llm: {retries: 5, timeout: 9}\nagents: {a: {max_steps: 1, mode: yolo}, b: {}}"),
      file(
        "llm: {retries: 6}\nagents: {a: {max_steps: 2}}\ncosts: {prices: {m: {input: 1, output: 2}}}",
      ),
      file("language: es"),
    ],
  });
  assertEquals([config.llm.retries, config.llm.timeoutSeconds], [6, 9]);
  assertEquals([config.agents.a?.maxSteps, config.agents.a?.mode], [2, "yolo"]);
  assertEquals(Object.keys(config.agents), ["a", "b"]);
  assertEquals(config.costs.prices, { m: { input: 1, output: 2 } });
});

Deno.test("loadConfig() says where the API base was given", () => {
  const files = [file("llm: {api_base: 'http://file/v1'}")];
  const environment = { ARCHITECT_API_BASE: "http://env/v1" };
  assertEquals(loadConfig({ files, environment }).llm.apiBase, {
    url: "http://env/v1",
    from: "environment",
  });
  assertEquals(
    loadConfig({ files, environment, flags: { apiBase: "http://flag/v1" } }).llm.apiBase,
    { url: "http://flag/v1", from: "flag" },
  );
});

Deno.test("loadConfig() takes the key of flag, ARCHITECT_API_KEY, api_key_env in this order", () => {
  const files = [file("llm: {api_key_env: MY_KEY}")];
  const environment = { MY_KEY: "mine", ARCHITECT_API_KEY: "own" };
  assertEquals(loadConfig({ files, environment: { MY_KEY: "mine" } }).llm.apiKey, "mine");
  assertEquals(loadConfig({ files, environment }).llm.apiKey, "own");
  assertEquals(loadConfig({ files, environment, flags: { apiKey: "flag" } }).llm.apiKey, "flag");
});

Deno.test("loadConfig() collects the keys of providers that are set", () => {
  const config = loadConfig({
    environment: { OPENAI_API_KEY: "a", GROQ_API_KEY: "", OTHER: "c" },
    keyVariables: ["OPENAI_API_KEY", "GROQ_API_KEY", "MISTRAL_API_KEY"],
  });
  assertEquals(config.llm.providerKeys, { OPENAI_API_KEY: "a" });
});

Deno.test("loadConfig() takes the language of LANG only where nothing else was said", async (t) => {
  const cases: readonly (readonly [string, ConfigSources, "en" | "es"])[] = [
    ["LANG", { environment: { LANG: "es_ES.UTF-8" } }, "es"],
    ["another LANG", { environment: { LANG: "est_EE" } }, "en"],
    ["file before LANG", { environment: { LANG: "es" }, files: [file("language: en")] }, "en"],
    [
      "ARCHITECT_LANGUAGE before all",
      { environment: { ARCHITECT_LANGUAGE: "es", LANG: "en" }, files: [file("language: en")] },
      "es",
    ],
  ];
  for (const [name, sources, expected] of cases) {
    await t.step(name, () => assertEquals(loadConfig(sources).language, expected));
  }
});

Deno.test("loadConfig() takes the flags that settings can be given by", () => {
  const of = (flags: ConfigSources["flags"]): Config => loadConfig({ flags });
  assertEquals(of({ stream: false }).llm.stream, false);
  assertEquals(of({ save: false }).sessions.autoSave, false);
  assertEquals(of({ save: true }).sessions.autoSave, true);
});

Deno.test("loadConfig() refuses a variable that holds what it may not, without showing it", () => {
  for (const name of ["ARCHITECT_API_BASE", "ARCHITECT_LANGUAGE"]) {
    const error = assertThrows(
      () => loadConfig({ environment: { [name]: "sk-secret" } }),
      ArchitectError,
    );
    assertEquals([error.code, error.message.includes(name)], ["config", true]);
    assertEquals(error.message.includes("sk-secret"), false);
  }
});

Deno.test("loadConfig() keeps prices apart that a repository may have brought", () => {
  const price = (input: number) => `costs: {prices: {m: {input: ${input}, output: 2}}}`;
  const own = { name: ".architect/config.yaml", text: price(0), trusted: false };
  const named = { name: "a.yaml", text: price(1), trusted: true };
  const { costs } = loadConfig({ files: [own, named] });
  assertEquals(costs.prices, { m: { input: 1, output: 2 } });
  assertEquals(costs.claimedPrices, { m: { input: 0, output: 2 } });
});
