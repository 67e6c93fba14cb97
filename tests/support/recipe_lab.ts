/** What a recipe for CI finds around it: a host of releases, a repository to work on, a model, `gh`. */

import { assertEquals } from "@std/assert";
import { BASE_PERMISSIONS, binaryPath } from "./architect.ts";
import { cassetteText } from "./cassette_text.ts";
import { ANSWERS, writeFiles } from "./file_task.ts";
import { fromSource, MAIN } from "./from_source.ts";
import { LINUX, sumsOf } from "./install_script.ts";
import { type HostFile, type ReleaseHost, releaseHost } from "./release_host.ts";
import { onPath, standIns } from "./tools_on_path.ts";
import { readTree } from "./tree.ts";
import { git } from "./workflow_runner.ts";
import { withWorkspace } from "./workspace.ts";

/** The project. */
export const ROOT = new URL("../../", import.meta.url).pathname;

/** Why no recipe can be run here, to end the name of a test with; empty: they can. */
export const NO_RECIPES = Deno.build.target !== "x86_64-unknown-linux-gnu"
  ? " (left out: needs Linux on x64)"
  : await onPath("curl") === null
  ? " (left out: there is no curl)"
  : await onPath("git") === null
  ? " (left out: there is no git)"
  : "";

/** The version that the project says it has. */
export const VERSION: string = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)).version;

/**
 * A task of twelve steps, a quarter of a dollar each: 1.50 is spent half-way, and 2.00 more is
 * enough.
 */
export const CASSETTE = cassetteText(ANSWERS.map((answer) => ({ ...answer, costUsd: 0.25 })));

/** Everything around a recipe. */
export interface Lab {
  /** A folder for what the test does. */
  readonly folder: string;
  /** What the recipe works on: a git repository with the task's files and the cassette in it. */
  readonly repository: string;
  /** In place of github.com. */
  readonly host: ReleaseHost;
  /** All variables of a job: its HOME, the model, PATH with a `gh` that keeps what it is told. */
  readonly env: Readonly<Record<string, string>>;
  /** Each call of `gh`: its arguments, one a line, and what it read from stdin. */
  ghCalls(): Promise<{ readonly args: readonly string[]; readonly stdin: string }[]>;
}

/** Calls a test with a lab. */
export async function withLab(test: (lab: Lab) => Promise<void>): Promise<void> {
  await withWorkspace(async (folder) => {
    const [repository, home, calls] = ["repository", "home", "gh"].map((name) =>
      `${folder}/${name}`
    ) as [string, string, string];
    for (const path of [repository, home, calls]) await Deno.mkdir(path);
    await writeFiles(repository);
    await Deno.writeTextFile(`${repository}/answers.jsonl`, CASSETTE);
    await git(repository, ["init", "--quiet"]);
    await git(repository, ["add", "--all"]);
    await git(repository, ["commit", "--quiet", "--message", "start"]);
    const gh = [
      `call='${calls}'/$(ls '${calls}' | wc -l)`,
      'mkdir "$call"',
      `printf '%s\\n' "$@" > "$call/args"`,
      'case " $* " in *" --body-file - "*) cat > "$call/stdin" ;; *) : > "$call/stdin" ;; esac',
    ].join("\n");
    await using host = releaseHost(await published());
    await test({
      folder,
      repository,
      host,
      env: {
        PATH: await standIns(`${folder}/tools`, { gh }),
        HOME: home,
        ARCHITECT_MODEL: "replay:answers.jsonl",
        OPENAI_API_KEY: "the-key",
      },
      async ghCalls() {
        const numbers = await Array.fromAsync(Deno.readDir(calls), ({ name }) => Number(name));
        return await Promise.all(
          numbers.sort((a, b) => a - b).map(async (number) => ({
            args: (await Deno.readTextFile(`${calls}/${number}/args`)).trimEnd().split("\n"),
            stdin: await Deno.readTextFile(`${calls}/${number}/stdin`),
          })),
        );
      },
    });
  });
}

/** A release of this program, as the workflow makes one: both profiles, the sums, the installer. */
async function published(): Promise<Record<string, HostFile>> {
  const program = await programText();
  const files = { [LINUX]: program, [LINUX.replace("architect", "architect-sandbox")]: program };
  // The host of the test is only known when it runs: the script finds itself by the variable.
  const installer = await Deno.readTextFile(`${ROOT}scripts/install.sh`);
  const all = { ...files, "install.sh": installer, SHA256SUMS: await sumsOf(files) };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, content]) =>
      ["latest/download", `download/v${VERSION}`].map((path) => [`${path}/${name}`, content])
    ),
  );
}

/** A script that starts the built program, or the source under the rights that it is built with. */
async function programText(): Promise<string> {
  const quote = (word: string): string => `'${word}'`;
  const binary = binaryPath();
  if (binary !== null) return `#!/bin/sh\nexec ${quote(binary)} "$@"\n`;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(stdout));
  const args = await fromSource(MAIN, ["--no-prompt", ...BASE_PERMISSIONS]);
  return [
    "#!/bin/sh",
    // A job has a HOME of its own.
    `export DENO_DIR=${quote(denoDir)} DENO_NO_UPDATE_CHECK=1`,
    `exec ${[Deno.execPath(), ...args].map(quote).join(" ")} "$@"`,
    "",
  ].join("\n");
}

/** The state of the one session in a folder. */
// deno-lint-ignore no-explicit-any
export async function onlyState(workspace: string): Promise<any> {
  const folder = `${workspace}/.architect/sessions`;
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  const states = names.filter((name) => name.endsWith(".json"));
  assertEquals(states.length, 1, names.join(", "));
  return JSON.parse(await Deno.readTextFile(`${folder}/${states[0]}`));
}

/** The files of the task, when it is done; what a recipe itself leaves beside them is not told. */
export async function taskFiles(workspace: string): Promise<Record<string, string>> {
  const tree = await readTree(workspace, ["answers.jsonl", "comment.md", "result.json"]);
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith(".git/")));
}

/** What {@linkcode taskFiles} gives when the task is done. */
export const DONE: Readonly<Record<string, string>> = {
  "README.md": "# Sample\n\nA small, friendly project.\nSee docs/guide.md.\n",
  "docs/guide.md": "# Guide\nMore.\n",
  "src/greet.ts": 'export function greet(name: string): string {\n  return "hello " + name;\n}\n',
  "src/greet_test.ts": "// tests\n",
};
