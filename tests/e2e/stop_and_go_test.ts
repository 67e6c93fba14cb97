/** Whatever stops a run, it ends as the one that was never stopped. */

import { assertEquals, assertGreater } from "@std/assert";
import { replayProvider } from "../../src/llm/replay.ts";
import type { Message } from "../../src/llm/provider.ts";
import { architect, startArchitect } from "../support/architect.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { after, answer, chatServer, type Reply } from "../support/chat_server.ts";
import { crashPoints } from "../support/crash_points.ts";
import { ANSWERS, writeFiles } from "../support/file_task.ts";
import { readTree } from "../support/tree.ts";
import { withWorkspace } from "../support/workspace.ts";

const TASK = "make it friendly";
const CASSETTE = cassetteText(ANSWERS);
const REPLAY = ["--model", "replay:answers.jsonl", "--mode", "yolo"];

/** What must be the same, however often a run was stopped. */
interface Ending {
  readonly files: Record<string, string>;
  readonly messages: readonly Message[];
  readonly cost: number;
  readonly steps: number;
  readonly status: string;
  readonly modified: readonly string[];
}

async function prepare(workspace: string): Promise<void> {
  await writeFiles(workspace);
  await Deno.writeTextFile(`${workspace}/answers.jsonl`, CASSETTE);
}

async function ending(workspace: string): Promise<Ending> {
  const shown = await architect(["sessions", "show", "last", "--json"], { cwd: workspace });
  const state = shown.json();
  return {
    files: await readTree(workspace),
    messages: state.messages.filter(({ role }: Message) => role !== "system"),
    cost: state.total_cost,
    steps: state.steps_completed,
    status: state.status,
    modified: state.files_modified,
  };
}

/** The run that is never stopped. */
async function undisturbed(): Promise<Ending> {
  let result: Ending | undefined;
  await withWorkspace(async (workspace) => {
    await prepare(workspace);
    const run = await architect(["run", TASK, ...REPLAY, "--json"], { cwd: workspace });
    assertEquals(run.code, 0, run.stderr);
    result = await ending(workspace);
  });
  assertEquals(result?.steps, ANSWERS.length);
  return result!;
}

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

Deno.test("a run that dies at any moment ends as one that does not", async (t) => {
  const expected = await undisturbed();
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/run`;
    await Deno.mkdir(workspace);
    await prepare(workspace);
    const { points } = await crashPoints({
      workspace,
      copies: folder,
      task: TASK,
      model: "replay:answers.jsonl",
      provider: await replayProvider({ file: "answers.jsonl", text: CASSETTE }),
    });
    assertGreater(points.length, 5 * ANSWERS.length);
    for (const point of points) {
      await t.step(point.name, async () => {
        const resumed = await architect(["resume", point.sessionId, "--mode", "yolo"], {
          cwd: point.workspace,
        });
        assertEquals(resumed.code, 0, resumed.stderr);
        assertEquals(await ending(point.workspace), expected);
        await Deno.remove(point.workspace, { recursive: true });
      });
    }
  });
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
        await server.received(step);
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
