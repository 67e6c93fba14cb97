import { assertEquals } from "@std/assert";
import type { CleanupReport } from "../../src/session/mod.ts";
import { text, verbatim } from "../../src/text.ts";
import { SPANISH } from "../../src/spanish.ts";
import { cleanupDocument, cleanupReport } from "../../src/ui/cleanup_report.ts";

const REMOVED = {
  id: "20260101-101010-aaaaaa",
  bytes: 2048,
  age_days: 40,
  reason: text("{days} days or older", { days: 7 }),
};
const YOUNG = {
  id: "20260201-101010-bbbbbb",
  bytes: 10,
  age_days: 1,
  reason: text("younger than {days} days", { days: 7 }),
  failed: false,
  unasked: true,
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
  const inUse = {
    ...REMOVED,
    reason: text("in use by another process"),
    failed: false,
    unasked: false,
  };
  const failed = { ...REMOVED, reason: verbatim("read-only\x1b[2J"), failed: true, unasked: false };
  const lines = cleanupReport({ removed: [], kept: [inUse, failed] }, false).split("\n");
  assertEquals(lines, [
    "kept 20260101-101010-aaaaaa  2.0 KiB, 40 days old: in use by another process",
    "could not remove 20260101-101010-aaaaaa  2.0 KiB, 40 days old: read-only\\x1b[2J",
    "Nothing to remove, 2 kept.",
    "",
  ]);
});

Deno.test("cleanupReport() tells in Spanish what became of each session, one or many", async (t) => {
  const odd = { ...REMOVED, reason: text("damaged ({reason})", { reason: "\x1b[2J" }) };
  const cases: [string, CleanupReport, boolean, string[]][] = [
    ["nothing", { removed: [], kept: [YOUNG] }, false, ["Nada que eliminar; conservadas: 1."]],
    ["one", { removed: [{ ...REMOVED, age_days: 1 }], kept: [] }, false, [
      "eliminada 20260101-101010-aaaaaa  2.0 KiB, 1 día de antigüedad: alcanza el límite de días (7)",
      "Eliminado: 1 sesión (2.0 KiB); conservadas: 0.",
    ]],
    ["a dry run of two", { removed: [REMOVED, odd], kept: [] }, true, [
      "se eliminaría 20260101-101010-aaaaaa  2.0 KiB, 40 días de antigüedad: " +
      "alcanza el límite de días (7)",
      "se eliminaría 20260101-101010-aaaaaa  2.0 KiB, 40 días de antigüedad: dañada (\\x1b[2J)",
      "Por eliminar: 2 sesiones (4.0 KiB); conservadas: 0.",
    ]],
  ];
  for (const [name, report, dryRun, expected] of cases) {
    await t.step(name, () => {
      const told = cleanupReport(report, dryRun, (words) => words.in(SPANISH));
      assertEquals(told, expected.map((line) => `${line}\n`).join(""));
    });
  }
});

Deno.test("cleanupDocument() leaves out what only a report needs, and is English", () => {
  assertEquals(JSON.parse(JSON.stringify(cleanupDocument({ removed: [], kept: [YOUNG] }))), {
    removed: [],
    kept: [{
      id: YOUNG.id,
      bytes: 10,
      age_days: 1,
      reason: "younger than 7 days",
      failed: false,
    }],
  });
});
