/** The build with fewer rights, and what the two builds tell of themselves. */

import { assertEquals, assertMatch } from "@std/assert";
import { LOOPBACK_HOSTS, providerHosts } from "../../src/llm/endpoint.ts";
import { RIGHTS, typed } from "../../src/permissions.ts";
import { binaryPath } from "../support/architect.ts";
import { answer, chatServer } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, sessionFiles, writes } from "./support.ts";

const FULL = binaryPath();
const SANDBOX = Deno.env.get("ARCHITECT_SANDBOX_BIN") ?? null;
const ignore = FULL === null || SANDBOX === null;
const REASON = ignore ? " (left out: needs ARCHITECT_BIN and ARCHITECT_SANDBOX_BIN)" : "";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function start(
  program: string | null,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: { ...env },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

Deno.test({
  name: `the sandbox build says in one line what it does not do, before any call${REASON}`,
  ignore,
  fn: async (t) => {
    await using server = chatServer([DONE]);
    // This machine by a name that is not one of those that the build may reach.
    const elsewhere = server.baseUrl.replace("127.0.0.1", "127.0.0.2");
    const run = ["run", "x", "--mode", "yolo", "--model", "m"];
    const here = [...run, "--api-base", server.baseUrl];
    const cases: readonly (readonly [string, readonly string[], string, RegExp])[] = [
      ["commands by a flag", [...here, "--allow-commands"], "", /use --allow-commands: .*program/],
      [
        "by a flag, not to be used",
        [...here, "-a", "plan", "--allow-commands"],
        "",
        /--allow-comm/,
      ],
      ["commands by a config", [...here, "-c", "c.yaml"], "commands: {enabled: true}", /commands/],
      ["another host", [...run, "--api-base", elsewhere], "", /connect to 127\.0\.0\.2:\d+: /],
      [
        "another host by a config",
        [...run, "-c", "c.yaml"],
        "llm: {api_base: https://llm.example.com/v1}",
        /connect to llm\.example\.com: /,
      ],
      ["another key", [...here, "-c", "c.yaml"], "llm: {api_key_env: MY_KEY}", /key in MY_KEY: /],
    ];
    for (const [name, args, yaml, message] of cases) {
      await t.step(name, () =>
        withWorkspace(async (cwd) => {
          await Deno.writeTextFile(`${cwd}/c.yaml`, yaml);
          const env = { MY_KEY: "sk-mine" };
          const told = await start(SANDBOX, args, cwd, env);
          assertEquals([told.code, told.stdout], [3, ""]);
          assertMatch(told.stderr, /^error: Cannot [^\n]*; use the full build, architect\n$/);
          assertMatch(told.stderr, message);
          const json = await start(SANDBOX, [...args, "--json"], cwd, env);
          assertEquals([json.code, JSON.parse(json.stdout).error.code], [3, "no_permission"]);
          assertEquals(await sessionFiles(cwd), []);
        }));
    }
    assertEquals(server.requests.length, 0);
  },
});

Deno.test({
  name: `the sandbox build runs, resumes, lists and cleans up${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (cwd) => {
      await using server = chatServer([writes("a.txt"), DONE, answer({ content: "More done." })]);
      const env = {
        ARCHITECT_API_BASE: server.baseUrl,
        ARCHITECT_MODEL: "local",
        ARCHITECT_API_KEY: "sk-test",
        LANG: "en_US.UTF-8",
        HOME: cwd,
      };
      const run = await start(SANDBOX, ["run", "x", "--mode", "yolo", "--json"], cwd, env);
      assertEquals([run.code, JSON.parse(run.stdout).files_modified], [0, ["a.txt"]], run.stderr);
      assertEquals(server.requests[0]?.headers.get("authorization"), "Bearer sk-test");
      const tools = server.requests[0]?.body.tools?.map((tool) => tool.function.name);
      assertEquals(tools?.includes("run_command"), false);
      const resume = await start(SANDBOX, ["resume", "last", "y", "--mode", "yolo"], cwd, env);
      assertEquals([resume.code, resume.stdout], [0, "More done.\n"], resume.stderr);
      const list = await start(SANDBOX, ["sessions", "--json"], cwd);
      const [{ id }] = JSON.parse(list.stdout);
      assertEquals((await start(SANDBOX, ["sessions", "show", id], cwd)).code, 0);
      assertEquals((await start(SANDBOX, ["sessions", "delete", id], cwd)).code, 0);
      assertEquals((await start(SANDBOX, ["cleanup"], cwd)).code, 0);
      assertEquals(await sessionFiles(cwd), []);
    }),
});

Deno.test({
  name: `a session that ran commands goes on without them in the sandbox build${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (cwd) => {
      await using server = chatServer([DONE]);
      const model = ["--mode", "yolo", "--model", "m", "--api-base", server.baseUrl];
      const run = await start(FULL, ["run", "x", ...model, "--allow-commands"], cwd);
      assertEquals(run.code, 0, run.stderr);
      const resume = await start(SANDBOX, ["resume", "last", "y", ...model], cwd);
      assertEquals(resume.code, 0, resume.stderr);
      const offered = server.requests.map(({ body }) =>
        body.tools?.some((tool) => tool.function.name === "run_command")
      );
      assertEquals(offered, [true, false]);
    }),
});

Deno.test({
  name: `architect permissions tells what each build was compiled with${REASON}`,
  ignore,
  fn: async (t) => {
    const folders = [".", ".architect"];
    const grants = { read: folders, write: folders, sys: ["hostname"], ffi: false };
    const hosts = [...providerHosts(), ...LOOPBACK_HOSTS];
    await withWorkspace(async (cwd) => {
      await t.step("full", async () => {
        const { code, stdout } = await start(FULL, ["permissions", "--json"], cwd);
        const { build, granted } = JSON.parse(stdout);
        assertEquals([code, build], [0, "full"]);
        assertEquals(granted, { ...grants, net: ["*"], env: ["*"], run: true });
      });
      await t.step("sandbox", async () => {
        const { code, stdout } = await start(SANDBOX, ["permissions", "--json"], cwd);
        const { build, granted: { env, ...granted } } = JSON.parse(stdout);
        assertEquals([code, build], [0, "sandbox"]);
        assertEquals(granted, { ...grants, net: hosts, run: false });
        assertEquals(env.slice(0, 3), ["ARCHITECT_*", "LANG", "OPENAI_API_KEY"]);
        assertEquals(
          env.filter((name: string) => !/^ARCHITECT_\*$|^LANG$|_API_KEY$/.test(name)),
          [],
        );
      });
      await t.step("a row for each command", async () => {
        const { stdout } = await start(FULL, ["permissions", "--json"], cwd);
        // deno-lint-ignore no-explicit-any
        const commands = JSON.parse(stdout).commands.flatMap((row: any) => row.commands);
        for (const command of Object.keys(RIGHTS) as (keyof typeof RIGHTS)[]) {
          assertEquals(commands.includes(typed(command)), true, command);
        }
      });
      await t.step("for a person", async () => {
        const { code, stdout, stderr } = await start(SANDBOX, ["permissions", "cleanup"], cwd);
        assertEquals([code, stderr], [0, ""]);
        assertMatch(
          stdout,
          /^Command +Workspace +\.architect +Net +Commands +Host\ncleanup +- +read, write +- +- +-\n\nThis is the sandbox build, compiled with:\n/,
        );
      });
      await t.step("no such command", async () => {
        const { code, stdout } = await start(FULL, ["permissions", "runn", "--json"], cwd);
        assertEquals([code, JSON.parse(stdout).error.code], [3, "usage"]);
      });
    });
  },
});
