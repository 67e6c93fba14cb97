import { assertEquals } from "@std/assert";
import { bashWords } from "../../src/cli/bash_words.ts";

Deno.test("bashWords() puts together what bash breaks, and leaves out what is redirected", async (t) => {
  const cases: readonly (readonly [readonly string[], readonly string[], string, boolean])[] = [
    [["resume", ""], ["resume", ""], "", false],
    [["resume", "2026"], ["resume", "2026"], "", false],
    [["run", "--mode", "=", "y"], ["run", "--mode=y"], "--mode=", false],
    [["run", "--mode", "="], ["run", "--mode="], "--mode=", false],
    [["run", "--mode", "=", ""], ["run", "--mode="], "--mode=", false],
    [["run", "--mode", "=", "yolo", ""], ["run", "--mode=yolo", ""], "", false],
    // Whoever took = out of COMP_WORDBREAKS has it in one word.
    [["run", "--mode=y"], ["run", "--mode=y"], "", false],
    [
      ["resume", "--model", "replay", ":", "a.jsonl", ""],
      ["resume", "--model", "replay:a.jsonl", ""],
      "",
      false,
    ],
    [
      ["run", "--api-base", "http", ":", "//localhost", ":", "11434/v1", ""],
      ["run", "--api-base", "http://localhost:11434/v1", ""],
      "",
      false,
    ],
    [["run", "-", "<", "ta"], ["run", "-", "ta"], "", true],
    [["run", "-", "<", "task.md", ""], ["run", "-", ""], "", false],
    [["run", "x", "2", ">", "log", "--mo"], ["run", "x", "--mo"], "", false],
    [["run", "x", "2", ">&", "1", "--mo"], ["run", "x", "--mo"], "", false],
    [["run", "x", ">", "out", "2", ">>", "lo"], ["run", "x", "lo"], "", true],
    [["sessions", "--limit", "2", ""], ["sessions", "--limit", "2", ""], "", false],
    [["run", "x", ">"], ["run", "x", ">"], "", false],
    [[], [], "", false],
  ];
  for (const [broken, words, kept, redirected] of cases) {
    await t.step(broken.join(" "), () => {
      assertEquals(bashWords(broken), { words, kept, redirected });
    });
  }
});
