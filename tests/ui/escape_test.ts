import { assertEquals } from "@std/assert";
import { escapeControls } from "../../src/ui/escape.ts";

Deno.test("escapeControls() makes visible what could control a terminal", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["añade 日本 👩‍💻", "añade 日本 👩‍💻"],
    ["a\nb\tc\r", "a\\nb\\tc\\r"],
    ["\x1b]8;;http://x\x07", "\\x1b]8;;http://x\\x07"],
    ["a\x00b\x7fc\x9bd", "a\\x00b\\x7fc\\x9bd"],
    ["a\u202eb\u2066c\u200fd", "a\\u202eb\\u2066c\\u200fd"],
    ["a\u200bb\u00adc\u{e0041}", "a\\u200bb\\xadc\\u{e0041}"],
    ["a\u2028b\ufeffc", "a\\u2028b\\ufeffc"],
    ["a\ud83d", "a\ufffd"],
  ];
  for (const [text, expected] of cases) {
    await t.step(JSON.stringify(text), () => assertEquals(escapeControls(text), expected));
  }
});

Deno.test("escapeControls() keeps line ends where they are wanted, and nothing else", () => {
  assertEquals(escapeControls("a\n\tb\r\x1b", { newlines: true }), "a\n\tb\\r\\x1b");
});
