import { assertEquals, assertLess, assertThrows } from "@std/assert";
import { ConfigYamlError, parseConfigYaml } from "../../src/config/config_yaml.ts";

Deno.test("parseConfigYaml() knows the line of every key", async (t) => {
  const yaml = parseConfigYaml(
    "# a comment\nllm:\n  model: x\nagents:\n  a:\n    tools: [b,\n      c]\n",
  );
  const cases: readonly (readonly [readonly PropertyKey[], number])[] = [
    [[], 1],
    [["llm"], 2],
    [["llm", "model"], 3],
    [["llm", "missing"], 2],
    [["agents", "a", "tools", 1], 7],
  ];
  for (const [path, line] of cases) {
    await t.step(path.join("."), () => assertEquals(yaml.lineOf(path), line));
  }
});

Deno.test("parseConfigYaml() refuses what is no plain document, with its line", async (t) => {
  const cases: readonly (readonly [string, number | null])[] = [
    ["a: 1\nb: [1", 2],
    ["a: 1\na: 2", 2],
    ["a: 1\nb: !!js/function x", 2],
    ["a: 1\n? [x]\n: 2", 2],
    ["a:\n  - {b: 1,\n    b: 2}", 3],
    ["a: *nothing", null],
    ["a: 1\n---\nb: 2", 2],
    ["[".repeat(20_000), null],
  ];
  for (const [text, line] of cases) {
    await t.step(text.slice(0, 20), () => {
      const error = assertThrows(() => parseConfigYaml(text), ConfigYamlError);
      if (line !== null) assertEquals(error.line, line);
    });
  }
});

Deno.test("parseConfigYaml() does not let aliases grow", () => {
  const levels = Array.from(
    { length: 9 },
    (_, i) => `a${i}: &a${i} [${Array(9).fill(i === 0 ? "x" : `*a${i - 1}`).join(",")}]`,
  );
  assertThrows(() => parseConfigYaml(levels.join("\n")), ConfigYamlError);
});

Deno.test("parseConfigYaml() takes no longer for a crowded file than for any other of its size", async (t) => {
  const count = 30_000;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const cases: readonly (readonly [string, string])[] = [
    ["keys", numbers.map((i) => `a${i}:`).join("\n")],
    ["keys in one another", `a: {${numbers.map((i) => `a${i}`).join(",")}}`],
    ["aliases", numbers.map((i) => `a${i}: [&b${i} 1, *b${i}]`).join("\n")],
  ];
  for (const [name, text] of cases) {
    await t.step(name, () => {
      const start = performance.now();
      if (name === "aliases") {
        const error = assertThrows(() => parseConfigYaml(text), ConfigYamlError);
        assertEquals([error.message, error.line], ["there are more than 100 aliases", 101]);
      } else parseConfigYaml(text);
      // What grows with the square of the file takes a minute.
      assertLess(performance.now() - start, 10_000);
    });
  }
});

Deno.test("parseConfigYaml() takes an empty file", () => {
  assertEquals([parseConfigYaml("").value, parseConfigYaml("# nothing\n").value], [null, null]);
});
