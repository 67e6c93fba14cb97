import { assertEquals } from "@std/assert";
import { exitCodesHelp, layOutHelp } from "../../src/cli/help.ts";
import { translationInto } from "../../src/language.ts";

Deno.test("layOutHelp() folds what goes beyond 80 columns, and nothing else", async (t) => {
  const flag = "  -m, --mode  <mode>  - ";
  const cases: readonly (readonly [string, string, string])[] = [
    ["spaces at the end", `${flag}Ask.   \n`, `${flag}Ask.\n`],
    ["80 columns", flag + "x".repeat(56), flag + "x".repeat(56)],
    [
      "81 columns",
      `${flag}${"x".repeat(50)} yyyyyy`,
      `${flag}${"x".repeat(50)}\n${" ".repeat(flag.length)}yyyyyy`,
    ],
    [
      "what Cliffy broke",
      `${flag}${"x".repeat(40)}\n${" ".repeat(flag.length)}${"y".repeat(14)} zzzz`,
      `${flag}${"x".repeat(40)} ${"y".repeat(14)}\n${" ".repeat(flag.length)}zzzz`,
    ],
    [
      "a line below that belongs to no description",
      `${flag}Ask.\n  Other words.`,
      `${flag}Ask.\n  Other words.`,
    ],
    ["one long word", flag + "x".repeat(90), flag + "x".repeat(90)],
    [
      "no description",
      "x".repeat(50) + " - " + "y".repeat(50),
      "x".repeat(50) + " - " + "y".repeat(50),
    ],
    [
      "colours take no column",
      `  \x1b[94m-m\x1b[39m \x1b[1m\x1b[31m-\x1b[39m\x1b[22m ${"x".repeat(72)} yyy`,
      `  \x1b[94m-m\x1b[39m \x1b[1m\x1b[31m-\x1b[39m\x1b[22m ${"x".repeat(72)}\n       yyy`,
    ],
  ];
  for (const [name, help, expected] of cases) {
    await t.step(name, () => assertEquals(layOutHelp(help), expected));
  }
});

Deno.test("layOutHelp() puts headings into Spanish, what stands beside them in its column", async (t) => {
  const translate = await translationInto("es");
  const cases: readonly (readonly [string, string, string])[] = [
    ["beside", "Usage:   architect\nVersion: 1\n", "Uso:     architect\nVersión: 1\n"],
    ["alone", "\nOptions:\n\n  -h\n", "\nOpciones:\n\n  -h\n"],
    [
      "in colours",
      "\x1b[1mUsage:\x1b[22m   architect\n\n\x1b[1mExamples:\x1b[22m\n",
      "\x1b[1mUso:\x1b[22m     architect\n\n\x1b[1mEjemplos:\x1b[22m\n",
    ],
    ["within a text", "  Usage: x\n  a Usage: x", "  Usage: x\n  a Usage: x"],
    ["another word", "Notes: x", "Notes: x"],
  ];
  for (const [name, help, expected] of cases) {
    await t.step(name, () => assertEquals(layOutHelp(help, translate), expected));
  }
});

Deno.test("exitCodesHelp() folds in every language, and has the same codes", async () => {
  const spanish = exitCodesHelp(await translationInto("es"));
  const codes = (help: string): string[] => [...help.matchAll(/^ {2}(\d+) /gm)].map(([, n]) => n!);
  assertEquals(codes(spanish), codes(exitCodesHelp()));
  assertEquals(spanish.split("\n").filter((line) => line.length > 80), []);
  assertEquals(spanish.startsWith("\nCódigos de salida:\n\n  0    éxito\n"), true);
});
