import { assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import type { Disk } from "../../src/files/disk.ts";
import { forkSession } from "../../src/session/fork.ts";
import { SessionCopier, type WholeSession } from "../../src/session/session_copier.ts";
import { failingDisk, killedAt, smallDisk, systemError } from "../files/faulty_disk.ts";
import { readFolder } from "../support/folder_content.ts";
import { longRun } from "./long_run.ts";
import { essence, open } from "./opened.ts";
import { ID, NOW, pythonDict, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const FORK = "20260301-101010-00000f";

function fork(source: WholeSession, step: number | null = null) {
  return forkSession(source, { sessionId: FORK, now: NOW, step });
}

Deno.test("SessionCopier.place() puts down a fork that is opened as the session was", async (t) => {
  const { workspace } = await longRun();
  await using _workspace = workspace;
  const copier = new SessionCopier(workspace.path, { now: () => NOW });
  const before = await readFolder(workspace.file(""));
  const source = await copier.read(ID);
  assertEquals(await readFolder(workspace.file("")), before, "reading leaves nothing behind");
  for (const step of [0, 1, 15, 16, 30, 33, null]) {
    await t.step(`after step ${step ?? "at the end"}`, async () => {
      const forked = fork(source, step);
      await copier.place(forked);
      const sessions = workspace.other();
      {
        await using _lock = await sessions.lock(FORK);
        const { state, messages, before, notes } = await sessions.open(FORK);
        assertEquals([state, messages, before, notes], [forked.state, forked.messages, 0, []]);
      }
      // Lost, its state comes back from the history.
      await Deno.remove(workspace.file(`${FORK}.json`));
      if (step !== 0) {
        await using _lock = await sessions.lock(FORK);
        const { state, messages } = await sessions.open(FORK);
        assertEquals(messages, forked.messages);
        const { files: _rebuilt, ...rebuilt } = essence(state);
        const { files: _files, ...expected } = essence(forked.state);
        assertEquals(rebuilt, expected);
        assertEquals(state.metadata.parent, { session_id: ID, step: forked.step });
      }
      for (const name of await workspace.names()) {
        if (name.includes(FORK)) await Deno.remove(workspace.file(name));
      }
      assertEquals(await readFolder(workspace.file("")), before);
    });
  }
});

Deno.test("SessionCopier.place() makes files for the owner alone", {
  ignore: Deno.build.os === "windows",
}, async () => {
  await using workspace = await Workspace.make();
  await new SessionCopier(workspace.path).place({ state: sample(), history: [] });
  assertEquals((await Deno.stat(workspace.file())).mode! & 0o777, 0o600);
});

Deno.test("SessionCopier.place() never replaces a session", async (t) => {
  const cases: [string, (workspace: Workspace) => Promise<void>][] = [
    ["whole", (workspace) => workspace.sessions.save(sample({ task: "another" }))],
    ["damaged", (workspace) => workspace.put(`${ID}.json`, "{")],
    ["history alone", (workspace) => workspace.put(`${ID}.jsonl`, "x\n")],
  ];
  for (const [name, put] of cases) {
    await t.step(name, async () => {
      await using workspace = await Workspace.make();
      await put(workspace);
      const before = await readFolder(workspace.file(""), ".json");
      const error = await assertRejects(
        () => new SessionCopier(workspace.path).place({ state: sample(), history: [] }),
        ArchitectError,
        "there is one with this id",
      );
      assertEquals(error.code, "session_conflict");
      assertEquals(await readFolder(workspace.file(""), ".json"), before);
    });
  }
  await t.step("one that somebody begins right now", async () => {
    await using workspace = await Workspace.make();
    await using _lock = await workspace.sessions.lock(ID);
    const error = await assertRejects(
      () => new SessionCopier(workspace.path).place({ state: sample(), history: [] }),
      ArchitectError,
    );
    assertEquals(error.code, "session_locked");
  });
});

Deno.test("SessionCopier.place() takes the place of one whose removal was cut off", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(`.${ID}.removed`, "{}");
  await workspace.put(`${ID}.jsonl`, "of the one that was removed\n");
  await new SessionCopier(workspace.path).place({ state: sample(), history: [] });
  assertEquals((await workspace.names()).filter((name) => !name.endsWith(".lock")), [`${ID}.json`]);
  assertEquals((await open(workspace)).state.task, sample().task);
});

Deno.test("SessionCopier.place() leaves nothing of what cannot be written whole", async (t) => {
  const { workspace } = await longRun();
  await using _workspace = workspace;
  const forked = fork(await new SessionCopier(workspace.path).read(ID));
  const before = await readFolder(workspace.file(""));
  const size = forked.history.reduce((sum, line) => sum + line.length, 0);
  const full = (room: number) => smallDisk({ room });
  const cases: [string, Disk][] = [
    ["a disk that is full at once", full(200)],
    ["one that is full in the history", full(size / 2)],
    ["one that is full in the state", full(size + 1000)],
    ["a flush that fails", failingDisk("sync", () => systemError("EIO"))],
    [
      "a rename that fails",
      failingDisk("rename", () => systemError("EIO"), { times: 2 }),
    ],
  ];
  for (const [name, disk] of cases) {
    await t.step(name, async () => {
      const error = await assertRejects(
        () => new SessionCopier(workspace.path, { disk }).place(forked),
        ArchitectError,
      );
      assertEquals(error.code, "save_error");
      await Deno.remove(workspace.file(`${FORK}.lock`));
      assertEquals(await readFolder(workspace.file("")), before);
    });
  }
});

Deno.test("SessionCopier.place() that is killed leaves nothing or a whole session", async () => {
  const { workspace } = await longRun();
  await using _workspace = workspace;
  const forked = fork(await new SessionCopier(workspace.path).read(ID));
  let [nothing, whole] = [0, 0];
  for (let at = 0;; at++) {
    const { disk, calls } = killedAt(at);
    await new SessionCopier(workspace.path, { disk }).place(forked).catch(() => {});
    const sessions = workspace.other();
    if (await new SessionCopier(workspace.path).has(FORK)) {
      await using _lock = await sessions.lock(FORK);
      const { messages, state } = await sessions.open(FORK);
      assertEquals([messages, state.totalCost], [forked.messages, forked.state.totalCost]);
      whole++;
    } else {
      const ids = (await sessions.listSessions()).map(({ id }) => id);
      assertEquals(ids, [ID]);
      nothing++;
    }
    for (const name of await workspace.names()) {
      if (name.includes(FORK)) await Deno.remove(workspace.file(name));
    }
    if (calls() <= at) break;
  }
  assertEquals([nothing > 5, whole > 3], [true, true]);
});

Deno.test("SessionCopier.read() takes calls of another program for started", async () => {
  await using workspace = await Workspace.make();
  const { messages, ...dict } = pythonDict();
  const asked = (messages as unknown[]).slice(0, -1);
  await workspace.put(`${ID}.json`, JSON.stringify({ ...dict, messages: asked }));
  const { state, before } = await new SessionCopier(workspace.path).read(ID);
  assertEquals(before, null);
  assertEquals(state.metadata.pending?.map(({ tool_call_id }) => tool_call_id), ["call_13_0"]);
});

Deno.test("SessionCopier.read() tells a session that is in use from one that died", async () => {
  await using workspace = await Workspace.withSession({ status: "running" });
  const copier = new SessionCopier(workspace.path);
  assertEquals((await copier.read(ID)).inUse, false);
  await using _lock = await workspace.other().lock(ID);
  assertEquals((await copier.read(ID)).inUse, true);
});
