import { assertEquals, assertStringIncludes } from "@std/assert";
import { unportable } from "../../src/files/portable_name.ts";

Deno.test("unportable() tells what Windows has no file of", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["CON", "device"],
    ["nul.txt", "device"],
    ["com1", "device"],
    ["COM¹.log", "device"],
    ["LPT9.log", "device"],
    ["aux ", "device"],
    ["a.txt:stream", "holds :"],
    ["a\\b", "holds \\"],
    ["what?", "holds ?"],
    ["a.txt.", "ends in a dot"],
    ["a ", "ends in a dot or a space"],
  ];
  for (const [name, reason] of cases) {
    await t.step(name, () => assertStringIncludes(String(unportable(name)), reason));
  }
});

Deno.test("unportable() has nothing against ordinary names", () => {
  for (const name of ["console.ts", "comic", "com10", "auxiliary.c", ".env", "a b", "ñ.txt"]) {
    assertEquals(unportable(name), null, name);
  }
});
