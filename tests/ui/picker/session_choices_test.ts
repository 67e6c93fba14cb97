import { assertEquals } from "@std/assert";
import { choicesView } from "../../../src/ui/picker/choices_view.ts";
import type { Key } from "../../../src/ui/picker/keys.ts";
import { SessionChoices } from "../../../src/ui/picker/session_choices.ts";
import { translationInto } from "../../../src/language.ts";
import { text } from "../../../src/text.ts";
import { choice, damaged, NOW } from "./choices.ts";

const PAGE = 3;

function press(choices: SessionChoices, ...keys: readonly Key[]): void {
  for (const key of keys) assertEquals(choices.press(key, PAGE), null);
}

function numbered(count: number): SessionChoices {
  return new SessionChoices(
    Array.from({ length: count }, (_, index) => choice({ task: `task ${index}` })),
  );
}

Deno.test("SessionChoices points at the newest session that can be picked", () => {
  assertEquals(new SessionChoices([damaged(), choice(), choice()]).at, 1);
  assertEquals(new SessionChoices([damaged()]).at, 0);
  assertEquals(new SessionChoices([]).pointed, undefined);
});

Deno.test("SessionChoices.press() moves within the list", () => {
  const choices = numbered(10);
  const steps: readonly (readonly [Key, number])[] = [
    ["up", 0],
    ["down", 1],
    ["page down", 4],
    ["page up", 1],
    ["last", 9],
    ["down", 9],
    ["page down", 9],
    ["first", 0],
  ];
  for (const [key, at] of steps) {
    press(choices, key);
    assertEquals(choices.at, at, String(key));
  }
});

Deno.test("SessionChoices.press() narrows down by every word that is typed, whatever its case", async (t) => {
  const all = [
    choice({ task: "Refactoriza el módulo de AUTH" }),
    choice({ task: "fix auth tests", status: "partial" }),
    choice({ task: "日本語のタスク", id: "20260301-090000-0badc0" }),
    choice({ task: "same", agent: "docs" }),
    damaged("no JSON"),
  ];
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ["auth", [0, 1]],
    ["AUTH fix", [1]],
    ["  auth  ", [0, 1]],
    ["modulo", []],
    ["módulo", [0]],
    ["mo\u0301dulo", [0]],
    ["日本", [2]],
    ["20260301", [2]],
    ["partial", [1]],
    ["docs", [3]],
    ["json", [4]],
    ["none such", []],
  ];
  for (const [text, found] of cases) {
    await t.step(text, () => {
      const choices = new SessionChoices(all);
      // Character by character, as it is typed.
      for (const character of text) press(choices, { text: character });
      assertEquals(choices.shown, found.map((index) => all[index]!));
      assertEquals(choices.filter, text);
    });
  }
});

Deno.test("SessionChoices.press() finds a damaged session by the words that a person sees", async () => {
  const session = {
    ...damaged().session,
    reason: text("it is {kind}", { kind: text("a folder") }),
  };
  const translate = await translationInto("es");
  const choices = new SessionChoices([choice(), { session, refusal: null }], translate);
  press(choices, { text: "es una CARPETA" });
  assertEquals(choices.shown.map(({ session: { id } }) => id), [session.id]);
  const options = { columns: 80, rows: 24, color: false, now: NOW, translate };
  assertEquals(choicesView(choices, options).lines[2]!.slice(0, 18), "> es una carpeta  ");
  press(choices, "erase all", { text: "folder" });
  assertEquals(choices.shown, []);
});

Deno.test("SessionChoices.press() takes back what was typed", () => {
  const choices = new SessionChoices([choice({ task: "fix auth" }), choice({ task: "fix 👩‍💻" })]);
  press(choices, { text: "fix 👩‍💻" });
  assertEquals(choices.shown.length, 1);
  press(choices, "erase");
  assertEquals([choices.filter, choices.shown.length], ["fix ", 2]);
  press(choices, { text: "auth now" }, "erase word");
  assertEquals([choices.filter, choices.shown.length], ["fix auth ", 1]);
  press(choices, "erase all", "erase", "erase word");
  assertEquals([choices.filter, choices.shown.length], ["", 2]);
});

Deno.test("SessionChoices.press() picks the one that is pointed at, never one that is refused", () => {
  const [broken, first, second] = [damaged(), choice({ task: "a" }), choice({ task: "b" })];
  const choices = new SessionChoices([broken, first, second]);
  assertEquals(choices.press("enter", PAGE), first);
  press(choices, "up", "enter");
  assertEquals(choices.pointed, broken);
  press(choices, "last");
  assertEquals(choices.press("enter", PAGE), second);

  const refusal = text("another process works on it");
  choices.refuse(refusal);
  press(choices, "enter");
  assertEquals(choices.pointed, { ...second, refusal });

  press(choices, { text: "zzz" }, "enter", "down");
  assertEquals(choices.pointed, undefined);
});

Deno.test("SessionChoices.press() tells that the person leaves", () => {
  assertEquals(numbered(1).press("leave", PAGE), "left");
  assertEquals(numbered(1).press("interrupt", PAGE), "left");
});

Deno.test("SessionChoices.press() looks through the beginning of a long task only", () => {
  const choices = new SessionChoices([choice({ task: `begin ${"x".repeat(1_000_000)} end` })]);
  press(choices, { text: "begin" });
  assertEquals(choices.shown.length, 1);
  press(choices, { text: " end" });
  assertEquals(choices.shown.length, 0);
});
