import { assertEquals } from "@std/assert";
import { capResult, MAX_RESULT_BYTES } from "../../src/tools/cap_result.ts";

Deno.test("capResult() cuts between code points and counts the rest", async (t) => {
  const cases: readonly (readonly [string, number, string])[] = [
    ["abc", 3, "abc"],
    ["abcd", 3, "abc\n[... 1 more bytes left out]"],
    ["ñ", 1, "\n[... 2 more bytes left out]"],
    ["a😀b", 4, "a\n[... 5 more bytes left out]"],
    ["a😀b", 5, "a😀\n[... 1 more bytes left out]"],
    ["a\ud800b", 100, "a\ufffdb"],
    ["a\0b", 100, "a\ufffdb"],
    ["\ufeffab", 4, "\ufeffa\n[... 1 more bytes left out]"],
  ];
  for (const [text, maxBytes, wanted] of cases) {
    await t.step(JSON.stringify(text), () => assertEquals(capResult(text, maxBytes), wanted));
  }
});

Deno.test("capResult() takes 64 KiB unless told otherwise", () => {
  assertEquals(capResult("x".repeat(MAX_RESULT_BYTES)).length, 65536);
  assertEquals(capResult("x".repeat(65537)).endsWith("\n[... 1 more bytes left out]"), true);
});
