import { assertEquals } from "@std/assert";
import { runToolCall, type ToolCallRules } from "../../src/agent/tool_run.ts";
import { verbatim } from "../../src/text.ts";
import { defineArguments } from "../../src/tools/arguments.ts";
import { defineTool } from "../../src/tools/define_tool.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { fakeTools } from "../support/fake_tools.ts";
import { call } from "../support/scripted_provider.ts";

function rules(tools: ReadonlyMap<string, Tool>, changes: Partial<ToolCallRules> = {}) {
  return {
    tools,
    workspace: "/workspace",
    signal: new AbortController().signal,
    mode: "yolo",
    dryRun: false,
    confirm: () => Promise.reject(new Error("nobody is to be asked")),
    redact: (content: string) => content,
    maxResultBytes: 65536,
    ...changes,
  } satisfies ToolCallRules;
}

async function resultOf(toolCall: ReturnType<typeof call>, given: ToolCallRules) {
  const events = await Array.fromAsync(runToolCall(toolCall, given, null));
  const last = events.at(-1);
  return last?.type === "tool_finished" ? last.result : null;
}

Deno.test("runToolCall() tells a failure of the disk once, with paths that the model knows", async () => {
  const save = defineTool({
    name: "save",
    description: "Fails as on a full disk.",
    args: defineArguments({}),
    changes: true,
    prepare: () =>
      Promise.resolve({
        preview: verbatim("save"),
        path: "a.txt",
        run: () => Promise.reject(new Deno.errors.PermissionDenied("no: open '/workspace/a.txt'")),
      }),
  });
  const result = await resultOf(call("1", "save", {}), rules(new Map([[save.name, save]])));
  assertEquals([result?.success, String(result?.error), result?.path], [
    false,
    "no: open 'a.txt'",
    "a.txt",
  ]);
});

Deno.test("runToolCall() tells of an unexpected failure with its cause", async () => {
  const tools = fakeTools({
    look: {
      run: () => {
        throw new TypeError("odd", { cause: new Error("deeper") });
      },
    },
  });
  const result = await resultOf(call("1", "look", {}), rules(tools));
  assertEquals([result?.success, result?.content], [false, "odd: deeper"]);
});
