/** Files that are larger than any session: told by their size, never read, and no reason to grow. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { architect } from "../support/architect.ts";
import { cassetteText } from "../support/cassette_text.ts";
import { peakMemory } from "../support/peak_memory.ts";
import { text } from "../support/scripted_provider.ts";
import { withWorkspace } from "../support/workspace.ts";

const ID = "20260101-000000-000001";
const ORPHAN = "20260101-000000-000002";
const MIB = 1024 * 1024;
const LARGE = 600 * MIB;

const RESUME = ["resume", ID, "go on", "--model", "replay:answers.jsonl", "--mode", "yolo"];

/** Puts many sessions with long tasks into a folder, so that a listing of them does not fit into a pipe. */
async function prepare(workspace: string): Promise<string> {
  const folder = `${workspace}/.architect/sessions`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const task = "long ".repeat(200);
  for (let number = 0; number < 400; number++) {
    const id = `20250101-000000-${number.toString(16).padStart(6, "0")}`;
    const dict = { session_id: id, task, status: "success", messages: [] };
    await Deno.writeTextFile(`${folder}/${id}.json`, JSON.stringify(dict));
  }
  const answers = cassetteText([text("done"), text("gone on")]);
  await Deno.writeTextFile(`${workspace}/answers.jsonl`, answers);
  return folder;
}

/** The state of {@linkcode ID}, with or without an end. */
function stateText(): string {
  const messages = [{ role: "user", content: "do it" }, { role: "assistant", content: "done" }];
  const dict = { session_id: ID, task: "do it", status: "success", messages };
  return JSON.stringify({ ...dict, metadata: { answers_saved: 1 } });
}

/** A file with holes: it takes no room on the disk. */
async function writeSparse(path: string, start: string, size: number): Promise<void> {
  await Deno.writeTextFile(path, start);
  await Deno.truncate(path, size);
}

Deno.test({
  name: "a listing reads nothing of files of 600 MiB, and little of what only looks small",
  // Other systems tell the memory of a process in other ways.
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withWorkspace(async (workspace) => {
      const folder = await prepare(workspace);
      const usual = await peakMemory(["sessions", "--json"], workspace);
      assertEquals(JSON.parse(usual.stdout).length, 400);

      await writeSparse(`${folder}/${ID}.json`, "", LARGE);
      await writeSparse(`${folder}/${ORPHAN}.jsonl`, "", LARGE);
      const large = await peakMemory(["sessions", "--json"], workspace);
      const [orphan, state] = JSON.parse(large.stdout);
      assertEquals([orphan.id, orphan.status, state.id], [ORPHAN, "corrupt", ID]);
      assertEquals(state.reason, "larger than 64 MiB");
      assert(large.bytes < usual.bytes + 32 * MIB, `${large.bytes}, usually ${usual.bytes}`);

      // Parsed, it would be gigabytes.
      await Deno.writeTextFile(`${folder}/${ID}.json`, "[".repeat(60 * MIB));
      const crowded = await peakMemory(["sessions", "--json"], workspace);
      assertStringIncludes(JSON.parse(crowded.stdout)[1].reason, "nested deeper");
      assert(crowded.bytes < usual.bytes + 300 * MIB, `${crowded.bytes}, usually ${usual.bytes}`);
    }),
});

Deno.test("a state of 600 MiB is refused as too large, and can be removed", () =>
  withWorkspace(async (workspace) => {
    const folder = await prepare(workspace);
    await writeSparse(`${folder}/${ID}.json`, stateText(), LARGE);
    for (const args of [["sessions", "show", ID], RESUME]) {
      const refused = await architect([...args, "--json"], { cwd: workspace });
      assertEquals([refused.code, refused.json().error.code], [6, "session_too_large"]);
    }
    assertEquals((await Deno.stat(`${folder}/${ID}.json`)).size, LARGE);
    const cleaned = await architect(["cleanup", "--older-than", "0", "--dry-run", "--json"], {
      cwd: workspace,
    });
    const [kept] = cleaned.json().kept;
    assertEquals([kept.id, kept.reason], [ID, "damaged (larger than 64 MiB)"]);
    assert(kept.bytes >= LARGE);
    const removed = await architect(["sessions", "delete", ID], { cwd: workspace });
    assertEquals(removed.code, 0, removed.stderr);
  }));

Deno.test("a history of 600 MiB keeps nobody from going on with its state", () =>
  withWorkspace(async (workspace) => {
    const folder = await prepare(workspace);
    await Deno.writeTextFile(`${folder}/${ID}.json`, stateText());
    await writeSparse(`${folder}/${ID}.jsonl`, "", LARGE);
    const resumed = await architect([...RESUME, "--json"], { cwd: workspace });
    assertEquals([resumed.code, resumed.json().output], [0, "gone on"], resumed.stderr);
    assertStringIncludes(resumed.stderr, "larger than 256 MiB");
    const shown = await architect(["sessions", "show", ID, "--json"], { cwd: workspace });
    const roles = shown.json().messages.map(({ role }: { role: string }) => role);
    assertEquals(roles.filter((role: string) => role !== "system"), [
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    await Deno.remove(`${folder}/${ID}.json`);
    // What stands in the history alone is not read either, if it is as large.
    await Deno.truncate(`${folder}/${ID}.jsonl`, LARGE);
    const refused = await architect([...RESUME, "--json"], { cwd: workspace });
    assertEquals([refused.code, refused.json().error.code], [6, "session_too_large"]);
    assertEquals((await Deno.stat(`${folder}/${ID}.jsonl`)).size, LARGE);
  }));
