/** A cleanup that is killed. `--rounds` of scripts/test.sh gives more. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { architect, startArchitect } from "../support/architect.ts";
import { withWorkspace } from "../support/workspace.ts";
import { chatServer } from "../support/chat_server.ts";
import { DONE, model, onlySession, writes } from "./support.ts";

const ROUNDS = Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);

/** Old sessions, and how often a cleanup of them is killed. */
const SESSIONS = 60;
const KILLS = 8;

function folderOf(workspace: string): string {
  return `${workspace}/.architect/sessions`;
}

function idOf(number: number): string {
  return `20260101-000000-${number.toString(16).padStart(6, "0")}`;
}

/** Makes a session by a run, and many old copies of it; gives the id of the young one. */
async function fillWith(workspace: string, count: number): Promise<string> {
  await using server = chatServer([writes("a.txt"), DONE]);
  const run = await architect(["run", "x", ...model(server)], { cwd: workspace });
  assertEquals(run.code, 0, run.stderr);
  const { session_id: id, updated_at: updated } = await onlySession(workspace);
  const files = await contents(workspace);
  for (let number = 0; number < count; number++) {
    const copyOf = (text: string) =>
      text.replaceAll(id, idOf(number)).replaceAll(updated, "2026-01-01T00:00:00.000Z");
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folderOf(workspace)}/${copyOf(name)}`, copyOf(text));
    }
  }
  return id;
}

/** What is in the folder, by name. */
async function contents(workspace: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folderOf(workspace))) {
    files[name] = await Deno.readTextFile(`${folderOf(workspace)}/${name}`);
  }
  return files;
}

/** The files of one session but its lock, which says who came last. */
function familyOf(files: Record<string, string>, id: string): Record<string, string> {
  const own = Object.entries(files).filter(([name]) => name.includes(id) && name !== `${id}.lock`);
  return Object.fromEntries(own);
}

/** How many names there are in the folder. */
function countNames(workspace: string): number {
  return [...Deno.readDirSync(folderOf(workspace))].length;
}

Deno.test("a cleanup that is killed leaves whole sessions, and the next one takes the rest", async (t) => {
  for (let round = 0; round < ROUNDS; round++) {
    await t.step(`round ${round}`, () =>
      withWorkspace(async (workspace) => {
        const young = await fillWith(workspace, SESSIONS);
        const files = await contents(workspace);
        const ids = Array.from({ length: SESSIONS }, (_, number) => idOf(number));
        const story: string[] = [];
        let left = ids;
        for (let kill = 0; kill < KILLS && left.length > 0; kill++) {
          // Killed once so many files are gone, wherever it is by then.
          const most = countNames(workspace) - 1 -
            Math.floor(Math.random() * 2 * countNames(workspace) / KILLS);
          const cleanup = await startArchitect(["cleanup"], { cwd: workspace });
          let ended = false;
          const end = cleanup.result.finally(() => ended = true);
          while (!ended && countNames(workspace) > most) {
            await new Promise((resolve) => setTimeout(resolve));
          }
          cleanup.kill("SIGKILL");
          await end;

          const list = await architect(["sessions", "--json"], { cwd: workspace });
          const listed: string[] = list.json().map(({ id }: { id: string }) => id);
          story.push(`${left.length} -> ${listed.length - 1}`);
          const told = story.join(", ");
          assert(listed.includes(young), told);
          assertEquals(listed.filter((id) => id !== young && !left.includes(id)), [], told);
          const now = await contents(workspace);
          for (const id of listed) assertEquals(familyOf(now, id), familyOf(files, id), told);
          // What is no longer listed does not come back: neither by its id nor by what is left of it.
          const gone = left.filter((id) => !listed.includes(id));
          const half = gone.find((id) => Object.keys(familyOf(now, id)).length > 0) ?? gone.at(-1);
          if (half !== undefined) {
            const resumed = await architect(["resume", half, "--json"], { cwd: workspace });
            const { code } = resumed.json().error;
            assertEquals([resumed.code, code], [3, "session_not_found"], told);
          }
          left = listed.filter((id) => id !== young);
        }

        const last = await architect(["cleanup", "--json"], { cwd: workspace });
        assertEquals(last.code, 0, last.stderr);
        const removed = last.json().removed.map(({ id }: { id: string }) => id);
        assertEquals(left.filter((id) => !removed.includes(id)), []);
        const after = await contents(workspace);
        assertEquals(familyOf(after, young), familyOf(files, young));
        // A lock of which nothing else is left, of a cleanup that was killed, goes when it is old.
        const others = Object.keys(after).filter((name) => !name.includes(young));
        for (const name of others) assertMatch(name, /^[\d-]{16}[0-9a-f]{6}\.lock$/);
        assert(others.length <= KILLS, others.join(", "));
        const list = await architect(["sessions", "--json"], { cwd: workspace });
        assertEquals(list.json().map(({ id }: { id: string }) => id), [young]);
      }));
  }
});
