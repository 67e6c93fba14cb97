/** A run that is followed from outside: the lines of --events. */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { architect, binaryPath, type PrintedEvent, startArchitect } from "../support/architect.ts";
import { answer, chatServer, drip, hang, type Reply, status } from "../support/chat_server.ts";
import { fill, NO_MOUNT, withSmallDisk } from "../support/small_disk.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, inWorkspace, model, onlySession, sessionFiles, writes } from "./support.ts";

const WINDOWS = Deno.build.os === "windows";
/** Whether there is a file that no byte can be written to. */
const CAN_BE_FULL = Deno.build.os === "linux" && binaryPath() !== null;

function typesOf(events: readonly PrintedEvent[]): string {
  return events.map(({ type }) => type).join(" ");
}

/** What does not differ between two runs of one task. */
// deno-lint-ignore no-explicit-any
function comparable(result: any): unknown {
  const { session_id, duration_seconds, ...rest } = result;
  return { ...rest, named: session_id !== null, timed: duration_seconds >= 0 };
}

const STEP = "step_started saved step_finished";
const TOOL = "saved tool_started saved tool_finished";
const END = "saved run_finished";

Deno.test("--events tells a run as it goes, and ends with what --json prints", () =>
  inWorkspace(async (run, workspace) => {
    const replies = [writes("a.txt", "1\n", { content: "I write." }), DONE];
    await using server = chatServer(replies);
    const { code, events, stderr } = await run(["run", "x", "--events", ...model(server)]);
    assertEquals(code, 0, stderr);
    const told = events();
    assertEquals(typesOf(told), `session_started saved ${STEP} ${TOOL} ${STEP} ${END}`);
    const stored = await onlySession(workspace);
    const [started, first] = told;
    assertEquals(
      [started!.session_id, started!.task, started!.resumed, started!.agent, started!.model],
      [stored.session_id, "x", false, "build", "local"],
    );
    assertEquals([first!.revision, first!.steps], [1, 0]);
    const step = told.find(({ type }) => type === "step_finished")!;
    assertEquals([step.step, step.text, step.input_tokens], [1, "I write.", 100]);
    const args = { path: "a.txt", content: "1\n", mode: "overwrite" };
    const asked = { call_id: "call_a.txt", tool: "write_file" };
    assertEquals(step.tool_calls, [{ ...asked, arguments: args }]);
    const tool = told.find(({ type }) => type === "tool_finished")!;
    assertEquals(
      [tool.call_id, tool.tool, tool.success, tool.path],
      ["call_a.txt", "write_file", true, "a.txt"],
    );
    const saved = told.findLast(({ type }) => type === "saved")!;
    assertEquals([saved.revision, saved.steps], [stored.metadata.revision, 2]);
    const times = told.map(({ at }) => at);
    assertEquals(times, times.toSorted());
    // The lines for a person are where they are without it.
    assertMatch(stderr, /^session 2/m);

    await inWorkspace(async (again) => {
      await using same = chatServer(replies);
      const json = (await again(["run", "x", "--json", ...model(same)])).json();
      assertEquals(comparable(told.at(-1)!.result), comparable(json));
      assertEquals(Object.keys(told.at(-1)!.result), Object.keys(json));
    });
  }));

Deno.test("--events of a resume begins where the session stopped", () =>
  inWorkspace(async (run) => {
    await using server = chatServer([writes("a.txt"), hang(), DONE]);
    const first = await run(["run", "x", "--json", "--timeout", "0.5", ...model(server)]);
    const { session_id, costs } = first.json();
    const { events, code, stderr } = await run(["resume", "last", "--events", ...model(server)]);
    assertEquals(code, 0, stderr);
    const told = events();
    // Its file stays as it was until there is an answer.
    assertEquals(typesOf(told), `session_started ${STEP} ${END}`);
    assertEquals(
      [told[0]!.session_id, told[0]!.resumed, told[0]!.steps, told[0]!.total_cost_usd],
      [session_id, true, 1, costs.total_cost_usd],
    );
    assertEquals(told[0]!.widened, ["mode: yolo"]);
    assertEquals([told[1]!.step, told.at(-1)!.result.steps], [2, 2]);

    const done = await run(["resume", "last", "--events"]);
    assertEquals(typesOf(done.events()), "run_finished");
    const json = (await run(["resume", "last", "--json"])).json();
    assertEquals(done.events()[0]!.result, json);
  }));

Deno.test("an event is told once it is on disk, and not only at the end", () =>
  inWorkspace(async (run, workspace) => {
    await using server = chatServer([writes("a.txt"), hang(), DONE]);
    const process = await startArchitect(["run", "x", "--events", ...model(server)], {
      cwd: workspace,
    });
    await process.stdoutMatches(/"step_started".*"step":1/);
    await process.stdoutMatches(/"type":"tool_finished"/);
    const { steps_completed, messages } = await onlySession(workspace);
    assertEquals([steps_completed, messages.at(-1).role], [1, "tool"]);
    await process.stdoutMatches(/"step_started".*"step":2/);
    process.kill("SIGINT");
    const { code, events } = await process.result;
    assertEquals([code, events().at(-1)!.result.status], [130, "interrupted"]);
    assertEquals((await run(["resume", "last", ...model(server)])).code, 0);
  }));

Deno.test("--events ends with the result however a run ends", async (t) => {
  const cases: readonly (readonly [string, readonly Reply[], readonly string[], number, string])[] =
    [
      [
        "partial",
        [writes("a.txt"), answer({ content: "so far" })],
        ["--max-steps", "1"],
        2,
        `session_started saved ${STEP} ${TOOL} saved summary ${END}`,
      ],
      ["failed", [status(400)], [], 1, `session_started saved step_started ${END}`],
      ["refused", [status(401)], [], 4, `session_started saved step_started ${END}`],
      ["late", [hang()], ["--timeout", "0.3"], 5, `session_started saved step_started ${END}`],
      [
        "not saved",
        [writes("a.txt"), DONE],
        ["--no-session"],
        0,
        `session_started ${STEP} ${TOOL} ${STEP} ${END}`.replaceAll("saved ", ""),
      ],
      [
        "a tool that there is not",
        [answer({ calls: [{ name: "nope" }] }), DONE],
        [],
        0,
        `session_started saved ${STEP} saved tool_finished ${STEP} ${END}`,
      ],
      ["usage", [DONE], ["--json"], 3, "run_finished"],
      ["config", [DONE], ["-c", "none.yaml"], 3, "run_finished"],
    ];
  for (const [name, replies, flags, expected, types] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run) => {
        await using server = chatServer(replies);
        const args = ["run", "x", "--events", "--quiet", ...model(server), ...flags];
        const { code, events, stderr } = await run(args);
        assertEquals(code, expected, stderr);
        const told = events();
        assertEquals(typesOf(told), types);
        const { session_id } = told.at(-1)!.result;
        assertEquals(session_id === null, ["not saved", "usage", "config"].includes(name));
        if (types.startsWith("session_started")) assertEquals(told[0]!.session_id, session_id);
        if (expected === 0) assertEquals(stderr, "");
        else if (expected !== 2 && expected !== 5) assertMatch(stderr, /^error: /m);
      }));
  }
});

Deno.test({
  name: "--events ends with the result when a signal ends the run",
  ignore: WINDOWS,
  fn: async (t) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      await t.step(signal, () =>
        withWorkspace(async (cwd) => {
          await using server = chatServer([writes("a.txt"), drip({ piece: "drip\n" })]);
          const process = await startArchitect(
            ["run", "x", "--events-text", ...model(server)],
            { cwd },
          );
          await process.stdoutMatches(/"type":"text".*"step":2/);
          process.kill(signal);
          const { code, events } = await process.result;
          const last = events().at(-1)!;
          assertEquals([code, last.result.stop_reason], [130, "user_interrupt"]);
          assertEquals(last.result.session_id, (await onlySession(cwd)).session_id);
        }));
    }
  },
});

Deno.test({
  name: "kill -9 leaves whole lines, and an id that can be resumed",
  ignore: WINDOWS,
  fn: () =>
    inWorkspace(async (run, cwd) => {
      await using server = chatServer([writes("a.txt"), drip({ piece: "drip\n" }), DONE]);
      const args = ["run", "x", "--events-text", ...model(server)];
      const process = await startArchitect(args, { cwd });
      await process.stdoutMatches(/"type":"text".*"step":2/);
      process.kill("SIGKILL");
      const told = (await process.result).events({ cut: true });
      assertEquals(told.some(({ type }) => type === "run_finished"), false);
      const { session_id } = told[0]!;
      const resumed = await run(["resume", session_id, "--events", ...model(server)]);
      assertEquals([resumed.code, resumed.events()[0]!.steps], [0, 1], resumed.stderr);
    }),
});

Deno.test("what only stderr told is told as an event too", () =>
  inWorkspace(async (run, workspace) => {
    const yaml = "mcp: {servers: []}\nagents: {build: {allowed_tools: [read_flie]}}\n";
    await Deno.mkdir(`${workspace}/.architect`);
    await Deno.writeTextFile(`${workspace}/.architect/config.yaml`, yaml);
    await using server = chatServer([status(500, { headers: { "retry-after-ms": "1" } }), DONE]);
    const { events } = await run(["run", "x", "--events", "--dry-run", ...model(server)]);
    const told = events();
    const warnings = told.filter(({ type }) => type === "warning").map(({ message }) => message);
    assertEquals(warnings.length, 3);
    for (const [at, pattern] of [/mcp/, /read_flie/, /retry 1 of 2/].entries()) {
      assertMatch(warnings[at], pattern);
    }
    assertEquals(typesOf(told).startsWith("warning warning session_started"), true);
  }));

Deno.test("a dry run tells what a call would have done", () =>
  inWorkspace(async (run) => {
    await using server = chatServer([writes("a.txt", "new line\n"), DONE]);
    const { events } = await run(["run", "x", "--events", "--dry-run", ...model(server)]);
    const tool = events().find(({ type }) => type === "tool_finished")!;
    assertStringIncludes(tool.would_do, "new line");
  }));

Deno.test("a reader that goes away keeps no run from being saved", async (t) => {
  const content = "a line\n".repeat(20_000);
  for (const flag of ["--events", "--events-text"]) {
    await t.step(flag, () =>
      withWorkspace(async (cwd) => {
        await using server = chatServer([
          writes("a.txt"),
          answer({ content, chunkSize: 999 }),
        ]);
        const args = ["run", "x", flag, ...model(server)];
        const { code, stderr } = await architect(args, { cwd, closeStdout: true });
        assertEquals([code, /EPIPE|BrokenPipe|at async/.test(stderr)], [0, false], stderr);
        const { status, steps_completed } = await onlySession(cwd);
        assertEquals([status, steps_completed], ["success", 2]);
      }));
  }
});

Deno.test({
  name: "a reader that stops reading keeps no run from being saved, and gets all in the end",
  ignore: WINDOWS,
  fn: () =>
    withWorkspace(async (cwd) => {
      // More than a pipe holds, before the last step.
      const long = "a line\n".repeat(50_000);
      await using server = chatServer([writes("a.txt", long, { chunkSize: 9999 }), DONE]);
      const reader =
        '"$@" | { read first; echo "$first"; until [ -e go ]; do sleep 0.05; done; cat; }';
      const process = await startArchitect(["run", "x", "--events", ...model(server)], {
        cwd,
        through: ["sh", "-c", reader, "sh"],
      });
      await process.until(untilSucceeded(cwd));
      await Deno.writeTextFile(`${cwd}/go`, "");
      const told = (await process.result).events();
      assertEquals(typesOf(told), `session_started saved ${STEP} ${TOOL} ${STEP} ${END}`);
      assertEquals(
        told.find(({ tool_calls }) => tool_calls)!.tool_calls[0].arguments.content,
        long,
      );
    }),
});

/** Resolves when the one session there has succeeded. */
async function untilSucceeded(workspace: string): Promise<void> {
  while ((await sessionFiles(workspace)).length === 0 || !await succeeded(workspace)) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function succeeded(workspace: string): Promise<boolean> {
  return (await onlySession(workspace)).status === "success";
}

Deno.test({
  name: "a stdout that takes no event ends the program with 1, once, and the run is saved" +
    (CAN_BE_FULL ? "" : " (left out: needs Linux and ARCHITECT_BIN)"),
  ignore: !CAN_BE_FULL,
  fn: () =>
    withWorkspace(async (cwd) => {
      await using server = chatServer([writes("a.txt"), DONE]);
      const args = ["run", "x", "--events-text", ...model(server)];
      const { code, stderr } = await new Deno.Command("sh", {
        args: ["-c", 'exec "$@" > /dev/full', "sh", binaryPath()!, ...args],
        cwd,
      }).output();
      const told = new TextDecoder().decode(stderr);
      assertEquals(code, 1, told);
      assertMatch(told, /^error: Cannot write to stdout: No space left/m);
      assert(told.split("\n").length < 12, told);
      assertEquals((await onlySession(cwd)).status, "success");
    }),
});

Deno.test({
  name: `--events ends with the result when the session cannot be saved${NO_MOUNT}`,
  ignore: NO_MOUNT !== "",
  fn: async (t) => {
    await t.step("from the start", () =>
      withSmallDisk(async (cwd) => {
        await fill(cwd);
        await using server = chatServer([DONE]);
        const { code, events } = await architect(["run", "x", "--events", ...model(server)], {
          cwd,
        });
        const told = events();
        assertEquals([code, typesOf(told)], [8, "run_finished"]);
        assertEquals(told[0]!.result.error.code, "save_error");
      }));
    await t.step("in the middle", () =>
      withSmallDisk(async (cwd) => {
        const long = answer({ content: "y".repeat(250_000), chunkSize: 9999 });
        await using server = chatServer([writes("b.txt"), long]);
        const { code, events } = await architect(["run", "x", "--events", ...model(server)], {
          cwd,
        });
        const told = events();
        assertEquals(code, 8);
        // The answer that could not be saved is not told.
        assertEquals(
          typesOf(told),
          `session_started saved ${STEP} ${TOOL} step_started run_finished`,
        );
        const { persisted, error } = told.at(-1)!.result;
        assertEquals([persisted, error.code], [false, "save_error"]);
      }));
  },
});
