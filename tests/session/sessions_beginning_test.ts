import { assertEquals } from "@std/assert";
import { sessionsBeginning } from "../../src/session/sessions_beginning.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

const A = "20260223-143022-a1b2c3";
const B = "20260223-151045-d4e5f6";
const C = "20260301-090000-0badc0";

Deno.test("sessionsBeginning() finds those whose id begins so, newest first", async (t) => {
  await withWorkspace(async (workspace) => {
    await saveSession(workspace, { sessionId: A, task: "newer" }, 1);
    await saveSession(workspace, { sessionId: B, task: "older" }, 2);
    await saveSession(workspace, { sessionId: C, status: "running" }, 3);
    await Deno.writeTextFile(`${workspace}/.architect/sessions/20260302-090000-0badc0.json`, "{");
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["", [A, B, C, "20260302-090000-0badc0"]],
      ["202602", [A, B]],
      [B, [B]],
      ["2027", []],
      ["../", []],
    ];
    for (const [start, ids] of cases) {
      await t.step(`"${start}"`, async () => {
        const found = await sessionsBeginning(workspace, start);
        assertEquals(found.map(({ id }) => id), ids);
      });
    }
    const [running, damaged] = [
      await sessionsBeginning(workspace, C),
      await sessionsBeginning(workspace, "20260302"),
    ];
    assertEquals([running[0]?.status, damaged[0]?.status], ["interrupted", "corrupt"]);
  });
});

Deno.test("sessionsBeginning() does not read the sessions where there are very many", async () => {
  await withWorkspace(async (workspace) => {
    for (const sessionId of [A, B, C]) await saveSession(workspace, { sessionId });
    const found = await sessionsBeginning(workspace, "", { mostRead: 2 });
    assertEquals(found, [{ id: C }, { id: B }, { id: A }]);
    const few = await sessionsBeginning(workspace, "202602", { mostRead: 2 });
    assertEquals(few.map(({ task }) => task), ["say hello", "say hello"]);
  });
});

Deno.test("sessionsBeginning() finds nothing where there is no folder", async () => {
  await withWorkspace(async (workspace) => {
    assertEquals(await sessionsBeginning(workspace, ""), []);
    assertEquals(await Array.fromAsync(Deno.readDir(workspace)), []);
  });
});
