import { assertEquals, assertThrows } from "@std/assert";
import { ArchitectError } from "../src/errors.ts";
import { chooseLanguage, type LanguageWishes, Speech } from "../src/language.ts";
import { text } from "../src/text.ts";

Deno.test("chooseLanguage() goes by flag, ARCHITECT_LANGUAGE, config and LANG, in this order", async (t) => {
  const LANG = "es_ES.UTF-8";
  const cases: readonly (readonly [string, LanguageWishes, string])[] = [
    ["nothing", {}, "en"],
    ["LANG", { environment: { LANG } }, "es"],
    ["LANG without a country", { environment: { LANG: "es" } }, "es"],
    ["LANG of another language", { environment: { LANG: "est_EE" } }, "en"],
    ["LANG, and no ARCHITECT_LANGUAGE", { environment: { ARCHITECT_LANGUAGE: "", LANG } }, "es"],
    ["config before LANG", { environment: { LANG }, config: "en" }, "en"],
    [
      "ARCHITECT_LANGUAGE before config",
      { environment: { ARCHITECT_LANGUAGE: "en", LANG }, config: "es" },
      "en",
    ],
    [
      "flag before all, even what is wrong",
      { flag: "es", environment: { ARCHITECT_LANGUAGE: "fr" }, config: "en" },
      "es",
    ],
  ];
  for (const [name, wishes, language] of cases) {
    await t.step(name, () => assertEquals(chooseLanguage(wishes), language));
  }
});

Deno.test("chooseLanguage() refuses a variable that holds no language, and tells the way out", () => {
  const error = assertThrows(
    () => chooseLanguage({ environment: { ARCHITECT_LANGUAGE: "sk-secret" } }),
    ArchitectError,
  );
  assertEquals(error.message, "Cannot use variable ARCHITECT_LANGUAGE: en or es is wanted");
  assertEquals(String(error.suggestion), "Set it to en or es, or unset it.");
});

Deno.test("Speech speaks English until it is told of another language", async () => {
  const speech = new Speech();
  const { translate } = speech;
  const said = text("Show this help.");
  assertEquals(translate(said), "Show this help.");
  await speech.speak("es");
  assertEquals(translate(said), "Muestra esta ayuda.");
  await speech.speak("en");
  assertEquals(translate(said), "Show this help.");
});
