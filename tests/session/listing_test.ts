import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import type { SessionSummary } from "../../src/session/session_summary.ts";
import { toDict } from "../../src/session/session_dict.ts";
import { failingDisk, hookedDisk, systemError } from "../files/faulty_disk.ts";
import { conversation, ID, NOW, pythonDict, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";

/** The only session of a workspace. */
async function only(workspace: Workspace): Promise<SessionSummary> {
  const summaries = await workspace.sessions.listSessions();
  assertEquals(summaries.length, 1);
  return summaries[0]!;
}

Deno.test("listSessions() is empty where there is nothing", async () => {
  await using workspace = await Workspace.make();
  assertEquals(await workspace.sessions.listSessions(), []);
});

Deno.test("listSessions() gives the fields of a session", async () => {
  await using workspace = await Workspace.withSession();
  assertEquals(await only(workspace), {
    id: ID,
    task: "refactoriza todo el módulo de auth",
    status: "partial",
    steps: 2,
    cost: 0.0123,
    agent: "build",
    model: "gpt-4o",
    updated: NOW.toISOString(),
    stop_reason: "max_steps",
  });
});

Deno.test("listSessions() goes by the stored time, never by that of the file", async () => {
  await using workspace = await Workspace.make();
  const times = [["20260101-000000-aaaaaa", 300], ["20260102-000000-bbbbbb", 100], [
    "20260103-000000-cccccc",
    200,
  ], ["20260104-000000-dddddd", 200]] as const;
  for (const [id, updated] of times) {
    await workspace.put(`${id}.json`, JSON.stringify(pythonDict(id, updated)));
    // The oldest has the newest file.
    await Deno.utime(workspace.file(`${id}.json`), 1e9 - updated, 1e9 - updated);
  }
  const ids = (await workspace.sessions.listSessions()).map(({ id }) => id.slice(-1));
  assertEquals(ids, ["a", "d", "c", "b"]);
});

Deno.test("listSessions() compares times of both formats", async () => {
  await using workspace = await Workspace.withSession();
  const newer = "20200101-000000-aaaaaa";
  await workspace.put(
    `${newer}.json`,
    JSON.stringify(pythonDict(newer, NOW.getTime() / 1000 + 0.001)),
  );
  const ids = (await workspace.sessions.listSessions()).map(({ id }) => id);
  assertEquals(ids, [newer, ID]);
});

Deno.test("listSessions() shows a session of any layout", async (t) => {
  const dict = toDict(sample());
  const reversed = Object.fromEntries(Object.entries(dict).reverse());
  const layouts: [string, string][] = [
    ["as the Python tool writes it", JSON.stringify(pythonDict(), null, 2)],
    ["on one line", JSON.stringify(dict)],
    ["indented by tabs", JSON.stringify(dict, null, "\t")],
    ["in the reverse order", JSON.stringify(reversed, null, 2)],
    ["with Windows line ends", JSON.stringify(dict, null, 2).replaceAll("\n", "\r\n")],
    ["with a mark of the byte order", `\ufeff${JSON.stringify(dict, null, 2)}`],
    ["with a key before the others", JSON.stringify({ version: 3, ...dict }, null, 2)],
    ["of a newer schema", JSON.stringify({ ...dict, metadata: { schema: 9 } }, null, 2)],
    ["with the least that is needed", `{"session_id":"${ID}","task":"t","messages":[]}`],
  ];
  for (const [name, content] of layouts) {
    await t.step(name, async () => {
      await using workspace = await Workspace.make();
      await workspace.put(`${ID}.json`, content);
      const summary = await only(workspace);
      assertEquals([summary.id, summary.reason], [ID, undefined]);
      assertMatch(summary.updated ?? "", /^2026-02-23T/);
    });
  }
});

Deno.test("listSessions() reads heads of any length, and of any text", async (t) => {
  for (const length of [0, 500, 780, 800, 820, 1000, 10_000, 70_000]) {
    for (const letter of ["x", "ñ", "🚀", "\n", "\u0000", '"']) {
      await t.step(`${length} ${JSON.stringify(letter)}`, async () => {
        await using workspace = await Workspace.withSession({ task: letter.repeat(length) });
        assertEquals((await only(workspace)).task, letter.repeat(length));
      });
    }
  }
});

Deno.test("listSessions() reads no more than the head of what architect wrote", async () => {
  await using workspace = await Workspace.withSession({ messages: conversation(20) });
  const text = await Deno.readTextFile(workspace.file());
  // Damage beyond the head is for load to find.
  await workspace.put(`${ID}.json`, text.slice(0, text.indexOf('"metadata"')));
  assertEquals((await only(workspace)).status, "partial");
  assertEquals(await workspace.sessions.load(ID), null);
});

Deno.test("listSessions() shows damaged sessions as corrupt, and the others as they are", async (t) => {
  const good = `${JSON.stringify(toDict(sample()), null, 2)}\n`;
  const bad = "20260222-000000-bad000";
  const own = good.replace(ID, bad);
  const contents: [string, string, string][] = [
    ["empty", "", "empty file"],
    ["no JSON", "hello", "not valid JSON"],
    ["cut in its head", own.slice(0, 120), "not valid JSON"],
    ["NUL in its head", own.replace("partial", "par\0ial"), "NUL bytes"],
    ["nothing but NUL", "\0".repeat(2000), "NUL bytes"],
    ["another id inside", good, "session_id is"],
    [
      "endless nesting",
      own.replace("{", `{"x": ${"[".repeat(20_000)}"\\ud83d"${"]".repeat(20_000)},`),
      "nested deeper than 150 levels",
    ],
    ["a list", "[]", "the content is a list"],
    [
      "a wrong value",
      own.replace('"steps_completed": 2', '"steps_completed": "2"'),
      "steps_completed",
    ],
    ["no UTF-8 in its head", own.replace("todo", "to@do"), "not valid UTF-8"],
    ["no comma behind its head", own.replace('auth",', 'auth"'), "not valid JSON"],
    ["no time", own.replace(/"updated_at": "[^"]*"/, '"updated_at": "?"'), "updated_at"],
  ];
  for (const [name, content, reason] of contents) {
    await t.step(name, async () => {
      await using workspace = await Workspace.withSession();
      const bytes = new TextEncoder().encode(content);
      await workspace.put(`${bad}.json`, bytes.map((byte) => byte === 0x40 ? 0xFF : byte));
      const summaries = await workspace.sessions.listSessions();
      assertEquals(summaries.map(({ id, status }) => [id, status]), [[ID, "partial"], [
        bad,
        "corrupt",
      ]]);
      assertStringIncludes(String(summaries[1]?.reason), reason);
      assertEquals(summaries[1]?.updated, null);
    });
  }
});

Deno.test({
  name: "listSessions() does not hang on a pipe, and follows no link",
  ignore: windows,
  fn: async () => {
    await using workspace = await Workspace.withSession();
    const id = (digit: string) => `20260101-000000-${digit.repeat(6)}`;
    await new Deno.Command("mkfifo", { args: [workspace.file(`${id("1")}.json`)] }).output();
    await Deno.symlink(workspace.file(), workspace.file(`${id("2")}.json`));
    await Deno.mkdir(workspace.file(`${id("3")}.json`));
    await Deno.symlink("/nowhere", workspace.file(`${id("4")}.json`));
    const summaries = await workspace.sessions.listSessions();
    assertEquals(summaries.map(({ status, reason }) => [status, String(reason ?? "")]), [
      ["partial", ""],
      ["corrupt", "it is a symbolic link"],
      ["corrupt", "it is a folder"],
      ["corrupt", "it is a symbolic link"],
      ["corrupt", "it is a pipe, socket or device"],
    ]);
    for (const digit of ["1", "2", "3", "4"]) {
      const error = await assertRejects(() => workspace.sessions.read(id(digit)), ArchitectError);
      assertEquals(error.code, "session_corrupt");
    }
  },
});

Deno.test("listSessions() takes only what is named like a session", async () => {
  await using workspace = await Workspace.withSession();
  for (const name of ["notes.json", `${ID}.json.bak`, `.${ID}.json`, "CON.json", `x${ID}.json`]) {
    await workspace.put(name, JSON.stringify(pythonDict()));
  }
  await workspace.put("20260101-000000-aaaaaa.lock", "");
  assertEquals((await workspace.sessions.listSessions()).map(({ id }) => id), [ID]);
});

Deno.test("listSessions() finds a file that was copied in", async () => {
  await using workspace = await Workspace.withSession();
  const copy = "20260101-000000-aaaaaa";
  const text = await Deno.readTextFile(workspace.file());
  await workspace.put(`${copy}.json`, text.replace(ID, copy));
  assertEquals((await workspace.sessions.listSessions()).length, 2);
});

Deno.test("listSessions() shows what is stored as running as interrupted when nobody runs it", async () => {
  await using workspace = await Workspace.withSession({ status: "running" });
  assertEquals((await only(workspace)).status, "interrupted");
  {
    await using _lock = await workspace.other().lock(ID);
    assertEquals((await only(workspace)).status, "running");
    // The listing's own look at the lock must not keep anyone out.
    assertEquals((await only(workspace)).status, "running");
  }
  await Deno.remove(workspace.file(`${ID}.lock`));
  assertEquals((await only(workspace)).status, "interrupted");
});

Deno.test({
  name: "listSessions() does not hang on a pipe in the place of a lock",
  ignore: windows,
  fn: async () => {
    await using workspace = await Workspace.withSession({ status: "running" });
    const lock = workspace.file(`${ID}.lock`);
    await Deno.remove(lock);
    // A pipe would block the process for good: that nothing opens it is what shows here.
    await new Deno.Command("mkfifo", { args: [lock] }).output();
    const opened: string[] = [];
    const disk = hookedDisk(({ name, path }) => {
      if (name !== "open") return;
      opened.push(path);
      throw systemError("EIO");
    });
    const [summary] = await workspace.other({ disk }).listSessions();
    assertEquals([summary?.status, opened], ["interrupted", []]);
  },
});

Deno.test("listSessions() leaves running as it is where there are no locks", async () => {
  await using workspace = await Workspace.withSession({ status: "running" });
  const disk = failingDisk("tryLock", () => systemError("ENOLCK"));
  const [summary] = await workspace.other({ disk }).listSessions();
  assertEquals(summary?.status, "running");
});

Deno.test("listSessions() looks only at locks of sessions that are stored as running", async () => {
  await using workspace = await Workspace.withSession({ status: "partial" });
  const disk = failingDisk("open", () => systemError("EIO"), { ending: ".lock" });
  assertEquals((await workspace.other({ disk }).listSessions()).length, 1);
});

Deno.test("listSessions() replaces half a surrogate pair in the head", async () => {
  await using workspace = await Workspace.withSession({ task: "x@y" });
  const text = await Deno.readTextFile(workspace.file());
  await workspace.put(`${ID}.json`, text.replace("@", "\\ud83d"));
  assertEquals((await only(workspace)).task, "x\ufffdy");
  // The same half as bytes, which are not UTF-8: one character, as reading all of the file gives.
  const [before = "", after = ""] = text.split("@");
  const encoder = new TextEncoder();
  const bytes = [...encoder.encode(before), 0xED, 0xA0, 0xBD, ...encoder.encode(after)];
  await workspace.put(`${ID}.json`, Uint8Array.from(bytes));
  assertEquals((await only(workspace)).task, "x\ufffdy");
});

Deno.test("listSessions() takes 500 sessions of both formats", async () => {
  await using workspace = await Workspace.make();
  for (let i = 0; i < 500; i++) {
    const id = `20260101-000000-${i.toString(16).padStart(6, "0")}`;
    const content = i % 2 === 0
      ? JSON.stringify(pythonDict(id, i), null, 2)
      : JSON.stringify(toDict(sample({ sessionId: id })), null, 2);
    await workspace.put(`${id}.json`, content);
  }
  const summaries = await workspace.sessions.listSessions();
  assertEquals(summaries.length, 500);
  assertEquals(summaries.filter(({ status }) => status === "corrupt"), []);
});
