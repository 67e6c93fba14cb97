import { assertEquals } from "@std/assert";
import { takeLanguage } from "../../src/cli/language_flag.ts";

Deno.test("takeLanguage() takes the flag wherever it stands, and leaves what is to be refused", async (t) => {
  const cases: readonly (readonly [string, string | undefined, string])[] = [
    ["sessions", undefined, "sessions"],
    ["--lang es sessions", "es", "sessions"],
    ["--lang=es sessions", "es", "sessions"],
    ["sessions --lang en --json", "en", "sessions --json"],
    ["sessions show --lang=es 2026", "es", "sessions show 2026"],
    ["run --help --lang es", "es", "run --help"],
    ["run -- --lang es", undefined, "run -- --lang es"],
    ["run --lang es -- --lang en", "es", "run -- --lang en"],
    ["run --language es", undefined, "run --language es"],
    ["--lang fr", undefined, "--lang fr"],
    ["--lang ES", undefined, "--lang ES"],
    ["--lang= es", undefined, "--lang= es"],
    ["--lang=es=x", undefined, "--lang=es=x"],
    ["sessions --lang", undefined, "sessions --lang"],
    ["--lang -- es", undefined, "--lang -- es"],
    // Refused, in the language that is meant last.
    ["--lang en sessions --lang=es", "es", "--lang en sessions --lang=es"],
  ];
  for (const [line, language, rest] of cases) {
    await t.step(line, () => {
      const taken = takeLanguage(line.split(" "));
      assertEquals([taken.language, taken.rest.join(" ")], [language, rest]);
    });
  }
});
