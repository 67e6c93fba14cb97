/** No tool reads or writes outside of the workspace, in the state, or in what git runs. */

import { assertEquals, assertMatch } from "@std/assert";
import { CALLS, PATH_ATTEMPTS } from "./path_attempts.ts";
import { PATTERN_ATTEMPTS } from "./pattern_attempts.ts";
import {
  asEachUser,
  hostileRun,
  ignore,
  isOwnState,
  makeArena,
  OUTSIDE,
  snapshot,
  STATE,
} from "./support.ts";

Deno.test({
  name: "no tool follows a path out of the workspace, into the state, or to what git runs",
  ignore,
  fn: (t) =>
    asEachUser(t, async (arena, step) => {
      for (const { setup } of PATH_ATTEMPTS) await setup?.(arena);
      const before = [await snapshot(arena.work, isOwnState), await snapshot(arena.outside)];
      const tried = PATH_ATTEMPTS.flatMap(({ name, path, tools = Object.keys(CALLS) }) =>
        tools.map((tool) => ({ attempt: name, name: tool, args: CALLS[tool]!(path(arena)) }))
      );
      const { told } = await hostileRun(arena, tried, ["--allow-commands"]);
      for (const { name } of PATH_ATTEMPTS) {
        step(name, () => {
          for (const [index, { attempt, name: tool }] of tried.entries()) {
            if (attempt !== name) continue;
            const { success, content } = told[index]!;
            assertEquals([tool, success], [tool, false], content);
            assertEquals([content.includes(OUTSIDE), content.includes(STATE)], [false, false]);
          }
        });
      }
      assertEquals(await snapshot(arena.work, isOwnState), before[0]);
      assertEquals(await snapshot(arena.outside), before[1]);
    }),
});

Deno.test({
  name: "no pattern, no search and no header of a patch leads out of the workspace",
  ignore,
  fn: async (t) => {
    await using arena = await makeArena();
    await Deno.symlink("../outside", `${arena.work}/out`);
    await Deno.symlink("../outside/secret.txt", `${arena.work}/out.txt`);
    await Deno.link(`${arena.outside}/secret.txt`, `${arena.work}/shared.txt`);
    const before = await snapshot(arena.outside);
    const { told } = await hostileRun(arena, PATTERN_ATTEMPTS);
    for (const [index, { attempt, told: wanted }] of PATTERN_ATTEMPTS.entries()) {
      await t.step(attempt, () => {
        const { content } = told[index]!;
        assertMatch(content, wanted);
        assertEquals([content.includes(OUTSIDE), content.includes(STATE)], [false, false], content);
      });
    }
    // The file that is a hard link was replaced, not written into.
    const { nlink } = await Deno.stat(`${arena.outside}/secret.txt`);
    assertEquals(nlink, 1);
    const unlinked = (lines: readonly string[]) =>
      lines.map((line) => line.replace("secret.txt 100644 2", "secret.txt 100644 1"));
    assertEquals(await snapshot(arena.outside), unlinked(before));
    assertEquals(await Deno.readTextFile(`${arena.work}/shared.txt`), "evil\n");
  },
});

Deno.test({
  name: "a folder that is swapped again and again for a link leads nobody out of the workspace",
  ignore,
  fn: async () => {
    await using arena = await makeArena();
    await arena.write("race/secret.txt", "inside\n");
    await arena.write("race/folder/deep.txt", "inside\n");
    const before = await snapshot(arena.outside);
    const calls = Array.from({ length: 25 }, (_, round) => [
      { name: "read_file", args: { path: "race/secret.txt" } },
      { name: "grep", args: { path: "race", text: "canary" } },
      { name: "list_files", args: { path: "race", recursive: true } },
      { name: "write_file", args: { path: "race/secret.txt", content: "evil" } },
      { name: "write_file", args: { path: `race/new-${round}`, content: "evil" } },
      { name: "write_file", args: { path: `race/dir-${round}/new`, content: "evil" } },
      { name: "delete_file", args: { path: "race/folder/deep.txt" } },
    ]).flat();
    const racer = await startRacer(arena.work);
    const { told } = await hostileRun(arena, calls).finally(() => racer.stop());
    // A list may name for a moment what is there; what is in it comes to nobody.
    for (const { content } of told) assertEquals(content.includes(OUTSIDE), false, content);
    // Between the check of a path and the making of a file or folder there the runtime leaves a
    // moment, in which an empty one can be made outside: that, and no more.
    const empty = /^(?:dir-\d+ \d+ $|(?:dir-\d+\/)?\.\S+\.architect-[0-9a-f]{6}\.tmp \d+ \d+ ""$)/;
    const after = (await snapshot(arena.outside)).filter((line) => !empty.test(line));
    assertEquals(after, before);
  },
});

/** Another process, which puts a link to the folder outside in the place of a folder, and back. */
async function startRacer(work: string): Promise<{ stop(): Promise<void> }> {
  const script = `
    const [race, moved, link] = ["race", ".moved", ".link"].map((name) => "${work}/" + name);
    Deno.symlinkSync("../outside", link);
    const put = (from) => {
      try {
        Deno.renameSync(from, race);
      } catch {
        // A folder was made there meanwhile.
        Deno.renameSync(race, "${work}/.made-" + crypto.randomUUID());
        put(from);
      }
    };
    console.log("ready");
    for (let round = 0;; round++) {
      Deno.renameSync(race, moved);
      put(link);
      for (let wait = round % 5000; wait > 0; wait--) Math.sqrt(wait);
      Deno.renameSync(race, link);
      put(moved);
      for (let wait = round % 20000; wait > 0; wait--) Math.sqrt(wait);
    }`;
  const folder = await Deno.makeTempDir({ prefix: "architect_attack_" });
  await Deno.writeTextFile(`${folder}/racer.js`, script);
  const racer = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", `${folder}/racer.js`],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = racer.stdout.getReader();
  await reader.read();
  return {
    async stop() {
      racer.kill("SIGKILL");
      await racer.status;
      await reader.cancel();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
