/** Several processes at one session, or in one workspace: nothing is overwritten, nothing comes back. */

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { probeLock } from "../../src/session/lock.ts";
import {
  architect,
  type ArchitectProcess,
  type ArchitectResult,
  startArchitect,
} from "../support/architect.ts";
import {
  after,
  answer,
  type ChatRequest,
  type ChatServer,
  chatServer,
  hang,
  status,
} from "../support/chat_server.ts";
import { readTree } from "../support/tree.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, model, onlySession, writes } from "./support.ts";

/** Where the sessions of a workspace lie. */
function folderOf(workspace: string): string {
  return `${workspace}/.architect/sessions`;
}

/** Every file of the sessions, by name. */
async function stored(workspace: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folderOf(workspace))) {
    files[name] = await Deno.readTextFile(`${folderOf(workspace)}/${name}`);
  }
  return files;
}

/** The files that a session leaves at rest. */
function assertAtRest(names: readonly string[], id: string): void {
  const allowed = [`${id}.json`, `${id}.jsonl`, `${id}.lock`];
  assertEquals(names.filter((name) => !allowed.includes(name)), []);
}

/** A session of one step, `first.txt`, whose process was killed in its second call. */
async function killedRun(workspace: string): Promise<string> {
  await using server = chatServer([writes("first.txt"), hang()]);
  const run = await startArchitect(["run", "x", ...model(server)], { cwd: workspace });
  await run.until(server.received(2));
  run.kill("SIGKILL");
  await run.result;
  return (await onlySession(workspace)).session_id;
}

/** A run that waits in a model call, and the session that it works on. */
async function waitingRun(
  workspace: string,
  server: ChatServer,
  call: number,
): Promise<{ readonly run: ArchitectProcess; readonly id: string }> {
  const flags = ["--json", "--allow-commands", ...model(server)];
  const run = await startArchitect(["run", "x", ...flags], { cwd: workspace });
  await run.until(server.received(call));
  return { run, id: (await onlySession(workspace)).session_id };
}

function assertConflict(result: ArchitectResult, id: string): void {
  const { error, status, stop_reason, persisted, session_id } = result.json();
  assertEquals([result.code, error?.code], [7, "session_conflict"], result.stderr);
  assertEquals([status, stop_reason, persisted, session_id], ["failed", null, false, id]);
}

Deno.test("of twenty resumes at once one goes on, and the others name it", () =>
  withWorkspace(async (workspace) => {
    const id = await killedRun(workspace);
    const before = await onlySession(workspace);
    const gate = Promise.withResolvers<void>();
    await using server = chatServer([
      after(gate.promise, writes("second.txt")),
      DONE,
    ]);
    const processes = await Promise.all(
      Array.from(
        { length: 20 },
        () => startArchitect(["resume", id, "--json", ...model(server)], { cwd: workspace }),
      ),
    );
    const ended: [number, ArchitectResult][] = [];
    const allRefused = Promise.withResolvers<void>();
    const results = processes.map(async ({ pid, result }) => {
      ended.push([pid, await result]);
      if (ended.length === 19) allRefused.resolve();
    });
    // They end while the one that goes on waits for its answer; a second request would be a second
    // one that goes on.
    await Promise.race([allRefused.promise, server.received(2)]);
    const refused = [...ended];
    gate.resolve();
    await Promise.all(results);

    assertEquals(refused.map(([, { code }]) => code), Array(19).fill(7));
    const winner = processes.find(({ pid }) => refused.every(([other]) => other !== pid))!;
    const holder = JSON.parse((await stored(workspace))[`${id}.lock`]!);
    assertEquals([holder.pid, holder.host], [winner.pid, Deno.hostname()]);
    assert(Date.parse(holder.since) > 0);
    for (const [, result] of refused) {
      const { session_id, status, error } = result.json();
      assertEquals([session_id, status, error.code], [id, "failed", "session_locked"]);
      const words = `in use by pid ${holder.pid} on ${holder.host} since ${holder.since}`;
      assert(error.message.endsWith(words), error.message);
    }

    const result = await winner.result;
    assertEquals([result.code, result.json().steps], [0, 3], result.stderr);
    const state = await onlySession(workspace);
    assertEquals([state.status, state.steps_completed], ["success", 3]);
    assertEquals(state.metadata.runs.length, before.metadata.runs.length + 1);
    assertEquals(state.files_modified, ["first.txt", "second.txt"]);
    assertEquals(server.requests.length, 2);
    assertAtRest(Object.keys(await stored(workspace)), id);
  }));

Deno.test("a run that lost its lock stops before it overwrites what another one saved", async (t) => {
  const losses: readonly (readonly [string, (lock: string) => Promise<void>])[] = [
    ["removed", (lock) => Deno.remove(lock)],
    ["replaced", async (lock) => {
      await Deno.writeTextFile(`${lock}.new`, "");
      await Deno.rename(`${lock}.new`, lock);
    }],
  ];
  for (const [name, lose] of losses) {
    await t.step(
      `its lock file ${name}, the other one done`,
      () =>
        withWorkspace(async (workspace) => {
          const gate = Promise.withResolvers<void>();
          await using server = chatServer([
            writes("a.txt"),
            after(gate.promise, writes("late.txt")),
          ]);
          const { run, id } = await waitingRun(workspace, server, 2);
          await lose(`${folderOf(workspace)}/${id}.lock`);
          await using other = chatServer([writes("b.txt"), DONE]);
          const args = ["resume", id, ...model(other)];
          const resumed = await architect(args, { cwd: workspace });
          assertEquals(resumed.code, 0, resumed.stderr);
          const theirs = await stored(workspace);
          gate.resolve();
          assertConflict(await run.result, id);
          assertEquals(await stored(workspace), theirs);
          assertEquals((await onlySession(workspace)).stop_reason, "llm_done");
          assertEquals(Object.keys(await readTree(workspace)), ["a.txt", "b.txt"]);
          assertEquals(server.requests.length, 2);
        }),
    );
    await t.step(
      `its lock file ${name}, the other one under way`,
      () =>
        withWorkspace(async (workspace) => {
          const [gate, otherGate] = [
            Promise.withResolvers<void>(),
            Promise.withResolvers<void>(),
          ];
          await using server = chatServer([after(gate.promise, writes("late.txt"))]);
          const { run, id } = await waitingRun(workspace, server, 1);
          await lose(`${folderOf(workspace)}/${id}.lock`);
          await using other = chatServer([writes("b.txt"), after(otherGate.promise, DONE)]);
          const args = ["resume", id, ...model(other)];
          const twin = await startArchitect(args, { cwd: workspace });
          await twin.until(other.received(2));
          gate.resolve();
          assertConflict(await run.result, id);
          assertEquals((await onlySession(workspace)).status, "running");
          otherGate.resolve();
          const resumed = await twin.result;
          assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
          assertEquals(Object.keys(await readTree(workspace)), ["b.txt"]);
        }),
    );
  }
  await t.step(
    "the one that saved nothing yet is the one that stops",
    () =>
      withWorkspace(async (workspace) => {
        const [gate, otherGate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        await using server = chatServer([after(gate.promise, writes("a.txt")), DONE]);
        const { run, id } = await waitingRun(workspace, server, 1);
        await Deno.remove(`${folderOf(workspace)}/${id}.lock`);
        await using other = chatServer([after(otherGate.promise, writes("late.txt"))]);
        const args = ["resume", id, "--json", ...model(other)];
        const twin = await startArchitect(args, { cwd: workspace });
        await twin.until(other.received(1));
        gate.resolve();
        assertEquals((await run.result).code, 0);
        const theirs = await stored(workspace);
        otherGate.resolve();
        assertConflict(await twin.result, id);
        assertEquals(await stored(workspace), theirs);
        assertEquals(Object.keys(await readTree(workspace)), ["a.txt"]);
      }),
  );
});

Deno.test("a session that is deleted in mid-run is never made again", async (t) => {
  const ways: readonly (readonly [string, (workspace: string, id: string) => Promise<void>])[] = [
    ["its state", (workspace, id) => Deno.remove(`${folderOf(workspace)}/${id}.json`)],
    ["all its files", async (workspace, id) => {
      for (const name of Object.keys(await stored(workspace))) {
        if (name.startsWith(id)) await Deno.remove(`${folderOf(workspace)}/${name}`);
      }
    }],
    [
      "the folder of all sessions",
      (workspace) => Deno.remove(folderOf(workspace), { recursive: true }),
    ],
    [".architect", (workspace) => Deno.remove(`${workspace}/.architect`, { recursive: true })],
    ["the workspace", (workspace) => Deno.remove(workspace, { recursive: true })],
  ];
  for (const [name, remove] of ways) {
    for (const call of [1, 2]) {
      await t.step(`${name}, in model call ${call}`, () =>
        withWorkspace(async (parent) => {
          const workspace = `${parent}/work`;
          await Deno.mkdir(workspace);
          const gate = Promise.withResolvers<void>();
          const held = after(gate.promise, writes("late.txt"));
          await using server = chatServer(call === 1 ? [held] : [writes("a.txt"), held]);
          const { run, id } = await waitingRun(workspace, server, call);
          await remove(workspace, id);
          const left = await stored(workspace).catch(() => null);
          gate.resolve();
          assertConflict(await run.result, id);
          assertEquals(await stored(workspace).catch(() => null), left);
          assertEquals(server.requests.length, call);
          assertEquals(await Deno.stat(`${workspace}/late.txt`).catch(() => null), null);
        }));
    }
  }
  await t.step(
    "all sessions, by a command of the run itself",
    () =>
      withWorkspace(async (workspace) => {
        const command = "rm -r .architect";
        const removes = { id: "call_rm", name: "run_command", args: { command } };
        await using server = chatServer([answer({ calls: [removes] }), DONE]);
        const flags = ["--json", "--allow-commands", ...model(server)];
        const result = await architect(["run", "x", ...flags], { cwd: workspace });
        assertConflict(result, result.json().session_id);
        assertEquals(await Deno.stat(`${workspace}/.architect`).catch(() => null), null);
        assertEquals(server.requests.length, 1);
      }),
  );
});

Deno.test("a session whose starter died is left to the process that works on it", {
  ignore: Deno.build.os === "windows",
}, () =>
  withWorkspace(async (workspace) => {
    const gate = Promise.withResolvers<void>();
    await using server = chatServer([after(gate.promise, DONE)]);
    // The shell ends at once; the run goes on as nobody's child.
    const orphan = await startArchitect(["run", "x", ...model(server)], {
      cwd: workspace,
      through: ["sh", "-c", '"$@" & exit 0', "sh"],
    });
    await orphan.until(server.received(1));
    const { session_id: id } = await onlySession(workspace);
    const { pid } = JSON.parse((await stored(workspace))[`${id}.lock`]!);
    assertNotEquals(pid, orphan.pid);
    await using idle = chatServer([DONE]);
    const refused = await architect(["resume", id, "--json", ...model(idle)], { cwd: workspace });
    assertEquals([refused.code, idle.requests.length], [7, 0], refused.stderr);
    assertMatch(refused.json().error.message, new RegExp(`in use by pid ${pid} on `));
    gate.resolve();
    assertEquals((await orphan.result).stdout, "All done.\n");
    assertEquals((await onlySession(workspace)).status, "success");
  }));

Deno.test("a lock that only a file tells of is free, whoever it names", () =>
  withWorkspace(async (workspace) => {
    const id = await killedRun(workspace);
    // As after a power cut: the process has the number of another one that lives.
    const holder = { host: Deno.hostname(), pid: Deno.pid, since: "2026-01-01T00:00:00.000Z" };
    await Deno.writeTextFile(`${folderOf(workspace)}/${id}.lock`, JSON.stringify(holder));
    await using server = chatServer([DONE]);
    const resumed = await architect(["resume", "last", ...model(server)], { cwd: workspace });
    assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
  }));

Deno.test("eight runs at once in one workspace are eight sessions", () =>
  withWorkspace(async (workspace) => {
    const all = Promise.withResolvers<void>();
    const shared = (task: string) => `${task}\n`.repeat(20_000);
    // All eight are under way before the first one goes on.
    const reply = async (request: ChatRequest) => {
      if (request.number === 8) all.resolve();
      await all.promise;
      const task = String(request.messages.find(({ role }) => role === "user")?.content);
      if (request.messages.some(({ role }) => role === "tool")) return answer({ content: task });
      const file = (path: string, content: string) => ({
        id: `call_${path}`,
        name: "write_file",
        args: { path, content, mode: "overwrite" },
      });
      const calls = [file(`${task}.txt`, task), file("shared.txt", shared(task))];
      return answer({ calls, chunkSize: 9999 });
    };
    await using server = chatServer([reply]);
    const tasks = Array.from({ length: 8 }, (_, number) => `task-${number}`);
    const results = await Promise.all(
      tasks.map((task) => architect(["run", task, "--json", ...model(server)], { cwd: workspace })),
    );

    const ids = results.map((result) => result.json().session_id);
    assertEquals(new Set(ids).size, 8);
    const wrote: string[] = [];
    for (const [number, result] of results.entries()) {
      const { status, steps, output, files_modified, tools_used } = result.json();
      assertEquals([result.code, status, steps], [0, "success", 2], result.stderr);
      assertEquals(output, tasks[number]);
      const [own, common] = tools_used;
      assertEquals([own.success, tools_used.length], [true, 2]);
      // Who meets the change of another one is told, and changes nothing.
      if (!common.success) assertMatch(common.error, /was (changed|swapped)/);
      const modified = [`${tasks[number]}.txt`, ...(common.success ? ["shared.txt"] : [])];
      assertEquals(files_modified, modified);
      if (common.success) wrote.push(shared(tasks[number]!));
    }
    const list = (await architect(["sessions", "--json"], { cwd: workspace })).json();
    const shown = list.map(({ task, status }: Record<string, string>) => `${task} ${status}`);
    assertEquals(shown.sort(), tasks.map((task) => `${task} success`));

    const tree = await readTree(workspace);
    assertEquals(Object.keys(tree), ["shared.txt", ...tasks.map((task) => `${task}.txt`)]);
    for (const task of tasks) assertEquals(tree[`${task}.txt`], task);
    // Of one of them, and never half of one and half of another.
    assert(wrote.includes(tree["shared.txt"]!));
    const names = Object.keys(await stored(workspace));
    assertEquals(
      names.filter((name) => !/^[\d-]{16}[0-9a-f]{6}\.(json|jsonl|lock)$/.test(name)),
      [],
    );
    const entries = await Array.fromAsync(Deno.readDir(`${workspace}/.architect`));
    assertEquals(entries.map(({ name }) => name).sort(), [".gitignore", "sessions"]);
  }));

Deno.test("a listing refuses no resume, and no resume hides a session from a listing", () =>
  withWorkspace(async (workspace) => {
    const id = await killedRun(workspace);
    const rounds = 5;
    // Each resume takes a step and is killed in the next call, or is sent away before its first
    // step: the session stays stored as running, and each listing looks at its lock.
    await using server = chatServer(
      Array.from({ length: rounds }, (_, round) => [status(401), writes(`${round}.txt`), hang()])
        .flat(),
    );
    let going = true;
    const lists: Promise<number>[] = [1, 2].map(async () => {
      let count = 0;
      for (; going; count++) {
        const list = await architect(["sessions", "--json"], { cwd: workspace });
        assertEquals([list.code, list.stderr], [0, ""]);
        const [shown, ...more] = list.json();
        assertEquals([shown?.id, more], [id, []]);
        assert(["running", "interrupted"].includes(shown.status), shown.status);
      }
      return count;
    });
    // What a listing does with a lock, as often as it can be done.
    lists.push((async () => {
      let count = 0;
      for (; going; count++) {
        await probeLock(`${folderOf(workspace)}/${id}.lock`);
        if (count % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      return count;
    })());
    // A list that fails is told of once the resumes are done.
    for (const list of lists) list.catch(() => going = false);
    const resume = ["resume", id, "--json", ...model(server)];
    try {
      for (let round = 0; round < rounds; round++) {
        const sentAway = await architect(resume, { cwd: workspace });
        assertEquals(sentAway.code, 4, sentAway.stderr);
        const killed = await startArchitect(resume, { cwd: workspace });
        await killed.until(server.received(3 * round + 3));
        killed.kill("SIGKILL");
        await killed.result;
      }
    } finally {
      going = false;
      await Promise.allSettled(lists);
    }
    for (const list of lists) assert(await list > 0);
    assertEquals((await onlySession(workspace)).steps_completed, rounds + 1);
  }));
