/** Going on with a session: which one, with what, and who may. */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { SessionManager } from "../../src/session/mod.ts";
import { architect, startArchitect } from "../support/architect.ts";
import { after, answer, chatServer, cutAfter, hang, status } from "../support/chat_server.ts";
import { saveSession } from "../support/workspace.ts";
import { DONE, inWorkspace, model, onlySession, sessionFiles, writes } from "./support.ts";

const ID = "20260223-143022-a1b2c3";
const OTHER = "20260224-143022-d4e5f6";

Deno.test("a session is found by its id, by the start of it, and as the last one", async (t) => {
  await inWorkspace(async (run, workspace) => {
    await saveSession(workspace, { sessionId: ID }, 1);
    await saveSession(workspace, { sessionId: OTHER }, 2);
    await using server = chatServer([DONE]);
    const found = [[ID, ID], [ID.slice(0, 8), ID], [OTHER.slice(0, 10), OTHER], ["last", OTHER]];
    for (const [wanted, id] of found) {
      for (const start of [["resume", wanted!, "x"], ["run", "x", "--session", wanted!]]) {
        await t.step(start.join(" "), async () => {
          const result = await run([...start, "--json", ...model(server)]);
          assertEquals([result.code, result.json().session_id], [0, id], result.stderr);
          assertEquals(
            /^last is (.*)$/m.exec(result.stderr)?.[1],
            wanted === "last" ? id : undefined,
          );
        });
      }
      await t.step(`sessions show ${wanted}`, async () => {
        const shown = await run(["sessions", "show", wanted!, "--json"]);
        assertEquals([shown.code, shown.json().session_id], [0, id]);
      });
    }
  });
});

Deno.test("a session that is not found is never replaced by a new one", async (t) => {
  await inWorkspace(async (run, workspace) => {
    await saveSession(workspace, { sessionId: ID });
    await saveSession(workspace, { sessionId: OTHER });
    const files = await sessionFiles(workspace);
    await using server = chatServer([DONE]);
    const cases = [
      ["2026", "session_ambiguous", [ID, OTHER]],
      ["20260223-143022-ffffff", "session_not_found", []],
      ["202", "session_not_found", []],
      ["../../etc/passwd", "session_not_found", []],
      [`${ID}.json`, "session_not_found", []],
      ["LAST", "session_not_found", []],
    ] as const;
    for (const [wanted, code, candidates] of cases) {
      for (const start of [["resume", wanted, "x"], ["run", "x", "--session", wanted]]) {
        await t.step(start.join(" "), async () => {
          const result = await run([...start, "--json", ...model(server)]);
          const { error, session_id, status } = result.json();
          assertEquals([result.code, error.code], [3, code]);
          assertEquals([session_id, status], [null, "failed"]);
          for (const id of candidates) {
            assertStringIncludes(`${error.message} ${error.suggestion}`, id);
          }
          assertEquals([await sessionFiles(workspace), server.requests.length], [files, 0]);
        });
      }
    }
  });
});

Deno.test("a session whose process died is shown as interrupted and goes on", () =>
  inWorkspace(async (run, workspace) => {
    await using server = chatServer([writes("a.txt"), hang(), DONE]);
    const process = await startArchitect(["run", "x", ...model(server)], { cwd: workspace });
    await process.until(server.received(2));
    const alive = (await run(["sessions", "--json"])).json();
    assertEquals(alive[0].status, "running");
    process.kill("SIGKILL");
    await process.result;
    assertEquals((await onlySession(workspace)).status, "running");

    assertEquals((await run(["sessions", "--json"])).json()[0].status, "interrupted");
    assertEquals((await run(["sessions", "--status", "interrupted", "--json"])).json().length, 1);
    assertEquals((await run(["sessions", "--status", "running", "--json"])).json(), []);
    assertEquals((await run(["sessions", "show", "last", "--json"])).json().status, "interrupted");
    const resumed = await run(["resume", "last", "--json", ...model(server)]);
    assertEquals([resumed.code, resumed.json().steps], [0, 2], resumed.stderr);
    assertEquals(server.requests[2]!.messages, server.requests[1]!.messages);
  }));

Deno.test("a session in use is refused at once, naming who has it, and is not last", () =>
  inWorkspace(async (run, workspace) => {
    await saveSession(workspace, { sessionId: ID }, 3);
    const gate = Promise.withResolvers<void>();
    await using server = chatServer([after(gate.promise, DONE)]);
    const process = await startArchitect(["run", "x", ...model(server)], { cwd: workspace });
    const [, id] = await process.stderrMatches(/^session (\S+)$/m);
    await process.until(server.received(1));
    await using idle = chatServer([DONE]);
    for (
      const args of [
        ["resume", id!, ...model(idle)],
        ["run", "y", "--session", id!, ...model(idle)],
        ["sessions", "delete", id!],
      ]
    ) {
      const refused = await run([...args, "--json"]);
      const { session_id, status, error } = refused.json();
      assertEquals([refused.code, error.code, status], [7, "session_locked", "failed"]);
      assertEquals(session_id, id);
      assertMatch(error.message, new RegExp(`\\b${process.pid}\\b`));
    }
    assertEquals(idle.requests.length, 0);
    const cleaned = (await run(["cleanup", "--older-than", "0", "--json", "--dry-run"])).json();
    assertEquals(cleaned.removed.map((one: { id: string }) => one.id), [ID]);
    assertMatch((await run(["resume", "last"])).stderr, new RegExp(`^last is ${ID}`));

    gate.resolve();
    assertEquals((await process.result).code, 0);
    assertEquals((await run(["resume", id!])).stdout, "All done.\n");
  }));

Deno.test("of two resumes at once one goes on and the other is refused", () =>
  inWorkspace(async (_run, workspace) => {
    await saveSession(workspace, {
      sessionId: ID,
      status: "interrupted",
      stopReason: "user_interrupt",
    });
    const gate = Promise.withResolvers<void>();
    await using server = chatServer([after(gate.promise, DONE)]);
    const start = () => architect(["resume", ID, ...model(server)], { cwd: workspace });
    const both = [start(), start()];
    // Who is refused ends while the other one still waits for its answer.
    const refused = await Promise.race(both);
    assertEquals(refused.code, 7, refused.stderr);
    gate.resolve();
    const codes = (await Promise.all(both)).map(({ code }) => code).sort();
    assertEquals([codes, server.requests.length], [[0, 7], 1]);
  }));

Deno.test("a run whose session was saved by another process stops and writes nothing", () =>
  inWorkspace(async (_run, workspace) => {
    const gate = Promise.withResolvers<void>();
    await using server = chatServer([after(gate.promise, writes("a.txt")), DONE]);
    const process = await startArchitect(["run", "x", "--json", ...model(server)], {
      cwd: workspace,
    });
    await process.until(server.received(1));
    const state = await onlySession(workspace);
    const path = `${workspace}/.architect/sessions/${state.session_id}.json`;
    // As on a file system without locks, or by a program that has none.
    const theirs = { ...state, task: "theirs", metadata: { ...state.metadata, revision: 99 } };
    await Deno.writeTextFile(path, JSON.stringify(theirs));
    gate.resolve();
    const result = await process.result;
    const { error, status, persisted, session_id, stop_reason } = result.json();
    assertEquals([result.code, error.code, status], [7, "session_conflict", "failed"]);
    assertEquals([persisted, session_id, stop_reason], [false, state.session_id, null]);
    assertEquals([server.requests.length, await onlySession(workspace)], [1, theirs]);
    assertEquals(await Deno.stat(`${workspace}/a.txt`).catch(() => null), null);
  }));

Deno.test("a new model is used, kept and shown, and gets no blocks of the old one", () =>
  inWorkspace(async (run, workspace) => {
    const thinking = { reasoning_content: "secret thoughts", signature: "c2ln" };
    await using server = chatServer([
      writes("a.txt", "1\n", { content: "I write.", extra: thinking }),
      answer({ content: "Done.", extra: thinking }),
      DONE,
    ]);
    await run(["run", "x", ...model(server, "old")]);
    const before = (await onlySession(workspace)).messages;
    assertEquals(before[2].reasoning_content, "secret thoughts");

    const same = await run(["resume", "last", "more", "--json", ...model(server, "old")]);
    assertEquals(server.requests[2]!.messages[2]!.reasoning_content, "secret thoughts");
    assertEquals(same.json().model, "old");
    const other = await run(["resume", "last", "more", "--json", ...model(server, "new")]);
    assertEquals([other.code, other.json().model], [0, "new"], other.stderr);
    assertEquals(server.requests[3]!.body.model, "new");
    for (const message of server.requests[3]!.messages) {
      assertEquals([message.reasoning_content, message.signature], [undefined, undefined]);
    }
    assertEquals(server.requests[3]!.messages[2]!.content, "I write.");
    assertEquals((await onlySession(workspace)).model, "new");
    assertEquals((await run(["sessions", "--json"])).json()[0].model, "new");

    // It is inherited from now on.
    const later = ["resume", "last", "more", "--api-base", server.baseUrl, "--mode", "yolo"];
    assertEquals((await run(later)).code, 0);
    assertEquals(server.requests[4]!.body.model, "new");
  }));

Deno.test("a resume widens nothing that its own flags do not name", async (t) => {
  await t.step("agent and tools", () =>
    inWorkspace(async (run, workspace) => {
      await using server = chatServer([DONE, writes("a.txt"), DONE, writes("a.txt"), DONE]);
      const api = ["--model", "local", "--api-base", server.baseUrl];
      assertEquals((await run(["run", "x", "--agent", "plan", ...api])).code, 0);
      const plan = await run(["resume", "last", "y", "--json", "--mode", "yolo", ...api]);
      assertEquals([plan.code, plan.json().agent], [0, "plan"], plan.stderr);
      assertEquals(await Deno.stat(`${workspace}/a.txt`).catch(() => null), null);
      assertEquals(plan.json().tools_used[0].success, false);

      const build = await run([
        "resume",
        "last",
        "z",
        "--json",
        "--agent",
        "build",
        "--mode",
        "yolo",
        ...api,
      ]);
      assertEquals([build.code, build.json().agent], [0, "build"], build.stderr);
      assertMatch(build.stderr, /^widened by a flag: .*plan -> build/m);
      assertEquals(await Deno.readTextFile(`${workspace}/a.txt`), "written\n");
      const { runs } = (await onlySession(workspace)).metadata;
      assertEquals(runs[1].widened, []);
      assert(runs[2].widened.some((line: string) => line.includes("plan -> build")));
    }));
  await t.step("commands", () =>
    inWorkspace(async (run, workspace) => {
      const calls = [{ name: "run_command", args: { command: "touch made" } }];
      await using server = chatServer([DONE, answer({ calls }), DONE]);
      await run(["run", "x", "--allow-commands", ...model(server)]);
      assertEquals((await run(["resume", "last", "y", ...model(server)])).code, 0);
      const names = server.requests[1]!.body.tools!.map((tool) => tool.function.name);
      assertEquals(names.includes("run_command"), false);
      assertEquals(await Deno.stat(`${workspace}/made`).catch(() => null), null);
      const allowed = await run(["resume", "last", "z", "--allow-commands", ...model(server)]);
      assertMatch(allowed.stderr, /^widened by a flag: tools: run_command$/m);
    }));
});

Deno.test("a file that others changed since is told to the model", () =>
  inWorkspace(async (run, workspace) => {
    await using server = chatServer([writes("a.txt"), writes("b.txt"), DONE]);
    await run(["run", "x", ...model(server)]);
    await Deno.writeTextFile(`${workspace}/a.txt`, "by another\n");
    await Deno.remove(`${workspace}/b.txt`);
    assertEquals((await run(["resume", "last", "go on", ...model(server)])).code, 0);
    const told = String(server.requests[3]!.messages.at(-1)!.content);
    assertMatch(told, /a\.txt: .*\n.*b\.txt: /);
    assertMatch(told, /go on$/);
  }));

Deno.test("a new prompt after an interrupted tool call comes after its result", () =>
  inWorkspace(async (run, workspace) => {
    const calls = ["1", "2", "3"].map((id) => ({
      id,
      name: "write_file",
      args: { path: `${id}.txt`, content: id, mode: "overwrite" },
    }));
    await using server = chatServer([answer({ calls }), status(400), DONE]);
    await run(["run", "x", ...model(server)]);
    // As if the process had died after the first of three calls.
    const sessions = new SessionManager(workspace);
    const state = (await sessions.load((await onlySession(workspace)).session_id))!;
    state.messages = state.messages.slice(0, 4);
    await sessions.save(state);
    for (const id of ["2", "3"]) await Deno.remove(`${workspace}/${id}.txt`);
    assertEquals((await run(["resume", "last", "hurry", ...model(server)])).code, 0);
    const sent = server.requests[2]!.messages.slice(2);
    assertEquals(sent.map(({ role, tool_call_id }) => tool_call_id ?? role), [
      "assistant",
      "1",
      "2",
      "3",
      "user",
    ]);
    assertMatch(String(sent.at(-1)!.content), /hurry$/);
    assertEquals(await Deno.readTextFile(`${workspace}/3.txt`), "3");
  }));

Deno.test("an answer that was cut leaves no trace in the history", () =>
  inWorkspace(async (run, workspace) => {
    const config = `${workspace}/c.yaml`;
    await Deno.writeTextFile(config, "llm: {retries: 0}\n");
    await using server = chatServer([
      cutAfter(5, { calls: [{ name: "write_file", args: { path: "a.txt", content: "x" } }] }),
      DONE,
    ]);
    const failed = await run(["run", "x", "-c", "c.yaml", ...model(server)]);
    assertEquals([failed.code, (await onlySession(workspace)).messages.length], [1, 2]);
    assertEquals((await run(["resume", "last", ...model(server)])).code, 0);
    assertEquals(server.requests[1]!.messages, server.requests[0]!.messages);
  }));
