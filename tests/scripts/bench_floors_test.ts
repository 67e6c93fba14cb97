/** The floors do what the figures are compared with, in C and in Deno's own calls alike. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { cleanupRaw, readHeads, saveRaw } from "../../scripts/bench/raw_calls.ts";
import { writeSessions } from "../../scripts/bench/sessions_data.ts";
import { Workshop } from "../../scripts/bench/workshop.ts";
import { SessionManager } from "../../src/session/mod.ts";
import { withWorkspace } from "../support/workspace.ts";

const SESSIONS = ".architect/sessions";

async function hasCompiler(): Promise<boolean> {
  using shop = new Workshop({ quick: true });
  return await shop.floor("heads") !== null;
}

const C = await hasCompiler();
const noC = C ? "" : " (left out: no C compiler)";

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("writeSessions() writes sessions that are listed and loaded like those of a run", async () => {
  await withWorkspace(async (workspace) => {
    const written = await writeSessions(workspace, { count: 20, bytes: 30_000, families: true });
    const sizes = names(`${workspace}/${SESSIONS}`)
      .map((name) => Deno.statSync(`${workspace}/${SESSIONS}/${name}`).size);
    assertEquals(sizes.length, 60);
    assertEquals(sizes.reduce((sum, size) => sum + size), written);
    const sessions = new SessionManager(workspace);
    const listed = await sessions.listSessions();
    assertEquals(listed.length, 20);
    assertEquals(listed.filter(({ status }) => status === "corrupt"), []);
    for (const { id } of listed) {
      await using _lock = await sessions.lock(id);
      const { messages, notes } = await sessions.open(id);
      assertEquals([messages.length, notes], [30, []]);
      const { size } = Deno.statSync(`${workspace}/${SESSIONS}/${id}.json`);
      assert(size > 20_000 && size < 45_000, `${size}`);
    }
    assertEquals((await sessions.cleanupSessions()).removed.length, 20);
    assertEquals(names(`${workspace}/${SESSIONS}`), []);
  });
});

Deno.test("readHeads() reads every file", async () => {
  await withWorkspace(async (workspace) => {
    await writeSessions(workspace, { count: 5, bytes: 1000 });
    assertEquals(readHeads(`${workspace}/${SESSIONS}`), 5);
  });
});

Deno.test("saveRaw() leaves a state, a history and nothing else", async () => {
  await withWorkspace((workspace) => {
    for (const bytes of [10, 20]) saveRaw(workspace, new Uint8Array(bytes), new Uint8Array(3));
    assertEquals(names(workspace), ["raw.json", "raw.jsonl"]);
    assertEquals(Deno.statSync(`${workspace}/raw.json`).size, 20);
    assertEquals(Deno.statSync(`${workspace}/raw.jsonl`).size, 6);
    return Promise.resolve();
  });
});

Deno.test("cleanupRaw() removes whole families, with and without flushes", async () => {
  for (const flushes of [true, false]) {
    await withWorkspace(async (workspace) => {
      await writeSessions(workspace, { count: 3, bytes: 1000, families: true });
      cleanupRaw(`${workspace}/${SESSIONS}`, flushes);
      assertEquals(names(`${workspace}/${SESSIONS}`), []);
    });
  }
});

Deno.test({
  name: `the floors in C do the same${noC}`,
  ignore: !C,
  async fn(t) {
    using shop = new Workshop({ quick: true });
    const run = async (name: string, ...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await shop.output(await shop.floor(name) ?? "", args);
      assertEquals([code, stderr], [0, ""]);
      return stdout;
    };
    const workspace = await shop.folder("work");
    const folder = `${workspace}/${SESSIONS}`;
    await t.step("heads", async () => {
      await writeSessions(workspace, { count: 5, bytes: 1000 });
      assertMatch(await run("heads", folder), /^\d+\.\d 5\n$/);
    });
    await t.step("cleanup", async () => {
      for (const more of [[], ["without-flush"]]) {
        await writeSessions(await shop.folder("work"), { count: 5, bytes: 1000, families: true });
        assertMatch(await run("cleanup", folder, ...more), /^\d+\.\d 5\n$/);
        assertEquals(names(folder), []);
      }
    });
    await t.step("save", async () => {
      const saved = await shop.folder("saved");
      {
        await using save = shop.converse(await shop.floor("save") ?? "", [saved]);
        for (const line of ["10 3", "20 3", "30 0"]) {
          assertMatch(await save.ask(line), /^\d+\.\d$/);
        }
      }
      assertEquals(names(saved), ["floor.json", "floor.jsonl"]);
      assertEquals(Deno.statSync(`${saved}/floor.json`).size, 30);
      assertEquals(Deno.statSync(`${saved}/floor.jsonl`).size, 6);
    });
    await t.step("timed", async () => {
      const { ms, peakMiB } = await shop.time("/bin/sh", ["-c", "echo out"], shop.dir);
      assert(ms > 0 && peakMiB !== null && peakMiB > 0);
    });
  },
});
