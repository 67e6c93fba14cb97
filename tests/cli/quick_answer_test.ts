import { assertEquals, assertStringIncludes } from "@std/assert";
import { HELP_TEXTS } from "../../src/cli/help_texts.ts";
import { HELP_TEXTS as SPANISH } from "../../src/cli/help_texts_es.ts";
import { VERSION } from "../../src/version.ts";
import { architect } from "../support/architect.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("quickAnswer() answers what it knows, and leaves the rest to the program", async (t) => {
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [["--version"], 0, `architect ${VERSION}\n`],
    [["-V"], 0, `architect ${VERSION}\n`],
    [["--help"], 0, HELP_TEXTS[""]!],
    [["sessions", "show", "-h"], 0, HELP_TEXTS["sessions show"]!],
    [["constructor", "--help"], 3, ""],
    [["--version", "x"], 3, ""],
    [["run", "--", "--help", "--no-session"], 3, ""],
  ];
  await withWorkspace(async (cwd) => {
    for (const [args, code, stdout] of cases) {
      await t.step(args.join(" "), async () => {
        const result = await architect(args, { cwd });
        assertEquals([result.code, result.stdout], [code, stdout]);
      });
    }
  });
});

Deno.test("quickAnswer() shows help in the language of the flag, ARCHITECT_LANGUAGE or LANG", async (t) => {
  const LANG = "es_ES.UTF-8";
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["--help", { LANG }, SPANISH[""]!],
    ["run -h", { ARCHITECT_LANGUAGE: "es" }, SPANISH["run"]!],
    ["run --help", { ARCHITECT_LANGUAGE: "en", LANG }, HELP_TEXTS["run"]!],
    ["--lang es --help", { ARCHITECT_LANGUAGE: "en" }, SPANISH[""]!],
    ["sessions --lang=es show --help", {}, SPANISH["sessions show"]!],
    ["resume --help --lang en", { ARCHITECT_LANGUAGE: "fr", LANG }, HELP_TEXTS["resume"]!],
    ["--version", { ARCHITECT_LANGUAGE: "fr" }, `architect ${VERSION}\n`],
    ["--lang es -V", { ARCHITECT_LANGUAGE: "fr" }, `architect ${VERSION}\n`],
  ];
  await withWorkspace(async (cwd) => {
    for (const [line, env, stdout] of cases) {
      await t.step(`${line} ${JSON.stringify(env)}`, async () => {
        const result = await architect(line.split(" "), { cwd, env });
        assertEquals([result.code, result.stdout, result.stderr], [0, stdout, ""]);
      });
    }
  });
});

Deno.test("quickAnswer() leaves a language that there is not to the program, which refuses it", async (t) => {
  const wrong = "error: Cannot use variable ARCHITECT_LANGUAGE: en or es is wanted\n" +
    "Set it to en or es, or unset it.\n";
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["--help", { ARCHITECT_LANGUAGE: "fr" }, wrong],
    ["sessions show -h", { ARCHITECT_LANGUAGE: "fr" }, wrong],
    ["--lang fr --help", {}, 'error: Cannot use --lang "fr": one of en, es is wanted\n'],
    ["--help --lang", {}, 'error: Missing value for option "--lang"\n'],
    ["--lang es --help --lang es", {}, 'error: La opción "--lang" solo puede indicarse una vez, '],
  ];
  await withWorkspace(async (cwd) => {
    for (const [line, env, stderr] of cases) {
      await t.step(line, async () => {
        const result = await architect(line.split(" "), { cwd, env });
        assertEquals([result.code, result.stdout], [3, ""]);
        assertStringIncludes(result.stderr, stderr);
      });
    }
  });
});
