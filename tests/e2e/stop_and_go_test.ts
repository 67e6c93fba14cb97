/** Whatever stops a run, it ends as the one that was never stopped. */

import { assertEquals } from "@std/assert";
import { architect, startArchitect } from "../support/architect.ts";
import { after, answer, chatServer, type Reply } from "../support/chat_server.ts";
import { ANSWERS } from "../support/file_task.ts";
import { ending, prepare, REPLAY, TASK, undisturbed } from "../support/stop_and_go.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("a run that its budget stops between every two steps ends as one that is not", async (t) => {
  const expected = await undisturbed();
  for (let steps = 1; steps < ANSWERS.length; steps++) {
    await t.step(`after step ${steps}`, () =>
      withWorkspace(async (workspace) => {
        await prepare(workspace);
        const budget = String(steps / 100 - 0.005);
        const first = await architect(["run", TASK, ...REPLAY, "--budget", budget, "--json"], {
          cwd: workspace,
        });
        assertEquals([first.code, first.json().stop_reason], [2, "budget_exceeded"], first.stderr);
        assertEquals(first.json().steps, steps);
        const second = await architect(["resume", "last", "--budget", "1", "--mode", "yolo"], {
          cwd: workspace,
        });
        assertEquals(second.code, 0, second.stderr);
        assertEquals(await ending(workspace), expected);
      }));
  }
  await t.step("after each step in turn", () =>
    withWorkspace(async (workspace) => {
      await prepare(workspace);
      let code =
        (await architect(["run", TASK, ...REPLAY, "--budget", "0.005"], { cwd: workspace })).code;
      let runs = 1;
      for (; code === 2 && runs < 2 * ANSWERS.length; runs++) {
        const more = ["resume", "last", "--budget", "+0.005", "--mode", "yolo"];
        code = (await architect(more, { cwd: workspace })).code;
      }
      assertEquals([code, runs], [0, ANSWERS.length]);
      assertEquals(await ending(workspace), expected);
    }));
});

Deno.test("a run that a signal ends in any model call ends as one that goes on", async (t) => {
  const expected = await undisturbed();
  const replies = ANSWERS.map(({ message, usage }): Reply =>
    answer({
      content: message.content as string | null,
      calls: message.tool_calls?.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args,
      })),
      usage: { prompt_tokens: usage!.inputTokens, completion_tokens: usage!.outputTokens },
    })
  );
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const;
  for (let step = 1; step <= ANSWERS.length; step++) {
    const signal = signals[step % signals.length]!;
    await t.step(`${signal} in call ${step}`, () =>
      withWorkspace(async (workspace) => {
        await prepare(workspace);
        const gate = Promise.withResolvers<void>();
        const held = after(gate.promise, replies[step - 1]!);
        // The call that is lost is made again.
        await using server = chatServer([
          ...replies.slice(0, step - 1),
          held,
          ...replies.slice(step - 1),
        ]);
        const model = ["--model", "local", "--api-base", server.baseUrl, "--mode", "yolo"];
        const run = await startArchitect(["run", TASK, ...model], { cwd: workspace });
        await run.until(server.received(step));
        run.kill(signal);
        const { code } = await run.result;
        gate.resolve();
        assertEquals(code, signal === "SIGKILL" ? 137 : 130);
        const list = await architect(["sessions", "--json"], { cwd: workspace });
        assertEquals(list.json()[0].status, "interrupted");
        const resumed = await architect(["resume", "last", ...model.slice(2)], { cwd: workspace });
        assertEquals(resumed.code, 0, resumed.stderr);
        assertEquals({ ...await ending(workspace), cost: expected.cost }, expected);
      }));
  }
});
