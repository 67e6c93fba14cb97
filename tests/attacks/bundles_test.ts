/** A bundle from elsewhere neither leads out of the workspace nor gives a run more than it had. */

import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { join } from "@std/path";
import { DONE } from "../e2e/support.ts";
import { rawBundle } from "../session/bundle_file.ts";
import { chatServer } from "../support/chat_server.ts";
import { type BundleAttempt, REFUSED_BUNDLES, TAKEN_BUNDLES } from "./bundle_attempts.ts";
import { craftSession, ID } from "./session_attempt.ts";
import {
  type Arena,
  attemptsInParallel,
  ignore,
  makeArena,
  OUTSIDE,
  snapshot,
  STATE,
} from "./support.ts";

async function writeBundle(arena: Arena, attempt: BundleAttempt): Promise<void> {
  const { history, head = {} } = attempt;
  const bytes = await rawBundle(ID, { state: craftSession(attempt), history, head });
  await Deno.writeFile(join(arena.work, "session.bundle"), bytes);
  await attempt.setup?.(arena);
}

const isLock = (path: string) => path === `.architect/sessions/${ID}.lock`;

Deno.test({
  name: "a bundle that leads out is refused, and leaves nothing",
  ignore,
  fn: (t) =>
    attemptsInParallel(t, REFUSED_BUNDLES, async (attempt) => {
      await using arena = await makeArena();
      await writeBundle(arena, attempt);
      const made = (path: string) => path === ".architect/.gitignore" || isLock(path);
      const before = [...await snapshot(arena.work, made), ...await snapshot(arena.outside)];
      const result = await arena.run(["sessions", "import", "session.bundle", "--json"]);
      const told = result.stdout + result.stderr;
      assertEquals(result.code, attempt.code ?? 6, told);
      assertNotMatch(told, new RegExp(`${OUTSIDE}|${STATE}`));
      const after = [...await snapshot(arena.work, made), ...await snapshot(arena.outside)];
      assertEquals(after, before);
    }),
});

Deno.test({
  name: "a session from a bundle neither leads out nor widens",
  ignore,
  fn: (t) =>
    attemptsInParallel(t, TAKEN_BUNDLES, async (attempt) => {
      await using arena = await makeArena();
      await using server = chatServer([DONE]);
      await writeBundle(arena, attempt);
      const own = (path: string) => path.startsWith(".architect");
      const before = [...await snapshot(arena.work, own), ...await snapshot(arena.outside)];
      const imported = await arena.run(["sessions", "import", "session.bundle"]);
      assertEquals([imported.code, imported.stdout], [0, `${ID}\n`], imported.stderr);
      // Its mode is not believed: what changes a file would have to be asked for.
      const base = ["--api-base", server.baseUrl];
      const asks = await arena.run(["resume", ID, "go on", ...base]);
      assertEquals(asks.code, 3, asks.stderr);
      assertMatch(asks.stderr, /mode confirm-sensitive: it asks before/);
      const resumed = await arena.run(["resume", ID, "go on", "--mode", "yolo", ...base]);
      assertEquals(resumed.code, 0, resumed.stderr);
      const { body, messages } = server.requests[0]!;
      const offered = body.tools?.map((tool) => tool.function.name) ?? [];
      assertEquals(offered.includes("run_command"), false);
      for (const told of [imported.stderr, resumed.stderr, JSON.stringify(messages)]) {
        assertNotMatch(told, new RegExp(`${OUTSIDE}|${STATE}`));
      }
      const after = [...await snapshot(arena.work, own), ...await snapshot(arena.outside)];
      assertEquals(after, before);
    }),
});
