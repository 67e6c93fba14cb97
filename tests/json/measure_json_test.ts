import { assert, assertEquals } from "@std/assert";
import { measureJson } from "../../src/json/measure_json.ts";

Deno.test("measureJson() counts values and levels, and nothing that is inside a text", async (t) => {
  const cases: [string, number, number][] = [
    ["", 0, 0],
    ["7", 0, 0],
    ["[]", 1, 1],
    ["[1, 2, [3], {}]", 6, 2],
    ['{"a,b": "[[[{{{", "c": ["\\"", "\\\\", "\\\\\\","]}', 5, 2],
    ['["ends nowhere, [[[', 1, 1],
    ["]]]][", 1, 0],
    ["[[[[", 4, 4],
  ];
  for (const [text, values, levels] of cases) {
    await t.step(text, () => assertEquals(measureJson(text), { values, levels }));
  }
});

Deno.test("measureJson() goes through a long text once, whatever is in it", () => {
  const size = 4_000_000;
  assertEquals(measureJson("[".repeat(size)), { values: size, levels: size });
  assertEquals(measureJson(`"${"\\".repeat(size)}"`), { values: 0, levels: 0 });
  assertEquals(measureJson(`"${'\\"'.repeat(size)}",`), { values: 1, levels: 0 });
  assert(measureJson('"",'.repeat(size)).values === size);
});
