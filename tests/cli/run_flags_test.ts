import { assertEquals } from "@std/assert";
import { Command } from "@cliffy/command";
import { type ParsedRunFlags, toRunFlags, withRunFlags } from "../../src/cli/run_flags.ts";
import type { RunFlags } from "../../src/commands/context.ts";

async function flagsOf(...args: readonly string[]): Promise<RunFlags> {
  const { options } = await withRunFlags(new Command().noExit(), String).parse([...args]);
  return toRunFlags(options as unknown as ParsedRunFlags);
}

const NONE: RunFlags = {
  session: undefined,
  fork: undefined,
  save: true,
  agent: undefined,
  mode: undefined,
  model: undefined,
  apiBase: undefined,
  apiKey: undefined,
  budget: undefined,
  timeoutSeconds: undefined,
  maxSteps: undefined,
  dryRun: false,
  json: false,
  events: undefined,
  quiet: false,
  verbose: false,
  configFile: undefined,
  commands: undefined,
  stream: undefined,
  record: undefined,
  exitCodeOnPartial: 2,
  language: undefined,
};

Deno.test("toRunFlags() leaves undefined what was not given", async () => {
  assertEquals(await flagsOf(), NONE);
});

Deno.test("toRunFlags() gives each flag as it was given", async (t) => {
  const cases: readonly (readonly [string, Partial<RunFlags>])[] = [
    ["--session last", { session: "last" }],
    ["--no-session", { save: false }],
    ["--fork", { fork: { step: null } }],
    ["--from-step 0", { fork: { step: 0 } }],
    ["--fork --from-step 3", { fork: { step: 3 } }],
    ["-a plan", { agent: "plan" }],
    ["--agent plan", { agent: "plan" }],
    ["-m yolo", { mode: "yolo" }],
    ["--mode confirm-all", { mode: "confirm-all" }],
    ["--model ollama/qwen3", { model: "ollama/qwen3" }],
    ["--api-base http://127.0.0.1:1/v1", { apiBase: "http://127.0.0.1:1/v1" }],
    ["--api-key -k", { apiKey: "-k" }],
    ["--budget 1.5", { budget: { usd: 1.5, onTop: false } }],
    ["--budget=+1", { budget: { usd: 1, onTop: true } }],
    ["--timeout 0.5", { timeoutSeconds: 0.5 }],
    ["--max-steps 3", { maxSteps: 3 }],
    ["--dry-run", { dryRun: true }],
    ["--json", { json: true }],
    ["--events", { events: { text: false } }],
    ["--events-text", { events: { text: true } }],
    ["--events --events-text", { events: { text: true } }],
    ["--quiet", { quiet: true }],
    ["-v", { verbose: true }],
    ["-c a.yaml", { configFile: "a.yaml" }],
    ["--config a.yaml", { configFile: "a.yaml" }],
    ["--allow-commands", { commands: true }],
    ["--no-commands", { commands: false }],
    ["--no-stream", { stream: false }],
    ["--record a.jsonl", { record: "a.jsonl" }],
    ["--exit-code-on-partial 0", { exitCodeOnPartial: 0 }],
  ];
  for (const [line, expected] of cases) {
    await t.step(line, async () => {
      assertEquals(await flagsOf(...line.split(" ")), { ...NONE, ...expected });
    });
  }
});

Deno.test("toRunFlags() takes the language, which every command has", () => {
  const parsed = { lang: "es", commands: true, stream: true } as const;
  assertEquals(toRunFlags(parsed), { ...NONE, language: "es" });
});
