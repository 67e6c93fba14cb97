import { assertEquals } from "@std/assert";
import { cleanupReport } from "../../src/ui/cleanup_report.ts";

const REMOVED = {
  id: "20260101-101010-aaaaaa",
  bytes: 2048,
  age_days: 40,
  reason: "7 days or older",
};
const YOUNG = {
  id: "20260201-101010-bbbbbb",
  bytes: 10,
  age_days: 1,
  reason: "younger than 7 days",
  failed: false,
};

Deno.test("cleanupReport() tells what was removed, and counts what stays by itself", () => {
  assertEquals(
    cleanupReport({ removed: [REMOVED], kept: [YOUNG] }, false),
    "removed 20260101-101010-aaaaaa  2.0 KiB, 40 days old: 7 days or older\n" +
      "Removed 1 session (2.0 KiB), 1 kept.\n",
  );
});

Deno.test("cleanupReport() counts one day as one", () => {
  const [line = ""] = cleanupReport({ removed: [{ ...REMOVED, age_days: 1 }], kept: [] }, false)
    .split("\n");
  assertEquals(line, "removed 20260101-101010-aaaaaa  2.0 KiB, 1 day old: 7 days or older");
});

Deno.test("cleanupReport() does not claim to have removed anything in a dry run", () => {
  assertEquals(
    cleanupReport({ removed: [REMOVED, REMOVED], kept: [] }, true).split("\n").slice(1, 3),
    [
      "would remove 20260101-101010-aaaaaa  2.0 KiB, 40 days old: 7 days or older",
      "Would remove 2 sessions (4.0 KiB), 0 kept.",
    ],
  );
});

Deno.test("cleanupReport() names what stays although it is old, and what could not be removed", () => {
  const inUse = { ...REMOVED, reason: "in use by another process", failed: false };
  const failed = { ...REMOVED, reason: "read-only\x1b[2J", failed: true };
  const lines = cleanupReport({ removed: [], kept: [inUse, failed] }, false).split("\n");
  assertEquals(lines, [
    "kept 20260101-101010-aaaaaa  2.0 KiB, 40 days old: in use by another process",
    "could not remove 20260101-101010-aaaaaa  2.0 KiB, 40 days old: read-only\\x1b[2J",
    "Nothing to remove, 2 kept.",
    "",
  ]);
});
