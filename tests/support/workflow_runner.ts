/**
 * Runs workflows and composite actions of GitHub on this machine: each `run` in the shell that GitHub
 * takes, with the files and variables that it gives. What GitHub's own actions do outside (checkout,
 * cache, artifacts) is played with folders.
 */

import { assert } from "@std/assert";
import { exists } from "@std/fs/exists";
import { dirname, join } from "@std/path";
import { parse } from "yaml";
import { type Contexts, holds, interpolate } from "./workflow_expression.ts";
import { WorkflowStorage } from "./workflow_storage.ts";

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly "working-directory"?: string;
}

interface Job {
  readonly if?: string;
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly env?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly include: readonly Contexts[] } };
}

interface Workflow {
  readonly env?: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** What became of a job. */
export interface JobResult {
  readonly result: "success" | "failure" | "skipped";
  readonly outputs: Readonly<Record<string, string>>;
  /** What its steps printed, stdout and stderr. */
  readonly log: string;
  /** What they wrote to the job's summary. */
  readonly summary: string;
  /** The folder that it worked in. */
  readonly workspace: string;
  /** The GitHub actions that it used, in order, without their versions. */
  readonly used: readonly string[];
}

const NOTHING = { outputs: {}, log: "", summary: "", workspace: "", used: [] };

/** Where and for whom workflows run. */
export interface RunnerOptions {
  /** A folder of the runner's own. */
  readonly folder: string;
  /** The folder, a git repository, that a checkout clones. */
  readonly repository: string;
  /** A repository with a composite action, such as `OWNER/REPO`, and the folder that holds it. */
  readonly actions: Readonly<Record<string, string>>;
  /** What GitHub tells in the context `github`; `server_url` and such are variables too. */
  readonly github: Readonly<Record<string, unknown>>;
  /** Variables of every step. */
  readonly env: Readonly<Record<string, string>>;
}

/** Everything that one job has of its own. */
interface JobRun {
  readonly workspace: string;
  readonly temp: string;
  readonly contexts: Contexts;
  readonly env: Record<string, string>;
  readonly path: string[];
  readonly used: string[];
  log: string;
}

type Outputs = Record<string, string>;

/** A runner, whose caches and artifacts last from one workflow to the next. */
export class WorkflowRunner {
  readonly #options: RunnerOptions;
  readonly #storage: WorkflowStorage;
  #count = 0;

  /** @param options Where and for whom. */
  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#storage = new WorkflowStorage(options.folder);
  }

  /**
   * Runs a workflow, one job after another.
   *
   * @param text The YAML of it.
   * @returns What became of each job.
   */
  async run(text: string): Promise<Record<string, JobResult>> {
    const workflow: Workflow = parse(text);
    const results: Record<string, JobResult> = {};
    for (const [id, job] of Object.entries(workflow.jobs)) {
      const needs = [job.needs ?? []].flat().map((name) => [name, results[name]] as const);
      const contexts = {
        github: { ...this.#options.github, job: id },
        secrets: { OPENAI_API_KEY: "the-key" },
        needs: Object.fromEntries(needs),
      };
      const success = needs.every(([, need]) => need?.result === "success");
      results[id] = holds(job.if, contexts, { success })
        ? await this.#job(job, workflow, contexts)
        : { ...NOTHING, result: "skipped" };
    }
    return results;
  }

  async #job(job: Job, workflow: Workflow, contexts: Contexts): Promise<JobResult> {
    // A workflow that is called: its jobs are another test's.
    if (job.uses !== undefined) {
      return { ...NOTHING, result: "success", used: [job.uses] };
    }
    const runs: JobResult[] = [];
    for (const matrix of job.strategy?.matrix.include ?? [{}]) {
      runs.push(await this.#machine(job, workflow, { ...contexts, matrix }));
    }
    const failed = runs.find(({ result }) => result === "failure");
    return { ...runs.at(-1)!, ...failed, log: runs.map(({ log }) => log).join("") };
  }

  async #machine(job: Job, workflow: Workflow, contexts: Contexts): Promise<JobResult> {
    const machine = join(this.#options.folder, `machine${++this.#count}`);
    const temp = join(machine, "temp");
    const workspace = join(machine, "work");
    for (const folder of [temp, workspace]) await Deno.mkdir(folder, { recursive: true });
    const env = { ...texts(workflow.env, contexts), ...texts(job.env, contexts) };
    const run: JobRun = { workspace, temp, contexts, env, path: [], used: [], log: "" };
    const { success, steps } = await this.#steps(job.steps ?? [], run, contexts, null);
    const summary = join(temp, "summary");
    return {
      result: success ? "success" : "failure",
      outputs: texts(job.outputs, { ...contexts, steps }),
      log: run.log,
      summary: await exists(summary) ? await Deno.readTextFile(summary) : "",
      workspace,
      used: run.used,
    };
  }

  async #steps(
    steps: readonly Step[],
    run: JobRun,
    outer: Contexts,
    actionPath: string | null,
  ): Promise<{ success: boolean; steps: Record<string, unknown> }> {
    const done: Record<string, unknown> = {};
    let success = true;
    for (const step of steps) {
      const contexts = { ...outer, steps: done };
      if (!holds(step.if, contexts, { success })) continue;
      const outputs: Outputs = {};
      const ok = step.uses === undefined
        ? await this.#shell(step, run, contexts, actionPath, outputs)
        : await this.#action(step, run, contexts, outputs);
      if (step.id !== undefined) {
        done[step.id] = { outputs, outcome: ok ? "success" : "failure" };
      }
      success &&= ok;
    }
    return { success, steps: done };
  }

  async #shell(
    step: Step,
    run: JobRun,
    contexts: Contexts,
    actionPath: string | null,
    outputs: Outputs,
  ): Promise<boolean> {
    const script = join(run.temp, "step.sh");
    await Deno.writeTextFile(script, interpolate(step.run ?? "", contexts));
    const files = { GITHUB_OUTPUT: join(run.temp, "output"), GITHUB_PATH: join(run.temp, "path") };
    for (const file of Object.values(files)) await Deno.writeTextFile(file, "");
    // The shells of GitHub: https://docs.github.com/actions/reference/workflow-syntax-for-github-actions
    const flags = step.shell === "bash" ? ["--noprofile", "--norc", "-eo", "pipefail"] : ["-e"];
    const directory = interpolate(step["working-directory"] ?? ".", contexts);
    const { github } = contexts as { github: Readonly<Record<string, string>> };
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      args: [...flags, script],
      cwd: join(run.workspace, directory),
      clearEnv: true,
      stdin: "null",
      env: {
        ...this.#options.env,
        PATH: [...run.path, this.#options.env["PATH"]].join(":"),
        RUNNER_TEMP: run.temp,
        GITHUB_REPOSITORY: github["repository"] ?? "",
        GITHUB_SERVER_URL: github["server_url"] ?? "",
        GITHUB_REF_NAME: github["ref_name"] ?? "",
        GITHUB_STEP_SUMMARY: join(run.temp, "summary"),
        ...(actionPath === null ? {} : { GITHUB_ACTION_PATH: actionPath }),
        ...files,
        ...run.env,
        ...texts(step.env, contexts),
      },
    }).output();
    run.log += new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    for (const line of (await Deno.readTextFile(files.GITHUB_OUTPUT)).split("\n")) {
      const [name = "", ...value] = line.split("=");
      if (name !== "") outputs[name] = value.join("=");
    }
    const added = (await Deno.readTextFile(files.GITHUB_PATH)).split("\n");
    run.path.unshift(...added.filter((folder) => folder !== ""));
    return code === 0;
  }

  async #action(
    step: Step,
    run: JobRun,
    contexts: Contexts,
    outputs: Outputs,
  ): Promise<boolean> {
    const [uses = "", version = ""] = step.uses!.split("@");
    run.used.push(uses);
    const given = texts(step.with, contexts);
    const [owner, name, ...inside] = uses.split("/");
    const home = this.#options.actions[`${owner}/${name}`];
    if (home !== undefined) {
      const root = join(this.#options.folder, "_actions", owner!, name!, version);
      if (!await exists(root)) {
        await Deno.mkdir(dirname(root), { recursive: true });
        await Deno.symlink(home, root);
      }
      return await this.#composite(join(root, ...inside), run, contexts, outputs, step, given);
    }
    const lines = (text = ""): string[] => text.split("\n").filter((line) => line !== "");
    switch (uses) {
      case "actions/checkout":
        await git(this.#options.folder, ["clone", this.#options.repository, run.workspace]);
        break;
      case "actions/cache/save":
        await this.#storage.saveCache(given["key"]!, lines(given["path"]), run.workspace);
        break;
      case "actions/cache/restore":
        await this.#storage.restoreCache(
          [given["key"]!, ...lines(given["restore-keys"])],
          run.workspace,
        );
        break;
      case "actions/upload-artifact":
        await this.#storage.upload(given, lines(given["path"]), run.workspace);
        break;
      case "actions/download-artifact":
        await this.#storage.download(given, run.workspace);
        break;
      case "actions/attest-build-provenance":
        break;
      default:
        throw new Error(`No such action in the tests: ${uses}`);
    }
    return true;
  }

  async #composite(
    path: string,
    run: JobRun,
    contexts: Contexts,
    outputs: Outputs,
    step: Step,
    given: Outputs,
  ): Promise<boolean> {
    const action = parse(await Deno.readTextFile(join(path, "action.yml")));
    const inputs: Outputs = {};
    for (const [name, input] of Object.entries(action.inputs as Record<string, Contexts>)) {
      inputs[name] = given[name] ?? String(input["default"] ?? "");
    }
    for (const name of Object.keys(given)) {
      assert(name in inputs, `The action has no input ${name}`);
    }
    const own = { github: contexts["github"], inputs };
    const inside = { ...run, env: { ...run.env, ...texts(step.env, contexts) } };
    const { success, steps } = await this.#steps(action.runs.steps, inside, own, path);
    run.log = inside.log;
    for (const [name, { value }] of Object.entries<{ value: string }>(action.outputs)) {
      outputs[name] = interpolate(value, { ...own, steps });
    }
    return success;
  }
}

function texts(values: Readonly<Record<string, unknown>> = {}, contexts: Contexts): Outputs {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, interpolate(String(value), contexts)]),
  );
}

/** Runs git, which must succeed. */
export async function git(cwd: string, args: readonly string[]): Promise<void> {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const { success, stderr } = await new Deno.Command("git", {
    args: [...who, ...args],
    cwd,
    stdout: "null",
    stderr: "piped",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}
