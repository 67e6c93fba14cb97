import { assertEquals, assertThrows } from "@std/assert";
import { DamageError } from "../../src/session/fields.ts";
import { readTime, timeOfId } from "../../src/session/stored_time.ts";

Deno.test("readTime() gives UTC", async (t) => {
  const cases: [unknown, string][] = [
    ["2026-02-23T14:30:22Z", "2026-02-23T14:30:22Z"],
    ["2026-02-23T14:30:22.123456Z", "2026-02-23T14:30:22.123456Z"],
    ["2026-02-23T14:30:22+01:00", "2026-02-23T13:30:22.000Z"],
    ["2026-02-23T14:30:22.5", "2026-02-23T14:30:22.500Z"],
    ["2026-02-23 14:30:22", "2026-02-23T14:30:22.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
    [1771857022.5, "2026-02-23T14:30:22.500Z"],
    [undefined, "fallback"],
    [null, "fallback"],
  ];
  for (const [value, wanted] of cases) {
    await t.step(String(value), () => assertEquals(readTime(value, "k", "fallback"), wanted));
  }
});

Deno.test("readTime() refuses what is no time", async (t) => {
  for (
    const value of [
      "",
      "1",
      "2026-02-23",
      "now",
      true,
      {},
      [],
      1e20,
      "2026-99-01T00:00:00Z",
      1.8e12,
      -1e11,
    ]
  ) {
    await t.step(JSON.stringify(value), () => {
      assertThrows(() => readTime(value, "updated_at", ""), DamageError, "updated_at is");
    });
  }
});

Deno.test("timeOfId() reads the start time, and 1970 from digits that are none", () => {
  assertEquals(timeOfId("20260223-143022-a1b2c3"), "2026-02-23T14:30:22.000Z");
  assertEquals(timeOfId("99999999-999999-a1b2c3"), "1970-01-01T00:00:00.000Z");
});
