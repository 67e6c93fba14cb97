/** What ends a run from outside: signals, closed pipes, readers that are slow, no terminal. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startArchitect } from "../support/architect.ts";
import { after, answer, chatServer, drip, hang } from "../support/chat_server.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";
import {
  DONE,
  inWorkspace,
  model,
  onlySession,
  sessionFiles,
  toldCommand,
  writes,
} from "./support.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const WINDOWS = Deno.build.os === "windows";

/** A command that tells its process group by a file, and whose child outlives a plain kill. */
const LONG_COMMAND = "sleep 300 & echo $$ > shell.pid; echo $! > child.pid; wait";

Deno.test({
  name: "a signal in the middle of an answer ends a run as interrupted",
  ignore: WINDOWS,
  fn: async (t) => {
    for (const signal of SIGNALS) {
      for (const [how, reply] of [["streamed", drip()], ["awaited", hang()]] as const) {
        await t.step(`${signal}, ${how}`, () =>
          inWorkspace(async (run, workspace) => {
            await using server = chatServer([writes("a.txt"), reply, DONE]);
            const flags = how === "streamed" ? [] : ["--no-stream"];
            const process = await startArchitect(
              ["run", "x", "--json", ...model(server), ...flags],
              { cwd: workspace },
            );
            await server.received(2);
            process.kill(signal);
            const result = await process.result;
            assertEquals([result.code, result.signal], [130, null], result.stderr);
            const { status, stop_reason, persisted, session_id, steps, error } = result.json();
            assertEquals([status, stop_reason, persisted], ["interrupted", "user_interrupt", true]);
            assertEquals([steps, error], [1, null]);
            const stored = await onlySession(workspace);
            assertEquals([stored.status, stored.stop_reason], ["interrupted", "user_interrupt"]);
            assertMatch(result.stderr, new RegExp(`^session ${session_id}$`, "m"));

            const resumed = await run(["resume", session_id, ...model(server)]);
            assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
            assertEquals(server.requests[2]!.messages, server.requests[1]!.messages);
          }));
      }
    }
  },
});

Deno.test({
  name: "a signal in the middle of a command ends all that the command started",
  ignore: WINDOWS,
  fn: async (t) => {
    for (const signal of SIGNALS) {
      await t.step(signal, () =>
        inWorkspace(async (run, workspace) => {
          const calls = [{
            id: "c1",
            name: "run_command",
            args: { command: LONG_COMMAND, timeout: 600 },
          }];
          await using server = chatServer([answer({ calls }), DONE]);
          const process = await startArchitect(
            ["run", "x", "--json", "--allow-commands", ...model(server)],
            { cwd: workspace },
          );
          const pids = [
            await numberIn(`${workspace}/shell.pid`),
            await numberIn(`${workspace}/child.pid`),
          ];
          process.kill(signal);
          const result = await process.result;
          assertEquals([result.code, result.json().status], [130, "interrupted"], result.stderr);
          assertEquals(await Promise.all(pids.map(isRunning)), [false, false]);

          const resumed = await run(["resume", "last", "--allow-commands", ...model(server)]);
          assertEquals(resumed.code, 0, resumed.stderr);
          const told = server.requests[1]!.messages.at(-1)!;
          assertEquals([told.role, told.tool_call_id], ["tool", "c1"]);
          assertMatch(String(told.content), /outcome unknown|interrupted/i);
        }));
    }
  },
});

Deno.test({
  name: "--timeout in the middle of a command ends all that the command started",
  ignore: WINDOWS,
  fn: () =>
    inWorkspace(async (run, workspace) => {
      const calls = [{
        id: "c1",
        name: "run_command",
        args: { command: LONG_COMMAND, timeout: 600 },
      }];
      await using server = chatServer([answer({ calls })]);
      const flags = ["--allow-commands", "--timeout", "2", "--json"];
      const result = await run(["run", "x", ...flags, ...model(server)]);
      assertEquals([result.code, result.json().stop_reason], [5, "timeout"], result.stderr);
      for (const name of ["shell.pid", "child.pid"]) {
        assertEquals(await isRunning(await numberIn(`${workspace}/${name}`)), false);
      }
    }),
});

Deno.test({
  name: "a second Ctrl+C ends a run at once",
  ignore: WINDOWS,
  fn: () =>
    withWorkspace(async (workspace) => {
      // The command does not end when it is asked to: the first signal has to wait for it.
      const command =
        "trap 'echo 1 > asked' TERM; echo $$ > shell.pid; while :; do sleep 0.1; done";
      await using server = chatServer([
        answer({ calls: [{ name: "run_command", args: { command } }] }),
      ]);
      const process = await startArchitect(
        ["run", "x", "--allow-commands", ...model(server)],
        { cwd: workspace },
      );
      const shell = await numberIn(`${workspace}/shell.pid`);
      const started = Date.now();
      process.kill("SIGINT");
      await numberIn(`${workspace}/asked`);
      process.kill("SIGINT");
      const { code, signal } = await process.result;
      // Without it, the command is given two seconds.
      assertEquals([code, signal, Date.now() - started < 1500], [130, null, true]);
      const { status, metadata } = await onlySession(workspace);
      assertEquals([status, metadata.pending.length], ["running", 1]);
      Deno.kill(-shell, "SIGKILL");
    }),
});

Deno.test({
  name: "Ctrl+C before the first request leaves nothing behind but a session that goes on",
  ignore: WINDOWS,
  fn: () =>
    inWorkspace(async (run, workspace) => {
      const gate = Promise.withResolvers<void>();
      await using server = chatServer([after(gate.promise, DONE), DONE]);
      const process = await startArchitect(["run", "x", ...model(server)], { cwd: workspace });
      const [, id] = await process.stderrMatches(/^session (\S+)$/m);
      process.kill("SIGINT");
      assertEquals((await process.result).code, 130);
      gate.resolve();
      assertEquals((await run(["resume", id!, ...model(server)])).code, 0);
    }),
});

Deno.test({
  name: "Ctrl+C works while run - waits for its prompt",
  ignore: WINDOWS,
  fn: async (t) => {
    for (const signal of SIGNALS) {
      await t.step(signal, () =>
        withWorkspace(async (workspace) => {
          await using server = chatServer([DONE]);
          const process = await startArchitect(
            ["run", "-", "--json", ...model(server)],
            { cwd: workspace, stdin: "open" },
          );
          await process.writeStdin("half of a pro");
          await untilItListens(process.pid);
          process.kill(signal);
          const result = await process.result;
          assertEquals([result.code, result.signal], [130, null], result.stderr);
          const { session_id, status, error } = result.json();
          assertEquals([session_id, status, error.code], [null, "failed", "user_interrupt"]);
          assertEquals([server.requests.length, await sessionFiles(workspace)], [0, []]);
        }));
    }
  },
});

Deno.test("run - reads its prompt from stdin, and nothing else does", async (t) => {
  await t.step("run -", () =>
    inWorkspace(async (run) => {
      await using server = chatServer([DONE]);
      const result = await run(["run", "-", ...model(server)], { stdin: "from a pipe: ñ\n" });
      assertEquals(result.code, 0, result.stderr);
      assertEquals(server.requests[0]!.messages[1]!.content, "from a pipe: ñ");
    }));
  await t.step("run - with nothing", () =>
    inWorkspace(async (run, workspace) => {
      await using server = chatServer([DONE]);
      const result = await run(["run", "-", "--json", ...model(server)], { stdin: " \n" });
      assertEquals([result.code, result.json().error.code], [3, "usage"]);
      assertEquals([server.requests.length, await sessionFiles(workspace)], [0, []]);
    }));
  await t.step("run with a stdin that stays open", () =>
    inWorkspace(async (run) => {
      await using server = chatServer([DONE]);
      const result = await run(["run", "x", ...model(server)], { stdin: "open" });
      assertEquals([result.code, result.stdout], [0, "All done.\n"], result.stderr);
      assertEquals(server.requests[0]!.messages[1]!.content, "x");
    }));
  await t.step("resume with a stdin that stays open", () =>
    inWorkspace(async (run, workspace) => {
      await saveSession(workspace);
      await using server = chatServer([DONE]);
      const result = await run(["resume", "last", "x", ...model(server)], { stdin: "open" });
      assertEquals([result.code, result.stdout], [0, "All done.\n"], result.stderr);
    }));
  await t.step("resume ID - reads it", () =>
    inWorkspace(async (run, workspace) => {
      await saveSession(workspace);
      await using server = chatServer([DONE]);
      const result = await run(["resume", "last", "-", ...model(server)], { stdin: "and more" });
      assertEquals(result.code, 0, result.stderr);
      assertEquals(server.requests[0]!.messages.at(-1)!.content, "and more");
    }));
  await t.step("a prompt that begins with - follows --", () =>
    inWorkspace(async (run) => {
      await using server = chatServer([DONE]);
      const result = await run(["run", ...model(server), "--", "--json"]);
      assertEquals([result.code, result.stdout], [0, "All done.\n"], result.stderr);
      assertEquals(server.requests[0]!.messages[1]!.content, "--json");
    }));
});

Deno.test("a run whose stdout is closed is done and saved all the same", async (t) => {
  for (const flags of [[], ["--json"]]) {
    await t.step(flags.join(" ") || "text", () =>
      withWorkspace(async (workspace) => {
        await using server = chatServer([
          writes("a.txt"),
          answer({ content: "x".repeat(300_000), chunkSize: 9999 }),
        ]);
        const process = await startArchitect(
          ["run", "x", ...model(server), ...flags],
          { cwd: workspace, closeStdout: true },
        );
        const { code, stderr } = await process.result;
        assertEquals(code, 0, stderr);
        assertEquals(/EPIPE|BrokenPipe|at async/.test(stderr), false);
        const { status, steps_completed } = await onlySession(workspace);
        assertEquals([status, steps_completed], ["success", 2]);
      }));
  }
});

Deno.test("a slow reader gets all of two megabytes", async (t) => {
  const content = "añadido 🎉 ".repeat(130_000);
  for (const [name, flags] of [["JSON", ["--json"]], ["text", []]] as const) {
    await t.step(name, () =>
      inWorkspace(async (run) => {
        await using server = chatServer([answer({ content, chunkSize: 100_000 })]);
        const result = await run(["run", "x", ...model(server), ...flags], { slowReaderMs: 5 });
        assertEquals(result.code, 0, result.stderr);
        const output = name === "JSON" ? result.json().output : result.stdout.slice(0, -1);
        // Not compared as a whole: a difference would be printed for minutes.
        assertEquals([output.length, output === content], [content.length, true]);
      }));
  }
});

Deno.test("a mode that asks is refused without a terminal, before anything is sent", async (t) => {
  for (
    const flags of [[], ["--mode", "confirm-sensitive"], ["--mode", "confirm-all"], [
      "-a",
      "plan",
      "-m",
      "confirm-all",
    ]]
  ) {
    await t.step(flags.join(" ") || "by default", () =>
      inWorkspace(async (run, workspace) => {
        await using server = chatServer([DONE]);
        const api = ["--model", "local", "--api-base", server.baseUrl];
        const result = await run(["run", "x", "--json", ...api, ...flags]);
        const { error, session_id, status } = result.json();
        assertEquals([result.code, error.code, session_id, status], [3, "config", null, "failed"]);
        assertStringIncludes(error.suggestion, "--mode yolo");
        assertEquals([server.requests.length, await sessionFiles(workspace)], [0, []]);
      }));
  }
  for (const flags of [["--agent", "plan"], ["--dry-run"]]) {
    await t.step(`${flags.join(" ")} has nothing to ask`, () =>
      inWorkspace(async (run) => {
        await using server = chatServer([DONE]);
        const api = ["--model", "local", "--api-base", server.baseUrl];
        assertEquals((await run(["run", "x", ...api, ...flags])).code, 0);
      }));
  }
});

Deno.test("the refusal of a resume tells the whole command, which then works", async (t) => {
  const prompt = "what's left? say $HOME";
  const cases: readonly (readonly [string, (api: string) => readonly string[]])[] = [
    ["with a prompt", (api) => [prompt, "--api-base", api]],
    ["with flags", (api) => [
      ...[prompt, "--api-base", api, "--allow-commands", "-c", "test.yaml", "--model", "other"],
      ...["--max-steps", "3", "--budget", "+1", "--timeout", "60", "--json", "--no-stream"],
    ]],
    ["--session", (api) => ["--api-base", api]],
  ];
  for (const [name, flags] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        await Deno.writeTextFile(`${workspace}/test.yaml`, "llm: {retries: 1}\n");
        await using server = chatServer([writes("a.txt"), answer({ content: "so far" })]);
        const first = await run(["run", "x", "--max-steps", "1", ...model(server)]);
        assertEquals(first.code, 2, first.stderr);
        const before = await onlySession(workspace);
        const start = name === "--session" ? ["run", "--session"] : ["resume"];
        const refused = await run([...start, "last", ...flags(server.baseUrl)]);
        assertEquals(refused.code, 3, refused.stderr);
        assertEquals(await onlySession(workspace), before);
        assertEquals(server.requests.length, 2);

        const told = toldCommand(refused.stderr);
        const resumed = await run(told);
        assertEquals(resumed.code, 0, `${told.join(" ")}\n${resumed.stderr}`);
        const asked = server.requests[2]!;
        if (name !== "--session") {
          assertStringIncludes(String(asked.messages.at(-1)!.content), prompt);
        }
        if (name !== "with flags") {
          return;
        }
        assertEquals([asked.body.model, asked.body.stream ?? false], ["other", false]);
        assertEquals(asked.body.tools!.some((tool) => tool.function.name === "run_command"), true);
        assertEquals(resumed.json().model, "other");
      }));
  }
});

/** Resolves with the number that a file holds, once it does. */
async function numberIn(path: string): Promise<number> {
  while (true) {
    const text = await Deno.readTextFile(path).catch(() => "");
    if (/^\d+\n$/.test(text)) return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Whether a process goes on. One that nobody has waited for yet counts as ended. */
async function isRunning(pid: number): Promise<boolean> {
  const command = new Deno.Command("ps", {
    args: ["-o", "stat=", "-p", String(pid)],
    stderr: "null",
  });
  const state = new TextDecoder().decode((await command.output()).stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

/** Resolves when a process catches SIGINT: on Linux by what the kernel says, else by time. */
async function untilItListens(pid: number): Promise<void> {
  if (Deno.build.os !== "linux") return await new Promise((resolve) => setTimeout(resolve, 500));
  while (true) {
    const status = await Deno.readTextFile(`/proc/${pid}/status`);
    const caught = BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(status)?.[1] ?? "0"}`);
    // Signal 2 is bit 1, 15 is bit 14, 1 is bit 0.
    if ([0n, 1n, 14n].every((bit) => caught >> bit & 1n)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
