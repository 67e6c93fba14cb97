/** A session file from elsewhere neither leads out of the workspace nor gives a run more than it had. */

import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { DONE } from "../e2e/support.ts";
import { chatServer } from "../support/chat_server.ts";
import { craftSession, ID, type SessionAttempt } from "./session_attempt.ts";
import { SESSION_ATTEMPTS } from "./session_attempts.ts";
import {
  attemptsInParallel,
  ignore,
  makeArena,
  OTHER_SESSION,
  OUTSIDE,
  snapshot,
  STATE,
} from "./support.ts";

const KEY = "kx-5f0d9a7b31c2e4";

async function writeSession(file: string, attempt: SessionAttempt): Promise<void> {
  const session = craftSession(attempt);
  if (!attempt.lost) await Deno.writeTextFile(file, JSON.stringify(session));
  if (attempt.history === undefined) return;
  const { messages: _, ...head } = session;
  const lines = [{ first_message: 1, ...head }, ...attempt.history];
  await Deno.writeTextFile(`${file}l`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** All that must be as before: what is beside the workspace, the other session, and no trace of evil. */
async function untouched(work: string, outside: string): Promise<string[]> {
  const inside = await snapshot(work, (path) => {
    if (path.includes(OTHER_SESSION)) return false;
    return /^(?:\.architect|pipe)/.test(path);
  });
  return [...inside, ...await snapshot(outside)];
}

async function attack(attempt: SessionAttempt): Promise<void> {
  await using arena = await makeArena();
  await using server = chatServer([DONE]);
  const file = join(arena.work, `.architect/sessions/${ID}.json`);
  await writeSession(file, attempt);
  await attempt.setup?.(arena, file);
  if (attempt.config !== undefined) await arena.write(".architect/config.yaml", attempt.config);
  const before = await untouched(arena.work, arena.outside);
  const flags = attempt.flags ?? ["--mode", "yolo"];
  const args = ["resume", ID, "go on", "--json", "-v", "--api-base", server.baseUrl, ...flags];
  const result = await arena.run(args, { env: { ARCHITECT_API_KEY: KEY } });
  const told = result.stdout + result.stderr;
  assertEquals(result.code, attempt.code ?? 0, told);

  const { body, headers, messages = [] } = server.requests[0] ?? {};
  assertEquals(headers?.get("authorization") ?? `Bearer ${KEY}`, `Bearer ${KEY}`);
  const offered = body?.tools?.map((tool) => tool.function.name) ?? [];
  assertEquals(offered.includes("run_command"), false);
  for (const secret of [OUTSIDE, STATE]) {
    assertEquals([JSON.stringify(messages).includes(secret), told.includes(secret)], [
      false,
      false,
    ]);
  }
  assertEquals(await untouched(arena.work, arena.outside), before);
  attempt.check?.({ messages, offered, stderr: result.stderr });
}

Deno.test({
  name: "a session from elsewhere neither leads out nor widens",
  ignore,
  fn: (t) => attemptsInParallel(t, SESSION_ATTEMPTS, attack),
});
