/** What the model is sent first after a resume, compared whole. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { OUTCOME_UNKNOWN } from "../../src/agent/tool_calls.ts";
import type { Answer, Message } from "../../src/llm/provider.ts";
import { architect, startArchitect } from "../support/architect.ts";
import { answer, type ChatServer, chatServer, hang } from "../support/chat_server.ts";
import { type CrashPoint, crashPoints } from "../support/crash_points.ts";
import { call, calls, scriptedProvider, text } from "../support/scripted_provider.ts";
import { withWorkspace } from "../support/workspace.ts";

const TASK = "add a greeting";
const EDIT = call("c1", "edit_file", { path: "a.txt", old_str: "hi", new_str: "hello" });
const WRITES = ["1", "2", "3"].map((n) =>
  call(`w${n}`, "write_file", { path: `${n}.txt`, content: `${n}\n`, mode: "overwrite" })
);

/** A run with these answers, at every moment at which it could have died. */
async function withCrashPoints(
  answers: readonly Answer[],
  test: (points: CrashPoint[]) => Promise<void>,
  options: { readonly allowCommands?: boolean } = {},
): Promise<void> {
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/run`;
    await Deno.mkdir(workspace);
    await Deno.writeTextFile(`${workspace}/a.txt`, "hi\n");
    const provider = scriptedProvider([...answers, text("done")]);
    const { points } = await crashPoints({
      ...options,
      workspace,
      copies: folder,
      task: TASK,
      model: "local",
      provider,
    });
    await test(points);
  });
}

function pointNamed(points: readonly CrashPoint[], pattern: RegExp): CrashPoint {
  const point = points.find(({ name }) => pattern.test(name));
  assert(point, `no point ${pattern} in:\n${points.map(({ name }) => name).join("\n")}`);
  return point;
}

function local(server: ChatServer): string[] {
  return ["--model", "local", "--api-base", server.baseUrl, "--mode", "yolo"];
}

/** Resumes and gives the first request, its system prompt left out after a look at it. */
async function firstRequest(
  { workspace, sessionId }: Pick<CrashPoint, "workspace" | "sessionId">,
  more: readonly string[] = [],
): Promise<readonly Message[]> {
  await using server = chatServer([answer({ content: "done" })]);
  const resumed = await architect(["resume", sessionId, ...more, ...local(server)], {
    cwd: workspace,
  });
  assertEquals(resumed.code, 0, resumed.stderr);
  const [system, ...messages] = server.requests[0]!.messages;
  assertEquals(system?.role, "system");
  assertStringIncludes(String(system?.content), "software engineer");
  return messages;
}

const USER: Message = { role: "user", content: TASK };

function asked(...tool_calls: ReturnType<typeof call>[]): Message {
  return { role: "assistant", content: null, tool_calls };
}

function result(id: string, content: string): Message {
  return { role: "tool", tool_call_id: id, content };
}

Deno.test("resume after death before the first answer sends the task", async () => {
  await withCrashPoints([], async (points) => {
    for (const moment of [/at session_saved/, /at step_started/]) {
      assertEquals(await firstRequest(pointNamed(points, moment)), [USER]);
    }
  });
});

Deno.test("resume after death between an answer and its tools runs them first", async () => {
  await withCrashPoints([calls(EDIT)], async (points) => {
    const point = pointNamed(points, /at answer/);
    const messages = await firstRequest(point);
    assertEquals(messages.slice(0, 2), [USER, asked(EDIT)]);
    assertEquals(messages.length, 3);
    assertEquals(messages[2]?.tool_call_id, "c1");
    assertEquals(await Deno.readTextFile(`${point.workspace}/a.txt`), "hello\n");
  });
});

Deno.test("resume after death inside a file tool judges it by the file", async (t) => {
  await withCrashPoints([calls(EDIT)], async (points) => {
    const undisturbed = await firstRequest(pointNamed(points, /at tool_finished/));
    assertEquals(undisturbed.length, 3);
    const before = pointNamed(points, /at tool_started/);
    const after = pointNamed(points, /before the save after tool_started/);

    await t.step("before its write: it is run", async () => {
      assertEquals(await Deno.readTextFile(`${before.workspace}/a.txt`), "hi\n");
      assertEquals(await firstRequest(before), undisturbed);
      assertEquals(await Deno.readTextFile(`${before.workspace}/a.txt`), "hello\n");
    });
    await t.step("after its write: its result is filled in", async () => {
      assertEquals(await Deno.readTextFile(`${after.workspace}/a.txt`), "hello\n");
      assertEquals(await firstRequest(after), undisturbed);
    });
  });
  await withCrashPoints([calls(EDIT)], async (points) => {
    const point = pointNamed(points, /at tool_started/);
    await t.step("a file that is neither: nobody knows, and nothing is run", async () => {
      await Deno.writeTextFile(`${point.workspace}/a.txt`, "hi there\n");
      assertEquals(await firstRequest(point), [USER, asked(EDIT), result("c1", OUTCOME_UNKNOWN)]);
      assertEquals(await Deno.readTextFile(`${point.workspace}/a.txt`), "hi there\n");
    });
  });
  await withCrashPoints([calls(EDIT)], async (points) => {
    const point = pointNamed(points, /at tool_started/);
    await t.step("its temporary file is removed", async () => {
      const state = JSON.parse(
        await Deno.readTextFile(`${point.workspace}/.architect/sessions/${point.sessionId}.json`),
      );
      const temp = `${point.workspace}/${state.metadata.pending[0].file.temp}`;
      await Deno.writeTextFile(temp, "hel");
      await firstRequest(point);
      assertEquals([...Deno.readDirSync(point.workspace)].map(({ name }) => name).sort(), [
        ".architect",
        "a.txt",
      ]);
    });
  });
});

Deno.test("resume after death after one of three calls runs the other two", async () => {
  await withCrashPoints([calls(...WRITES)], async (points) => {
    const undisturbed = await firstRequest(
      points.findLast(({ name }) => /at tool_finished/.test(name))!,
    );
    assertEquals(undisturbed.map(({ tool_call_id }) => tool_call_id).slice(2), ["w1", "w2", "w3"]);
    const point = pointNamed(points, /at tool_finished/);
    assertEquals(await firstRequest(point), undisturbed);
    for (const n of ["1", "2", "3"]) {
      assertEquals(await Deno.readTextFile(`${point.workspace}/${n}.txt`), `${n}\n`);
    }
  });
});

Deno.test("resume after death inside a command does not run it again", async (t) => {
  const command = call("r1", "run_command", { command: "echo ran >> log.txt" });
  const unknown = [USER, asked(command), result("r1", OUTCOME_UNKNOWN)];
  await withCrashPoints([calls(command)], async (points) => {
    await t.step("before it did anything", async () => {
      const point = pointNamed(points, /at tool_started/);
      assertEquals(await firstRequest(point, ["--allow-commands"]), unknown);
      assertEquals(
        [...Deno.readDirSync(point.workspace)].some(({ name }) => name === "log.txt"),
        false,
      );
    });
    await t.step("after it did all", async () => {
      const point = pointNamed(points, /before the save after tool_started/);
      assertEquals(await firstRequest(point, ["--allow-commands"]), unknown);
      assertEquals(await Deno.readTextFile(`${point.workspace}/log.txt`), "ran\n");
    });
  }, { allowCommands: true });
  await t.step(
    "kill -9 of the program while a command runs",
    () =>
      withWorkspace(async (workspace) => {
        const slow = "echo started > started.txt; sleep 60";
        await using server = chatServer([
          answer({ calls: [{ id: "r1", name: "run_command", args: { command: slow } }] }),
        ]);
        const run = await startArchitect(["run", TASK, "--allow-commands", ...local(server)], {
          cwd: workspace,
        });
        const [, sessionId = ""] = await run.stderrMatches(/session (\S+)/);
        await appears(`${workspace}/started.txt`);
        run.kill("SIGKILL");
        assertEquals((await run.result).code, 137);
        await Deno.remove(`${workspace}/started.txt`);
        const messages = await firstRequest({ workspace, sessionId }, ["--allow-commands"]);
        assertEquals(messages.at(-1), result("r1", OUTCOME_UNKNOWN));
        assertEquals([...Deno.readDirSync(workspace)].map(({ name }) => name), [".architect"]);
      }),
  );
});

async function appears(path: string): Promise<void> {
  while (true) {
    try {
      await Deno.lstat(path);
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

Deno.test("resume after truncation without a history sends the task, what is left out, and whole pairs", async () => {
  await withWorkspace(async (workspace) => {
    await Deno.mkdir(`${workspace}/.architect`);
    await Deno.writeTextFile(`${workspace}/.architect/config.yaml`, "sessions: {history: false}");
    const step = answer({ calls: [{ name: "list_files", args: { path: "." } }] });
    const stretch = Array.from({ length: 29 }, () => step);
    await using server = chatServer([
      ...stretch,
      hang(),
      ...stretch,
      hang(),
      answer({ content: "done" }),
    ]);
    let wanted = "run";
    for (const [first, hung] of [[1, 30], [31, 60]] as const) {
      const args = wanted === "run" ? ["run", TASK] : ["resume", "last"];
      const run = await startArchitect([...args, ...local(server)], { cwd: workspace });
      await run.until(server.received(hung));
      run.kill("SIGKILL");
      await run.result;
      checkWindow(server.requests[first - 1]!.messages, wanted === "run" ? 0 : 29);
      wanted = "resume";
    }
    const last = await architect(["resume", "last", ...local(server)], { cwd: workspace });
    assertEquals(last.code, 0, last.stderr);
    checkWindow(server.requests[60]!.messages, 58);
  });
});

Deno.test("resume sends everything that was said, however long the session is", async () => {
  await withWorkspace(async (workspace) => {
    const step = answer({ calls: [{ name: "list_files", args: { path: "." } }] });
    const stretch = Array.from({ length: 40 }, () => step);
    const done = answer({ content: "done" });
    await using server = chatServer([...stretch, hang(), ...stretch, hang(), done, done]);
    for (const [args, hung] of [[["run", TASK], 41], [["resume", "last"], 82]] as const) {
      const run = await startArchitect([...args, ...local(server)], { cwd: workspace });
      await run.until(server.received(hung));
      run.kill("SIGKILL");
      await run.result;
    }
    const resumed = await architect(["resume", "last", ...local(server)], { cwd: workspace });
    assertEquals(resumed.code, 0, resumed.stderr);
    const sent = server.requests[82]!.messages;
    assertEquals(sent.length, 2 + 2 * 80);
    assertEquals(sent.slice(0, -2), server.requests[80]!.messages);
    assertEquals(sent.map(({ role }) => role).slice(0, 4), ["system", "user", "assistant", "tool"]);
    assertEquals(sent[1]?.content, TASK);
    const shown = await architect(["sessions", "show", "last", "--json"], { cwd: workspace });
    assertEquals(shown.json().metadata.history_lines, 3 + 2 + 2 * 80 + 1);
  });
});

/** A request after so many steps, each an answer and a result, of which the oldest are left out. */
function checkWindow(messages: readonly Message[], steps: number): void {
  const [system, task, ...window] = messages;
  assertEquals([system?.role, task?.role], ["system", "user"]);
  const [, dropped = "0"] = /\[(\d+) earlier messages/.exec(String(task?.content)) ?? [];
  assert(String(task?.content).startsWith(TASK));
  assertEquals(steps === 0, dropped === "0");
  // What is stored counts the first system prompt and the task too.
  assertEquals(Number(dropped) + window.length, steps === 0 ? 0 : 2 * steps + 2);
  assert(window.length <= 50, `${window.length} messages`);
  for (const [index, message] of window.entries()) {
    assertEquals(message.role, index % 2 === 0 ? "assistant" : "tool");
    if (index % 2 === 0) {
      assertEquals(window[index + 1]?.tool_call_id, message.tool_calls?.[0]?.id);
    }
  }
}

Deno.test("resume after success", async (t) => {
  await withCrashPoints([calls(EDIT)], async (points) => {
    const point = points.at(-1)!;
    await t.step("without a prompt calls nobody and prints the last answer", async () => {
      const file = `${point.workspace}/.architect/sessions/${point.sessionId}.json`;
      const before = await Deno.readTextFile(file);
      await using server = chatServer([answer({ content: "never" })]);
      const resumed = await architect(["resume", point.sessionId, ...local(server)], {
        cwd: point.workspace,
      });
      assertEquals([resumed.code, resumed.stdout], [0, "done\n"]);
      assertEquals(server.requests.length, 0);
      assertEquals(await Deno.readTextFile(file), before);
    });
    await t.step("with a prompt sends everything and the prompt", async () => {
      const messages = await firstRequest(point, ["and now the docs"]);
      assertEquals(messages, [
        USER,
        asked(EDIT),
        result("c1", String(messages[2]?.content)),
        { role: "assistant", content: "done" },
        { role: "user", content: "and now the docs" },
      ]);
    });
  });
});

Deno.test("resume tells the model which of its files others changed", async () => {
  await withCrashPoints([calls(EDIT, ...WRITES)], async (points) => {
    const point = points.at(-1)!;
    await Deno.writeTextFile(`${point.workspace}/a.txt`, "changed\n");
    await Deno.remove(`${point.workspace}/2.txt`);
    const last = (await firstRequest(point, ["go on"])).at(-1);
    assertEquals(last?.role, "user");
    assertStringIncludes(String(last?.content), "- a.txt: changed\n- 2.txt: gone\n");
    assert(String(last?.content).endsWith("go on"));
  });
});

Deno.test("resume offers the tools that the first run offered", async () => {
  await withWorkspace(async (workspace) => {
    await using server = chatServer([answer({ content: "planned" })]);
    const plan = ["--model", "local", "--api-base", server.baseUrl];
    await architect(["run", TASK, "-a", "plan", ...plan], { cwd: workspace });
    await architect(["resume", "last", "go on", ...plan], { cwd: workspace });
    const offered = server.requests.map(({ body }) =>
      body.tools?.map((tool) => tool.function.name)
    );
    assertEquals(offered[1], offered[0]);
    assertEquals(offered[0]?.includes("write_file"), false);
  });
});
