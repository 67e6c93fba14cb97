/** Runs the jobs of a `.gitlab-ci.yml` on this machine, as a runner with a bash does. */

import { copy } from "@std/fs/copy";
import { exists } from "@std/fs/exists";
import { dirname, join } from "@std/path";
import { parse } from "yaml";
import { git } from "./workflow_runner.ts";

interface Job {
  readonly extends?: string;
  readonly needs?: readonly string[];
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
  readonly allow_failure?: { readonly exit_codes: readonly number[] };
  readonly artifacts?: { readonly when: string; readonly paths: readonly string[] };
}

/** What became of a job. */
export interface GitlabResult {
  readonly code: number;
  /** Whether the pipeline goes on. */
  readonly passed: boolean;
  readonly log: string;
  readonly workspace: string;
}

/** Where jobs run. */
export interface GitlabOptions {
  /** A folder of the runner's own. */
  readonly folder: string;
  /** The repository, which each job gets a clone of. */
  readonly repository: string;
  /** The variables of each job, before those of the file. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a pipeline, one job after another; it ends at the first one that does not pass.
 *
 * @param text The YAML of it.
 * @param options Where.
 * @returns What became of each job that ran.
 */
export async function runGitlab(
  text: string,
  { folder, repository, env }: GitlabOptions,
): Promise<Record<string, GitlabResult>> {
  const { variables, ...jobs } = parse(text) as Record<string, Record<string, string> & Job>;
  const results: Record<string, GitlabResult> = {};
  for (const [name, own] of Object.entries(jobs)) {
    if (name.startsWith(".")) continue;
    const job: Job = { ...(own.extends === undefined ? {} : jobs[own.extends]), ...own };
    const workspace = join(folder, name);
    await git(folder, ["clone", repository, workspace]);
    for (const need of job.needs ?? []) {
      await copy(join(folder, "artifacts", need), workspace, { overwrite: true });
    }

    // https://docs.gitlab.com/ci/yaml/script/: one shell for the first two, one of its own for the third.
    const shell = (lines: readonly string[]) =>
      bash(["set -eo pipefail", ...lines].join("\n"), workspace, { ...env, ...variables });
    const { code, log } = await shell([...job.before_script ?? [], ...job.script ?? []]);
    const after = await shell(job.after_script ?? []);

    const passed = code === 0 || (job.allow_failure?.exit_codes.includes(code) ?? false);
    results[name] = { code, passed, log: log + after.log, workspace };
    if (job.artifacts !== undefined && (code === 0 || job.artifacts.when === "always")) {
      for (const path of job.artifacts.paths) {
        const kept = join(folder, "artifacts", name, path);
        await Deno.mkdir(dirname(kept), { recursive: true });
        if (await exists(join(workspace, path))) await copy(join(workspace, path), kept);
      }
    }
    if (!passed) break;
  }
  return results;
}

async function bash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; log: string }> {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", script],
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  return { code, log: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}
