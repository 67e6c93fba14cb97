/**
 * The one gate: all that must hold before a change is kept. Started by scripts/test.sh, which sets
 * up what it needs. Runs every stage, also after one failed, and closes with the counts of all tests
 * together; a stage without tests that fails counts as one failure.
 *
 *     sh scripts/test.sh [--rounds N]
 */
import { countTests, ignoredTests, type TestCounts } from "./test_counts.ts";
import { missingHere } from "./test_needs.ts";

/** A stage that failed without a test to name. */
const FAILED: TestCounts = { passed: 0, failed: 1, skipped: 0 };
const NONE: TestCounts = { passed: 0, failed: 0, skipped: 0 };

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** Whether it runs tests, and says how many. */
  readonly tests: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command, shows what it prints and gives it too. */
async function run(stage: Stage): Promise<{ output: string; success: boolean }> {
  const [program = "", ...args] = stage.command;
  const child = new Deno.Command(program, {
    args,
    env: { NO_COLOR: "1", ...stage.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  const copy = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      await Deno.stdout.write(new TextEncoder().encode(text));
    }
  };
  const [status] = await Promise.all([child.status, copy(child.stdout), copy(child.stderr)]);
  return { output, success: status.success };
}

function stages(modules: readonly string[]): Stage[] {
  const deno = Deno.execPath();
  // The types of the offline copies pass `deno check`, but not the check of `deno test`.
  const test = [deno, "test", "--no-check", ...modules, "-A"];
  return [
    { name: "format", command: [deno, "fmt", "--check"], tests: false },
    {
      name: "lint",
      command: [deno, "lint", "--quiet"],
      tests: false,
      // Lint asks JSR for the types of what it exports: refused at once, where a closed network may be silent.
      env: Deno.env.get("DEPS") === "offline" ? { JSR_URL: "http://127.0.0.1:9" } : {},
    },
    {
      name: "types",
      command: [deno, "check", "--quiet", ...modules, "src", "tests", "scripts"],
      tests: false,
    },
    {
      name: "imports",
      command: [deno, "run", ...modules, "--allow-read=.", "scripts/check_imports.ts"],
      tests: false,
    },
    {
      name: "tests",
      // Not in parallel: a program that one test starts holds for a moment what another test has locked.
      command: [...test, "--ignore=tests/e2e,tests/attacks", "tests"],
      tests: true,
    },
    { name: "examples in the docs", command: [...test, "--doc", "src", "scripts"], tests: true },
    { name: "build", command: ["sh", "scripts/build.sh"], tests: false },
    {
      name: "sandbox build",
      command: ["sh", "scripts/build.sh", "--profile", "sandbox"],
      tests: false,
    },
    {
      name: "the built program",
      command: [...test, "tests/e2e"],
      tests: true,
      env: {
        ARCHITECT_BIN: `${Deno.cwd()}/${binary()}`,
        ARCHITECT_SANDBOX_BIN: `${Deno.cwd()}/${binary("architect-sandbox")}`,
      },
    },
    {
      name: "attacks",
      command: [...test, "tests/attacks"],
      tests: true,
      env: { ARCHITECT_BIN: `${Deno.cwd()}/${binary()}` },
    },
    { name: "demo", command: ["sh", "scripts/demo/demo.sh", binary()], tests: false },
    {
      name: "sessions of the built program",
      command: [deno, "run", ...modules, "-A", "scripts/check_sessions.ts", binary()],
      tests: true,
    },
  ];
}

function binary(name = "architect"): string {
  return `dist/${name}${Deno.build.os === "windows" ? ".exe" : ""}`;
}

async function main(): Promise<void> {
  const modules = (Deno.env.get("DENO_MODULES") ?? "").split(" ").filter((flag) => flag !== "");
  const all = { passed: 0, failed: 0, skipped: 0 };
  const failedStages: string[] = [];
  const ignored: string[] = [];
  for (const stage of stages(modules)) {
    console.log(`\n== ${stage.name}`);
    const started = performance.now();
    const { output, success } = await run(stage);
    const counts = stage.tests ? countTests(output, success) : success ? NONE : FAILED;
    all.passed += counts.passed;
    all.failed += counts.failed;
    all.skipped += counts.skipped;
    if (counts.failed > 0) failedStages.push(stage.name);
    ignored.push(...ignoredTests(output));
    console.log(`== ${stage.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }

  console.log("");
  for (const need of await missingHere()) console.log(`Left out here: ${need}`);
  for (const name of ignored) console.log(`Left out here: ${name}`);
  for (const name of failedStages) console.log(`FAILED: ${name}`);
  const skipped = all.skipped === 0 ? "" : `, ${all.skipped} skipped`;
  console.log(`${all.passed} passed, ${all.failed} failed${skipped}`);
  if (all.failed > 0) Deno.exit(1);
}

await main();
