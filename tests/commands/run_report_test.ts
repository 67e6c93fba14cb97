import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { finishedOutcome } from "../../src/commands/run_report.ts";
import { createSession } from "../../src/session/session_state.ts";
import { architect } from "../support/architect.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { text } from "../support/scripted_provider.ts";
import { withWorkspace } from "../support/workspace.ts";

/** A workspace with a finished session and a cassette that has no further answer. */
async function withFinishedSession(
  test: (cwd: string, id: string) => Promise<void>,
): Promise<void> {
  await withWorkspace(async (cwd) => {
    await Deno.writeTextFile(join(cwd, "a.jsonl"), cassetteText([text("first")]));
    const args = ["run", "task", "--model", "replay:a.jsonl", "--mode", "yolo", "--json"];
    await test(cwd, (await architect(args, { cwd })).json().session_id);
  });
}

Deno.test("a resume that saved nothing is repeated with its prompt, model and agent", async () => {
  await withFinishedSession(async (cwd, id) => {
    await Deno.writeTextFile(join(cwd, "b.jsonl"), cassetteText([text("other")]));
    const flags = ["-a", "plan", "--model", "replay:b.jsonl"];
    const { code, stderr } = await architect(["resume", id, "and now?", ...flags], { cwd });
    assertEquals(code, 1);
    assertStringIncludes(
      stderr,
      `Go on with: architect resume ${id} 'and now?' -a plan --model replay:b.jsonl\n`,
    );
  });
});

Deno.test("a spent budget is told once, with a flag that works", async () => {
  await withFinishedSession(async (cwd, id) => {
    const args = ["resume", id, "more", "--mode", "yolo"];
    const { code, stderr } = await architect([...args, "--budget", "0.005"], { cwd });
    assertEquals(code, 2);
    assertEquals(stderr.match(/^Go on with: .*$/gm), [
      `Go on with: architect resume ${id} more --mode yolo --budget +0.005`,
    ]);
    const [, flag = ""] = /--budget (\S+)$/m.exec(stderr) ?? [];
    await Deno.writeTextFile(join(cwd, "a.jsonl"), cassetteText([text("first"), text("second")]));
    assertEquals((await architect([...args, "--budget", flag], { cwd })).stdout, "second\n");
  });
});

Deno.test("finishedOutcome() gives the last answer, be it text or parts", () => {
  const state = createSession({ task: "task", agent: "build", model: "gpt-4o" });
  assertEquals(finishedOutcome(state).output, null);
  state.messages.push({ role: "assistant", content: [{ type: "text", text: "done" }] });
  assertEquals(finishedOutcome(state).output, "done");
});

const SPANISH_SPOKEN = { ARCHITECT_LANGUAGE: "es" };

Deno.test("a run speaks Spanish to people and English to programs, secrets taken out of both", async (t) => {
  const key = "sk-proj-0123456789abcdefghij";
  await withWorkspace(async (cwd) => {
    const warned = `agents:\n  docs:\n    allowed_tools: ["${key}"]\nllm: {provider: x}\n`;
    await Deno.writeTextFile(join(cwd, "c.yaml"), warned);
    await Deno.writeTextFile(join(cwd, "a.jsonl"), cassetteText([]));
    const args = ["run", "task", "-a", "docs", "-c", "c.yaml", "--model", "replay:a.jsonl"];
    const flags = ["--mode", "yolo"];
    await t.step("--json", async () => {
      const options = { cwd, env: SPANISH_SPOKEN };
      const { code, json, stderr } = await architect([...args, ...flags, "--json"], options);
      assertEquals(code, 1);
      assertEquals(stderr.replaceAll(/\d{8}-\d{6}-[0-9a-f]{6}/g, "ID").split("\n"), [
        'aviso: Configuración "c.yaml": se ignora, pues solo lo conoce el architect de Python: llm.provider',
        'aviso: el agente docs menciona una herramienta que no existe: "[redacted:openai]"',
        "sesión ID",
        "failed (llm_error): 0 pasos, $0.00",
        'error: No se puede reproducir la casete "a.jsonl": no contiene la respuesta 1, la última es 0',
        "Continúe con un modelo real, con --model, o grabe una casete más larga.",
        "Continúe con: architect resume ID --mode yolo -c c.yaml",
        "",
      ]);
      assertEquals(json().error, {
        code: "cassette_error",
        message: 'Cannot replay cassette "a.jsonl": there is no answer 1 in it, the last one is 0',
        suggestion: "Go on with a real model, with --model, or record a longer cassette.",
      });
    });
    await t.step("--events", async () => {
      const options = { cwd, env: SPANISH_SPOKEN };
      const { events } = await architect([...args, ...flags, "--events"], options);
      const warnings = events().filter(({ type }) => type === "warning");
      assertEquals(warnings.map(({ message }) => message), [
        'Config "c.yaml": ignored, as only the Python architect knows it: llm.provider',
        'agent docs names a tool that there is not: "[redacted:openai]"',
      ]);
    });
  });
});

Deno.test("what a flag widens is told in Spanish and kept in English", async () => {
  await withFinishedSession(async (cwd, id) => {
    const flags = ["--mode", "yolo", "--budget", "0.005"];
    const args = ["resume", id, "more", "-a", "plan", ...flags];
    const { stderr } = await architect(args, { cwd, env: SPANISH_SPOKEN });
    assertStringIncludes(stderr, "ampliado por una opción: agente: build -> plan\n");
    assertStringIncludes(
      stderr,
      "error: No se puede continuar: se han gastado $0.0100 del presupuesto de $0.005\n",
    );
    await Deno.writeTextFile(join(cwd, "a.jsonl"), cassetteText([text("first"), text("second")]));
    const again = await architect(["resume", id, "more", "-a", "plan"], { cwd });
    assertEquals(again.code, 0, again.stderr);
    const file = join(cwd, ".architect", "sessions", `${id}.json`);
    const { metadata } = JSON.parse(await Deno.readTextFile(file));
    assertEquals(metadata.runs.at(-1).widened, ["agent: build -> plan"]);
  });
});

Deno.test("an error of a config is told in the language that is known without it", async (t) => {
  const wrong = "language: es\nllm: {retries: x}\n";
  const english = "an integer of 0 or more is wanted";
  const spanish = "se espera un número entero igual o mayor que 0";
  const cases: readonly (readonly [string, string, string, Record<string, string>, string])[] = [
    ["none", "", wrong, {}, english],
    ["that of the environment", "", wrong, { LANG: "es_ES.UTF-8" }, spanish],
    ["that of the folder's own config", "language: es\n", "llm: {retries: x}\n", {}, spanish],
    ["that of the environment, not the folder's", "language: es\n", wrong, {
      ARCHITECT_LANGUAGE: "en",
    }, english],
  ];
  for (const [name, own, given, env, expected] of cases) {
    await t.step(name, () =>
      withWorkspace(async (cwd) => {
        await Deno.mkdir(join(cwd, ".architect"));
        await Deno.writeTextFile(join(cwd, ".architect", "config.yaml"), own);
        await Deno.writeTextFile(join(cwd, "c.yaml"), given);
        const { code, stderr } = await architect(["run", "task", "-c", "c.yaml"], { cwd, env });
        assertEquals(code, 3);
        assertStringIncludes(stderr, expected);
      }));
  }
});
