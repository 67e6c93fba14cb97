/** A command gets no key, no terminal and no folder outside, and nothing that it starts stays. */

import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { join } from "@std/path";
import { startArchitect } from "../support/architect.ts";
import { answer, chatServer } from "../support/chat_server.ts";
import {
  ALLOWED_ATTEMPTS,
  COMMAND_ATTEMPTS,
  type CommandAttempt,
  commandCalls,
} from "./command_attempts.ts";
import {
  type Arena,
  asEachUser,
  collectSteps,
  type HostileRun,
  hostileRun,
  ignore,
  isOwnState,
  makeArena,
  OUTSIDE,
  snapshot,
  type Step,
} from "./support.ts";

const KEY = "kx-5f0d9a7b31c2e4";
const KEYS = { OPENAI_API_KEY: KEY, ARCHITECT_API_KEY: KEY, CORP_LOGIN: KEY, OTHER_TOKEN: "t" };
/** A tool's result, and a mark where something is left out. */
const MAX_RESULT = 64 * 1024 + 100;

function checkAll(
  step: Step,
  attempts: readonly CommandAttempt[],
  { told }: HostileRun,
): void {
  for (const [index, { name, told: wanted, never }] of attempts.entries()) {
    step(name, () => {
      const { content } = told[index]!;
      assertMatch(content, wanted);
      if (never !== undefined) assertNotMatch(content, never);
      assertEquals([content.includes(KEY), content.includes(OUTSIDE)], [false, false], content);
      assert(new TextEncoder().encode(content).length <= MAX_RESULT);
    });
  }
}

async function isRunning(pid: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", String(pid)] })
    .output();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

/** The numbers that commands have told in files of this ending. */
async function told({ work }: Arena): Promise<number[]> {
  const pids: number[] = [];
  for await (const { name } of Deno.readDir(work)) {
    if (name.endsWith(".pid")) pids.push(Number(await Deno.readTextFile(join(work, name))));
  }
  return pids;
}

Deno.test({
  name: "a command gets no key and no terminal, floods nobody, and leaves nothing running",
  ignore,
  fn: (t) =>
    asEachUser(t, async (arena, step) => {
      await Deno.symlink("../outside", join(arena.work, "out"));
      await arena.write("c.yaml", "commands: {env: [OPENAI_API_KEY, CORP_LOGIN, PASSED]}\n");
      const before = await snapshot(arena.outside);
      const calls = commandCalls(COMMAND_ATTEMPTS);
      const run = await hostileRun(arena, calls, ["--allow-commands", "-c", "c.yaml"], {
        env: { ...KEYS, PASSED: "yes", TMPDIR: "/tmp", LANG: "C" },
      });
      checkAll(step, COMMAND_ATTEMPTS, run);
      const left = COMMAND_ATTEMPTS.filter(({ name }) => name.startsWith("left running"));
      const pids = await told(arena);
      assertEquals(pids.length, left.length);
      for (const pid of pids) assertEquals(await isRunning(pid), false, `${pid} still runs`);
      assertEquals(await snapshot(arena.outside), before);
    }),
});

Deno.test({
  name: "where a list of allowed commands is set nothing else is run with them",
  ignore,
  fn: async (t) => {
    const steps = collectSteps();
    await using arena = await makeArena();
    await arena.write("c.yaml", 'commands: {enabled: true, allowed: ["git status", echo]}\n');
    const before = await snapshot(arena.work, isOwnState);
    const run = await hostileRun(arena, commandCalls(ALLOWED_ATTEMPTS), ["-c", "c.yaml"]);
    checkAll(steps.step, ALLOWED_ATTEMPTS, run);
    await steps.tell(t);
    assertEquals(await snapshot(arena.work, isOwnState), before);
  },
});

Deno.test({
  name: "a command is run by no run that does not allow it",
  ignore,
  fn: async (t) => {
    const ways: readonly (readonly [string, readonly string[], RegExp])[] = [
      ["no flag", [], /^There is no tool "run_command"/],
      ["--no-commands over a config", ["-c", "c.yaml", "--no-commands"], /^There is no tool/],
      ["an agent that only reads", ["--allow-commands", "-a", "plan"], /^There is no tool/],
      ["a dry run", ["--allow-commands", "--dry-run"], /^Dry run: nothing was changed/],
    ];
    for (const [name, flags, wanted] of ways) {
      await t.step(name, async () => {
        await using arena = await makeArena();
        await arena.write("c.yaml", "commands: {enabled: true}\n");
        const before = await snapshot(arena.work, isOwnState);
        const calls = [{ name: "run_command", args: { command: "echo evil > evil.txt" } }];
        const { told } = await hostileRun(arena, calls, flags);
        assertMatch(told[0]!.content, wanted);
        assertEquals(await snapshot(arena.work, isOwnState), before);
      });
    }
  },
});

Deno.test({
  name: "Ctrl+C leaves nothing running of a command that does not want to end",
  ignore,
  fn: async () => {
    await using arena = await makeArena();
    const command = "trap '' TERM INT HUP; echo $$ > 1.pid; (trap '' TERM INT HUP; " +
      "sh -c 'echo $$ > 2.pid; sleep 300'; sleep 300) & while :; do sleep 300; done";
    const calls = [{ name: "run_command", args: { command, timeout: 600 } }];
    await using server = chatServer([answer({ calls })]);
    const process = await startArchitect([
      ...["run", "x", "--allow-commands", "--mode", "yolo", "--model", "local"],
      ...["--api-base", server.baseUrl],
    ], { cwd: arena.work });
    while ((await told(arena)).filter(Boolean).length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    process.kill("SIGINT");
    assertEquals((await process.result).code, 130);
    for (const pid of await told(arena)) assertEquals(await isRunning(pid), false);
  },
});
