import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { sha256 } from "../../src/files/sha256.ts";
import { toDict } from "../../src/session/mod.ts";
import { architect } from "../support/architect.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

Deno.test("sessions show takes an id, a prefix or last, which it announces", async (t) => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd, { task: "old" }, 40);
    const { sessionId } = await saveSession(cwd, { task: "new" });
    for (const wanted of [sessionId, sessionId.slice(0, 13), "last"]) {
      await t.step(wanted, async () => {
        const { code, stdout, stderr } = await architect(["sessions", "show", wanted], { cwd });
        assertEquals(code, 0);
        assertStringIncludes(stdout, `Session   ${sessionId}\nTask      new\n`);
        assertEquals(stderr, wanted === "last" ? `last is ${sessionId}\n` : "");
      });
    }
  });
});

Deno.test("sessions show lists the candidates of an ambiguous prefix", async () => {
  await withWorkspace(async (cwd) => {
    const ids = ["20260223-143022-a1b2c3", "20260223-143022-d4e5f6"];
    for (const sessionId of ids) await saveSession(cwd, { sessionId });
    const { code, stderr } = await architect(["sessions", "show", "2026"], { cwd });
    assertEquals(code, 3);
    for (const id of ids) assertStringIncludes(stderr, id);
  });
});

Deno.test("sessions show --json gives the whole state, a run that died as interrupted", async () => {
  await withWorkspace(async (cwd) => {
    const state = await saveSession(cwd, {
      status: "running",
      stopReason: null,
      extra: { theirs: 1 },
    });
    const result = await architect(["sessions", "show", "last", "--json"], { cwd });
    assertEquals(result.json(), { ...toDict(state), status: "interrupted" });
  });
});

Deno.test("sessions show tells which files changed since", async () => {
  await withWorkspace(async (cwd) => {
    const same = new TextEncoder().encode("same");
    await Deno.writeFile(join(cwd, "same.txt"), same);
    await Deno.writeTextFile(join(cwd, "changed.txt"), "now");
    const hash = await sha256(same);
    const file = { sha256: hash, bytes: 4 };
    await saveSession(cwd, {
      metadata: {
        files: { "same.txt": file, "changed.txt": file, "gone.txt": file, "../out.txt": file },
      },
    });
    const { stdout } = await architect(["sessions", "show", "last"], { cwd });
    assertStringIncludes(
      stdout,
      "\nChanged since\n  changed.txt: changed\n  gone.txt: gone\n\nLast answer\nhello\n",
    );
  });
});

Deno.test("sessions show says once what is wrong with a file", async (t) => {
  await withWorkspace(async (cwd) => {
    const id = "20260223-143022-a1b2c3";
    const path = `${cwd}/.architect/sessions/${id}.json`;
    await Deno.mkdir(path, { recursive: true });
    const reasonOf = async () => {
      const { code, stderr } = await architect(["sessions", "show", id], { cwd });
      assertEquals(code, 6);
      return /^error: Cannot read session "[^"]+": (.*)$/m.exec(stderr)?.[1];
    };
    await t.step("a folder", async () => {
      assertEquals(await reasonOf(), "it is a folder, and a regular file is wanted");
    });
    await t.step("another session's file", async () => {
      await Deno.remove(path);
      await Deno.writeTextFile(path, '{"session_id": "20260223-143022-ffffff"}');
      assertEquals(await reasonOf(), `session_id is "20260223-143022-ffffff", and ${id} is wanted`);
    });
  });
});
