import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { architect } from "../support/architect.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

/** Three sessions, the newest first. */
async function saveThree(cwd: string): Promise<string[]> {
  const oldest = await saveSession(cwd, { task: "Escribe TESTS (a.*)", status: "failed" }, 3);
  const middle = await saveSession(cwd, { task: "refactoriza", status: "running" }, 2);
  const newest = await saveSession(cwd, { task: "añade tests", totalCost: 0.45 }, 1);
  return [newest.sessionId, middle.sessionId, oldest.sessionId];
}

Deno.test("sessions lists full ids, newest first, a run that died as interrupted", async () => {
  await withWorkspace(async (cwd) => {
    const [newest, middle, oldest] = await saveThree(cwd);
    const { code, stdout, stderr } = await architect(["sessions"], { cwd });
    assertEquals([code, stderr], [0, ""]);
    assertEquals(
      stdout,
      `ID                      Status       Steps  Cost   Task
${newest}  success      1      $0.45  añade tests
${middle}  interrupted  1      $0.00  refactoriza
${oldest}  failed       1      $0.00  Escribe TESTS (a.*)
`,
    );
  });
});

Deno.test("sessions --json gives the summaries and nothing else", async () => {
  await withWorkspace(async (cwd) => {
    const state = await saveSession(cwd, { totalCost: 0.45 });
    const result = await architect(["sessions", "--json"], { cwd });
    assertEquals(result.stderr, "");
    assertEquals(result.json(), [{
      id: state.sessionId,
      task: "say hello",
      status: "success",
      steps: 1,
      cost: 0.45,
      agent: "build",
      model: "gpt-4o",
      updated: state.updatedAt,
      stop_reason: "llm_done",
    }]);
  });
});

Deno.test("sessions filters by status as shown, by text whatever its case, and by number", async (t) => {
  await withWorkspace(async (cwd) => {
    const [newest, middle, oldest] = await saveThree(cwd);
    const cases: readonly (readonly [readonly string[], readonly (string | undefined)[]])[] = [
      [["--status", "interrupted"], [middle]],
      [["--status", "running"], []],
      [["--grep", "tests"], [newest, oldest]],
      [["--grep", "(A.*)"], [oldest]],
      [["--grep", "tests", "--limit", "1"], [newest]],
      [["--limit", "9"], [newest, middle, oldest]],
    ];
    for (const [args, expected] of cases) {
      await t.step(args.join(" "), async () => {
        const result = await architect(["sessions", "--json", ...args], { cwd });
        assertEquals(result.json().map((session: { id: string }) => session.id), expected);
      });
    }
  });
});

Deno.test("sessions of an empty folder are [] for a program, and a hint for a person", async () => {
  await withWorkspace(async (cwd) => {
    const json = await architect(["sessions", "--json"], { cwd });
    assertEquals([json.code, json.stdout, json.stderr], [0, "[]\n", ""]);
    const { code, stdout, stderr } = await architect(["sessions"], { cwd });
    assertEquals([code, stdout], [0, ""]);
    assertStringIncludes(stderr, "There are no sessions here yet");
    assertEquals([...Deno.readDirSync(cwd)], []);
  });
});

Deno.test("sessions lists a damaged file with its reason, and the others", async () => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd);
    const id = "20200101-000000-abcdef";
    await Deno.writeTextFile(join(cwd, ".architect", "sessions", `${id}.json`), "");
    const result = await architect(["sessions", "--json"], { cwd });
    assertEquals(result.code, 0);
    const [, damaged] = result.json();
    assertEquals([damaged.id, damaged.status, damaged.reason], [id, "corrupt", "empty file"]);
  });
});

Deno.test("sessions never shows a key that a file holds", async () => {
  await withWorkspace(async (cwd) => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const { sessionId } = await saveSession(cwd, {
      task: `push with ${key}`,
      messages: [{ role: "assistant", content: key }],
    });
    const outputs = [
      await architect(["sessions"], { cwd }),
      await architect(["sessions", "--json"], { cwd }),
      await architect(["sessions", "show", sessionId], { cwd }),
      await architect(["sessions", "show", sessionId, "--json"], { cwd }),
    ];
    for (const { code, stdout } of outputs) {
      assertEquals([code, stdout.includes(key)], [0, false]);
      assertStringIncludes(stdout, "[redacted:");
    }
  });
});
