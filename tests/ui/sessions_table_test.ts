import { assertEquals } from "@std/assert";
import type { SessionSummary } from "../../src/session/mod.ts";
import { SPANISH } from "../../src/spanish.ts";
import { type Text, text } from "../../src/text.ts";
import { displayWidth } from "../../src/ui/display_width.ts";
import { sessionsTable } from "../../src/ui/sessions_table.ts";

function table(...args: Parameters<typeof sessionsTable>): string {
  return [...sessionsTable(...args)].join("");
}

function summary(changes: Partial<SessionSummary>): SessionSummary {
  return {
    id: "20260223-151045-d4e5f6",
    task: "añade tests a user.py",
    status: "success",
    steps: 8,
    cost: 0.45,
    agent: "build",
    model: "gpt-4o",
    updated: "2026-02-23T15:12:00.000Z",
    stop_reason: "llm_done",
    ...changes,
  };
}

const INTERRUPTED = summary({
  id: "20260223-143022-a1b2c3",
  task: "refactoriza todo el módulo de auth",
  status: "interrupted",
  steps: 12,
  cost: 1.23,
});

Deno.test("sessionsTable() lays sessions out with full ids", () => {
  assertEquals(
    table([summary({}), INTERRUPTED], 85),
    `ID                      Status       Steps  Cost   Task
20260223-151045-d4e5f6  success      8      $0.45  añade tests a user.py
20260223-143022-a1b2c3  interrupted  12     $1.23  refactoriza todo el módulo de auth
`,
  );
});

Deno.test("sessionsTable() cuts tasks to the terminal by display width", () => {
  const shown = table([summary({ task: "日本語のテスト".repeat(9) }), INTERRUPTED], 72);
  const lines = shown.trimEnd().split("\n");
  assertEquals(lines[1]!.endsWith("…"), true);
  assertEquals(lines.every((line) => displayWidth(line) <= 72), true);
});

Deno.test("sessionsTable() cuts nothing without a terminal", () => {
  const task = "x".repeat(10_000);
  assertEquals(table([summary({ task })], null).includes(task), true);
});

Deno.test("sessionsTable() lets no task control the terminal", () => {
  const shown = table([summary({ task: "a\x1b[2J\nb" })], null);
  assertEquals(shown.split("\n").length, 3);
  assertEquals(shown.includes("a\\x1b[2J\\nb"), true);
});

Deno.test("sessionsTable() gives the reason of a damaged session in place of what is unknown", () => {
  const damaged = summary({
    status: "corrupt",
    task: "",
    steps: 0,
    cost: 0,
    updated: null,
    reason: text("empty file"),
  });
  assertEquals(
    table([damaged], null).split("\n")[1],
    "20260223-151045-d4e5f6  corrupt  -      -     empty file",
  );
});

Deno.test("sessionsTable() comes in blocks, of which no line is lost", () => {
  for (const count of [0, 1, 499, 500, 501, 1234]) {
    const sessions = Array.from(
      { length: count },
      (_, index) => summary({ task: `task ${index}` }),
    );
    const blocks = [...sessionsTable(sessions, null)];
    assertEquals(blocks.length, Math.max(1, Math.ceil(count / 500)));
    const lines = blocks.join("").trimEnd().split("\n").slice(1);
    assertEquals(
      lines.map((line) => line.slice(-String(line.split(" ").at(-1)).length - 5)),
      sessions.map(({ task }) => task),
    );
  }
});

Deno.test("sessionsTable() in Spanish is as wide as its words, and escapes what it translates", () => {
  const damaged = summary({
    status: "corrupt",
    reason: text("{key} is missing", { key: "a\x1b[2J" }),
  });
  const inSpanish = (words: Text) => words.in(SPANISH);
  const lines = [...sessionsTable([summary({ steps: 7, cost: 0 }), damaged], null, inSpanish)]
    .join("").trimEnd().split("\n");
  assertEquals(lines.map((line) => line.slice("20260223-151045-d4e5f6  ".length)), [
    "Estado   Pasos  Coste  Tarea",
    `success  7      $0.00  ${summary({}).task}`,
    "corrupt  -      -      falta a\\x1b[2J",
  ]);
});
