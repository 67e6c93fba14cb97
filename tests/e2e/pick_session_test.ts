/** A person picks the session to go on with, at a real terminal. */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { SessionManager } from "../../src/session/mod.ts";
import { architect, binaryPath } from "../support/architect.ts";
import {
  type AtTerminal,
  atTerminal,
  noTerminal,
  type TerminalOptions,
} from "../support/at_terminal.ts";
import { chatServer } from "../support/chat_server.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";
import { DONE } from "./support.ts";

const REASON = await noTerminal();
const ignore = REASON !== "";

const OLD = "20260223-143022-a1b2c3";
const WIDE = "20260224-090000-d4e5f6";
const DAMAGED = "20250101-000000-0c0ffe";

/** Calls a test with a folder that has three sessions, one of them damaged. */
async function inWorkspace(test: (workspace: string) => Promise<void>): Promise<void> {
  await withWorkspace(async (workspace) => {
    const status = "interrupted";
    await saveSession(
      workspace,
      { sessionId: OLD, task: "add tests", status, stepsCompleted: 3 },
      2,
    );
    await saveSession(workspace, { sessionId: WIDE, task: "日本語のタスク 👩‍💻", status }, 1);
    await Deno.writeTextFile(`${workspace}/.architect/sessions/${DAMAGED}.json`, "");
    await test(workspace);
  });
}

function resume(
  workspace: string,
  flags: readonly string[] = [],
  options: TerminalOptions = {},
): AtTerminal {
  return atTerminal([binaryPath()!, "resume", ...flags], workspace, options);
}

/** Nothing of what was drawn stays: the last thing that the picker wrote clears it. */
function assertGone(shown: string): void {
  assert(shown.lastIndexOf("\r\x1b[J") > shown.lastIndexOf("Resume: "), JSON.stringify(shown));
}

Deno.test({
  name: `resume without an id lets a person filter, pick a session, and goes on with it${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      await using server = chatServer([DONE]);
      const model = ["--model", "local", "--api-base", server.baseUrl, "--mode", "yolo", "--json"];
      const person = resume(workspace, model, { redirect: "> out.json" });
      await person.shows(/Resume: type to filter/);
      await person.shows(/> 日本語[^]*add tests[^]*1 of 3/);
      await person.type("tests");
      await person.shows(/Resume: tests\s[^]*> add tests +interrupted +3 [^]*1 of 1 /);
      await person.type("\r");
      const { code, shown, restored } = await person.result;
      assertEquals([code, restored], [0, true], shown);
      assertGone(shown);
      const document = JSON.parse(await Deno.readTextFile(`${workspace}/out.json`));
      assertEquals([document.session_id, document.status], [OLD, "success"]);
      assertEquals([document.steps, server.requests.length], [4, 1]);
      const { status } = await new SessionManager(workspace).read(WIDE);
      assertEquals(status, "interrupted");
    }),
});

Deno.test({
  name: `resume without an id lets a person pick in Spanish${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      const person = resume(workspace, [], { env: { LANG: "es_ES.UTF-8", NO_COLOR: "1" } });
      await person.shows(/Reanudar: escriba para filtrar[^]*> 日本語[^]*1 de 3/);
      await person.type("corrupt");
      await person.shows(/ corrupt[^]*1 de 1 {2}está dañada: /);
      await person.type("\x1b");
      const { code, shown, restored } = await person.result;
      assertEquals([code, restored], [130, true], shown);
      assertStringIncludes(shown, "No se puede reanudar: no se eligió ninguna sesión");
    }),
});

Deno.test({
  name: `resume without an id is moved through with the keys, and corrected${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      await using server = chatServer([DONE]);
      const model = ["--model", "local", "--api-base", server.baseUrl, "--mode", "yolo"];
      const person = resume(workspace, model);
      await person.shows(/> 日本語/);
      await person.type("\x1b[B");
      await person.shows(/> add tests/);
      await person.type("\x1b[A");
      await person.shows(/> 日本語/);
      await person.type("nothing like this");
      await person.shows(/none of 3 is like that/);
      // Nothing is pointed at: nothing is picked.
      await person.type("\r\x15日本ご\x7f");
      await person.shows(/Resume: 日本\s[^]*> 日本語のタスク/);
      await person.type("\r");
      const { code, shown, restored } = await person.result;
      assertEquals([code, restored], [0, true], shown);
      assertStringIncludes(shown, `session ${WIDE}`);
      assertStringIncludes(shown, "All done.");
    }),
});

Deno.test({
  name: `resume without an id picks no session that is damaged or in use, and says why${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      const sessions = new SessionManager(workspace);
      const person = resume(workspace);
      await person.shows(/> 日本語/);
      await person.type("corrupt\r");
      await person.shows(/> empty file +corrupt[^]*1 of 1 {2}it is damaged: empty file/);
      await person.type("\r\x15");
      await person.shows(/> 日本語/);
      {
        // Taken after the list was made.
        await using _lock = await sessions.lock(WIDE);
        await person.type("\r");
        await person.shows(/another process works on it/);
      }
      await person.type("\x1b");
      const { code, shown } = await person.result;
      assertEquals(code, 130, shown);

      const state = await sessions.read(OLD);
      state.status = "running";
      await sessions.save(state);
      await using _lock = await sessions.lock(OLD);
      const again = resume(workspace);
      await again.shows(/> 日本語/);
      await again.type("tests");
      await again.shows(/> add tests +running[^]*another process works on it/);
      await again.type("\x1b");
      await again.result;

      // A fork leaves it alone.
      await using server = chatServer([DONE]);
      const model = ["--model", "local", "--api-base", server.baseUrl, "--mode", "yolo"];
      const fork = resume(workspace, ["--fork", ...model]);
      await fork.shows(/> add tests +running/);
      await fork.type("\r");
      const forked = await fork.result;
      assertEquals(forked.code, 0, forked.shown);
      assertEquals((await sessions.read(OLD)).status, "running");
    }),
});

Deno.test({
  name: `whoever leaves the list leaves the terminal and the sessions as they were${REASON}`,
  ignore,
  fn: async (t) => {
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ["Esc", "\x1b", /no session was picked/],
      ["Ctrl+C", "\x03", /Interrupted by SIGINT/],
      ["Ctrl+D", "\x04", /no session was picked/],
    ];
    for (const [name, key, told] of cases) {
      await t.step(name, () =>
        inWorkspace(async (workspace) => {
          const file = `${workspace}/.architect/sessions/${WIDE}.json`;
          const before = await Deno.readTextFile(file);
          const person = resume(workspace, ["--json"], { redirect: "> out.json" });
          await person.shows(/> 日本語/);
          await person.type(key);
          const { code, shown, restored } = await person.result;
          assertEquals([code, restored], [130, true], shown);
          assertMatch(shown, told);
          assertGone(shown);
          const { error } = JSON.parse(await Deno.readTextFile(`${workspace}/out.json`));
          assertEquals(error.code, "user_interrupt");
          assertEquals(await Deno.readTextFile(file), before);
        }));
    }
  },
});

Deno.test({
  name: `SIGTERM takes the list away and leaves the terminal as it was${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      const command = ["sh", "-c", 'echo "[pid $$]"; exec "$@"', "sh", binaryPath()!, "resume"];
      const person = atTerminal(command, workspace);
      const [, pid] = await person.shows(/\[pid (\d+)\]/);
      await person.shows(/> 日本語/);
      Deno.kill(Number(pid), "SIGTERM");
      const { code, shown, restored } = await person.result;
      assertEquals([code, restored], [130, true], shown);
      assertMatch(shown, /Interrupted by SIGTERM/);
      assertGone(shown);
    }),
});

Deno.test({
  name: `the list fits a narrow terminal, and one that gets another size${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      const env = { NO_COLOR: "1" };
      const person = resume(workspace, [], { columns: 20, rows: 8, env });
      await person.shows(/Resume: type to fi…\s+Task\s+> 日本語のタスク 👩‍💻\s+add tests/u);
      await person.resize(100, 30);
      await person.shows(/Task +Status +Steps +Cost +Age\s+> 日本語のタスク 👩‍💻 +interrupted/u);
      await person.resize(60, 3);
      // deno-lint-ignore no-control-regex
      await person.shows(/Resume: [^\r]*\s+> 日本語[^\r]* 1d\x1b\[\?7h/);
      await person.type("\x1b");
      const { code, restored, shown } = await person.result;
      assertEquals([code, restored], [130, true], shown);
    }),
});

Deno.test({
  name: `the list is coloured at a terminal, but not with NO_COLOR${REASON}`,
  ignore,
  fn: async (t) => {
    // deno-lint-ignore no-control-regex
    const color = /\x1b\[[\d;]*m/;
    for (
      const [name, env, colored] of [["in colour", {}, true], [
        "NO_COLOR",
        { NO_COLOR: "1" },
        false,
      ]] as const
    ) {
      await t.step(name, () =>
        inWorkspace(async (workspace) => {
          const person = resume(workspace, [], { env });
          await person.shows(/> 日本語/);
          await person.type("\x1b");
          assertEquals(color.test((await person.result).shown), colored);
        }));
    }
  },
});

Deno.test({
  name: `nothing of a hostile task reaches the terminal that shows the list${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      const key = `ghp_${"a1B2".repeat(9)}`;
      await saveSession(workspace, { task: `evil\x1b]0;x\x07\x1b[2J\n\u009b2J\u202e${key}` });
      const person = resume(workspace, [], { columns: 200 });
      await person.shows(/evil\\x1b\]0;x\\x07\\x1b\[2J\\n\\x9b2J\\u202e\[redacted:/);
      await person.type("\x1b");
      const { shown } = await person.result;
      assertEquals(["\x1b]0", "\x1b[2J", "\u202e", key].filter((bad) => shown.includes(bad)), []);
    }),
});

Deno.test({
  name: `resume without an id says so where there are no sessions${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      const { code, shown, restored } = await resume(workspace).result;
      assertEquals([code, restored], [3, true]);
      assertMatch(shown, /there are no sessions here yet\r\nStart one: architect run "<task>"/);
    }),
});

Deno.test({
  name: `a list of ten thousand sessions is filtered as one types${REASON}`,
  ignore,
  fn: () =>
    inWorkspace(async (workspace) => {
      const folder = `${workspace}/.architect/sessions`;
      const text = await Deno.readTextFile(`${folder}/${OLD}.json`);
      for (let i = 0; i < 10_000; i++) {
        const id = `20250601-120000-${i.toString(16).padStart(6, "0")}`;
        const copy = text.replace(OLD, id).replace('"add tests"', `"task ${i} of many"`)
          .replace(/"updated_at": "[^"]*"/, '"updated_at": "2025-06-01T12:00:00.000Z"');
        Deno.writeTextFileSync(`${folder}/${id}.json`, copy);
      }
      const person = resume(workspace);
      await person.shows(/> 日本語[^]*1 of 10003/);
      for (const character of "9871 many") await person.type(character);
      await person.shows(/Resume: 9871 many\s[^]*> task 9871 of many[^]*1 of 1 /);
      await person.type("\x1b");
      const { code, shown, restored } = await person.result;
      assertEquals([code, restored], [130, true]);
      // Only what is seen is drawn.
      assertEquals(shown.includes("task 5000"), false);
      assert(shown.length < 100_000, `${shown.length} characters`);
    }),
});

Deno.test({
  name: `resume without an id is a usage error where nobody can pick${REASON}`,
  ignore,
  fn: async (t) => {
    await t.step("no terminal", () =>
      inWorkspace(async (cwd) => {
        const { code, stdout, stderr } = await architect(["resume"], { cwd });
        assertEquals([code, stdout], [3, ""]);
        assertStringIncludes(stderr, "Cannot resume: there is no session id");
      }));
    for (const redirect of ["< /dev/null", "2> told.txt"]) {
      await t.step(redirect, () =>
        inWorkspace(async (workspace) => {
          const { code, shown } = await resume(workspace, [], { redirect }).result;
          const told = redirect.startsWith("2")
            ? await Deno.readTextFile(`${workspace}/told.txt`)
            : shown;
          assertEquals(code, 3);
          assertStringIncludes(told, "Cannot resume: there is no session id");
          assertEquals(shown.includes("日本語"), false);
        }));
    }
    for (const args of [[""], ["--session", OLD], ["--no-session"]]) {
      await t.step(args.join(" ") || "an empty id", () =>
        inWorkspace(async (workspace) => {
          const { code, shown } = await resume(workspace, args).result;
          assertEquals([code, shown.includes("type to filter")], [3, false]);
        }));
    }
  },
});
