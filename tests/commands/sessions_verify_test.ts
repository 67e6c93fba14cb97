import { assertEquals, assertStringIncludes } from "@std/assert";
import { architect } from "../support/architect.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

const ID = "20260223-143022-a1b2c3";
const OTHER = "20260224-090000-d4e5f6";

/** Two sessions, of which the first has lost the end of its state. */
async function oneDamaged(cwd: string): Promise<{ readonly state: string; readonly text: string }> {
  await saveSession(cwd, { sessionId: ID, messages: [{ role: "user", content: "do it" }] });
  await saveSession(cwd, { sessionId: OTHER });
  const state = `${cwd}/.architect/sessions/${ID}.json`;
  const text = (await Deno.readTextFile(state)).slice(0, -40);
  await Deno.writeTextFile(state, text);
  return { state, text };
}

async function tree(cwd: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name } of Deno.readDir(`${cwd}/.architect/sessions`)) {
    files[name] = await Deno.readTextFile(`${cwd}/.architect/sessions/${name}`);
  }
  return files;
}

Deno.test("sessions verify tells of every session, and exits 6 where one is damaged", async () => {
  await withWorkspace(async (cwd) => {
    await oneDamaged(cwd);
    const before = await tree(cwd);
    const { code, stdout, stderr } = await architect(["sessions", "verify"], { cwd });
    assertEquals([code, stderr], [6, ""]);
    assertStringIncludes(stdout, `${OTHER}  ok\n`);
    assertStringIncludes(stdout, `${ID}  damaged  its state cannot be read: not valid JSON`);
    assertStringIncludes(stdout, "(repair: rebuild it from its history)\n");
    assertStringIncludes(stdout, "2 sessions checked: 1 ok, 1 damaged.");
    assertEquals(await tree(cwd), before);
    const sound = await architect(["sessions", "verify", "20260224"], { cwd });
    assertEquals([sound.code, sound.stdout.split("\n").at(-2)], [0, "1 session checked: 1 ok."]);
  });
});

Deno.test("sessions verify --repair repairs, tells what, and keeps what was damaged", async () => {
  await withWorkspace(async (cwd) => {
    const { state, text } = await oneDamaged(cwd);
    const before = await tree(cwd);
    const tried = await architect(["sessions", "verify", "--repair", "--dry-run"], { cwd });
    assertEquals(tried.code, 6);
    assertStringIncludes(tried.stdout, "(would rebuild it from its history)");
    assertEquals(await tree(cwd), before);

    const done = await architect(["sessions", "verify", "--repair", "--json"], { cwd });
    assertEquals(done.code, 0, done.stderr);
    const { checked, damaged, sessions } = done.json();
    assertEquals([checked, damaged, sessions.length], [2, 0, 2]);
    const [repaired] = sessions.filter(({ id }: { id: string }) => id === ID);
    assertEquals([repaired.status, repaired.findings], ["ok", []]);
    assertEquals(repaired.repaired.length, 1);
    assertEquals(await Deno.readTextFile(`${state.replace(`${ID}.json`, repaired.kept[0])}`), text);
    assertEquals(JSON.parse(await Deno.readTextFile(state)).messages, [
      { role: "user", content: "do it" },
    ]);
    assertEquals((await architect(["sessions", "verify"], { cwd })).code, 0);
  });
});

Deno.test("sessions verify --repair of what nothing is left of says so, and exits 6", async () => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd, { sessionId: ID });
    const folder = `${cwd}/.architect/sessions`;
    await Deno.writeTextFile(`${folder}/${ID}.json`, "");
    await Deno.remove(`${folder}/${ID}.jsonl`).catch(() => {});
    const { code, stdout } = await architect(["sessions", "verify", ID, "--repair"], { cwd });
    assertEquals(code, 6);
    assertStringIncludes(stdout, `${ID}  damaged  its state cannot be read: empty file`);
    assertEquals(await Deno.readTextFile(`${folder}/${ID}.json`), "");
  });
});

Deno.test("sessions verify --repair says how much of a session is left", async () => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd, {
      sessionId: ID,
      status: "success",
      stopReason: "llm_done",
      stepsCompleted: 2,
      messages: [
        { role: "user", content: "do it" },
        { role: "assistant", content: "not yet" },
        { role: "user", content: "but now" },
        { role: "assistant", content: "done" },
      ],
    });
    const state = `${cwd}/.architect/sessions/${ID}.json`;
    await Deno.writeTextFile(state, (await Deno.readTextFile(state)).split('"but now"')[0]!);
    await Deno.remove(`${state}l`).catch(() => {});
    const { code, stdout } = await architect(["sessions", "verify", ID, "--repair"], { cwd });
    assertEquals(code, 0);
    assertStringIncludes(stdout, "repaired: what could be read of it: 2 messages, 1 of 2 steps\n");
    // What is left must not pass for a task that is done, with its first answer.
    const [listed] = (await architect(["sessions", "--json"], { cwd })).json();
    assertEquals(listed.status, "interrupted");
  });
});

Deno.test("sessions verify --repair says that the limits of a session are lost", async () => {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd, { sessionId: ID, stepsCompleted: 2 });
    const state = `${cwd}/.architect/sessions/${ID}.json`;
    await Deno.writeTextFile(state, (await Deno.readTextFile(state)).split('"revision"')[0]!);
    await Deno.remove(`${state}l`).catch(() => {});
    const { stdout } = await architect(["sessions", "verify", ID, "--repair"], { cwd });
    assertStringIncludes(
      stdout,
      ": 0 messages, 0 of 2 steps, without its mode and tools; what it has cost is its budget " +
        "until --budget gives another\n",
    );
    const local = ["-a", "plan", "--model", "ollama/none"];
    const resumed = await architect(["resume", ID, "go on", ...local, "--json"], { cwd });
    assertEquals(resumed.code, 2, resumed.stderr);
    assertEquals(resumed.json().stop_reason, "budget_exceeded");
  });
});

Deno.test("sessions verify of nothing", async (t) => {
  const none = { checked: 0, damaged: 0, sessions: [] };
  const cases: [string, readonly string[], number, unknown][] = [
    ["no sessions", ["sessions", "verify", "--json"], 0, none],
    ["no such session", ["sessions", "verify", ID, "--json"], 3, "session_not_found"],
    ["no id", ["sessions", "verify", "", "--json"], 3, "usage"],
  ];
  for (const [name, args, code, expected] of cases) {
    await t.step(name, () =>
      withWorkspace(async (cwd) => {
        const result = await architect(args, { cwd });
        assertEquals(result.code, code);
        assertEquals(code === 0 ? result.json() : result.json().error.code, expected);
      }));
  }
});

Deno.test("a damaged session without a history is refused with what can still be read of it", async () => {
  await withWorkspace(async (cwd) => {
    const { state, text } = await oneDamaged(cwd);
    await Deno.remove(`${state}l`);
    const before = await tree(cwd);
    for (const args of [["resume", ID, "go on", "-a", "plan"], ["sessions", "show", ID]]) {
      const { code, stderr } = await architect(args, { cwd });
      assertEquals(code, 6);
      assertStringIncludes(stderr, "What can still be read: task ");
      assertStringIncludes(stderr, `architect sessions verify ${ID} --repair`);
    }
    const now = await tree(cwd);
    delete now[`${ID}.lock`];
    delete before[`${ID}.lock`];
    assertEquals([now, await Deno.readTextFile(state)], [before, text]);
  });
});

Deno.test("sessions verify is Spanish for a person, and English for a program", async () => {
  await withWorkspace(async (cwd) => {
    await oneDamaged(cwd);
    const env = { ARCHITECT_LANGUAGE: "es" };
    const told = await architect(["sessions", "verify"], { cwd, env });
    assertEquals([told.code, told.stderr], [6, ""]);
    assertStringIncludes(
      told.stdout,
      `${ID}  damaged  su estado no se puede leer: no es JSON válido`,
    );
    assertStringIncludes(told.stdout, "(reparación: reconstruirlo a partir de su historial)\n");
    assertStringIncludes(told.stdout, "2 sesiones comprobadas: 1 ok, 1 damaged.");
    for (const args of [["sessions", "verify", "--json"], ["sessions", "--json"]]) {
      const [spanish, english] = [
        await architect(args, { cwd, env }),
        await architect(args, { cwd }),
      ];
      assertEquals(spanish.stdout, english.stdout);
    }
  });
});
