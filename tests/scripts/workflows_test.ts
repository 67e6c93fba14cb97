import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { walk } from "@std/fs/walk";
import { parse } from "yaml";
import { install, LINUX, namesIn, sumsOf } from "../support/install_script.ts";
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
import { releaseHost } from "../support/release_host.ts";
import { git, type JobResult, WorkflowRunner } from "../support/workflow_runner.ts";

function test(name: string, fn: (lab: Lab) => Promise<void>): void {
  Deno.test({ name: `${name}${NO_RECIPES}`, ignore: NO_RECIPES !== "", fn: () => withLab(fn) });
}

function runner(lab: Lab, github: Record<string, unknown> = {}): WorkflowRunner {
  return new WorkflowRunner({
    folder: lab.folder,
    repository: lab.repository,
    actions: { "acme/architect": ROOT },
    env: lab.env,
    github: {
      server_url: lab.host.origin,
      repository: "acme/shop",
      ref: "refs/heads/main",
      run_id: "100",
      run_attempt: "1",
      ...github,
    },
  });
}

/** A job of one step: the action. */
function job(given: Record<string, string>, more: Record<string, unknown> = {}): string {
  const uses = `acme/architect/.github/actions/architect@v${VERSION}`;
  const steps = [{ uses: "actions/checkout@v7" }, { id: "architect", uses, with: given }];
  const outputs = Object.fromEntries(
    ["exit-code", "session-id", "status", "result"].map((name) => [
      name,
      `\${{ steps.architect.outputs.${name} }}`,
    ]),
  );
  return JSON.stringify({ jobs: { work: { outputs, steps, ...more } } });
}

async function only(results: Promise<Record<string, JobResult>>): Promise<JobResult> {
  return (await results)["work"]!;
}

const YOLO = "--mode=yolo\n--budget=1.50\n";

Deno.test("the workflows use actions of one commit each, and no more rights than they name", async () => {
  const files = await Array.fromAsync(
    walk(`${ROOT}.github`, { exts: ["yml"], includeDirs: false }),
    ({ path }) => path,
  );
  assertEquals(files.length, 3);
  for (const file of files) {
    const text = await Deno.readTextFile(file);
    const document = parse(text);
    for (const [, uses = ""] of text.matchAll(/^ *(?:- )?uses: (.*)$/gm)) {
      assertMatch(uses, /^(\.\/|actions\/[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/, file);
    }
    // What is put into a script by ${{ }} would be run as a part of it.
    for (const [, script = ""] of text.matchAll(/run: (\|\n(?: {8,}.*\n|\n)+|.*)/g)) {
      assert(!script.includes("${{"), `${file}: ${script}`);
    }
    if (document.jobs !== undefined) assertEquals(document.permissions, { contents: "read" }, file);
  }
});

test("the action keeps the session as an artifact, and goes on with what is unfinished", async (lab) => {
  const machines = runner(lab);
  const prompt = `it's "quoted" $(touch ran) \`touch ran\`\nof two lines`;
  const given = { prompt, session: "unfinished", keep: "artifact", accept: "0 2" };
  const first = await only(machines.run(job({ ...given, args: YOLO })));
  assertEquals([first.result, first.outputs["exit-code"]], ["success", "2"], first.log);
  assertEquals(first.outputs["status"], "partial");
  const id = first.outputs["session-id"];
  assertEquals((await onlyState(first.workspace)).task, prompt);
  assertEquals(first.used, [
    "actions/checkout",
    "acme/architect/.github/actions/architect",
    "actions/download-artifact",
    "actions/upload-artifact",
  ]);

  const second = await only(machines.run(job({ ...given, args: "--mode=yolo\n--budget=+2.00" })));
  assertEquals([second.result, second.outputs["exit-code"]], ["success", "0"], second.log);
  assertEquals([second.outputs["session-id"], second.outputs["status"]], [id, "success"]);
  assertEquals(await taskFiles(second.workspace), DONE);
  // The prompt was for a new session only: the old one is gone on with, not asked again.
  const state = await onlyState(second.workspace);
  // deno-lint-ignore no-explicit-any
  assertEquals(state.messages.filter(({ content }: any) => content === prompt).length, 1);
  const result = JSON.parse(await Deno.readTextFile(second.outputs["result"]!));
  assertEquals([result.session_id, result.steps], [id, 12]);
  assertEquals((await namesIn(second.workspace)).includes("ran"), false);

  // What is done is not gone on with.
  const third = await only(machines.run(job({ ...given, args: YOLO })));
  assert(third.outputs["session-id"] !== id, third.log);
});

test("the action works in a folder of the checkout, with the sandbox build, and stages nothing", async (lab) => {
  await Deno.mkdir(`${lab.repository}/app`);
  for (const name of ["README.md", "src", "old.txt", "answers.jsonl"]) {
    await Deno.rename(`${lab.repository}/${name}`, `${lab.repository}/app/${name}`);
  }
  await git(lab.repository, ["add", "--all"]);
  await git(lab.repository, ["commit", "--quiet", "--message", "move"]);
  const given = { "working-directory": "app", profile: "sandbox", accept: "0 2", name: "docs" };
  const machines = runner(lab);
  const first = await only(machines.run(job({ ...given, prompt: "make it friendly", args: YOLO })));
  assertEquals(first.outputs["exit-code"], "2", first.log);
  const staged = await new Deno.Command("git", {
    args: ["diff", "--cached", "--name-only"],
    cwd: first.workspace,
  }).output();
  assertEquals(new TextDecoder().decode(staged.stdout), "");
  const again = { ...given, session: "last", args: "--mode=yolo\n--budget=+2.00" };
  const second = await only(machines.run(job(again)));
  assertEquals(second.outputs["exit-code"], "0", second.log);
  assertEquals(await taskFiles(`${second.workspace}/app`), DONE);
  // Another purpose has sessions of its own.
  const other = await only(machines.run(job({ ...again, name: "tests" })));
  assertEquals([other.result, other.outputs["exit-code"]], ["failure", "3"], other.log);
});

test("the action fails with the exit code that is not accepted, and keeps the session", async (lab) => {
  const machines = runner(lab);
  const failed = await only(machines.run(job({ prompt: "make it friendly", args: YOLO })));
  assertEquals([failed.result, failed.outputs["exit-code"]], ["failure", "2"], failed.log);
  assertEquals(failed.used.at(-1), "actions/cache/save");

  // The branch has moved on in the meantime: what the session had changed does not fit it.
  await Deno.writeTextFile(`${lab.repository}/src/greet.ts`, "export {};\n");
  await git(lab.repository, ["commit", "--quiet", "--all", "--message", "rewrite"]);
  const args = "--mode=yolo\n--budget=+2.00";
  const resumed = await only(machines.run(job({ session: "last", args })));
  assertEquals(resumed.outputs["exit-code"], "0", resumed.log);
  assertStringIncludes(resumed.log, "::warning::The changes of the session do not fit this chec");
  const state = await onlyState(resumed.workspace);
  assertMatch(JSON.stringify(state.messages), /src\/greet\.ts/);

  const none = await only(machines.run(job({ prompt: "x", keep: "none", version: "9.9.9" })));
  assertEquals(none.result, "failure");
  assertStringIncludes(none.log, "/acme/architect/releases/download/v9.9.9/SHA256SUMS");
  assertEquals(none.used.length, 2);
});

test("the action keeps the session of a job that is cancelled", async (lab) => {
  const program = [
    "#!/bin/sh",
    `if [ "$1" = --version ]; then echo "architect ${VERSION}"; exit; fi`,
    "mkdir -p .architect/sessions && echo cut >.architect/sessions/cut.json",
    "echo changed >README.md",
    "kill -9 $PPID",
  ].join("\n");
  await using host = releaseHost({
    [`download/v${VERSION}/SHA256SUMS`]: await sumsOf({ [LINUX]: program }),
    [`download/v${VERSION}/${LINUX}`]: program,
  });
  for (const keep of ["cache", "artifact"]) {
    const folder = `${lab.folder}/${keep}`;
    await Deno.mkdir(folder);
    const machines = runner({ ...lab, folder }, { server_url: host.origin });
    const cut = await only(machines.run(job({ prompt: "x", keep })));
    assertEquals(cut.result, "failure");
    const kept = keep === "cache"
      ? `${folder}/caches/0/.architect`
      : `${folder}/artifacts/architect-session`;
    assertEquals(await Deno.readTextFile(`${kept}/sessions/cut.json`), "cut\n");
    assertStringIncludes(await Deno.readTextFile(`${kept}/changes.patch`), "\n+changed\n");
  }
});

test("the release workflow makes a draft of ten programs, their sums, the installer, then shows it", async (lab) => {
  const { repository, folder } = lab;
  // The targets cannot be built where only npm is reached: a stand-in makes files with their names.
  const buildSh = [
    "set -eu",
    "mkdir -p dist/release",
    "cd dist/release",
    "for t in x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin \\",
    "  aarch64-apple-darwin x86_64-pc-windows-msvc.exe; do",
    `  for name in architect architect-sandbox; do`,
    `    printf '#!/bin/sh\\necho "architect 1.2.3"\\n' >"$name-$t"`,
    "  done",
    "done",
    "sha256sum architect-* >SHA256SUMS",
  ].join("\n");
  await Deno.mkdir(`${repository}/scripts`);
  await Deno.writeTextFile(`${repository}/scripts/build.sh`, buildSh);
  await Deno.copyFile(`${ROOT}scripts/install.sh`, `${repository}/scripts/install.sh`);
  await Deno.writeTextFile(`${repository}/deno.json`, '{\n  "version": "1.2.3"\n}\n');
  const changelog = "# Changelog\n\n## [1.2.3] - 2026-01-02\n\n- New.\n\n## [1.2.2]\n\n- Old.\n";
  await Deno.writeTextFile(`${repository}/CHANGELOG.md`, changelog);
  await git(repository, ["add", "--all"]);
  await git(repository, ["commit", "--quiet", "--message", "release"]);

  const workflow = await Deno.readTextFile(`${ROOT}.github/workflows/release.yml`);
  const tagged = { ref_name: "v1.2.3", repository: "acme/architect", token: "t" };
  const { gate, build, try: tried, publish } = await runner(lab, tagged).run(workflow);
  assertEquals(gate?.used, ["./.github/workflows/ci.yml"]);
  for (const done of [build, tried, publish]) assertEquals(done?.result, "success", done?.log);
  assert(build!.used.includes("actions/attest-build-provenance"));
  assertEquals(tried!.log, "architect 1.2.3\n".repeat(10));

  const released = `${publish!.workspace}/dist/release`;
  const files = await namesIn(released);
  assertEquals(files.length, 12);
  const [create, edit, ...more] = await lab.ghCalls();
  assertEquals(create?.args.slice(0, 8), [
    ...["release", "create", "v1.2.3", "--verify-tag", "--draft", "--title", "v1.2.3"],
    "--notes-file",
  ]);
  assertEquals(create?.args.slice(9), files.map((name) => `dist/release/${name}`).sort());
  assertEquals(edit?.args, ["release", "edit", "v1.2.3", "--draft=false", "--latest"]);
  assertEquals(more, []);
  const notes = await Deno.readTextFile(`${publish!.workspace}/dist/notes.md`);
  assertEquals(notes, "\n- New.\n\n");

  // What is released can be installed, and its installer knows where it comes from.
  const script = await Deno.readTextFile(`${released}/install.sh`);
  assertStringIncludes(script, `\nRELEASES=${lab.host.origin}/acme/architect/releases\n`);
  const served: Record<string, string> = {};
  for (const name of files) {
    served[`latest/download/${name}`] = await Deno.readTextFile(`${released}/${name}`);
  }
  await using host = releaseHost(served);
  const installed = await install(["--to", `${folder}/bin`], { host, script });
  assertEquals(installed.stdout, `Installed architect 1.2.3: ${folder}/bin/architect\n`);
});

test("the release workflow stops where the tag, the version and the changelog do not agree", async (lab) => {
  const { repository } = lab;
  const workflow = await Deno.readTextFile(`${ROOT}.github/workflows/release.yml`);
  await Deno.writeTextFile(`${repository}/deno.json`, '{\n  "version": "1.2.3"\n}\n');
  await Deno.writeTextFile(`${repository}/CHANGELOG.md`, "# Changelog\n\n## [1.2.2]\n\n- Old.\n");
  await git(repository, ["add", "--all"]);
  await git(repository, ["commit", "--quiet", "--message", "release"]);
  const cases = {
    "v1.2.4": "::error::The tag is v1.2.4, and deno.json says 1.2.3.",
    "v1.2.3": "::error::CHANGELOG.md has no part about 1.2.3.",
  };
  for (const [ref_name, says] of Object.entries(cases)) {
    const folder = `${lab.folder}/${ref_name}`;
    await Deno.mkdir(folder);
    const machines = runner({ ...lab, folder }, { ref_name });
    const { build, try: tried, publish } = await machines.run(workflow);
    assertEquals(build?.result, "failure");
    assertStringIncludes(build!.log, says);
    assertEquals([tried?.result, publish?.result], ["skipped", "skipped"]);
  }
  assertEquals(await lab.ghCalls(), []);
});
