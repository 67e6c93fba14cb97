/** What ends a run from outside: signals, closed pipes, readers that are slow, no terminal. */

import { assertEquals, assertMatch } from "@std/assert";
import { startArchitect } from "../support/architect.ts";
import { after, answer, chatServer, drip, hang } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, inWorkspace, model, onlySession, sessionFiles, writes } from "./support.ts";

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
            await process.until(server.received(2));
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
          const [listed] = (await run(["sessions", "--json"])).json();
          assertEquals([listed.id, listed.status], [result.json().session_id, "interrupted"]);

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
