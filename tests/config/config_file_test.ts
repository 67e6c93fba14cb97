import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { checkConfigFile } from "../../src/config/config_file.ts";
import { ArchitectError } from "../../src/errors.ts";
import { SPANISH } from "../../src/spanish.ts";

function check(text: string, trusted = true): ReturnType<typeof checkConfigFile> {
  return checkConfigFile({ name: "a.yaml", text, trusted });
}

function errorFor(text: string, trusted = true): ArchitectError {
  return assertThrows(() => check(text, trusted), ArchitectError);
}

function messageFor(text: string, trusted = true): string {
  const error = errorFor(text, trusted);
  assertEquals([error.code, error.exitCode], ["config", 3]);
  return error.message;
}

Deno.test("checkConfigFile() takes every key there is", () => {
  const text = `
sessions: {auto_save: true, cleanup_after_days: 7, history: true}
llm: {model: gpt-4o, api_base: "http://localhost:1/v1", api_key_env: MY_KEY, timeout: 60, retries: 2,
  stream: true, context_tokens: null}
costs: {budget_usd: 1.5, prices: {my-model: {input: 1, output: 2.5}}}
commands: {enabled: true, timeout: 30, allowed: [npm test], env: [CI]}
agents: {docs: {system_prompt: Write., allowed_tools: [read_file], mode: yolo, max_steps: 5}, plan: }
language: es
`;
  assertEquals(check(text).settings.costs?.prices?.["my-model"]?.output, 2.5);
});

Deno.test("checkConfigFile() takes a file or a section without keys", () => {
  assertEquals(check("").settings, {});
  assertEquals(check("llm:\ncosts:\n  prices:\n").warnings, []);
});

Deno.test("checkConfigFile() names file, line, key and what was expected", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["llm:\n  timeot: 3", "line 2: llm.timeot is not a key of the config"],
    ["telemetri: {}", "line 1: telemetri is not a key of the config"],
    [
      "llm:\n  timeout: soon",
      "line 2: llm.timeout: a number of seconds above 0, at most 2000000 is wanted, not this string",
    ],
    ["llm:\n  timeout: 0", "line 2: llm.timeout: a number of seconds above 0"],
    ["llm:\n  retries: -1", "line 2: llm.retries: an integer of 0 or more is wanted"],
    ["llm:\n  retries: 1.5", "line 2: llm.retries: an integer of 0 or more is wanted"],
    ["llm:\n  stream: 1", "line 2: llm.stream: true or false is wanted, not this number"],
    ["llm:\n  model: ''", "line 2: llm.model: text that is not empty is wanted"],
    [
      "llm:\n  api_base: ftp://a",
      "line 2: llm.api_base: a URL that begins with http:// or https://",
    ],
    ["llm: []", "line 1: llm: a section with keys of its own is wanted, not a list"],
    ["llm: 3", "line 1: llm: a section with keys of its own is wanted, not this number"],
    ["[]", "line 1: a map of sections is wanted"],
    ["3", "line 1: a map of sections is wanted"],
    ["costs:\n  budget_usd: -1", "line 2: costs.budget_usd: an amount of USD, 0 or more is wanted"],
    ["costs:\n  budget_usd: .inf", "line 2: costs.budget_usd: an amount of USD"],
    ["costs:\n  prices:\n    x: {input: 1}", "line 3: costs.prices.x.output is missing"],
    ["costs:\n  prices: []", "line 2: costs.prices: a section"],
    ["commands:\n  allowed: ls", "line 2: commands.allowed: a list of texts is wanted"],
    ["commands:\n  allowed:\n    - ls\n    - 3", "line 4: commands.allowed.1: a list of texts"],
    [
      "agents:\n  a:\n    mode: ask",
      "line 3: agents.a.mode: one of confirm-all, confirm-sensitive",
    ],
    ["agents:\n  a:\n    max_steps: 0", "line 3: agents.a.max_steps: an integer of 1 or more"],
    ["agents:\n  a:\n    tools: []", "line 3: agents.a.tools is not a key of the config"],
    ["language: fr", "line 1: language: en or es is wanted"],
    ["sessions:\n  cleanup_after_days: -1", "line 2: sessions.cleanup_after_days: an integer of 0"],
    ["a: [", "line 1: "],
  ];
  for (const [text, expected] of cases) {
    await t.step(text.replaceAll("\n", " "), () => {
      assertStringIncludes(messageFor(text), `Cannot use config "a.yaml": ${expected}`);
    });
  }
});

Deno.test("checkConfigFile() tells which keys there are beside an unknown one", () => {
  const error = assertThrows(() => check("agents: {a: {tools: []}}"), ArchitectError);
  assertEquals(
    String(error.suggestion),
    "Keys there: system_prompt, allowed_tools, mode, max_steps.",
  );
});

Deno.test("checkConfigFile() never shows a value: a key could stand there by mistake", () => {
  const secret = "sk-proj-0123456789abcdef";
  for (const text of [`llm: {api_key_env: ${secret}}`, `llm: {timeout: ${secret}}`]) {
    assertEquals(messageFor(text).includes(secret), false);
  }
});

Deno.test("checkConfigFile() passes over what only the Python tool knows, with one warning", () => {
  const { settings, warnings } = check("mcp: {servers: []}\nllm: {provider: litellm, retries: 1}");
  assertEquals(settings, { llm: { retries: 1 } });
  assertEquals(warnings.map(String), [
    'Config "a.yaml": ignored, as only the Python architect knows it: mcp, llm.provider',
  ]);
});

Deno.test("checkConfigFile() refuses what a file that nobody named may not set", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["llm:\n  api_base: http://evil.example/v1", "line 2: llm.api_base"],
    ["llm:\n  api_key_env: AWS_SECRET", "line 2: llm.api_key_env"],
    ["llm:\n  model: replay:answers.jsonl", "line 2: llm.model"],
    ["commands:\n  enabled: true", "line 1: commands"],
    ["commands: {env: [AWS_SECRET]}", "line 1: commands"],
    ["agents:\n  build:\n    mode: yolo", "line 3: agents.build.mode"],
    ["agents: {plan: {allowed_tools: [write_file]}}", "line 1: agents.plan.allowed_tools"],
    ["agents: {review: {allowed_tools: [run_command]}}", "line 1: agents.review.allowed_tools"],
  ];
  for (const [text, expected] of cases) {
    await t.step(expected, () => {
      assertStringIncludes(messageFor(text, false), `${expected} may not be set there`);
      const error = assertThrows(() => check(text, false), ArchitectError);
      assertStringIncludes(String(error.suggestion), "-c FILE");
      check(text, true);
    });
  }
});

Deno.test("checkConfigFile() lets a file that nobody named set the rest", () => {
  const text = "llm: {model: x, api_base: null}\nagents: {a: {mode: confirm-all}}\ncommands:\n";
  assertEquals(check(text, false).settings.llm?.model, "x");
  // Fewer tools for an agent that there is, and any for a new one, which asks.
  check("agents: {plan: {allowed_tools: [read_file]}, mine: {allowed_tools: [write_file]}}", false);
});

Deno.test("checkConfigFile() says in Spanish all that it says of its own", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["llm: {timeot: 3}", "línea 1: llm.timeot no es una clave de la configuración"],
    [
      "llm: {model: 3}",
      "línea 1: llm.model: se espera un texto que no esté vacío en lugar de este número",
    ],
    ["llm: {stream: x}", "línea 1: llm.stream: se espera true o false en lugar de esta cadena"],
    [
      "llm: {retries: }",
      "línea 1: llm.retries: se espera un número entero igual o mayor que 0 en lugar de nada",
    ],
    [
      "llm: {timeout: true}",
      "línea 1: llm.timeout: se espera un número de segundos mayor que 0 " +
      "y como máximo 2000000 en lugar de true",
    ],
    [
      "llm: {api_base: x}",
      "línea 1: llm.api_base: se espera una URL que empiece por http:// o " +
      "https:// en lugar de esta cadena",
    ],
    [
      "llm: {api_key_env: []}",
      "línea 1: llm.api_key_env: se espera el nombre de una variable de " +
      "entorno en lugar de una lista",
    ],
    [
      "costs: {budget_usd: {}}",
      "línea 1: costs.budget_usd: se espera una cantidad de USD igual o mayor que 0 " +
      "en lugar de una sección",
    ],
    ["costs: {prices: {x: {input: 1}}}", "línea 1: falta costs.prices.x.output"],
    [
      "commands: 3",
      "línea 1: commands: se espera una sección con claves propias en lugar de este número",
    ],
    [
      "commands: {env: a}",
      "línea 1: commands.env: se espera una lista de textos en lugar de esta cadena",
    ],
    [
      "agents: {a: {mode: x}}",
      "línea 1: agents.a.mode: se espera uno de confirm-all, " +
      "confirm-sensitive, yolo en lugar de esta cadena",
    ],
    [
      "agents: {a: {max_steps: 0}}",
      "línea 1: agents.a.max_steps: se espera un número entero igual o " +
      "mayor que 1 en lugar de este número",
    ],
    ["language: fr", "línea 1: language: se espera el código en o es en lugar de esta cadena"],
    ["[]", "línea 1: se espera un mapa de secciones"],
    ["? [a]\n: 1", "línea 1: una clave debe ser un texto"],
    // What a parser says is its own.
    ["a: 1\na: 2", "línea 2: las claves de un mapa deben ser únicas"],
  ];
  for (const [text, expected] of cases) {
    await t.step(text, () => {
      const said = errorFor(text).text.in(SPANISH);
      assertEquals(said, `No se puede usar la configuración "a.yaml": ${expected}`);
    });
  }
  await t.step("what a file that nobody named may not set", () => {
    const { text, suggestion } = errorFor("commands: {enabled: true}", false);
    assertEquals([text.in(SPANISH), suggestion?.in(SPANISH)], [
      'No se puede usar la configuración "a.yaml": línea 1: commands no se puede definir ahí, pues ' +
      "ese archivo puede venir con un repositorio clonado",
      "Indíquelo con -c FILE o --allow-commands.",
    ]);
  });
});
