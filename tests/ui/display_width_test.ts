import { assertEquals } from "@std/assert";
import { cutToWidth, displayWidth, padToWidth } from "../../src/ui/display_width.ts";

Deno.test("displayWidth() counts columns, not code points", async (t) => {
  const cases: readonly (readonly [string, number])[] = [
    ["", 0],
    ["abc", 3],
    ["módulo", 6],
    ["mo\u0301dulo", 6],
    ["日本語", 6],
    ["👩‍💻", 2],
    ["❤️", 2],
    ["🇪🇸", 2],
    ["≥ $1.23", 7],
  ];
  for (const [text, width] of cases) {
    await t.step(text, () => assertEquals(displayWidth(text), width));
  }
});

Deno.test("cutToWidth() takes no more than its columns and splits no character", async (t) => {
  const cases: readonly (readonly [string, number, string])[] = [
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["a👩‍💻👩‍💻", 4, "a👩‍💻…"],
    ["mo\u0301dulo", 3, "mo\u0301…"],
    ["日", 1, "…"],
  ];
  for (const [text, columns, expected] of cases) {
    await t.step(`${text} to ${columns}`, () => {
      const cut = cutToWidth(text, columns);
      assertEquals(cut, expected);
      assertEquals(displayWidth(cut) <= columns, true);
    });
  }
});

Deno.test("padToWidth() fills by columns", () => {
  assertEquals(padToWidth("日", 4), "日  ");
  assertEquals(padToWidth("abcd", 3), "abcd");
});
