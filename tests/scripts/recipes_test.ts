import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { cassetteText } from "../support/cassette_text.ts";
import { runGitlab } from "../support/gitlab_runner.ts";
import { namesIn } from "../support/install_script.ts";
import {
  DONE,
  type Lab,
  NO_RECIPES,
  onlyState,
  ROOT,
  taskFiles,
  VERSION,
  withLab,
} from "../support/recipe_lab.ts";
import { text } from "../support/scripted_provider.ts";
import { git, WorkflowRunner } from "../support/workflow_runner.ts";

const README = await Deno.readTextFile(`${ROOT}README.md`);
const RECIPES = /^### Recipes\n.*?(?=^##+ )/ms.exec(README)![0];

/** The block of the recipes that begins with a text, with the test's host in place of github.com. */
function recipe(language: string, begins: string, { host }: Pick<Lab, "host">): string {
  const blocks = RECIPES.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  const found = [...blocks].filter(([, is, block]) => is === language && block!.startsWith(begins));
  assertEquals(found.length, 1, `${language}: ${begins}`);
  return found[0]![2]!.replaceAll("https://github.com", host.origin);
}

function test(name: string, fn: (lab: Lab) => Promise<void>): void {
  const options = { name: `the recipe ${name}${NO_RECIPES}`, ignore: NO_RECIPES !== "" };
  Deno.test({ ...options, fn: () => withLab(fn) });
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly log: string;
}

async function shell(
  command: readonly string[],
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const [program = "", ...flags] = command;
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...flags, "-c", script],
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  const out = new TextDecoder().decode(stdout);
  return { code, stdout: out, log: out + new TextDecoder().decode(stderr) };
}

/** A clone of the lab's repository, as a folder that stays between runs has it. */
async function clone({ folder, repository }: Lab): Promise<string> {
  await git(folder, ["clone", repository, "work"]);
  return `${folder}/work`;
}

/** Puts the program where the recipe for one binary puts it. */
async function installed(lab: Lab): Promise<void> {
  const script = recipe("sh", "curl ", lab).split("\n")[0]!;
  const env = { ...lab.env, ARCHITECT_RELEASES: lab.host.releases };
  const { code, log } = await shell(["bash", "-eo", "pipefail"], script, lab.folder, env);
  assertEquals(code, 0, log);
}

Deno.test("the recipes are for this version", () => {
  const named = RECIPES.matchAll(/architect@v([\d.]+)|--version ([\d.]+)|_VERSION: "([\d.]+)"/g);
  const versions = [...named].map(([, ...version]) => version.join(""));
  assert(versions.length >= 4);
  assertEquals([...new Set(versions)], [VERSION]);
});

Deno.test("the recipes are all run by these tests", () => {
  const blocks = [...RECIPES.matchAll(/^```(\w+)\n(.*)$/gm)].map(([, is, line]) => `${is} ${line}`);
  assertEquals(blocks.map((block) => block.split(" ").slice(0, 3).join(" ")), [
    "sh curl -fsSL",
    "bash code=0",
    "yaml # .github/workflows/architect.yml",
    "yaml # .gitlab-ci.yml;",
    "groovy pipeline {",
    "sh #!/bin/sh",
  ]);
});

test("for one binary installs both profiles, and has their origin checked", async (lab) => {
  const script = recipe("sh", "curl ", lab);
  const env = { ...lab.env, ARCHITECT_RELEASES: lab.host.releases };
  for (const command of [["bash", "-eo", "pipefail"], ["sh", "-e"]]) {
    const { code, log } = await shell(command, script, lab.folder, env);
    assertEquals(code, 0, log);
    const home = lab.env["HOME"];
    assertStringIncludes(log, `Installed architect ${VERSION}: ${home}/.local/bin/architect\n`);
    assertStringIncludes(log, `Installed architect ${VERSION}: ${home}/bin/architect-sandbox\n`);
  }
  const [{ args } = { args: [] }] = await lab.ghCalls();
  assertEquals(args.slice(0, 2), ["attestation", "verify"]);
  assertEquals(args.slice(3), ["--repo", "OWNER/REPO"]);
});

test("for exit codes tells done, unfinished and failed apart under bash -e", async (lab) => {
  await installed(lab);
  const work = await clone(lab);
  const script = recipe("bash", "code=0", lab);
  const PATH = `${lab.env["HOME"]}/.local/bin:${lab.env["PATH"]}`;
  await Deno.writeTextFile(`${work}/short.jsonl`, cassetteText([text("All done.")]));
  const cases: [model: string, code: number, stdout: string][] = [
    ["replay:short.jsonl", 0, "done\n"],
    ["replay:answers.jsonl", 0, "not finished: architect resume last\n"],
    ["replay:missing.jsonl", 3, ""],
  ];
  for (const [ARCHITECT_MODEL, code, stdout] of cases) {
    const env = { ...lab.env, PATH, ARCHITECT_MODEL };
    const ran = await shell(["bash", "-eo", "pipefail"], script, work, env);
    assertEquals([ran.code, ran.stdout], [code, stdout], ran.log);
  }
});

test("for GitHub goes on in a second job, and tells the pull request", async (lab) => {
  const runner = new WorkflowRunner({
    folder: lab.folder,
    repository: lab.repository,
    actions: { "OWNER/REPO": ROOT },
    env: lab.env,
    github: {
      server_url: lab.host.origin,
      repository: "acme/shop",
      ref: "refs/pull/7/merge",
      run_id: "100",
      run_attempt: "1",
      token: "the-token",
      event: { pull_request: { number: 7 } },
    },
  });
  const workflow = recipe("yaml", "# .github/workflows/architect.yml", lab);
  const { work, "go-on": goOn } = await runner.run(workflow);
  assertEquals(work?.result, "success", work?.log);
  assertEquals(work?.outputs["exit-code"], "2", work?.log);
  const id = work!.outputs["session-id"]!;
  assertMatch(id, /^\d{8}-\d{6}-[0-9a-f]{6}$/);
  const partial = "<h3>architect: partial <code>budget_exceeded</code></h3>\n";
  assertStringIncludes(work!.summary, partial);

  assertEquals(goOn?.result, "success", goOn?.log);
  const state = await onlyState(goOn!.workspace);
  assertEquals([state.session_id, state.status, state.steps_completed], [id, "success", 12]);
  assertEquals(await taskFiles(goOn!.workspace), DONE);
  const [{ args, stdin } = { args: [], stdin: "" }, ...more] = await lab.ghCalls();
  assertEquals(args, ["pr", "comment", "7", "--body-file", "-"]);
  assertMatch(stdin, /^<h3>architect: success <code>llm_done<\/code><\/h3>\n/);
  assertStringIncludes(stdin, `<li>Session <code>${id}</code>`);
  assertEquals(more, []);
});

test("for GitLab goes on in a second job, and tells the merge request", async (lab) => {
  const notes: { url: string; token: string | null; body: string | null }[] = [];
  await using api = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const body = new URLSearchParams(await request.text()).get("body");
      const { pathname } = new URL(request.url);
      notes.push({ url: pathname, token: request.headers.get("private-token"), body });
      return Response.json({}, { status: 201 });
    },
  );
  const { work, "go-on": goOn } = await runGitlab(recipe("yaml", "# .gitlab-ci.yml", lab), {
    ...lab,
    env: {
      ...lab.env,
      GITLAB_TOKEN: "the-token",
      CI_API_V4_URL: `http://127.0.0.1:${api.addr.port}/api/v4`,
      CI_PROJECT_ID: "3",
      CI_MERGE_REQUEST_IID: "7",
    },
  });
  assertEquals([work?.code, work?.passed], [2, true], work?.log);
  assertEquals(goOn?.code, 0, goOn?.log);
  const state = await onlyState(goOn!.workspace);
  assertEquals([state.status, state.steps_completed], ["success", 12]);
  assertEquals(await taskFiles(goOn!.workspace), DONE);
  const [note, ...more] = notes;
  assertEquals(note?.url, "/api/v4/projects/3/merge_requests/7/notes");
  assertEquals(note?.token, "the-token");
  assertStringIncludes(note!.body!, `<li>Session <code>${state.session_id}</code>`);
  assertEquals(more, []);
});

test("for GitLab ends the pipeline at a failure that is none of a run's limits", async (lab) => {
  const results = await runGitlab(recipe("yaml", "# .gitlab-ci.yml", lab), {
    ...lab,
    env: { ...lab.env, ARCHITECT_MODEL: "replay:missing.jsonl" },
  });
  assertEquals(Object.keys(results), ["work"]);
  assertEquals([results["work"]?.code, results["work"]?.passed], [3, false]);
});

test("for Jenkins goes on in the next build", async (lab) => {
  const pipeline = recipe("groovy", "pipeline {", lab);
  const [, script = ""] = /'''\n(.*?)'''/s.exec(pipeline)!;
  const [, releases = ""] = /ARCHITECT_RELEASES = '(.*)'/.exec(pipeline)!;
  const work = await clone(lab);
  const WORKSPACE_TMP = `${lab.folder}/work@tmp`;
  await Deno.mkdir(WORKSPACE_TMP);
  const env = { ...lab.env, ARCHITECT_RELEASES: releases, WORKSPACE_TMP };
  const first = await shell(["sh", "-xe"], script, work, env);
  assertEquals(first.code, 2, first.log);
  const second = await shell(["sh", "-xe"], script, work, env);
  assertEquals(second.code, 0, second.log);
  const state = await onlyState(work);
  assertEquals([state.status, state.steps_completed], ["success", 12]);
  assertEquals(await taskFiles(work), DONE);
  assertMatch(
    pipeline,
    /if \(code == 2 \|\| code == 5\) unstable\(.*\n +else if \(code != 0\) err/,
  );
});

test("for cron goes on the next night, then begins anew, and tells a failure", async (lab) => {
  await installed(lab);
  const PROJECT = await clone(lab);
  await Deno.mkdir(`${lab.env["HOME"]}/.config`);
  await Deno.writeTextFile(`${lab.env["HOME"]}/.config/architect.env`, "export OPENAI_API_KEY=x\n");
  const script = recipe("sh", "#!/bin/sh", lab);
  const night = (more: Record<string, string> = {}) =>
    shell(["sh"], script, lab.folder, { ...lab.env, PROJECT, ...more });
  const first = await night();
  assertEquals(first.code, 0, first.log);
  assertEquals((await onlyState(PROJECT)).status, "partial");
  const second = await night();
  assertEquals(second.code, 0, second.log);
  assertEquals((await onlyState(PROJECT)).status, "success");
  assertEquals(await taskFiles(PROJECT), DONE);
  const third = await night({ ARCHITECT_MODEL: "replay:missing.jsonl" });
  assertEquals(third.code, 3, third.log);

  // What cannot be listed is not taken for nothing, which would begin anew.
  const program = `${lab.env["HOME"]}/.local/bin/architect`;
  await Deno.writeTextFile(program, '#!/bin/sh\n[ "$1" != sessions ] || exit 6\ntouch ran\n');
  const unlisted = await night();
  assertEquals(unlisted.code, 6, unlisted.log);
  assertEquals((await namesIn(PROJECT)).includes("ran"), false);
});
