import { assertEquals } from "@std/assert";
import { redactMessage } from "../src/app.ts";
import { createRedactor } from "../src/secrets.ts";

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
