import { assertEquals } from "@std/assert";
import { type Key, parseKeys } from "../../../src/ui/picker/keys.ts";

Deno.test("parseKeys() knows the keys of a terminal", async (t) => {
  const cases: readonly (readonly [string, readonly Key[], string])[] = [
    ["", [], ""],
    ["añade 日本語 👩‍💻", [{ text: "añade 日本語 👩‍💻" }], ""],
    ["\x1b[A\x1b[B\x1bOA\x1bOB", ["up", "down", "up", "down"], ""],
    ["\x10\x0e", ["up", "down"], ""],
    ["\x1b[5~\x1b[6~", ["page up", "page down"], ""],
    [
      "\x1b[H\x1b[F\x1b[1~\x1b[4~\x1bOH\x1bOF",
      ["first", "last", "first", "last", "first", "last"],
      "",
    ],
    ["\r", ["enter"], ""],
    ["\n", ["enter"], ""],
    ["\x7f\b\x17\x15", ["erase", "erase", "erase word", "erase all"], ""],
    ["\x03\x04", ["interrupt", "leave"], ""],
    ["a\rb", [{ text: "a" }, "enter", { text: "b" }], ""],
    // Of Escape it is not known yet whether more follows.
    ["\x1b", [], "\x1b"],
    ["\x1b\x1b", ["leave"], "\x1b"],
    ["\x1b\x1b[A", ["leave", "up"], ""],
    ["x\x1b[", [{ text: "x" }], "\x1b["],
    ["\x1bO", [], "\x1bO"],
    ["\x1b[1;5", [], "\x1b[1;5"],
    // What nobody knows is passed over whole: no part of it is text.
    ["\x1b[1;5C\x1b[3~\x1b[200~x\x1b[?1;2c\x1bOP\x1bb", [{ text: "x" }], ""],
    ["\t\x01\x00\x1f\x9b", [], ""],
  ];
  for (const [text, keys, rest] of cases) {
    await t.step(JSON.stringify(text), () => assertEquals(parseKeys(text), { keys, rest }));
  }
});
