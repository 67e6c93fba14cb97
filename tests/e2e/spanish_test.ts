/** The program in Spanish: every word that a person sees, and none that a program reads. */

import { assertEquals, assertMatch } from "@std/assert";
import { chatServer } from "../support/chat_server.ts";
import { englishWords } from "../support/english_words.ts";
import { saveSession } from "../support/workspace.ts";
import { ID, writeState } from "./exit_code_cases.ts";
import { DONE, inWorkspace, model, type Run, writes } from "./support.ts";

const SPANISH = { env: { ARCHITECT_LANGUAGE: "es" } };

/** What each command shows of a run that wrote a file which is gone now, and of a damaged session. */
const SHOWN: readonly (readonly [args: string, code: number, shown: RegExp])[] = [
  ["sessions", 0, /^ID +Estado +Pasos +Coste +Tarea\n.* success /],
  ["sessions --status failed", 0, /^/],
  ["sessions show last", 0, /^Tarea +x$/m],
  ["sessions show last --messages", 0, /^Tarea +x$/m],
  ["sessions stats", 0, /sesi/],
  ["sessions export last --format md", 0, /paso/],
  ["sessions export last --format html", 0, /<html lang="es">/],
  ["sessions fork last", 0, /bifurc/],
  ["sessions verify", 6, /no se puede leer/],
  ["sessions verify last", 0, /./],
  [`sessions verify ${ID} --repair`, 6, /./],
  [`sessions show ${ID}`, 6, /No se puede leer/],
  ["sessions delete 2026", 3, /No se encuentra/],
  ["sessions import nada.json", 3, /No se puede/],
  ["sessions --grep nada", 0, /^Ninguna sesión coincide\.$/m],
  ["sessions --limit x", 3, /se espera un número entero igual o mayor que 1$/m],
  ["sessions fork last --at 9", 3, /el paso 9 no existe; existen los pasos del 0 al 2$/m],
  ["sessions stats --since 1", 0, /^Día +Sesiones +Éxito/m],
  ["sessions verify last --repair --dry-run", 0, /^1 sesión comprobada: 1 ok\.$/m],
  ["sessions delete last", 3, /se espera el identificador completo/],
  ["sessions export last --format bundle -o a.bundle", 0, /^a\.bundle escrito$/m],
  ["sessions import a.bundle", 0, /ya está aquí, exactamente la misma$/m],
  ["sessions import a.bundle --new-id", 0, / importada como /],
  ["cleanup --dry-run --older-than 0 --damaged", 0, /Por eliminar: /],
  ["cleanup --older-than 0", 0, /Eliminado: /],
  ["permissions", 0, /lectura|leer/],
  ["permissions run", 0, /lectura|leer/],
  ["permissions nada", 3, /no existe ese comando/],
  ["completions pwsh", 3, /¿Quería decir el comando "/],
  ["rum", 3, /¿Quería decir el comando "run"\?/],
  ["run x --mode nada", 3, /se espera uno de confirm-all/],
  ["run x --json=1", 3, /no admite ningún valor, pero recibió "1"/],
  ["run x -c nada.yaml", 3, /No se puede leer la configuración "nada\.yaml"/],
  ["run x --model replay:nada.jsonl --mode yolo", 3, /No se puede leer la casete/],
  ["resume last --no-session", 3, /No se puede usar --no-session con resume/],
  ["--help", 0, /^Uso: /m],
  ["run --help", 0, /^Opciones:$/m],
  ["resume --help", 0, /^Ejemplos:$/m],
  ["sessions --help", 0, /^Comandos:$/m],
  ["sessions show --help", 0, /^Uso: /m],
  ["sessions stats --help", 0, /^Uso: /m],
  ["sessions export --help", 0, /^Uso: /m],
  ["sessions import --help", 0, /^Uso: /m],
  ["sessions fork --help", 0, /^Uso: /m],
  ["sessions verify --help", 0, /^Uso: /m],
  ["sessions delete --help", 0, /^Uso: /m],
  ["cleanup --help", 0, /^Uso: /m],
  ["permissions --help", 0, /^Uso: /m],
  ["schema --help", 0, /^Uso: /m],
  ["completions --help", 0, /^Uso: /m],
  ["completions bash --help", 0, /^Uso: /m],
  ["completions zsh --help", 0, /^Uso: /m],
  ["completions fish --help", 0, /^Uso: /m],
];

Deno.test("every command speaks Spanish", async (t) => {
  await inWorkspace(async (run, workspace) => {
    await writeState(workspace, "[]");
    await using server = chatServer([writes("hecho.txt"), DONE]);
    const { code, stderr } = await run(["run", "x", "-v", ...model(server)], SPANISH);
    assertEquals([code, englishWords(stderr.replace("All done.", ""))], [0, []], stderr);
    await Deno.remove(`${workspace}/hecho.txt`);

    for (const [args, exit, shown] of SHOWN) {
      await t.step(args, async () => {
        const { code, stdout, stderr } = await run(args.split(" "), SPANISH);
        assertEquals(code, exit, stderr);
        assertMatch(stdout + stderr, shown);
        const ours = visible(stdout);
        // Names of commands.
        const said = stderr.replace(/^Uno de: .*$/m, "");
        assertEquals(englishWords(ours + said), [], stdout + stderr);
      });
    }
  });
});

/** A page without its markup; what the model read and wrote stays as it is. */
function visible(text: string): string {
  return text.replaceAll(/<style>.*?<\/style>|<!--.*?-->|<[^>]*>/gs, " ")
    .replaceAll(/^You are a software engineer.*?(?=\n\n +\d|\n *\n *\n)/gms, "")
    .replaceAll(/Created hecho\.txt \(8 bytes\)|All done\.|"written\\n".*/gm, "");
}

Deno.test("what a flag widened is told in Spanish by the run, by show and on a page, and kept in English", () =>
  inWorkspace(async (run) => {
    await using server = chatServer([writes("a.txt"), DONE]);
    const ask = ["-a", "plan", "--max-steps", "1"];
    assertEquals((await run(["run", "x", ...model(server), ...ask], SPANISH)).code, 2);
    const resumed = await run(["resume", "last", ...model(server), "-a", "build"], SPANISH);
    assertEquals(resumed.code, 0, resumed.stderr);
    assertMatch(resumed.stderr, /^ampliado por una opción: agente: plan -> build$/m);
    const show = ["sessions", "show", "last"];
    const { stdout } = await run(show, SPANISH);
    assertMatch(stdout, /llm_done, ampliado: agente: plan -> build, herramientas: /);
    const page = await run(["sessions", "export", "last", "--format", "html"], SPANISH);
    assertMatch(page.stdout, /<td>agente: plan -&gt; build, herramientas: /);
    const inJson = (await run([...show, "--json"], SPANISH)).json().metadata.runs[1].widened;
    assertMatch(inJson.join(), /^agent: plan -> build,tools: /);
    assertMatch((await run(show)).stdout, /widened: agent: plan -> build, tools: /);
  }));

Deno.test("a run says in Spanish why it stopped and how to go on", () =>
  inWorkspace(async (run) => {
    await using server = chatServer([writes("a.txt")]);
    const { stderr } = await run(["run", "x", ...model(server), "--max-steps", "1"], SPANISH);
    assertMatch(stderr, /^partial \(max_steps\): 1 paso, \$0\.00, .*a\.txt$/m);
    assertMatch(stderr, /^Continúe con: architect resume \d{8}-/m);
    assertEquals(englishWords(stderr), [], stderr);
  }));

/** Where a language comes from, the most important first: a wish and what is spoken. */
async function language(
  run: Run,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stderr } = await run(args, { env });
  assertEquals(code, 3, stderr);
  return /^error: (?:Cannot|Option|Missing)/m.test(stderr) ? "en" : "es";
}

Deno.test("the language is that of the flag, else of ARCHITECT_LANGUAGE, the config, LANG", async (t) => {
  await inWorkspace(async (run, workspace) => {
    await saveSession(workspace);
    const show = ["sessions", "show", "none-of-it"];
    const resume = ["resume", "none-of-it", "--model", "ollama/x"];
    const config = (yaml: string) =>
      Deno.writeTextFile(`${workspace}/.architect/config.yaml`, yaml);
    const none = () => Deno.remove(`${workspace}/.architect/config.yaml`).catch(() => {});
    await Deno.writeTextFile(`${workspace}/es.yaml`, "language: es\n");
    const es = { LANG: "es_ES.UTF-8" };
    const cases: readonly (readonly [
      string,
      () => Promise<void>,
      readonly string[],
      Readonly<Record<string, string>>,
      string,
    ])[] = [
      ["nothing", none, show, {}, "en"],
      ["LANG", none, show, es, "es"],
      ["LANG of another language", none, show, { LANG: "eo.UTF-8" }, "en"],
      ["config over LANG", () => config("language: en\n"), show, es, "en"],
      ["config", () => config("language: es\n"), show, {}, "es"],
      ["config, of a run", () => config("language: es\n"), resume, {}, "es"],
      ["-c over config", () => config("language: en\n"), [...resume, "-c", "es.yaml"], {}, "es"],
      [
        "variable over config",
        () => config("language: es\n"),
        show,
        { ARCHITECT_LANGUAGE: "en" },
        "en",
      ],
      ["an empty variable", () => config("language: es\n"), show, { ARCHITECT_LANGUAGE: "" }, "es"],
      ["variable over -c", none, [...resume, "-c", "es.yaml"], { ARCHITECT_LANGUAGE: "en" }, "en"],
      ["flag over variable", none, [...show, "--lang", "es"], { ARCHITECT_LANGUAGE: "en" }, "es"],
      ["flag over -c", none, [...resume, "-c", "es.yaml", "--lang=en"], {}, "en"],
      ["flag before the command", none, ["--lang", "es", ...show], {}, "es"],
      ["a flag that is no language", none, [...show, "--lang", "fr"], es, "es"],
      ["a flag without a language", none, [...show, "--lang"], es, "es"],
      ["a variable that is no language", none, show, { ...es, ARCHITECT_LANGUAGE: "fr" }, "en"],
      [
        "a config that is broken is told of in LANG",
        () => config("language: es\nx: 1\n"),
        resume,
        es,
        "es",
      ],
      [
        "a config that is broken asks for nothing",
        () => config("language: es\nx: 1\n"),
        show,
        {},
        "en",
      ],
    ];
    for (const [name, before, args, env, expected] of cases) {
      await t.step(name, async () => {
        await before();
        assertEquals(await language(run, args, env), expected);
      });
    }
  });
});

Deno.test("help and version need no config, and help speaks the language of flag and variables", () =>
  inWorkspace(async (run) => {
    const help = async (args: string[], env: Record<string, string> = {}) => {
      const { code, stdout } = await run(args, { env });
      assertEquals(code, 0);
      return /^Uso: /m.test(stdout) ? "es" : "en";
    };
    assertEquals(await help(["--help"]), "en");
    assertEquals(await help(["--help"], { LANG: "es_MX.UTF-8" }), "es");
    assertEquals(await help(["run", "--help"], { ARCHITECT_LANGUAGE: "es" }), "es");
    assertEquals(await help(["run", "--lang", "en", "--help"], { ARCHITECT_LANGUAGE: "es" }), "en");
    assertEquals(await help(["--lang=es", "run", "--help"]), "es");
    assertEquals((await run(["--version"], { env: { ARCHITECT_LANGUAGE: "fr" } })).code, 0);
    const { code, stderr } = await run(["--help"], { env: { ARCHITECT_LANGUAGE: "fr" } });
    assertEquals(code, 3);
    assertMatch(stderr, /^error: Cannot use variable ARCHITECT_LANGUAGE: en or es is wanted$/m);
  }));
