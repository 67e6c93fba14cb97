import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeCassette } from "../../scripts/demo/make_cassette.ts";
import { parseCassette } from "../../src/llm/cassette.ts";

const DEMO = new URL("../../scripts/demo/", import.meta.url);

Deno.test("makeCassette() is what expenses.jsonl holds", async () => {
  assertEquals(await Deno.readTextFile(new URL("expenses.jsonl", DEMO)), makeCassette());
});

Deno.test("makeCassette() is a cassette of a real task", () => {
  const { answers } = parseCassette("expenses.jsonl", makeCassette());
  const called = answers.flatMap(({ message }) => message.tool_calls ?? [])
    .map((call) => call.function.name);
  assertEquals(answers.length >= 12, true);
  for (const tool of ["read_file", "search_code", "edit_file", "write_file", "run_command"]) {
    assertEquals(called.includes(tool), true, tool);
  }
  assertEquals(answers.at(-1)?.finishReason, "stop");
  // The demo's budget, 0.05, ends it in the middle.
  const cost = answers.reduce((sum, { costUsd }) => sum + (costUsd ?? NaN), 0);
  assertEquals(cost > 0.1 && cost < 0.5, true, String(cost));
});

Deno.test({
  name: "the sample has a bug that its checks show",
  ignore: Deno.build.os === "windows",
  async fn() {
    const { code, stdout } = await new Deno.Command("sh", {
      args: ["check.sh"],
      cwd: new URL("sample/", DEMO),
    }).output();
    assertEquals(code, 1);
    assertStringIncludes(new TextDecoder().decode(stdout), "1 passed, 1 failed");
  },
});
