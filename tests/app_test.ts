import { assertEquals } from "@std/assert";
import { openRedactor, openTools, redactMessage } from "../src/app.ts";
import { loadConfig } from "../src/config.ts";
import { createRedactor } from "../src/secrets.ts";
import { makeWorkspace } from "./tools/workspace.ts";

Deno.test("redactMessage() finds a key in every part of a tool call, and leaves ids apart", () => {
  const redactor = createRedactor([{ kind: "k", value: "correct horse" }]);
  const call = (id: string) => ({
    id,
    type: "function" as const,
    function: { name: "correct horse", arguments: '{"correct horse":1}', more: ["correct horse"] },
    extra: { deep: "correct horse" },
  });
  const message = redactMessage(redactor, {
    role: "assistant",
    content: "correct horse",
    tool_calls: [call("a"), call("b")],
  });
  assertEquals(JSON.stringify(message).includes("horse"), false);
  assertEquals(message.tool_calls?.map(({ id }) => id), ["a", "b"]);
  assertEquals(JSON.parse(message.tool_calls?.[0]?.function.arguments ?? ""), {
    "[redacted:k]": 1,
  });
});

Deno.test("redactMessage() takes a key out of an id, and keeps ids that are known already", () => {
  const redactor = createRedactor([{ kind: "k", value: "correct horse" }]);
  const call = { type: "function" as const, function: { name: "grep", arguments: "{}" } };
  const message = {
    role: "assistant" as const,
    content: null,
    tool_calls: [{ id: "1 correct horse", ...call }, { id: "2 correct horse", ...call }],
  };
  const ids = redactMessage(redactor, message).tool_calls?.map(({ id }) => id) ?? [];
  assertEquals([ids.join().includes("horse"), new Set(ids).size], [false, 2]);
  const kept = redactMessage(redactor, message, { keepIds: true }).tool_calls?.[0]?.id;
  assertEquals(kept, "1 correct horse");
  const result = {
    role: "tool" as const,
    tool_call_id: "1 correct horse",
    content: "correct horse",
  };
  assertEquals(redactMessage(redactor, result), { ...result, content: "[redacted:k]" });
});

Deno.test("openRedactor() knows a key without the spaces around it", () => {
  const environment = { OPENAI_API_KEY: " correct-horse\n" };
  const redactor = openRedactor(loadConfig({ environment, keyVariables: ["OPENAI_API_KEY"] }));
  assertEquals(redactor.text("it is correct-horse"), "it is [redacted:openai_api_key]");
});

Deno.test({
  name: "openTools() gives commands no variable that holds a key, whatever its name",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using ws = await makeWorkspace();
    const text = "commands: {env: [LOGIN, HEADER, OTHER]}";
    const files = [{ name: "c.yaml", text, trusted: true }];
    const environment = { LOGIN: "correct-horse", HEADER: "Bearer correct-horse", OTHER: "x" };
    const said = async (apiKey: string) => {
      const tools = openTools(
        ["run_command"],
        loadConfig({ files, flags: { apiKey } }),
        environment,
      );
      const command = 'echo "[$LOGIN$HEADER]$OTHER"';
      return (await ws.call(tools.get("run_command")!, { command })).content;
    };
    assertEquals(await said("correct-horse"), "[exit code 0]\n[]x");
    assertEquals(await said("horse"), "[exit code 0]\n[correct-horseBearer correct-horse]x");
    assertEquals(await said("x"), "[exit code 0]\n[correct-horseBearer correct-horse]");
  },
});
