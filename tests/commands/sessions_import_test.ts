import { assertEquals, assertStringIncludes } from "@std/assert";
import { exists } from "@std/fs/exists";
import { SessionManager } from "../../src/session/mod.ts";
import { architect } from "../support/architect.ts";
import { readFolder } from "../support/folder_content.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

/** Saves a session in a folder, bundles it, and calls a test in another one with the bundle in it. */
async function withBundle(
  test: (cwd: string, id: string) => Promise<void>,
  changes: Parameters<typeof saveSession>[1] = {},
): Promise<void> {
  await withWorkspace(async (from) => {
    const { sessionId } = await saveSession(from, changes);
    const args = ["sessions", "export", sessionId, "--format", "bundle", "-o", "s.bundle"];
    const { code, stderr } = await architect(args, { cwd: from });
    assertEquals(code, 0, stderr);
    await withWorkspace(async (cwd) => {
      await Deno.copyFile(`${from}/s.bundle`, `${cwd}/s.bundle`);
      await test(cwd, sessionId);
    });
  });
}

Deno.test("sessions import takes a session once, and says so of the second time", async () => {
  const files = { "gone.txt": { sha256: "a".repeat(64), bytes: 1 } };
  await withBundle(async (cwd, id) => {
    const args = ["sessions", "import", "s.bundle"];
    const first = await architect([...args, "--json"], { cwd });
    const drift = [{ path: "gone.txt", state: "gone" }];
    assertEquals(first.json(), { session_id: id, imported: true, steps: 1, drift });
    assertStringIncludes(first.stderr, `imported ${id}\n`);
    const folder = `${cwd}/.architect/sessions`;
    const before = await readFolder(folder);
    const again = await architect(args, { cwd });
    assertEquals([again.code, again.stdout], [0, `${id}\n`]);
    assertStringIncludes(again.stderr, `${id} is here already, the very same\n`);
    assertEquals(await readFolder(folder), before);
  }, { metadata: { files } });
});

Deno.test("sessions import gives back the bundle that it took", async () => {
  await withBundle(async (cwd, id) => {
    const bytes = await Deno.readFile(`${cwd}/s.bundle`);
    const imported = await architect(["sessions", "import", "-"], { cwd, stdin: bytes });
    assertEquals([imported.code, imported.stdout], [0, `${id}\n`], imported.stderr);
    const { stdout } = await architect(["sessions", "export", id, "--format", "bundle"], { cwd });
    assertEquals(stdout, new TextDecoder().decode(bytes));
    // Its history is here too: without its state it is rebuilt.
    await Deno.remove(`${cwd}/.architect/sessions/${id}.json`);
    const sessions = new SessionManager(cwd);
    await using _lock = await sessions.lock(id);
    assertEquals((await sessions.open(id)).messages.length, 2);
  });
});

Deno.test("sessions import speaks Spanish, and English in JSON", async () => {
  await withBundle(async (cwd, id) => {
    const env = { ARCHITECT_LANGUAGE: "es" };
    const run = (...args: string[]) => architect(["sessions", "import", ...args], { cwd, env });
    assertStringIncludes((await run("s.bundle")).stderr, `${id} importada\n`);
    const again = await run("s.bundle");
    assertStringIncludes(again.stderr, `${id} ya está aquí, exactamente la misma\n`);
    const missing = await run("none.bundle", "--json");
    assertStringIncludes(
      missing.stderr,
      'error: No se puede leer "none.bundle": no existe ese archivo\nIndique un archivo creado con: ',
    );
    assertEquals(
      missing.json().error.message,
      'Cannot read "none.bundle": there is no such file',
    );
  });
});

Deno.test("sessions import replaces no other session; --new-id puts it beside that", async () => {
  await withBundle(async (cwd, id) => {
    await saveSession(cwd, { sessionId: id, task: "another" });
    const folder = `${cwd}/.architect/sessions`;
    const before = await readFolder(folder);
    const refused = await architect(["sessions", "import", "s.bundle", "--json"], { cwd });
    const { error } = refused.json();
    assertEquals([refused.code, error.code], [3, "usage"]);
    assertStringIncludes(error.suggestion, "--new-id");
    assertEquals(await readFolder(folder), before);

    const beside = await architect(["sessions", "import", "s.bundle", "--new-id"], { cwd });
    assertEquals(beside.code, 0, beside.stderr);
    const state = await new SessionManager(cwd).read(beside.stdout.trim());
    assertEquals(state.metadata.parent, { session_id: id, step: 1 });
    assertEquals([state.task, state.messages.length], ["say hello", 2]);
    assertEquals(await readFolder(folder, id), before);
  });
});

Deno.test("sessions import and export take out what looks like a key", async () => {
  const key = "AKIAIOSFODNN7EXAMPLE";
  const call = {
    id: `call_${key}`,
    type: "function" as const,
    function: { name: "read_file", arguments: JSON.stringify({ path: key }) },
  };
  await withBundle(async (cwd, id) => {
    assertEquals((await Deno.readTextFile(`${cwd}/s.bundle`)).includes(key), false);
    const { code, stderr } = await architect(["sessions", "import", "s.bundle"], { cwd });
    assertEquals([code, stderr.includes(key)], [0, false], stderr);
    const sessions = new SessionManager(cwd);
    await using _lock = await sessions.lock(id);
    const { state, messages: [, asked, told] } = await sessions.open(id);
    assertEquals([state.task, state.filesModified], ["use [redacted:aws]", ["[redacted:aws]"]]);
    const [asks] = asked!.tool_calls!;
    assertEquals(asks?.function.arguments, '{"path":"[redacted:aws]"}');
    assertEquals([told?.tool_call_id, told?.content], [asks?.id, "[redacted:aws]"]);
    const { pending = [] } = state.metadata;
    assertEquals(pending.map(({ tool_call_id }) => tool_call_id), [asks?.id]);
  }, {
    task: `use ${key}`,
    filesModified: [key],
    metadata: {
      pending: [{
        tool_call_id: `call_${key}`,
        name: "read_file",
        started_at: "2026-01-01T00:00:00Z",
      }],
    },
    messages: [
      { role: "user", content: `use ${key}` },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: `call_${key}`, content: key },
    ],
  });
});

Deno.test("sessions export leaves paths outside of the folder out of a bundle", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, {
      filesModified: [`${cwd}/src/a.ts`, "/etc/passwd", "../b.ts", "c.ts"],
    });
    const args = ["sessions", "export", sessionId, "--format", "bundle", "-o", "s.bundle"];
    const { stderr } = await architect(args, { cwd });
    assertStringIncludes(stderr, "warning: 2 paths outside of this folder are left out");
    await Deno.remove(`${cwd}/.architect`, { recursive: true });
    await architect(["sessions", "import", "s.bundle"], { cwd });
    const state = await new SessionManager(cwd).read(sessionId);
    assertEquals(state.filesModified, ["src/a.ts", "c.ts"]);
  });
});

Deno.test("sessions import refuses what is no bundle, and makes nothing", async (t) => {
  await withBundle(async (cwd) => {
    const whole = await Deno.readTextFile(`${cwd}/s.bundle`);
    await Deno.writeTextFile(`${cwd}/cut.bundle`, whole.slice(0, -40));
    await Deno.writeTextFile(`${cwd}/altered.bundle`, whole.replace("say hello", "say HELLO"));
    await Deno.writeTextFile(`${cwd}/newer.bundle`, whole.replace('_bundle":1', '_bundle":2'));
    await Deno.writeTextFile(`${cwd}/empty.bundle`, "");
    await Deno.mkdir(`${cwd}/folder.bundle`);
    const cases: [string, number, string, string][] = [
      ["cut.bundle", 6, "session_corrupt", "it is cut off"],
      ["altered.bundle", 6, "session_corrupt", "its state was altered"],
      ["newer.bundle", 6, "session_too_new", "a newer architect made it"],
      ["empty.bundle", 6, "session_corrupt", "it is empty"],
      ["folder.bundle", 3, "usage", "it is a folder"],
      ["missing.bundle", 3, "usage", "there is no such file"],
      ["../s.bundle", 3, "usage", "it lies outside the workspace"],
    ];
    for (const [file, code, name, reason] of cases) {
      await t.step(file, async () => {
        const result = await architect(["sessions", "import", file, "--json"], { cwd });
        const { error } = result.json();
        assertEquals([result.code, error.code], [code, name]);
        assertStringIncludes(error.message, reason);
        assertEquals(await exists(`${cwd}/.architect`), false);
      });
    }
  });
});
