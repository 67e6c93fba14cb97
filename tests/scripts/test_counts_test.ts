import { assertEquals } from "@std/assert";
import { countTests, ignoredTests } from "../../scripts/test_counts.ts";

Deno.test("countTests() reads how a run ended", async (t) => {
  const cases: [name: string, output: string, success: boolean, counts: number[]][] = [
    ["a pass", "x ... ok (1ms)\n\nok | 3 passed | 0 failed (4ms)\n", true, [3, 0, 0]],
    ["steps", "FAILED | 2 passed (7 steps) | 1 failed (1 step) (8ms)\n", false, [2, 1, 0]],
    ["ignored", "ok | 2 passed | 0 failed | 4 ignored (1 step) (8ms)\n", true, [2, 0, 4]],
    ["filtered", "ok | 2 passed | 0 failed | 4 filtered out (8ms)\n", true, [2, 0, 0]],
    ["own line", "check\n24 passed, 0 failed\n", true, [24, 0, 0]],
    ["own line, failed", "23 passed, 1 failed, 2 skipped\n", false, [23, 1, 2]],
    ["the last of two", "ok | 9 passed | 9 failed (1ms)\nok | 1 passed | 0 failed (1ms)\n", true, [
      1,
      0,
      0,
    ]],
    ["died", "error: no such file\n", false, [0, 1, 0]],
    ["silent", "", true, [0, 1, 0]],
    ["failed after the tests", "ok | 3 passed | 0 failed (4ms)\n", false, [3, 1, 0]],
  ];
  for (const [name, output, success, [passed, failed, skipped]] of cases) {
    await t.step(name, () => {
      assertEquals(Object.values(countTests(output, success)), [passed, failed, skipped]);
    });
  }
});

Deno.test("ignoredTests() gives the names of tests that did not run", () => {
  const output = "a b ... ok (1ms)\nneeds root ... ignored (0ms)\nc ... FAILED (1ms)\n";
  assertEquals(ignoredTests(output), ["needs root"]);
});
