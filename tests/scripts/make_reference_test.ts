import { assertEquals, assertThrows } from "@std/assert";
import { references, withReferences } from "../../scripts/make_reference.ts";

const README = await Deno.readTextFile(new URL("../../README.md", import.meta.url));

Deno.test("the README's reference is that of the program: else run scripts/make_reference.ts", () => {
  assertEquals(README, withReferences(README, references()));
});

Deno.test("references() tells every command, its flags, every key and variable", () => {
  const parts = references();
  const rows = (part: string): number => parts[part]!.split("\n").length - 2;
  assertEquals(Object.keys(parts).filter((part) => rows(part) < 2), []);
  for (
    const [part, name] of [
      ["commands", "`architect sessions export <id>`"],
      ["flags of run and resume", "`-m, --mode <mode>`"],
      ["flags of the others", "`--older-than <days>`"],
      ["config keys", "`agents.NAME.allowed_tools`"],
      ["variables", "`ARCHITECT_API_KEY`"],
    ] as const
  ) {
    assertEquals(parts[part]!.split(`\n| ${name}`).length, 2, `${part}: ${name}`);
  }
});

Deno.test("references() tells of each key whether a file that nobody named may set it", () => {
  const keys = references()["config keys"]!.split("\n").slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const named = keys.filter((cells) => cells[4]!.endsWith(" With -c only.")).map(([, key]) => key);
  assertEquals(named, [
    "llm.api_base",
    "llm.api_key_env",
    "commands.enabled",
    "commands.timeout",
    "commands.allowed",
    "commands.env",
  ]);
  assertEquals(keys.filter(([, , takes]) => takes === ""), []);
});

Deno.test("withReferences() refuses a text in which a part has no place, or two", () => {
  const place = "<!-- made: x -->\n\n<!-- end -->\n";
  for (const text of ["", "<!-- made: x -->\n", place + place]) {
    assertThrows(() => withReferences(text, { x: "new" }), Error, 'one place for "x"');
  }
});
