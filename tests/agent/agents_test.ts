import { assertEquals, assertThrows } from "@std/assert";
import { ALL_TOOLS, READ_ONLY_TOOLS, resolveAgent, unknownTools } from "../../src/agent/agents.ts";
import { ArchitectError } from "../../src/errors.ts";
import { createTools } from "../../src/tools/toolbox.ts";

Deno.test("resolveAgent() gives the agents that every installation has", () => {
  const cases = [["build", 50, "confirm-sensitive", ALL_TOOLS], [
    "plan",
    20,
    "yolo",
    READ_ONLY_TOOLS,
  ], [
    "resume",
    15,
    "yolo",
    READ_ONLY_TOOLS,
  ], ["review", 20, "yolo", READ_ONLY_TOOLS]] as const;
  for (const [name, maxSteps, mode, tools] of cases) {
    const agent = resolveAgent(name, {});
    assertEquals([agent.maxSteps, agent.mode, agent.allowedTools], [maxSteps, mode, tools]);
  }
});

Deno.test("resolveAgent() takes what the config changes, and no more", async (t) => {
  await t.step("of a built-in agent", () => {
    const agent = resolveAgent("build", { build: { maxSteps: 7 } });
    assertEquals([agent.maxSteps, agent.mode], [7, "confirm-sensitive"]);
  });
  await t.step("a new one without tools only reads", () => {
    const agent = resolveAgent("docs", { docs: { systemPrompt: "Write." } });
    assertEquals([agent.allowedTools, agent.systemPrompt], [READ_ONLY_TOOLS, "Write."]);
  });
});

Deno.test("resolveAgent() names the agents that there are", () => {
  const error = assertThrows(() => resolveAgent("bild", { docs: {} }), ArchitectError, '"bild"');
  assertEquals(String(error.suggestion).includes("build, plan, resume, review, docs"), true);
});

Deno.test("the names of tools that agents have are those of the tools", () => {
  const commands = { timeoutSeconds: 1, allowed: [], env: [], environment: {} };
  const tools = [...createTools({ commands }).values()];
  const named = (wanted: readonly { readonly name: string }[]) => wanted.map(({ name }) => name);
  assertEquals(named(tools).sort(), [...ALL_TOOLS].sort());
  const readOnly = tools.filter(({ changes }) => !changes);
  assertEquals(named(readOnly).sort(), [...READ_ONLY_TOOLS].sort());
});

Deno.test("unknownTools() finds the names that are no tools", () => {
  assertEquals(unknownTools({ allowedTools: ALL_TOOLS }), []);
  assertEquals(unknownTools({ allowedTools: ["grep", "read_flie"] }), ["read_flie"]);
});
