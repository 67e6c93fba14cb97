import { assertEquals } from "@std/assert";
import { formatAge } from "../../src/ui/age.ts";

Deno.test("formatAge() tells the largest whole unit", async (t) => {
  const now = new Date("2026-02-23T14:30:00.000Z");
  const cases: readonly (readonly [string | null, string])[] = [
    ["2026-02-23T14:29:01Z", "now"],
    ["2026-02-23T14:29:00Z", "1m"],
    ["2026-02-23T13:30:01Z", "59m"],
    ["2026-02-23T13:30:00Z", "1h"],
    ["2026-02-22T14:30:00Z", "1d"],
    ["2026-02-16T14:30:00.001Z", "6d"],
    ["2026-02-16T14:30:00Z", "1w"],
    ["2025-02-23T14:30:00Z", "1y"],
    ["1970-01-01T00:00:00Z", "56y"],
    ["2026-02-24T14:30:00Z", "now"],
    [null, "-"],
  ];
  for (const [at, age] of cases) {
    await t.step(String(at), () => assertEquals(formatAge(at, now), age));
  }
});
