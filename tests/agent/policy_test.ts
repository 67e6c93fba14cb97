import { assertEquals, assertThrows } from "@std/assert";
import { ALL_TOOLS, READ_ONLY_TOOLS } from "../../src/agent/agents.ts";
import { decidePolicy, type PolicyRequest, widenedText } from "../../src/agent/policy.ts";
import { ArchitectError } from "../../src/errors.ts";
import { SPANISH } from "../../src/spanish.ts";

const SETTINGS = { agents: {}, commandsEnabled: false, budgetUsd: null };
const WITHOUT_COMMANDS = ALL_TOOLS.filter((tool) => tool !== "run_command");
const BUILD = { agent: "build", mode: "confirm-sensitive", spentUsd: 0 } as const;

function decide(changes: Partial<PolicyRequest>) {
  return decidePolicy({ flags: {}, settings: SETTINGS, session: null, ...changes });
}

Deno.test("decidePolicy() gives a new run what its agent has", async (t) => {
  await t.step("build by default, without commands", () => {
    const policy = decide({});
    assertEquals([policy.agent.name, policy.mode], ["build", "confirm-sensitive"]);
    assertEquals(policy.tools, WITHOUT_COMMANDS);
  });
  await t.step("commands by flag or by setting", () => {
    assertEquals(decide({ flags: { commands: true } }).tools, ALL_TOOLS);
    assertEquals(decide({ settings: { ...SETTINGS, commandsEnabled: true } }).tools, ALL_TOOLS);
  });
  await t.step("no commands by flag, whatever the settings say", () => {
    const settings = { ...SETTINGS, commandsEnabled: true };
    assertEquals(decide({ flags: { commands: false }, settings }).tools, WITHOUT_COMMANDS);
  });
  await t.step("read-only agents ask nobody and never run commands", () => {
    for (const agent of ["plan", "resume", "review"]) {
      const policy = decide({ flags: { agent, commands: true } });
      assertEquals([policy.tools, policy.mode], [READ_ONLY_TOOLS, "yolo"]);
    }
  });
  await t.step("nothing is widened", () => {
    const flags = { mode: "yolo", budget: { usd: 9, onTop: false } } as const;
    assertEquals(decide({ flags }).widened, []);
  });
  await t.step("a budget on top of nothing", () => {
    assertEquals(decide({ flags: { budget: { usd: 2, onTop: true } } }).budgetUsd, 2);
  });
  await t.step("an agent that there is not is an error", () => {
    assertThrows(() => decide({ flags: { agent: "nobody" } }), ArchitectError, '"nobody"');
    assertThrows(() => decide({ flags: { agent: "toString" } }), ArchitectError, '"toString"');
  });
});

Deno.test("decidePolicy() never widens a session by itself", async (t) => {
  await t.step("tools: what both the file and a new run have", () => {
    const session = { ...BUILD, allowedTools: ["read_file", "run_command"] };
    assertEquals(decide({ session }).tools, ["read_file"]);
    const settings = { ...SETTINGS, commandsEnabled: true };
    assertEquals(decide({ session, settings }).tools, ["read_file", "run_command"]);
  });
  await t.step("a setting does not give commands to a session that had none", () => {
    const session = { ...BUILD, allowedTools: WITHOUT_COMMANDS };
    const settings = { ...SETTINGS, commandsEnabled: true };
    assertEquals(decide({ session, settings }).tools, WITHOUT_COMMANDS);
  });
  await t.step("a file that names tools its agent does not have", () => {
    const session = { ...BUILD, agent: "plan", allowedTools: [...ALL_TOOLS] };
    assertEquals(decide({ session }).tools, READ_ONLY_TOOLS);
  });
  await t.step("mode: the stricter one", () => {
    assertEquals(decide({ session: { ...BUILD, mode: "yolo" } }).mode, "confirm-sensitive");
    assertEquals(decide({ session: { ...BUILD, mode: "confirm-all" } }).mode, "confirm-all");
    const agents = { build: { mode: "yolo" } } as const;
    assertEquals(decide({ session: BUILD, settings: { ...SETTINGS, agents } }).mode, BUILD.mode);
  });
  await t.step("budget: the smaller one", () => {
    const settings = { ...SETTINGS, budgetUsd: 1 };
    assertEquals(decide({ session: { ...BUILD, budgetUsd: 5 }, settings }).budgetUsd, 1);
    assertEquals(decide({ session: { ...BUILD, budgetUsd: 0.5 }, settings }).budgetUsd, 0.5);
    assertEquals(decide({ session: { ...BUILD, budgetUsd: 0 } }).budgetUsd, 0);
  });
});

Deno.test("decidePolicy() obeys a flag that widens, and tells it", async (t) => {
  const cases: [string, PolicyRequest["flags"], Partial<PolicyRequest["session"]>, string[]][] = [
    ["mode", { mode: "yolo" }, {}, ["mode: yolo"]],
    ["a stricter mode widens nothing", { mode: "confirm-all" }, {}, []],
    ["the same mode widens nothing", { mode: "confirm-sensitive" }, {}, []],
    ["commands", { commands: true }, { allowedTools: WITHOUT_COMMANDS }, ["tools: run_command"]],
    ["commands again", { commands: true }, { allowedTools: ALL_TOOLS }, ["tools: run_command"]],
    ["agent", { agent: "build" }, { agent: "plan", allowedTools: READ_ONLY_TOOLS, mode: "yolo" }, [
      "agent: plan -> build",
      "tools: write_file, edit_file, apply_patch, delete_file",
    ]],
    ["budget", { budget: { usd: 2, onTop: false } }, { budgetUsd: 1 }, ["budget: $1.00 -> $2.00"]],
    ["budget on top", { budget: { usd: 2, onTop: true } }, { budgetUsd: 1, spentUsd: 1 }, [
      "budget: $1.00 -> $3.00",
    ]],
    ["budget in cents", { budget: { usd: 0.5, onTop: false } }, { budgetUsd: 0.125 }, [
      "budget: $0.125 -> $0.50",
    ]],
    ["budget on top of a sum", { budget: { usd: 0.2, onTop: true } }, {
      budgetUsd: 0,
      spentUsd: 0.1,
    }, [
      "budget: $0.00 -> $0.30",
    ]],
    ["a smaller budget widens nothing", { budget: { usd: 1, onTop: false } }, { budgetUsd: 2 }, []],
  ];
  for (const [name, flags, session, widened] of cases) {
    await t.step(name, () => {
      const policy = decide({ flags, session: { ...BUILD, ...session } });
      assertEquals(policy.widened.map(String), widened);
      // What a session keeps of it is said in Spanish as the run said it.
      assertEquals(
        widened.map((line) => widenedText(line).in(SPANISH)),
        policy.widened.map((line) => line.in(SPANISH)),
      );
    });
  }
  await t.step("a session that was read-only asks once it may write", () => {
    const session = { ...BUILD, agent: "plan", mode: "yolo" } as const;
    assertEquals(decide({ flags: { agent: "build" }, session }).mode, "confirm-sensitive");
  });
});

Deno.test("widenedText() leaves alone what no architect wrote", () => {
  for (const line of ["", "agent: plan", "budget: $1", "rights: all", "Mode: yolo", "x\nmode: y"]) {
    assertEquals([String(widenedText(line)), widenedText(line).in(SPANISH)], [line, line]);
  }
});
