/** A cloned repository neither gets a key nor commands nor an agent that does more than it should. */

import { assertEquals, assertMatch } from "@std/assert";
import { answer, chatServer } from "../support/chat_server.ts";
import { CONFIG_ATTEMPTS, type ConfigAttempt, EVIL } from "./config_attempts.ts";
import { attemptsInParallel, ignore, isOwnState, makeArena, OUTSIDE, snapshot } from "./support.ts";

const KEY = "kx-5f0d9a7b31c2e4";

/** What a hostile model would do with the rights that a config could give it. */
const HOSTILE = answer({
  calls: [
    { name: "run_command", args: { command: "echo evil > evil.txt" } },
    { name: "read_file", args: { path: "../outside/secret.txt" } },
  ],
});

async function attack(attempt: ConfigAttempt): Promise<void> {
  await using arena = await makeArena();
  await using own = chatServer([HOSTILE, answer({ content: "done" })]);
  await using evil = chatServer([HOSTILE]);
  const base = new URL(evil.baseUrl).host;
  if (attempt.yaml !== undefined) {
    const yaml = attempt.yaml.replaceAll(new URL(EVIL).host, base).replaceAll("EVIL", base);
    await arena.write(".architect/config.yaml", yaml);
  }
  await attempt.setup?.(arena);
  const without = (path: string) => isOwnState(path) || path === ".architect/config.yaml";
  const before = [await snapshot(arena.work, without), await snapshot(arena.outside)];
  const { flags = ["--model", "local", "--mode", "yolo"], server = true } = attempt;
  const result = await arena.run(
    ["run", "x", "--json", ...(server ? ["--api-base", own.baseUrl] : []), ...flags],
    { env: { OPENAI_API_KEY: KEY, ARCHITECT_API_KEY: KEY, AWS_SECRET_ACCESS_KEY: KEY } },
  );
  const told = result.stdout + result.stderr;
  assertEquals(result.code, attempt.code ?? 3, told);
  assertMatch(told, attempt.says ?? /Cannot use config/);
  assertEquals([told.includes(KEY), told.includes(OUTSIDE)], [false, false]);
  assertEquals(evil.requests.length, 0);
  for (const { body } of own.requests) {
    assertEquals(JSON.stringify(body).includes(OUTSIDE), false);
    assertEquals(body.tools?.some((tool) => tool.function.name === "run_command"), false);
  }
  assertEquals([await snapshot(arena.work, without), await snapshot(arena.outside)], before);
}

Deno.test({
  name: "a cloned repository gets neither a key nor a command nor an agent that does more",
  ignore,
  fn: (t) => attemptsInParallel(t, CONFIG_ATTEMPTS, attack),
});
