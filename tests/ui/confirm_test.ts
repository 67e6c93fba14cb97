import { assertEquals } from "@std/assert";
import { type Language, translationInto } from "../../src/language.ts";
import { readAnswer } from "../../src/ui/confirm.ts";

Deno.test("readAnswer() takes yes and no in English and in the language of the person", async (t) => {
  const cases: readonly (readonly [Language, boolean | null, readonly string[]])[] = [
    ["en", true, ["y", "Y", "yes", "YES"]],
    ["en", false, ["n", "N", "no"]],
    ["en", null, ["s", "sí", "ye", "yes!", " y", "0"]],
    ["es", true, ["s", "S", "sí", "SÍ", "si", "si\u0301", "y", "yes"]],
    ["es", false, ["n", "no", "NO"]],
    ["es", null, ["síno", "ye", "q"]],
    // Enter alone is no answer: the question has one for it.
    ["es", null, [""]],
  ];
  for (const [language, expected, typed] of cases) {
    await t.step(`${language}: ${expected}`, async () => {
      const translate = await translationInto(language);
      for (const answer of typed) assertEquals(readAnswer(answer, translate), expected, answer);
    });
  }
});
