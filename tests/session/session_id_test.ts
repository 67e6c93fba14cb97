import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { generateSessionId, isSessionId, resolveSessionId } from "../../src/session/session_id.ts";

const IDS = ["20260223-143022-a1b2c3", "20260223-143022-a1ffff", "20260224-090000-d4e5f6"];

Deno.test("generateSessionId() gives the UTC start time and six hex digits", () => {
  const start = new Date("2026-02-23T23:59:59.999-05:00");
  assertEquals(
    generateSessionId(start, () => new Uint8Array([0, 0x0f, 0xff])),
    "20260224-045959-000fff",
  );
  assertMatch(generateSessionId(), /^\d{8}-\d{6}-[0-9a-f]{6}$/);
});

Deno.test("generateSessionId() gives different ids", () => {
  const now = new Date();
  const ids = new Set(Array.from({ length: 100 }, () => generateSessionId(now)));
  // Of 100 draws from 16.7 million, two pairs that are alike come once in 23 million times.
  assertEquals(ids.size >= 99, true);
});

Deno.test("isSessionId() takes the grammar and nothing else", async (t) => {
  const wrong = [
    "",
    "CON",
    "last",
    "../../x",
    "/etc/x",
    "20260223-143022-A1B2C3",
    "20260223-143022-a1b2c",
    "20260223-143022-a1b2c3d",
    "20260223-143022-a1b2c3\n",
    "\n20260223-143022-a1b2c3",
    "20260223-143022-a1b2c3/",
    "20260223-143022-a1b2c3.json",
    "20260223_143022_a1b2c3",
    "２０２６0223-143022-a1b2c3",
    "../20260223-143022-a1b2c3",
  ];
  for (const text of wrong) {
    await t.step(JSON.stringify(text), () => assertEquals(isSessionId(text), false));
  }
  assertEquals(IDS.every(isSessionId), true);
});

Deno.test("resolveSessionId() takes a full id and any unique prefix of four or more", () => {
  assertEquals(resolveSessionId(IDS[0]!, IDS), IDS[0]);
  assertEquals(resolveSessionId("20260224", IDS), IDS[2]);
  assertEquals(resolveSessionId("20260223-143022-a1b2", IDS), IDS[0]);
  assertEquals(resolveSessionId("2026", [IDS[2]!]), IDS[2]);
});

Deno.test("resolveSessionId() names the candidates of an ambiguous prefix", () => {
  const error = assertThrows(() => resolveSessionId("20260223", IDS), ArchitectError);
  assertEquals([error.code, error.exitCode], ["session_ambiguous", 3]);
  assertStringIncludes(String(error.suggestion), IDS[0]!);
  assertStringIncludes(String(error.suggestion), IDS[1]!);
});

Deno.test("resolveSessionId() finds nothing for what is no prefix of an id", async (t) => {
  const wrong = [
    "",
    "202",
    "a1b2c3",
    "20270101",
    "20260101-000000-ffffff",
    "../../x",
    "2026*",
    "CON",
  ];
  for (const text of wrong) {
    await t.step(JSON.stringify(text), () => {
      const error = assertThrows(() => resolveSessionId(text, IDS), ArchitectError);
      assertEquals([error.code, error.exitCode], ["session_not_found", 3]);
    });
  }
});

Deno.test("resolveSessionId() does not repeat a text of any length", () => {
  const error = assertThrows(() => resolveSessionId("x".repeat(100_000), IDS), ArchitectError);
  assertEquals(error.message.length < 300, true);
});
