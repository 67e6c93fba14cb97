import { assertEquals } from "@std/assert";
import { layOutHelp } from "../../src/cli/help.ts";

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
