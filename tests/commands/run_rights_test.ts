import { assertEquals, assertRejects } from "@std/assert";
import { KNOWN_VARIABLES } from "../../src/commands/known_variables.ts";
import { keepRunRights, type RunUse } from "../../src/commands/run_rights.ts";
import { loadConfig } from "../../src/config.ts";
import { ArchitectError } from "../../src/errors.ts";
import { PROVIDER_KEY_VARIABLES } from "../../src/llm/endpoint.ts";
import type { Permissions } from "../../src/permissions.ts";

/** Grants of whole rights, hosts and folders, as `net` or `net=api.openai.com:443`. */
function grantsOf(granted: readonly string[]): Permissions & { readonly left: Set<string> } {
  const left = new Set(granted);
  const nameOf = ({ name, ...details }: Deno.PermissionDescriptor): string =>
    [name, ...Object.values(details)].join("=");
  return {
    left,
    query(descriptor) {
      const key = nameOf(descriptor);
      const isGranted = [descriptor.name, key, key.replace(/:\d+$/, "")].some((grant) =>
        left.has(grant)
      );
      return Promise.resolve({ state: isGranted ? "granted" : "prompt" });
    },
    revoke(descriptor) {
      for (const grant of left) {
        if (grant === nameOf(descriptor) || !("host" in descriptor) && grant.startsWith("net")) {
          left.delete(grant);
        }
      }
      return Promise.resolve();
    },
  };
}

/** A run with the config of a text, and an environment of which only the set variables are to be seen. */
function use(
  changes: Partial<Omit<RunUse, "config" | "context">> & {
    readonly yaml?: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly hidden?: readonly string[];
  } = {},
): RunUse {
  const { yaml = "", environment = {}, hidden, flags = {}, ...rest } = changes;
  const config = loadConfig({
    files: [{ name: "a.yaml", text: yaml, trusted: true }],
    environment,
    keyVariables: PROVIDER_KEY_VARIABLES,
  });
  const unset = KNOWN_VARIABLES.filter((name) => environment[name] === undefined);
  const context = { environment, hidden: hidden ?? unset };
  return { model: "gpt-4o", commands: false, flags, config, context, ...rest };
}

const KEY = { OPENAI_API_KEY: "sk-test" };
const ALL = ["net", "run", "write=."];

Deno.test("keepRunRights() names every flag that a run from source lacks", async (t) => {
  const cases: readonly (readonly [string, RunUse, readonly string[], string])[] = [
    ["net", use({ environment: KEY }), ["run"], "--allow-net=api.openai.com is"],
    [
      "net of a base",
      use({ yaml: 'llm: {api_base: "http://[::1]:8000/v1"}' }),
      [],
      "--allow-net=[::1]:8000 is",
    ],
    ["a key", use(), ["net"], "--allow-env=OPENAI_API_KEY is"],
    [
      "a key, one of two to be seen",
      use({
        model: "gemini/x",
        hidden: KNOWN_VARIABLES.filter((name) => name !== "GEMINI_API_KEY"),
      }),
      ["net"],
      "--allow-env=GOOGLE_API_KEY is",
    ],
    ["a key of the user's own", use({ yaml: "llm: {api_key_env: MY_KEY}" }), ALL, "--allow-env is"],
    [
      "commands",
      use({ environment: { ...KEY, PATH: "/bin" }, commands: true }),
      ["net"],
      "--allow-run is",
    ],
    ["PATH for commands", use({ environment: KEY, commands: true }), ALL, "--allow-env=PATH is"],
    [
      "a variable for commands",
      use({
        environment: { ...KEY, PATH: "/bin" },
        commands: true,
        yaml: "commands: {env: [HOME]}",
      }),
      ALL,
      "--allow-env=HOME is",
    ],
    [
      "a cassette to write",
      use({ environment: KEY, flags: { record: "a.jsonl" } }),
      ["net"],
      "--allow-write=. is",
    ],
    [
      "all of it",
      use({ commands: true }),
      [],
      "--allow-net=api.openai.com --allow-env=PATH,OPENAI_API_KEY --allow-run are",
    ],
  ];
  for (const [name, wanted, granted, flags] of cases) {
    await t.step(name, async () => {
      const error = await assertRejects(
        () => keepRunRights(wanted, { permissions: grantsOf(granted), compiled: false }),
        ArchitectError,
      );
      assertEquals(
        [error.code, error.message, error.suggestion],
        ["no_permission", `Cannot start this run: ${flags} missing`, null],
      );
    });
  }
});

Deno.test("keepRunRights() says what the sandbox build does not do", async (t) => {
  const cases: readonly (readonly [string, RunUse, string])[] = [
    [
      "the flag",
      use({ environment: KEY, flags: { commands: true } }),
      "use --allow-commands: architect-sandbox starts no other program",
    ],
    [
      "the config",
      use({ environment: KEY, commands: true }),
      "enable commands: architect-sandbox starts no other program",
    ],
    [
      "another host",
      use({ yaml: 'llm: {api_base: "https://llm.example.com/v1"}' }),
      "connect to llm.example.com: " +
      "architect-sandbox reaches known providers and this machine only",
    ],
    [
      "another variable",
      use({ yaml: "llm: {api_key_env: MY_KEY}" }),
      "read the key in MY_KEY: architect-sandbox reads the variables it knows only",
    ],
  ];
  for (const [name, wanted, message] of cases) {
    await t.step(name, async () => {
      const permissions = grantsOf(["net=api.openai.com:443", "write=."]);
      const error = await assertRejects(
        () => keepRunRights(wanted, { permissions, compiled: true }),
        ArchitectError,
      );
      assertEquals(
        [error.code, error.message, error.suggestion],
        ["no_permission", `Cannot ${message}; use the full build, architect`, null],
      );
    });
  }
});

Deno.test("keepRunRights() asks for nothing that a run does not use", async (t) => {
  const cases: readonly (readonly [string, RunUse, readonly string[]])[] = [
    ["a cassette to play", use({ model: "replay:a.jsonl" }), []],
    ["a host without keys", use({ model: "ollama/x" }), ["net=localhost:11434"]],
    ["a custom base", use({ yaml: 'llm: {api_base: "http://h:1/v1"}' }), ["net=h:1"]],
    ["a key by ARCHITECT_API_KEY", use({ environment: { ARCHITECT_API_KEY: "k" } }), ["net"]],
    ["the second variable", use({ environment: { LITELLM_API_KEY: "k" } }), ["net"]],
  ];
  for (const [name, wanted, granted] of cases) {
    await t.step(
      name,
      () => keepRunRights(wanted, { permissions: grantsOf(granted), compiled: false }),
    );
  }
});

Deno.test("keepRunRights() leaves a missing key to the provider where all variables can be read", () =>
  keepRunRights(use({ hidden: [], yaml: "llm: {api_key_env: MY_KEY}" }), {
    permissions: grantsOf(ALL),
    compiled: false,
  }));

Deno.test("keepRunRights() gives up the hosts that the run does not ask", async (t) => {
  const hosts = ["net=api.openai.com:443", "net=openrouter.ai:443", "net=localhost"];
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["gpt-4o", hosts, hosts.slice(0, 1)],
    ["ollama/x", hosts, hosts.slice(2)],
    ["replay:a.jsonl", hosts, []],
    ["replay:a.jsonl", ["net"], []],
    ["gpt-4o", ["net"], ["net"]],
  ];
  for (const [model, granted, left] of cases) {
    await t.step(`${model} with ${granted.join(" ")}`, async () => {
      const permissions = grantsOf(granted);
      await keepRunRights(use({ model, environment: KEY }), { permissions, compiled: true });
      assertEquals([...permissions.left], left);
    });
  }
});
