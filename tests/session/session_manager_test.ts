/** What a session store does: the behaviours that the Python tool documents, and finding. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { basename } from "@std/path";
import { ArchitectError, type ErrorCode } from "../../src/errors.ts";
import { SessionManager } from "../../src/session/session_manager.ts";
import { createSession } from "../../src/session/session_state.ts";
import { failingDisk, hookedDisk, systemError } from "../files/faulty_disk.ts";
import { answer, conversation, ID, NOW, pythonDict, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";

async function code(call: () => Promise<unknown>): Promise<ErrorCode> {
  return (await assertRejects(call, ArchitectError)).code;
}

Deno.test("SessionManager.save() makes the file, with what JSON.parse reads", async () => {
  await using workspace = await Workspace.withSession();
  const dict = JSON.parse(await Deno.readTextFile(workspace.file()));
  assertEquals([dict.session_id, dict.metadata], [ID, {
    schema: 1,
    revision: 1,
    history_lines: 7,
  }]);
  assertEquals(await workspace.names(), [`${ID}.json`, `${ID}.jsonl`, `${ID}.lock`]);
});

Deno.test("SessionManager.save() moves updated_at and the revision, and keeps the rest", async () => {
  let now = NOW;
  await using workspace = await Workspace.make({ now: () => now });
  const state = sample();
  await workspace.sessions.save(state);
  assertEquals([state.updatedAt, state.metadata.revision], [NOW.toISOString(), 1]);
  now = new Date(NOW.getTime() + 1500);
  await workspace.sessions.save(state);
  assertEquals([state.updatedAt, state.metadata.revision], ["2026-02-23T15:00:01.500Z", 2]);
  assertEquals(await workspace.other().load(ID), state);
  assertEquals(state.startedAt, sample().startedAt);
});

Deno.test("SessionManager.save() cuts 60 messages to at most 30, and says so", async () => {
  await using workspace = await Workspace.make();
  const history = conversation(29);
  const state = sample({ messages: history });
  await workspace.sessions.save(state);
  const loaded = await workspace.other().read(ID);
  assertEquals([loaded.messages.length, loaded.messages[0]?.role], [30, "assistant"]);
  assertEquals(loaded.metadata.truncated, true);
  assertEquals(loaded.metadata.messages_dropped, 30);
  // The list that a running agent holds is its own.
  assertEquals([history.length, state.messages.length], [60, 30]);
  for (let i = 0; i < 15; i++) state.messages.push(...answer(100 + i, 1));
  await workspace.sessions.save(state);
  assertEquals((await workspace.other().read(ID)).metadata.messages_dropped, 60);
});

Deno.test("SessionManager.save() does not cut 50 messages", async () => {
  await using workspace = await Workspace.withSession({ messages: conversation(24) });
  const loaded = await workspace.sessions.read(ID);
  assertEquals([loaded.messages.length, loaded.metadata.truncated], [50, undefined]);
});

Deno.test("SessionManager.load() gives back what was saved, to a new manager too", async () => {
  await using workspace = await Workspace.make();
  const state = sample({
    task: 'á 🚀 "quoted" \\ \n\t\u2028 ' + "x".repeat(10_000),
    stopReason: "timeout",
    extra: { later: [1] },
    metadata: { budget_usd: 2, ticket: "A-1", pending: [], files: {}, runs: [] },
  });
  await workspace.sessions.save(state);
  assertEquals(await workspace.sessions.load(ID), state);
  assertEquals(await workspace.other().load(ID), state);
});

Deno.test("SessionManager.save() again replaces what was saved", async () => {
  await using workspace = await Workspace.make();
  const state = sample();
  await workspace.sessions.save(state);
  state.status = "success";
  state.messages.push({ role: "assistant", content: "done" });
  await workspace.sessions.save(state);
  const loaded = await workspace.sessions.read(ID);
  assertEquals([loaded.status, loaded.messages.at(-1)?.content], ["success", "done"]);
  assertEquals((await workspace.sessions.listSessions()).length, 1);
});

Deno.test("SessionManager.load() gives null for what is missing, damaged or no id", async (t) => {
  await using workspace = await Workspace.make();
  await workspace.put(`${ID}.json`, "{ not json");
  for (const id of [ID, "20260101-000000-000000", "../../x", "", "CON"]) {
    await t.step(JSON.stringify(id), async () => {
      assertEquals(await workspace.sessions.load(id), null);
    });
  }
  assertEquals(await new SessionManager(`${workspace.path}/none`).load(ID), null);
});

Deno.test("SessionManager.read() tells apart why it cannot", async (t) => {
  await using workspace = await Workspace.make();
  const missing = "20260101-000000-000000";
  assertEquals(await code(() => workspace.sessions.read(missing)), "session_not_found");
  const newer = { session_id: ID, task: "t", messages: [], metadata: { schema: 99 } };
  const cases: [string, string, ErrorCode][] = [
    ["empty", "", "session_corrupt"],
    ["cut", '{"session_id": "', "session_corrupt"],
    ["newer", JSON.stringify(newer), "session_too_new"],
  ];
  for (const [name, content, wanted] of cases) {
    await t.step(name, async () => {
      await workspace.put(`${ID}.json`, content);
      assertEquals(await code(() => workspace.sessions.read(ID)), wanted);
      assertEquals(await Deno.readTextFile(workspace.file()), content);
    });
  }
  await t.step("too large", async () => {
    await Deno.truncate(workspace.file(), 64 * 1024 * 1024 + 1);
    assertEquals(await code(() => workspace.sessions.read(ID)), "session_too_large");
  });
  await t.step("a folder", async () => {
    await Deno.remove(workspace.file());
    await Deno.mkdir(workspace.file());
    assertEquals(await code(() => workspace.sessions.read(ID)), "session_corrupt");
  });
  assertEquals(await workspace.names(), [`${ID}.json`]);
});

Deno.test("SessionManager.read() says empty file", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(`${ID}.json`, "");
  const error = await assertRejects(() => workspace.sessions.read(ID), ArchitectError);
  assertStringIncludes(error.message, `Cannot read session "${ID}": empty file`);
});

Deno.test("SessionManager.delete() is true when something was removed", async () => {
  await using workspace = await Workspace.withSession();
  await workspace.put(`.${ID}.json.tmp`, "half");
  assertEquals(await workspace.sessions.delete(ID), true);
  assertEquals(await workspace.names(), []);
  assertEquals(await workspace.sessions.delete(ID), false);
  assertEquals(await workspace.sessions.delete("../x"), false);
  assertEquals(await workspace.names(), []);
});

Deno.test("SessionManager.delete() makes no folder where there is none", async () => {
  await using workspace = await Workspace.make();
  assertEquals(await workspace.sessions.delete(ID), false);
  assertEquals(await workspace.sessions.listSessions(), []);
  assertEquals(await workspace.sessions.cleanup(0), 0);
  assertEquals(await Array.fromAsync(Deno.readDir(workspace.path)), []);
});

Deno.test("SessionManager.delete() refuses a session that is in use", async () => {
  await using workspace = await Workspace.withSession();
  await using _lock = await workspace.other().lock(ID);
  assertEquals(await code(() => workspace.sessions.delete(ID)), "session_locked");
  assert((await workspace.names()).includes(`${ID}.json`));
});

Deno.test("SessionManager.delete() first makes sure that nothing can come back, and removes the lock last", async () => {
  await using workspace = await Workspace.withSession();
  const calls: string[] = [];
  const disk = hookedDisk(({ name, path }) => {
    if (["rename", "remove", "syncFolder"].includes(name)) calls.push(`${name} ${basename(path)}`);
  });
  await workspace.other({ disk }).delete(ID);
  assertEquals(calls, [
    `rename ${ID}.json`,
    "syncFolder sessions",
    `remove ${ID}.jsonl`,
    "syncFolder sessions",
    `remove .${ID}.removed`,
    `remove ${ID}.lock`,
    "syncFolder sessions",
  ]);
});

Deno.test("SessionManager.delete() says what could not be removed", async () => {
  await using workspace = await Workspace.withSession();
  const disk = failingDisk("remove", () => systemError("EIO"));
  const call = () => workspace.other({ disk }).delete(ID);
  const error = await assertRejects(call, ArchitectError, "the disk reports an error (EIO)");
  assertEquals([error.code, error.exitCode], ["incomplete", 1]);
});

Deno.test("SessionManager.delete() removes a damaged session", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(`${ID}.json`, "");
  assertEquals(await workspace.sessions.delete(ID), true);
});

Deno.test("SessionManager.find() takes a full id, a prefix and last", async () => {
  await using workspace = await Workspace.withSession();
  const other = "20260224-090000-d4e5f6";
  await workspace.put(`${other}.json`, JSON.stringify(pythonDict(other, 1771858800)));
  const { sessions } = workspace;
  assertEquals(await sessions.find(ID), ID);
  assertEquals(await sessions.find("20260224"), other);
  // Both were updated at the same second: the newest id.
  assertEquals(await sessions.find("last"), other);
  const error = await assertRejects(() => sessions.find("2026"), ArchitectError);
  assertEquals(error.code, "session_ambiguous");
  assertStringIncludes(String(error.suggestion), other);
});

Deno.test("SessionManager.find() takes as last the newest that nobody works on", async () => {
  await using workspace = await Workspace.withSession();
  const newer = "20260224-090000-d4e5f6";
  const damaged = "20260225-090000-d4e5f6";
  await workspace.put(`${newer}.json`, JSON.stringify(pythonDict(newer, 1771999999)));
  await workspace.put(`${damaged}.json`, "");
  assertEquals(await workspace.sessions.find("last"), newer);
  {
    await using _lock = await workspace.other().lock(newer);
    assertEquals(await workspace.sessions.find("last"), ID);
    await using _both = await workspace.other().lock(ID);
    assertEquals(await code(() => workspace.sessions.find("last")), "session_not_found");
  }
});

Deno.test("SessionManager.find() finds nothing, and makes nothing, for what is no session", async (t) => {
  await using workspace = await Workspace.make();
  for (const wanted of ["last", "2026", ID, "../../x", "/etc/x", "CON", ""]) {
    await t.step(JSON.stringify(wanted), async () => {
      assertEquals(await code(() => workspace.sessions.find(wanted)), "session_not_found");
    });
  }
  assertEquals(await Array.fromAsync(Deno.readDir(workspace.path)), []);
});

Deno.test("SessionManager.lock() refuses what is no id, and a second holder", async () => {
  await using workspace = await Workspace.make();
  assertEquals(await code(() => workspace.sessions.lock("../x")), "session_not_found");
  await using _lock = await workspace.sessions.lock(ID);
  const error = await assertRejects(() => workspace.other().lock(ID), ArchitectError);
  assertStringIncludes(error.message, "pid 7 on ci-1 since 2026-02-23T15:00:00.000Z");
});

Deno.test({
  name: "SessionManager keeps its files to their owner, and out of commits",
  ignore: windows,
  fn: async (t) => {
    for (const umask of [0o000, 0o022, 0o077]) {
      await t.step(`umask ${umask.toString(8)}`, async () => {
        await using workspace = await Workspace.make();
        const before = Deno.umask(umask);
        try {
          await workspace.sessions.save(sample());
        } finally {
          Deno.umask(before);
        }
        const mode = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;
        assertEquals(await mode(`${workspace.path}/.architect`), 0o700);
        assertEquals(await mode(workspace.file("")), 0o700);
        assertEquals(await mode(workspace.file()), 0o600);
        assertEquals(await mode(workspace.file(`${ID}.lock`)), 0o600);
        assertEquals(
          await Deno.readTextFile(`${workspace.path}/.architect/.gitignore`),
          "*\n!.gitignore\n!config.yaml\n",
        );
      });
    }
  },
});

Deno.test({
  name: "SessionManager.save() narrows a folder and a file that others could read",
  ignore: windows,
  fn: async () => {
    await using workspace = await Workspace.withSession();
    await Deno.chmod(`${workspace.path}/.architect`, 0o755);
    await Deno.chmod(workspace.file(), 0o644);
    await Deno.writeTextFile(`${workspace.path}/.architect/.gitignore`, "mine\n");
    const sessions = workspace.other();
    await sessions.save(await sessions.read(ID));
    const mode = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;
    assertEquals(await mode(workspace.file()), 0o600);
    assertEquals(await mode(`${workspace.path}/.architect`), 0o700);
    const kept = await Deno.readTextFile(`${workspace.path}/.architect/.gitignore`);
    assertEquals(kept, "mine\n");
  },
});

Deno.test("createSession() gives ids that match the file names", async () => {
  await using workspace = await Workspace.make();
  const state = createSession({ task: "t", agent: "build", model: "m" });
  await workspace.sessions.save(state);
  assertMatch((await workspace.names()).join(), /^\d{8}-\d{6}-[0-9a-f]{6}\.json/);
});

Deno.test("SessionManager.inUse() tells whether somebody works on a session", async () => {
  await using workspace = await Workspace.withSession();
  const other = workspace.other();
  {
    await using _lock = await workspace.sessions.lock(ID);
    assertEquals(await other.inUse(ID), true);
  }
  assertEquals(await other.inUse(ID), false);
  assertEquals(await other.inUse("20260101-000000-000000"), false);
  assertEquals(await other.inUse("../x"), false);
});

Deno.test("SessionManager looks at one session only where a full id is given", async () => {
  await using workspace = await Workspace.withSession();
  const { readDirSync } = Deno;
  let listed = 0;
  Deno.readDirSync = (path) => {
    listed++;
    return readDirSync(path);
  };
  try {
    const sessions = workspace.other();
    await using _lock = await sessions.lock(await sessions.find(ID));
    const state = await sessions.read(ID);
    await sessions.save(state);
    await sessions.checkWritable(ID);
    await sessions.inUse(ID);
    assertEquals(listed, 0);
    await sessions.find(ID.slice(0, -1));
    assertEquals(listed, 1);
  } finally {
    Deno.readDirSync = readDirSync;
  }
});
