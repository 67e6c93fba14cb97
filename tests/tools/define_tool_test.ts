import { assertEquals, assertRejects } from "@std/assert";
import { verbatim } from "../../src/text.ts";
import { defineArguments, flag, integer, optional, text } from "../../src/tools/arguments.ts";
import { defineTool, shownPath } from "../../src/tools/define_tool.ts";
import { type Tool, ToolError } from "../../src/tools/tool.ts";

function failing(error: unknown): Tool {
  return defineTool({
    name: "failing",
    description: "Fails.",
    args: defineArguments({ now: optional(flag("in prepare")) }),
    changes: false,
    prepare: ({ now }) =>
      now
        ? Promise.reject(error)
        : Promise.resolve({ preview: verbatim(""), run: () => Promise.reject(error) }),
  });
}

const { signal } = new AbortController();
const context = {
  workspace: "/work/place",
  signal,
  redact: (text: string) => text,
};

Deno.test("defineTool() makes what the system refuses a ToolError with paths as the model knows them", async () => {
  const noSpace = Object.assign(new Error("no space (os error 28): open '/work/place/a/b'"), {
    code: "ENOSPC",
  });
  const denied = new Deno.errors.PermissionDenied("denied: '/work/place'");
  for (
    const [error, message] of [[noSpace, "no space (os error 28): open 'a/b'"], [
      denied,
      "denied: '.'",
    ]] as const
  ) {
    const tool = failing(error);
    for (const now of [true, false]) {
      const thrown = await assertRejects(
        async () => await (await tool.prepare({ now }, context)).run(),
        ToolError,
      );
      assertEquals(thrown.message, message);
      assertEquals(thrown.cause, error);
    }
  }
});

Deno.test("defineTool() passes faults of the program on", async () => {
  const call = await failing(new TypeError("fault")).prepare({}, context);
  await assertRejects(() => call.run(), TypeError, "fault");
});

Deno.test("defineTool() throws the reason of an abort, whatever failed by it", async () => {
  const controller = new AbortController();
  const aborted = { ...context, signal: controller.signal };
  const call = await failing(new ToolError("half done")).prepare({}, aborted);
  controller.abort(new Error("stop"));
  await assertRejects(() => call.run(), Error, "stop");
  await assertRejects(() => failing(null).prepare({}, aborted), Error, "stop");
});

Deno.test("defineArguments() takes null for what may be left out", () => {
  const { check, parameters } = defineArguments({ a: text("a"), b: optional(integer("b", 1, 5)) });
  assertEquals(check({ a: "x", b: null }), { a: "x", b: undefined });
  assertEquals(parameters, {
    type: "object",
    properties: {
      a: { type: "string", description: "a" },
      b: { type: "integer", minimum: 1, maximum: 5, description: "b" },
    },
    required: ["a"],
    additionalProperties: false,
  });
});

Deno.test("shownPath() escapes control characters", () => {
  assertEquals(shownPath("/w", "/w/a/b"), "a/b");
  assertEquals(shownPath("/w", "/w"), ".");
  assertEquals(shownPath("/w", "/w/a\u001b[2J"), '"a\\u001b[2J"');
});
