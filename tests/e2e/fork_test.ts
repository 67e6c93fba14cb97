/** A session that branches off, and the one that it comes from. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import { architect, startArchitect } from "../support/architect.ts";
import { answer, chatServer, hang } from "../support/chat_server.ts";
import { ANSWERS } from "../support/file_task.ts";
import { readFolder } from "../support/folder_content.ts";
import { prepare, REPLAY, TASK } from "../support/stop_and_go.ts";
import { withWorkspace } from "../support/workspace.ts";
import {
  DONE,
  inWorkspace,
  model,
  onlySession,
  sessionFiles,
  toldCommand,
  writes,
} from "./support.ts";

/** The messages up to the end of a step. */
function upTo(messages: readonly Message[], step: number): readonly Message[] {
  const answers = messages.flatMap(({ role }, index) => role === "assistant" ? [index] : []);
  return messages.slice(0, answers[step] ?? messages.length);
}

Deno.test("resume --from-step sends the messages up to that step, and leaves the session alone", async (t) => {
  await withWorkspace(async (cwd) => {
    await prepare(cwd);
    const run = await architect(["run", TASK, ...REPLAY, "--json"], { cwd });
    const id = run.json().session_id;
    const folder = `${cwd}/.architect/sessions`;
    const before = await readFolder(folder, id);
    const { messages } = await onlySession(cwd);
    for (let step = 0; step <= ANSWERS.length; step++) {
      await t.step(`step ${step}`, async () => {
        await using server = chatServer([DONE]);
        const flags = ["--from-step", String(step), ...model(server), "--json"];
        const forked = await architect(["resume", id, "another way", ...flags], { cwd });
        assertEquals(forked.code, 0, forked.stderr);
        const { session_id, steps } = forked.json();
        assertEquals([session_id === id, steps], [false, step + 1]);

        const kept = upTo(messages, step).slice(1);
        const [, ...sent] = server.requests[0]!.messages;
        // What is new stands in the last message, with the task where that was the last one.
        const last = String(sent.at(-1)!.content);
        assertEquals(sent.slice(0, step === 0 ? 0 : -1), step === 0 ? [] : kept);
        assert(last.endsWith("\n\nanother way") || last === "another way", last);
        if (step === 0) assert(last.startsWith(TASK), last);
        assertEquals(last.includes("old.txt: gone"), step < 6, "what a later step deleted");
        assertEquals(last.includes("src/greet.ts: changed"), step < 4, "what a later step wrote");
        assertEquals(forked.stderr.includes("  src/greet.ts: changed\n"), step < 4);
        assertEquals(await readFolder(folder, id), before);
      });
    }
    const list = await architect(["sessions", "--json"], { cwd });
    assertEquals(list.json().length, ANSWERS.length + 2);
  });
});

Deno.test("a fork costs what its steps cost, and keeps within its budget from there", async () => {
  await withWorkspace(async (cwd) => {
    await prepare(cwd);
    await architect(["run", TASK, ...REPLAY], { cwd });
    const flags = ["--from-step", "3", "--budget", "0.045", "--mode", "yolo", "--json"];
    const forked = await architect(["resume", "last", ...flags], { cwd });
    const { costs, steps, stop_reason } = forked.json();
    assertEquals([forked.code, stop_reason, steps], [2, "budget_exceeded", 5], forked.stderr);
    assertEquals([costs.total_cost_usd, costs.run_cost_usd], [0.05, 0.02]);
  });
});

Deno.test("a session that is in use is forked by the command that is told", async () => {
  await inWorkspace(async (run, cwd) => {
    await using server = chatServer([writes("a.txt"), hang(), DONE]);
    const first = await startArchitect(["run", "write", ...model(server)], { cwd });
    await first.until(server.received(2));
    const { session_id: id } = await onlySession(cwd);
    const folder = `${cwd}/.architect/sessions`;
    const before = await readFolder(folder, id);

    const refused = await run(["resume", id, "beside it", ...model(server)]);
    assertEquals(refused.code, 7, refused.stderr);
    const told = toldCommand(refused.stderr);
    assertEquals(told.slice(0, 4), ["resume", id, "beside it", "--fork"]);
    const beside = await run([...told, "--json"]);
    assertEquals(beside.code, 0, beside.stderr);
    assertStringIncludes(beside.stderr, `warning: ${id} is in use: forked after step 1`);
    const { session_id } = beside.json();
    const fork = JSON.parse(await Deno.readTextFile(`${folder}/${session_id}.json`));
    assertEquals(fork.metadata.parent, { session_id: id, step: 1 });
    assertEquals(fork.messages.slice(1, 4).map(({ role }: Message) => role), [
      "user",
      "assistant",
      "tool",
    ]);
    assertEquals(await readFolder(folder, id), before, "nothing of the one that is in use changed");
    first.kill("SIGKILL");
    await first.result;
  });
});

Deno.test("a step whose calls still run is no place to fork at", async () => {
  await inWorkspace(async (run, cwd) => {
    const sleeps = answer({
      calls: [{ id: "c", name: "run_command", args: { command: "sleep 600" } }],
    });
    await using server = chatServer([writes("a.txt"), sleeps]);
    const args = ["run", "write", ...model(server), "--allow-commands", "--events"];
    const first = await startArchitect(args, { cwd });
    await first.until(first.stdoutMatches(/"tool_started"[^\n]*"run_command"/));
    const { session_id: id } = await onlySession(cwd);
    const refused = await run(["sessions", "fork", id, "--at", "2", "--json"]);
    assertEquals([refused.code, refused.json().error.code], [7, "session_locked"]);
    const forked = await run(["sessions", "fork", id, "--json"]);
    assertEquals(forked.json().parent, { session_id: id, step: 1 }, forked.stderr);
    first.kill("SIGTERM");
    await first.result;
  });
});

Deno.test("a fork that may not begin leaves nothing, and the command that is told begins it", async () => {
  await withWorkspace(async (cwd) => {
    await prepare(cwd);
    await architect(["run", TASK, ...REPLAY], { cwd });
    const refused = await architect(["resume", "last", "--from-step", "10", "--json"], { cwd });
    const { error, session_id } = refused.json();
    assertEquals([refused.code, error.code], [3, "config"]);
    assertEquals((await onlySession(cwd)).session_id, session_id);
    const begun = await architect(toldCommand(error.suggestion), { cwd });
    assertEquals(begun.code, 0, begun.stderr);
    assertEquals((await sessionFiles(cwd)).length, 2);
  });
});

Deno.test("a fork of a finished session without a prompt is there, and asks no model", async () => {
  await withWorkspace(async (cwd) => {
    await prepare(cwd);
    await architect(["run", TASK, ...REPLAY], { cwd });
    const forked = await architect(["resume", "last", "--fork", "--events"], { cwd });
    assertEquals(forked.code, 0, forked.stderr);
    const { result } = forked.events().at(-1) as unknown as { result: Record<string, unknown> };
    assertEquals([result.status, result.run_steps], ["success", 0]);
    const shown = await architect(["sessions", "show", String(result.session_id), "--json"], {
      cwd,
    });
    assertEquals(shown.json().metadata.parent.step, ANSWERS.length);
  });
});
