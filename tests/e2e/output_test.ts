/** What the program says, and where: results on stdout, all else on stderr. */

import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { binaryPath, startArchitect } from "../support/architect.ts";
import { answer, chatServer, hang, type Reply, status } from "../support/chat_server.ts";
import { saveSession } from "../support/workspace.ts";
import {
  DONE,
  inWorkspace,
  model,
  onlySession,
  type Run,
  sessionFiles,
  writes,
} from "./support.ts";

/** The keys of a run's document, in order, and what each may hold. */
const SCHEMA: Readonly<Record<string, (value: unknown) => boolean>> = {
  session_id: (value) => value === null || /^\d{8}-\d{6}-[0-9a-f]{6}$/.test(String(value)),
  status: (value) => ["success", "partial", "failed", "interrupted"].includes(String(value)),
  stop_reason: (value) => value === null || /^[a-z]+(_[a-z]+)+$|^timeout$/.test(String(value)),
  output: (value) => value === null || typeof value === "string",
  steps: isCount,
  run_steps: isCount,
  tools_used: Array.isArray,
  files_modified: (value) =>
    Array.isArray(value) && value.every((path) => typeof path === "string"),
  duration_seconds: (value) => typeof value === "number" && value >= 0,
  costs: (value) => typeof value === "object" && value !== null,
  model: (value) => typeof value === "string",
  agent: (value) => typeof value === "string",
  truncated: (value) => typeof value === "boolean",
  persisted: (value) => typeof value === "boolean",
  error: (value) => value === null || typeof value === "object",
};
const COSTS = ["total_cost_usd", "run_cost_usd", "complete", "input_tokens", "output_tokens"];
const TOOL_KEYS = ["name", "success", "path", "error"];

/** Whether there is a file that no byte can be written to. */
const CAN_BE_FULL = Deno.build.os === "linux" && binaryPath() !== null;

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

// deno-lint-ignore no-explicit-any
function checkSchema(document: any): void {
  assertEquals(Object.keys(document), Object.keys(SCHEMA));
  for (const [key, fits] of Object.entries(SCHEMA)) {
    assert(fits(document[key]), `${key}: ${JSON.stringify(document[key])}`);
  }
  assertEquals(Object.keys(document.costs), COSTS);
  assertEquals(typeof document.costs.complete, "boolean");
  for (const use of document.tools_used) {
    assertEquals(Object.keys(use), TOOL_KEYS.filter((key) => key in use));
    assertEquals([typeof use.name, typeof use.success], ["string", "boolean"]);
    assertEquals("error" in use, !use.success);
  }
  if (document.error !== null) {
    assertEquals(Object.keys(document.error), ["code", "message", "suggestion"]);
  }
}

Deno.test("--json prints one document with every key, however a run ends", async (t) => {
  const cases: readonly (readonly [string, readonly Reply[], readonly string[], string | null])[] =
    [
      ["success", [writes("dir/a.txt"), DONE], [], "llm_done"],
      ["partial", [writes("a.txt"), DONE], ["--max-steps", "1"], "max_steps"],
      ["failed", [writes("a.txt"), status(400)], [], "llm_error"],
      ["refused", [status(401)], [], "auth_error"],
      ["late", [hang()], ["--timeout", "0.3"], "timeout"],
      ["not saved", [writes("a.txt"), DONE], ["--no-session"], "llm_done"],
      ["dry", [writes("a.txt"), DONE], ["--dry-run"], "llm_done"],
      ["silent", [answer({ content: "" })], [], "llm_done"],
      ["with failures", [answer({ calls: [{ name: "nope" }] }), DONE], ["-v"], "llm_done"],
    ];
  for (const [name, replies, flags, reason] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run) => {
        await using server = chatServer(replies);
        const result = await run(["run", "x", "--json", ...model(server), ...flags]);
        const document = result.json();
        checkSchema(document);
        assertEquals(document.stop_reason, reason);
        assertEquals([document.model, document.agent], ["local", "build"]);
        assertEquals(document.session_id === null, name === "not saved");
        assertEquals(document.persisted, name !== "not saved");
        assertEquals(document.files_modified, filesOf(name));
      }));
  }
});

function filesOf(name: string): string[] {
  if (name === "success") return ["dir/a.txt"];
  return ["partial", "failed", "not saved"].includes(name) ? ["a.txt"] : [];
}

Deno.test("--json of an interrupted run has every key", () =>
  inWorkspace(async (_run, workspace) => {
    await using server = chatServer([hang()]);
    const process = await startArchitect(["run", "x", "--json", ...model(server)], {
      cwd: workspace,
    });
    await process.until(server.received(1));
    process.kill("SIGTERM");
    checkSchema((await process.result).json());
  }));

Deno.test("--json of a session that is done already has every key", () =>
  inWorkspace(async (run, workspace) => {
    await using server = chatServer([DONE]);
    const first = (await run(["run", "x", "--json", ...model(server)])).json();
    const before = await onlySession(workspace);
    const again = await run(["resume", "last", "--json"]);
    checkSchema(again.json());
    assertEquals([again.code, again.json().output, again.json().run_steps], [0, "All done.", 0]);
    assertEquals(again.json().session_id, first.session_id);
    assertEquals((await run(["resume", "last"])).stdout, "All done.\n");
    assertEquals([server.requests.length, await onlySession(workspace)], [1, before]);
  }));

Deno.test("a tool that failed is told in JSON with its reason", () =>
  inWorkspace(async (run) => {
    const calls = [{ name: "read_file", args: { path: "none.txt" } }];
    await using server = chatServer([answer({ calls }), writes("a.txt"), DONE]);
    const { tools_used } = (await run(["run", "x", "--json", ...model(server)])).json();
    const [failed, worked] = tools_used;
    assertEquals([failed.name, failed.success], ["read_file", false]);
    assertMatch(failed.error, /none\.txt/);
    assertEquals(worked, { name: "write_file", success: true, path: "a.txt" });
  }));

Deno.test("stdout holds the answer and nothing else, stderr the rest", async (t) => {
  const replies = [writes("a.txt", "1\n", { content: "Let me write." }), DONE];
  const told:
    readonly (readonly [string, readonly string[], readonly RegExp[], readonly RegExp[]])[] = [
      ["by default", [], [/^session 2/m, /^step 1/m, /write_file a\.txt/m, /^success/m], [
        /Let me write/,
      ]],
      ["--json", ["--json"], [/^session 2/m, /^step 1/m, /write_file a\.txt/m], [/Let me write/]],
      ["-v", ["-v"], [/^session 2/m, /^step 1/m, /Let me write/], []],
      ["--quiet", ["--quiet"], [], [/./]],
    ];
  for (const [name, flags, has, hasNot] of told) {
    await t.step(name, () =>
      inWorkspace(async (run) => {
        await using server = chatServer(replies);
        const result = await run(["run", "x", ...model(server), ...flags]);
        assertEquals(result.code, 0, result.stderr);
        if (name !== "--json") assertEquals(result.stdout, "All done.\n");
        for (const pattern of has) assertMatch(result.stderr, pattern);
        for (const pattern of hasNot) assertNotMatch(result.stderr, pattern);
      }));
  }
});

Deno.test("--quiet still tells an error and a warning", () =>
  inWorkspace(async (run, workspace) => {
    await Deno.writeTextFile(`${workspace}/old.yaml`, "llm: {retries: 0}\nmcp: {servers: []}\n");
    await using server = chatServer([status(400)]);
    const result = await run(["run", "x", "--quiet", "-c", "old.yaml", ...model(server)]);
    assertEquals([result.code, result.stdout], [1, ""]);
    assertMatch(result.stderr, /^warning: .*mcp/m);
    assertMatch(result.stderr, /^error: .*HTTP 400/m);
  }));

Deno.test("a flag that lets nothing happen is told of", async (t) => {
  for (const [agent, told] of [["plan", true], ["build", false]] as const) {
    await t.step(agent, () =>
      inWorkspace(async (run) => {
        await using server = chatServer([DONE]);
        const { code, stderr } = await run(
          ["run", "x", "-a", agent, "--allow-commands", ...model(server)],
        );
        assertEquals([code, stderr.includes("warning: --allow-commands changes nothing: agent")], [
          0,
          told,
        ], stderr);
      }));
  }
});

Deno.test("warnings, damaged files and notices do not get into the JSON", () =>
  inWorkspace(async (run, workspace) => {
    await saveSession(workspace);
    await Deno.writeTextFile(`${workspace}/.architect/sessions/20200101-000000-000000.json`, "{");
    await Deno.writeTextFile(
      `${workspace}/.architect/config.yaml`,
      "mcp: {servers: []}\nagents: {build: {allowed_tools: [read_flie]}}\n",
    );
    await using server = chatServer([status(500, { headers: { "retry-after-ms": "1" } }), DONE]);
    const result = await run(["run", "x", "--json", ...model(server)]);
    checkSchema(result.json());
    assertMatch(result.stderr, /warning: .*mcp/);
    assertMatch(result.stderr, /warning: agent build names a tool that there is not: "read_flie"/);
    assertMatch(result.stderr, /retry 1 of 2/);
    for (
      const args of [["sessions", "--json"], ["cleanup", "--json"], ["resume", "last", "--json"]]
    ) {
      assert((await run(args)).json() !== null);
    }
  }));

Deno.test("nothing is coloured without a terminal", async (t) => {
  await inWorkspace(async (run, workspace) => {
    await saveSession(workspace, { task: "a\x1b[31mred\x07", status: "failed" });
    const environments: Record<string, string>[] = [{}, { NO_COLOR: "1" }, { FORCE_COLOR: "1" }];
    for (const env of environments) {
      for (
        const args of [
          ["--help"],
          ["--version"],
          ["run", "--help"],
          ["sessions"],
          ["sessions", "show", "last"],
          ["sessions", "stats"],
          ["sessions", "export", "last"],
          ["cleanup", "--older-than", "0", "--dry-run"],
          ["run", "x", "--nope"],
          ["resume", "none"],
        ]
      ) {
        await t.step(`${Object.keys(env)} ${args.join(" ")}`, async () => {
          const { stdout, stderr } = await run(args, { env });
          assertEquals([stdout.includes("\x1b"), stderr.includes("\x1b")], [false, false]);
        });
      }
    }
    await t.step("run", async () => {
      await using server = chatServer([writes("a.txt"), DONE]);
      const { stderr } = await run(["run", "x", ...model(server), "-v"]);
      assertEquals([stderr.includes("\x1b"), stderr.includes("\r")], [false, false]);
    });
  });
});

Deno.test("what a model says controls no terminal by way of stderr", () =>
  inWorkspace(async (run) => {
    const evil = "\x1b]0;owned\x07\x1b[2J";
    const calls = [{ name: `read_file`, args: { path: `${evil}.txt` } }, { name: `no${evil}` }];
    await using server = chatServer([answer({ content: evil, calls }), answer({ content: evil })]);
    const result = await run(["run", evil, ...model(server), "-v"]);
    assertEquals(result.code, 0);
    assertEquals([result.stderr.includes("\x1b"), result.stderr.includes("\x07")], [false, false]);
    // A pipe is for programs: it is given what was said.
    assertEquals(result.stdout, `${evil}\n`);
  }));

Deno.test("half of a surrogate pair and a NUL break neither the session nor the JSON", () =>
  inWorkspace(async (run, workspace) => {
    const content = "half \ud83d, null \0, whole 🎉";
    await using server = chatServer([() =>
      new Response(
        JSON.stringify({
          choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }],
        }),
      )]);
    const result = await run(["run", "x", "--json", ...model(server)]);
    assertEquals([result.code, result.json().output], [0, "half \ufffd, null \0, whole 🎉"]);
    const again = await run(["resume", "last"]);
    assertEquals(again.stdout, "half \ufffd, null \ufffd, whole 🎉\n");
    assertEquals((await onlySession(workspace)).messages.at(-1).content.isWellFormed(), true);
    assertEquals((await run(["resume", "last", "more", ...model(server)])).code, 0);
  }));

Deno.test("the session id is told as soon as it can be resumed", () =>
  inWorkspace(async (run, workspace) => {
    await using server = chatServer([hang()]);
    const process = await startArchitect(["run", "x", ...model(server)], { cwd: workspace });
    const [, id] = await process.stderrMatches(/^session (\S+)$/m);
    assertEquals((await run(["sessions", "show", id!, "--json"])).json().status, "running");
    process.kill("SIGINT");
    await process.result;
  }));

Deno.test("a reader that has seen enough ends a listing quietly", async (t) => {
  await inWorkspace(async (run: Run, workspace) => {
    for (let n = 0; n < 20; n++) await saveSession(workspace, { task: "x".repeat(10_000) });
    assertEquals((await sessionFiles(workspace)).length, 20);
    const page = ["sessions", "export", "last", "--format", "html"];
    for (
      const args of [["sessions"], ["sessions", "--json"], ["sessions", "show", "last"], page]
    ) {
      await t.step(args.join(" "), async () => {
        const { code, stderr } = await run(args, { closeStdout: true });
        assertEquals([code, stderr.replace(/^last is .*\n/, "")], [0, ""]);
      });
    }
  });
});

Deno.test({
  name: "a stdout that takes nothing ends the program with 1, once, and the run is saved" +
    (CAN_BE_FULL ? "" : " (left out: needs Linux and ARCHITECT_BIN)"),
  ignore: !CAN_BE_FULL,
  fn: async (t) => {
    await inWorkspace(async (_run, workspace) => {
      await using server = chatServer([DONE]);
      for (
        const args of [["run", "x", ...model(server)], ["sessions"], ["sessions", "show", "no"]]
      ) {
        for (const flags of [[], ["--json"]]) {
          if (args[1] === "show" && flags.length === 0) continue;
          await t.step([...args.slice(0, 2), ...flags].join(" "), async () => {
            const { code, stderr } = await new Deno.Command("sh", {
              args: ["-c", 'exec "$@" > /dev/full', "sh", binaryPath()!, ...args, ...flags],
              cwd: workspace,
            }).output();
            const told = new TextDecoder().decode(stderr);
            assertEquals(code, args[1] === "show" ? 3 : 1, told);
            assertMatch(told, /^error: Cannot write to stdout: No space left/m);
            assert(told.split("\n").length < 12, told);
          });
        }
      }
      for (const name of await sessionFiles(workspace)) {
        const text = await Deno.readTextFile(`${workspace}/.architect/sessions/${name}`);
        assertEquals(JSON.parse(text).status, "success");
      }
    });
  },
});
