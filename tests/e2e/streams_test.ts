/** Where a prompt is read from, who reads the result, and what is refused without a terminal. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { startArchitect } from "../support/architect.ts";
import { answer, chatServer } from "../support/chat_server.ts";
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
