import { assertEquals } from "@std/assert";
import { createWorkProgress } from "../../src/ui/work_progress.ts";

function shownAt(times: readonly number[], stderr = true): string[] {
  const shown: string[] = [];
  let time = 0;
  const { onProgress, clear } = createWorkProgress("looked at", {
    stderr,
    columns: 80,
    now: () => time,
    live: (text) => shown.push(text),
  });
  for (const [index, now] of times.entries()) {
    time = now;
    onProgress(index + 1, 9);
  }
  clear();
  return shown;
}

Deno.test("createWorkProgress() shows what takes longer than two seconds, ten times a second", async (t) => {
  const cases: [string, number[], string[]][] = [
    ["a short work", [1, 500, 1999], [""]],
    ["a long one", [1999, 2000, 2001], ["looked at 2 of 9 sessions", ""]],
    [
      "a longer one",
      [2000, 2050, 2099, 2100, 2101],
      ["looked at 1 of 9 sessions", "looked at 4 of 9 sessions", ""],
    ],
  ];
  for (const [name, times, expected] of cases) {
    await t.step(name, () => assertEquals(shownAt(times), expected));
  }
});

Deno.test("createWorkProgress() shows nothing where there is no terminal", () => {
  assertEquals(shownAt([2000, 3000, 4000], false), []);
});
