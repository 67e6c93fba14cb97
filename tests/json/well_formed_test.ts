import { assertEquals, assertThrows } from "@std/assert";
import { parseWellFormed, wellFormedJson } from "../../src/json/well_formed.ts";
import { verbatim } from "../../src/text.ts";

Deno.test("parseWellFormed() refuses numbers that would come out as null", async (t) => {
  const texts = ["1e400", "-1e400", "1E0309", "2e+308", "1".repeat(310), "1".repeat(250) + "e99"];
  for (const text of texts) {
    await t.step(text.slice(0, 20), () => {
      assertThrows(
        () => parseWellFormed(`{"a": [${text}]}`, 5),
        SyntaxError,
        "number is too large",
      );
    });
  }
});

Deno.test("parseWellFormed() takes numbers of any other length, and texts that look like one", () => {
  const text = `[1e-400, 1e308, 0.${"3".repeat(400)}, "1e400", "${"1".repeat(400)}"]`;
  const value = parseWellFormed(text, 5);
  assertEquals(JSON.parse(wellFormedJson(value)), value);
});

Deno.test("wellFormedJson() writes what is a string in JSON as one, beside half a pair too", () => {
  const json = wellFormedJson({ reason: verbatim("odd"), task: "half \ud800" }, 0);
  assertEquals(json, '{"reason":"odd","task":"half \ufffd"}');
});
