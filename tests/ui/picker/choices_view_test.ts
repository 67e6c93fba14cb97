import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { translationInto } from "../../../src/language.ts";
import { displayWidth } from "../../../src/ui/display_width.ts";
import {
  choicesView,
  sessionsSeen,
  type View,
  type ViewOptions,
} from "../../../src/ui/picker/choices_view.ts";
import { type Choice, SessionChoices } from "../../../src/ui/picker/session_choices.ts";
import { choice, damaged, NOW } from "./choices.ts";

function view(
  all: readonly Choice[] | SessionChoices,
  options: Partial<ViewOptions> = {},
): View {
  const choices = all instanceof SessionChoices ? all : new SessionChoices(all);
  return choicesView(choices, { columns: 80, rows: 24, color: false, now: NOW, ...options });
}

const SAMPLE = [
  choice({ task: "añade tests a user.py", status: "success", steps: 8, cost: 0.45 }),
  choice({ task: "日本語のタスクを直す", updated: "2026-02-21T15:00:00.000Z" }),
  choice({ task: "fix 👩‍💻 now", steps: 1, cost: 0.0042, updated: "2025-01-01T00:00:00.000Z" }),
  damaged(),
];

Deno.test("choicesView() shows task, status, steps, cost and age in straight columns", () => {
  const { lines, cursorColumn } = view(SAMPLE, { columns: 70 });
  assertEquals(lines, [
    "Resume: type to filter, Enter to go on with it, Esc to leave",
    "  Task                               Status       Steps     Cost  Age",
    "> añade tests a user.py              success          8    $0.45   3h",
    "  日本語のタスクを直す               interrupted     12    $1.23   2d",
    "  fix 👩‍💻 now                         interrupted      1  $0.0042   1y",
    "  empty file                         corrupt          -        -    -",
    "  1 of 4  20260223-143022-a1b2c3",
  ]);
  assertEquals(cursorColumn, "Resume: ".length);
  const table = lines.slice(1, -1);
  assertEquals(table.map(displayWidth), table.map(() => 69));
});

Deno.test("choicesView() speaks the person's language, in columns as straight", async () => {
  const translate = await translationInto("es");
  const now = choice({ task: "fix", updated: NOW.toISOString() });
  const choices = new SessionChoices([now, damaged("caf\u00e9 \x1b[2J")]);
  choices.press("last", 5);
  const { lines, cursorColumn } = view(choices, { columns: 60, translate });
  assertEquals(lines, [
    "Reanudar: escriba para filtrar, Intro para reanudarla, Esc…",
    "  Tarea                    Estado       Pasos  Coste   Edad",
    "  fix                      interrupted     12  $1.23  ahora",
    "> café \\x1b[2J             corrupt          -      -      -",
    "  2 de 2  está dañada: café \\x1b[2J  20260224-000000-0c0ffe",
  ]);
  assertEquals(cursorColumn, "Reanudar: ".length);
  choices.press({ text: "zzz" }, 5);
  assertEquals(view(choices, { translate }).lines.at(-1), "  ninguna coincide, de 2");
});

Deno.test("choicesView() says why the one that is pointed at cannot be picked", () => {
  const choices = new SessionChoices(SAMPLE);
  choices.press("last", 5);
  assertEquals(
    view(choices).lines.at(-1),
    "  4 of 4  it is damaged: empty file  20260224-000000-0c0ffe",
  );
});

Deno.test("choicesView() shows what was typed, of a long text the end", () => {
  const choices = new SessionChoices(SAMPLE);
  choices.press({ text: "日本 " }, 5);
  const { lines, cursorColumn } = view(choices);
  assertEquals([lines[0], cursorColumn], ["Resume: 日本 ", 13]);
  choices.press({ text: `${"👩‍💻".repeat(50)}the end` }, 5);
  const long = view(choices, { columns: 28 });
  assertEquals(long.lines.at(-1), "  none of 4 is like that");
  assert(long.lines[0]!.endsWith("the end"));
  assertEquals(long.cursorColumn, displayWidth(long.lines[0]!));
  assert(long.cursorColumn < 28);
});

Deno.test("choicesView() gives up columns before the task on a narrow terminal", async (t) => {
  const cases: readonly (readonly [number, string])[] = [
    [80, "Status Steps Cost Age"],
    [55, "Status Steps Cost Age"],
    [48, "Status Steps Age"],
    [40, "Status Age"],
    [33, "Status"],
    [30, ""],
    [20, ""],
  ];
  for (const [columns, titles] of cases) {
    await t.step(`${columns}`, () => {
      const { lines } = view(SAMPLE, { columns });
      assertEquals(lines[1]!.trim().split(/ +/).slice(1).join(" "), titles);
      assertStringIncludes(lines[2]!, "añade tests a");
    });
  }
});

Deno.test("choicesView() never goes beyond the terminal", async (t) => {
  const many = Array.from(
    { length: 40 },
    (_, index) =>
      choice({ task: `${"日本語 👩‍💻 ".repeat(index)}task ${index}`, cost: 10 ** (index % 9) }),
  );
  for (const columns of [1, 2, 8, 20, 21, 79, 200]) {
    for (const rows of [1, 2, 3, 4, 5, 6, 24, 100]) {
      await t.step(`${columns} x ${rows}`, () => {
        const choices = new SessionChoices([...many, damaged("x".repeat(300))]);
        for (const key of ["first", "down", "last", { text: "task" }] as const) {
          choices.press(key, sessionsSeen(rows));
          const { lines, cursorColumn } = view(choices, { columns, rows });
          assert(lines.length <= Math.max(2, rows - 1), `${lines.length} lines`);
          for (const line of lines) {
            assert(displayWidth(line) <= Math.max(2, columns - 1), JSON.stringify(line));
          }
          assert(cursorColumn <= Math.max(2, columns - 1));
        }
      });
    }
  }
});

Deno.test("choicesView() shows the sessions around the one that is pointed at", () => {
  const choices = new SessionChoices(
    Array.from({ length: 10_000 }, (_, index) => choice({ task: `task ${index}` })),
  );
  const tasks = () => view(choices).lines.slice(2, -1).map((line) => line.slice(0, 12).trim());
  assertEquals([tasks()[0], tasks().at(-1)], ["> task 0", "task 11"]);
  choices.press("last", 12);
  assertEquals([tasks()[0], tasks().at(-1)], ["task 9988", "> task 9999"]);
  choices.press("page up", 12);
  assert(tasks().includes("> task 9987"));
  assertEquals(tasks().length, 12);
});

Deno.test("choicesView() lets nothing of a session reach the terminal as a command", () => {
  const evil = "a\x1b[2J\n\r\u009b2J\u202eb";
  const choices = new SessionChoices([choice({ task: evil }), damaged(evil)]);
  choices.press({ text: "\u202e" }, 5);
  choices.press("erase all", 5);
  choices.press("last", 5);
  const text = view(choices).lines.join("");
  assertStringIncludes(text, "a\\x1b[2J\\n\\r\\x9b2J\\u202eb");
  // deno-lint-ignore no-control-regex
  assertEquals(/[\x00-\x1f\x7f-\x9f\u202e]/.test(text), false);
});

Deno.test("choicesView() colours only where it may, and nothing but whole lines", () => {
  // deno-lint-ignore no-control-regex
  const color = /\x1b\[[\d;]*m/g;
  const plain = view(SAMPLE).lines;
  const colored = view(SAMPLE, { color: true }).lines;
  assertEquals(plain.some((line) => color.test(line)), false);
  assertEquals(colored.map((line) => line.replace(color, "")), plain);
  assertStringIncludes(colored[2]!, "\x1b[1m> añade");
  assertStringIncludes(colored[5]!, "\x1b[2m  empty file");
});
