import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { Message } from "../../src/llm/provider.ts";
import { SessionManager } from "../../src/session/mod.ts";
import { escapeControls } from "../../src/ui/escape.ts";
import { architect, binaryPath } from "../support/architect.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

const LONG: Message[] = Array.from({ length: 60 }, (_, index): Message => ({
  role: index % 2 === 0 ? "user" : "assistant",
  content: `message number ${index + 1}`,
}));
const FORMATS = ["md", "html", "json"] as const;

Deno.test("sessions export prints every message that the history has", async (t) => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, { messages: LONG });
    const run = (...flags: string[]) => architect(["sessions", "export", ...flags], { cwd });
    await t.step("Markdown, unless told otherwise", async () => {
      const { code, stdout, stderr } = await run("last");
      assertEquals([code, stderr], [0, `last is ${sessionId}\n`]);
      assertMatch(stdout, /^<h3>architect: success <code>llm_done<\/code><\/h3>\n/);
      assertEquals((await run(sessionId, "--format", "md")).stdout, stdout);
    });
    await t.step("a page", async () => {
      const { stdout } = await run("last", "--format", "html");
      assertMatch(stdout, /^<!doctype html>\n/);
    });
    await t.step("JSON", async () => {
      const result = await run("last", "--format", "json");
      const { session, messages, notes } = result.json();
      assertEquals([session.session_id, session.status, notes], [sessionId, "success", []]);
      assertEquals(
        messages.map((
          { number, message }: { number: number; message: Message },
        ) => [number, message.content]),
        LONG.map(({ content }, index) => [index + 1, content]),
      );
      assertEquals(session.messages, undefined);
    });
    for (const format of FORMATS) {
      const { stdout } = await run("last", "--format", format);
      for (const { content } of LONG) assertStringIncludes(stdout, String(content));
    }
  });
});

Deno.test("sessions export says what of a session is gone", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, { messages: LONG });
    await Deno.remove(join(cwd, ".architect", "sessions", `${sessionId}.jsonl`));
    const result = await architect(["sessions", "export", sessionId, "--format", "json"], { cwd });
    assertEquals([result.code, result.stderr], [0, "warning: messages 1 to 30 are gone\n"]);
    const { notes, messages } = result.json();
    assertEquals([notes, messages[0].number], [["messages 1 to 30 are gone"], 31]);
    for (const format of ["md", "html"]) {
      const { stdout } = await architect(["sessions", "export", "last", "--format", format], {
        cwd,
      });
      assertStringIncludes(stdout, "messages 1 to 30 are gone");
    }
  });
});

Deno.test("sessions export takes a session that is in use", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, { status: "running", stopReason: null });
    const run = () => architect(["sessions", "export", sessionId, "--format", "json"], { cwd });
    assertEquals((await run()).json().session.status, "interrupted");
    await using _lock = await new SessionManager(cwd).lock(sessionId);
    const result = await run();
    assertStringIncludes(result.stderr, `session ${sessionId} is in use: this is how it stands`);
    assertEquals(result.json().session.status, "running");
  });
});

Deno.test("sessions export takes keys out of what another program wrote", async () => {
  await withWorkspace(async (cwd) => {
    const key = `sk-proj-${"a1B2".repeat(12)}`;
    const call = {
      id: "1",
      type: "function",
      function: { name: "write_file", arguments: JSON.stringify({ path: "a", content: key }) },
    } as const;
    await saveSession(cwd, {
      task: key,
      filesModified: [key],
      messages: [
        { role: "user", content: key },
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "1", content: key },
        { role: "assistant", content: key },
      ],
    });
    for (const format of FORMATS) {
      const { stdout } = await architect(["sessions", "export", "last", "--format", format], {
        cwd,
      });
      assertStringIncludes(stdout, "[redacted:");
      assertEquals(stdout.includes(key), false);
    }
  });
});

Deno.test("sessions export --output writes a file of the workspace, and nothing to stdout", async (t) => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    await Deno.mkdir(join(cwd, "out"));
    await Deno.writeTextFile(join(cwd, "old.html"), "longer than what is written ".repeat(10_000));
    for (const file of ["new.html", "out/new.html", "old.html", join(cwd, "absolute.html")]) {
      await t.step(file, async () => {
        const args = ["sessions", "export", sessionId, "--format", "html"];
        const { code, stdout, stderr } = await architect([...args, "-o", file], { cwd });
        assertEquals([code, stdout], [0, ""], stderr);
        assertMatch(stderr, /^wrote (?:out\/)?\w+\.html\n$/);
        const { stdout: printed } = await architect(args, { cwd });
        assertEquals(await Deno.readTextFile(join(cwd, file.replace(cwd, ""))), printed);
      });
    }
  });
});

Deno.test("sessions export --output refuses what it may not write to", async (t) => {
  await withWorkspace(async (folder) => {
    const cwd = join(folder, "workspace");
    await Deno.mkdir(cwd);
    const { sessionId } = await saveSession(cwd);
    const state = join(cwd, ".architect", "sessions", `${sessionId}.json`);
    await Deno.mkdir(join(cwd, "folder"));
    await Deno.symlink(folder, join(cwd, "way_out"));
    await Deno.symlink(join(cwd, ".architect"), join(cwd, "way_in"));
    await Deno.link(state, join(cwd, "hard_link.json"));
    const before = await Deno.readTextFile(state);
    const cases: readonly (readonly [string, string])[] = [
      ["../a.md", "out of the workspace"],
      [join(folder, "a.md"), "out of the workspace"],
      ["way_out/a.md", "out of the workspace"],
      [".architect/a.md", "it lies in .architect"],
      [`.architect/sessions/${sessionId}.json`, "it lies in .architect"],
      ["way_in/config.yaml", "it lies in .architect"],
      ["hard_link.json", "it lies in .architect"],
      ["folder", "it is a folder"],
      ["none/a.md", "its folder does not exist"],
      ["a\nb.md", "control characters"],
    ];
    for (const [file, why] of cases) {
      await t.step(JSON.stringify(file), async () => {
        const args = ["sessions", "export", sessionId, "-o", file];
        const { code, stdout, stderr } = await architect(args, { cwd });
        assertEquals([code, stdout], [3, ""]);
        assertMatch(stderr, /^error: Cannot use --output /);
        assertStringIncludes(stderr, why);
      });
    }
    assertEquals(await Deno.readTextFile(state), before);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["workspace"]);
    assertEquals([...Deno.readDirSync(join(cwd, ".architect"))].length, 2);
  });
});

Deno.test("sessions export speaks Spanish in what is read, and never in data", async (t) => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd);
    const run = (args: readonly string[], env: Record<string, string>) =>
      architect(["sessions", "export", sessionId, ...args], { cwd, env });
    const spanish = { ARCHITECT_LANGUAGE: "es" };
    for (const format of ["json", "bundle"]) {
      await t.step(format, async () => {
        const args = ["--format", format];
        assertEquals((await run(args, spanish)).stdout, (await run(args, {})).stdout);
      });
    }
    const shown: readonly (readonly [string, string])[] = [
      ["md", "<summary>Pasos: 1</summary>"],
      ["html", '<html lang="es">'],
    ];
    for (const [format, words] of shown) {
      await t.step(format, async () => {
        assertStringIncludes((await run(["--format", format], spanish)).stdout, words);
      });
    }
    const refused: readonly (readonly [string, string])[] = [
      ["../a.md", "lleva fuera de la carpeta de trabajo; indique una ruta relativa a ella"],
      [".architect/a.md", "está en .architect, donde están las sesiones"],
      [".", "es una carpeta"],
      ["a\nb.md", "tiene caracteres de control"],
    ];
    for (const [file, why] of refused) {
      await t.step(JSON.stringify(file), async () => {
        const { stderr } = await run(["-o", file], spanish);
        assertStringIncludes(
          stderr,
          `error: No se puede usar --output ${escapeControls(JSON.stringify(file))}: ${why}\n` +
            "Indique un archivo de la carpeta en la que se inició architect.\n",
        );
      });
    }
    await t.step("a file", async () => {
      const { stderr } = await run(["-o", "a.md"], spanish);
      assertEquals(stderr, "a.md escrito\n");
    });
  });
});

Deno.test("sessions export leaves a file as it was when there is nothing to export", async () => {
  await withWorkspace(async (cwd) => {
    await Deno.writeTextFile(join(cwd, "old.md"), "old");
    const args = ["sessions", "export", "20260223-143022-a1b2c3", "-o", "old.md"];
    const { code, stderr } = await architect(args, { cwd });
    assertEquals(code, 3);
    assertStringIncludes(stderr, "there is none with this id");
    assertEquals(await Deno.readTextFile(join(cwd, "old.md")), "old");
  });
});

const compiled = binaryPath() !== null;

Deno.test({
  name: `sessions export says which right --output lacks${
    compiled ? " (left out: source only)" : ""
  }`,
  ignore: compiled,
  fn: () =>
    withWorkspace(async (cwd) => {
      await saveSession(cwd);
      const { code, stderr } = await architect(["sessions", "export", "last", "-o", "a.md"], {
        cwd,
        permissions: ["--allow-read=.architect"],
      });
      const missing = "--allow-read=. --allow-write=. are missing";
      assertEquals(
        [code, stderr],
        [3, `error: Cannot start architect sessions export --output: ${missing}\n`],
      );
      assertEquals([...Deno.readDirSync(cwd)].map(({ name }) => name), [".architect"]);
    }),
});
