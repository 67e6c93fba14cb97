import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { sha256 } from "../../src/files/sha256.ts";
import type { Message } from "../../src/llm/provider.ts";
import { SessionManager, toDict } from "../../src/session/mod.ts";
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

Deno.test("sessions show tells of every message that the history has", async (t) => {
  await withWorkspace(async (cwd) => {
    const messages = Array.from({ length: 60 }, (_, index): Message => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: `message number ${index + 1}`,
    }));
    const { sessionId } = await saveSession(cwd, { messages });
    const show = (...flags: string[]) => architect(["sessions", "show", "last", ...flags], { cwd });
    await t.step("a line a step", async () => {
      const { stdout } = await show();
      assertStringIncludes(stdout, ": message number 2\n");
      assertStringIncludes(stdout, ": message number 60\n");
    });
    await t.step("whole", async () => {
      const { stdout } = await show("--messages");
      assertMatch(stdout, /^ {4}1 {2}user {2}.*Z\nmessage number 1\n$/m);
      assertMatch(stdout, /^ {3}60 {2}assistant {2}.*\nmessage number 60\n$/m);
    });
    await t.step("as far as it is whole", async () => {
      const path = join(cwd, ".architect", "sessions", `${sessionId}.jsonl`);
      const lines = (await Deno.readTextFile(path)).split("\n");
      await Deno.writeTextFile(path, lines.with(3, "?").join("\n"));
      const { code, stdout, stderr } = await show();
      assertEquals([code, stderr], [0, `last is ${sessionId}\n`]);
      assertStringIncludes(stdout, ": message number 2\n");
      assertStringIncludes(stdout, ": message number 60\n");
      assertMatch(stdout, /^ {2}line 4 of its history is damaged: .* 57 lines after it not read$/m);
      assertStringIncludes(stdout, "\n  messages 3 to 30 are gone\n");
    });
  });
});

Deno.test("sessions show tells that a session is in use", async () => {
  await withWorkspace(async (cwd) => {
    const { sessionId } = await saveSession(cwd, { status: "running", stopReason: null });
    await using _lock = await new SessionManager(cwd).lock(sessionId);
    const { code, stdout, stderr } = await architect(["sessions", "show", sessionId], { cwd });
    assertEquals(
      [code, stderr],
      [0, `session ${sessionId} is in use: this is how it stands now\n`],
    );
    assertStringIncludes(stdout, "Status    running\n");
  });
});

Deno.test("sessions show takes keys out of what another program wrote", async () => {
  await withWorkspace(async (cwd) => {
    const key = `sk-proj-${"a1B2".repeat(12)}`;
    const call = {
      id: "1",
      type: "function",
      function: { name: "run_command", arguments: JSON.stringify({ command: `echo ${key}` }) },
    } as const;
    const messages: Message[] = [
      { role: "user", content: key },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "1", content: key },
    ];
    await saveSession(cwd, { task: key, messages });
    for (const flags of [[], ["--messages"], ["--json"]]) {
      const { stdout } = await architect(["sessions", "show", "last", ...flags], { cwd });
      assertStringIncludes(stdout, "[redacted:");
      assertEquals(stdout.includes(key), false);
    }
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
