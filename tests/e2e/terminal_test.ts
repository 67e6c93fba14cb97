/** The program at a real terminal. */

import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { binaryPath } from "../support/architect.ts";
import {
  type AtTerminal,
  atTerminal as startAtTerminal,
  noTerminal,
  type TerminalOptions,
} from "../support/at_terminal.ts";
import { answer, type ChatServer, chatServer, hang } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, onlySession, sessionFiles, writes } from "./support.ts";

const REASON = await noTerminal();
const ignore = REASON !== "";

function atTerminal(
  args: readonly string[],
  cwd: string,
  options: TerminalOptions = {},
): AtTerminal {
  return startAtTerminal([binaryPath()!, ...args], cwd, options);
}

function local(server: ChatServer): string[] {
  return ["--model", "local", "--api-base", server.baseUrl];
}

/** The terminal takes lines and echoes them, as it did before. */
function assertSane(settings: string): void {
  for (const flag of ["icanon", "echo", "isig"]) {
    assertMatch(settings, new RegExp(`(^|\\s)${flag}(\\s|;|$)`));
  }
}

/** A person who is asked, and what is done then. */
interface Asked {
  readonly name: string;
  /** What the person types, each when what is shown calls for it. */
  readonly types: readonly (readonly [shown: RegExp, keys: string])[];
  readonly done: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const ENGLISH = /written[^]*Run write_file\?[^]*\(y\/N\)/;
const SPANISH = /written[^]*¿Ejecutar write_file\?[^]*\(s\/N\)/;
const IN_SPANISH = { ARCHITECT_LANGUAGE: "es" };

const ASKED: readonly Asked[] = [
  ...(["y", "yes"] as const).map((word): Asked => (
    { name: word, types: [[ENGLISH, `${word}\r`]], done: true }
  )),
  { name: "n", types: [[ENGLISH, "n\r"]], done: false },
  { name: "just Enter", types: [[ENGLISH, "\r"]], done: false },
  ...(["s", "sí", "yes"] as const).map((word): Asked => (
    { name: `${word} in Spanish`, types: [[SPANISH, `${word}\r`]], done: true, env: IN_SPANISH }
  )),
  { name: "just Enter in Spanish", types: [[SPANISH, "\r"]], done: false, env: IN_SPANISH },
  {
    name: "a wrong answer in Spanish, then no",
    types: [[SPANISH, "q\r"], [/Respuesta no válida\./, "\x7fno\r"]],
    done: false,
    env: IN_SPANISH,
  },
];

Deno.test({
  name: `a person is asked before a tool changes something${REASON}`,
  ignore,
  fn: async (t) => {
    for (const { name, types, done, env } of ASKED) {
      await t.step(name, () =>
        withWorkspace(async (workspace) => {
          await using server = chatServer([writes("a.txt"), DONE]);
          const person = atTerminal(["run", "x", ...local(server)], workspace, { env });
          for (const [shown, keys] of types) {
            await person.shows(shown);
            assertEquals(await Deno.stat(`${workspace}/a.txt`).catch(() => null), null);
            await person.type(keys);
          }
          const { code, shown, settings } = await person.result;
          assertEquals(code, 0, shown);
          assertStringIncludes(shown, "All done.");
          const content = await Deno.readTextFile(`${workspace}/a.txt`).catch(() => null);
          assertEquals(content, done ? "written\n" : null);
          const refused = env === undefined ? "declined by the user" : "rechazada por el usuario";
          assertEquals(shown.includes(refused), !done, shown);
          // What the model is told stays as it is.
          const told = String(server.requests[1]!.messages.at(-1)!.content);
          assertEquals(told.startsWith("The user declined"), !done);
          assertSane(settings);
        }));
    }
  },
});

Deno.test({
  name: `a person is not asked before a tool that only reads${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      const calls = [{ name: "list_files", args: { path: "." } }];
      await using server = chatServer([answer({ calls }), DONE]);
      const { code, shown } = await atTerminal(["run", "x", ...local(server)], workspace).result;
      assertEquals([code, /Run \w+\?/.test(shown)], [0, false], shown);
    }),
});

Deno.test({
  name: `events at a terminal are not torn by a line that changes${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      const evil = "\x1b[2J\x9b2J";
      await using server = chatServer([answer({ content: evil })]);
      const args = ["run", "x", "--events-text", ...local(server)];
      const { code, shown } = await atTerminal(args, workspace).result;
      assertEquals(code, 0, shown);
      const lines = shown.trimEnd().split("\r\n").filter((line) => line.includes("{"));
      const events = lines.map((line) => JSON.parse(line));
      assertEquals(events.at(-1).result.output, evil);
      // deno-lint-ignore no-control-regex
      assertNotMatch(shown, /[\x1b\x80-\x9f]/);
    }),
});

Deno.test({
  name: `confirm-all asks before every tool, and each of several calls${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      const calls = [
        { id: "1", name: "list_files", args: { path: "." } },
        { id: "2", name: "write_file", args: { path: "a.txt", content: "1", mode: "overwrite" } },
        { id: "3", name: "write_file", args: { path: "b.txt", content: "2", mode: "overwrite" } },
      ];
      await using server = chatServer([answer({ calls }), DONE]);
      const person = atTerminal(["run", "x", "-m", "confirm-all", ...local(server)], workspace);
      for (const [tool, keys] of [["list_files", "y"], ["write_file", "n"], ["write_file", "y"]]) {
        await person.shows(new RegExp(`Run ${tool}\\?`));
        await person.type(`${keys}\r`);
      }
      assertEquals((await person.result).code, 0);
      const names = [...Deno.readDirSync(workspace)].map((entry) => entry.name).sort();
      assertEquals(names, [".architect", "b.txt"]);
    }),
});

Deno.test({
  name: `Ctrl+C at the question saves the session and leaves the terminal as it was${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      await using server = chatServer([writes("a.txt"), DONE]);
      const person = atTerminal(["run", "x", ...local(server)], workspace);
      await person.shows(/Run write_file\?/);
      await person.type("\x03");
      const { code, shown, settings } = await person.result;
      assertEquals(code, 130, shown);
      assertSane(settings);
      const { status, stop_reason, steps_completed } = await onlySession(workspace);
      assertEquals([status, stop_reason, steps_completed], ["interrupted", "user_interrupt", 1]);
      assertEquals(server.requests.length, 1);

      const again = atTerminal(["resume", "last", ...local(server)], workspace);
      await again.shows(/Run write_file\?/);
      await again.type("y\r");
      assertEquals((await again.result).code, 0);
      assertEquals(await Deno.readTextFile(`${workspace}/a.txt`), "written\n");
    }),
});

Deno.test({
  name: `--timeout at the question ends the run with 5${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      await using server = chatServer([writes("a.txt")]);
      const flags = ["--timeout", "0.5", ...local(server)];
      const { code, settings, shown } = await atTerminal(["run", "x", ...flags], workspace).result;
      assertEquals(code, 5, shown);
      assertSane(settings);
      assertEquals((await onlySession(workspace)).stop_reason, "timeout");
    }),
});

Deno.test({
  name: `Ctrl+C in the middle of an answer leaves the terminal as it was${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      await using server = chatServer([hang(3, { content: "half" })]);
      const person = atTerminal(["run", "x", ...local(server)], workspace);
      await server.received(1);
      await person.type("\x03");
      const { code, settings } = await person.result;
      assertEquals([code, (await onlySession(workspace)).status], [130, "interrupted"]);
      assertSane(settings);
    }),
});

Deno.test({
  name: `what is asked shows control characters as text${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      await using server = chatServer([writes("a.txt", "safe\x1b[2K\x1b[1Aevil\u202Etxt\n"), DONE]);
      const person = atTerminal(["run", "x", ...local(server)], workspace, {
        env: { NO_COLOR: "1" },
      });
      await person.shows(/Run write_file\?/);
      await person.type("n\r");
      const { shown } = await person.result;
      const asked = shown.slice(0, shown.indexOf("Run write_file?"));
      assertStringIncludes(asked, "evil");
      for (const hidden of ["safe\x1b", "\x1b[1Aevil", "\u202e"]) {
        assertEquals(asked.includes(hidden), false, JSON.stringify(asked));
      }
    }),
});

Deno.test({
  name: `a question that could not be answered is not asked: only stdin is a terminal${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      await using server = chatServer([DONE]);
      const flags = ["run", "x", "--json", ...local(server)];
      const { code } = await atTerminal(flags, workspace, { redirect: "2> told.txt" }).result;
      assertEquals([code, server.requests.length], [3, 0]);
      assertMatch(await Deno.readTextFile(`${workspace}/told.txt`), /--mode yolo/);
      assertEquals(await sessionFiles(workspace), []);
    }),
});

Deno.test({
  name: `stdout stays the answer alone while a person is asked${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      await using server = chatServer([writes("a.txt"), DONE]);
      const flags = ["run", "x", "--json", ...local(server)];
      const person = atTerminal(flags, workspace, { redirect: "> out.json" });
      await person.shows(/Run write_file\?/);
      await person.type("y\r");
      assertEquals((await person.result).code, 0);
      const document = JSON.parse(await Deno.readTextFile(`${workspace}/out.json`));
      assertEquals([document.status, document.files_modified], ["success", ["a.txt"]]);
    }),
});

Deno.test({
  name: `NO_COLOR takes all colour out of what a terminal is shown${REASON}`,
  ignore,
  fn: async (t) => {
    for (const args of [["--help"], ["run", "--help"], ["sessions"], ["--version"]]) {
      await t.step(args.join(" "), () =>
        withWorkspace(async (workspace) => {
          const env = { NO_COLOR: "1" };
          const { code, shown } = await atTerminal(args, workspace, { env }).result;
          assertEquals(code, 0);
          assertEquals(shown.includes("\x1b["), false, JSON.stringify(shown));
        }));
    }
    await t.step("run", () =>
      withWorkspace(async (workspace) => {
        await using server = chatServer([writes("a.txt"), DONE]);
        const flags = ["run", "x", "--mode", "yolo", ...local(server)];
        const { shown } = await atTerminal(flags, workspace, { env: { NO_COLOR: "1" } }).result;
        // A line may be erased; nothing may be coloured.
        assertNotMatch(shown.replaceAll("\x1b", "ESC"), /ESC\[[\d;]*m/);
      }));
  },
});
