/** Runs that are recorded, and what is replayed of them. */

import { assertEquals } from "@std/assert";
import { answer, chatServer } from "../support/chat_server.ts";
import { DONE, inWorkspace, model, onlySession, writes } from "./support.ts";

/** What does not depend on when, where and from whom a run got its answers. */
function essence(session: {
  readonly messages: unknown;
  readonly total_cost: number;
  readonly metadata: { readonly answers_saved: number };
}) {
  const { messages, total_cost, metadata } = session;
  return { messages, total_cost, answers: metadata.answers_saved };
}

Deno.test("a run recorded over a resume is replayed as it was, without a server", async () => {
  await inWorkspace(async (run, workspace) => {
    // A summary is recorded too, and is no answer.
    await using server = chatServer([writes("a.txt"), answer({ content: "So far." }), DONE]);
    const flags = [...model(server), "--record", "all.jsonl"];
    assertEquals((await run(["run", "task", "--max-steps", "1", ...flags])).code, 2);
    const last = await run(["resume", "last", ...flags]);
    assertEquals([last.code, last.stdout], [0, "All done.\n"], last.stderr);
    const recorded = await onlySession(workspace);
    const cassette = await Deno.readTextFile(`${workspace}/all.jsonl`);
    const lines = cassette.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(lines.map(({ kind, number }) => [kind, number]), [
      [undefined, undefined],
      ["answer", 1],
      ["summary", 1],
      ["answer", 2],
    ]);
    assertEquals(lines[0].model, "local");

    await inWorkspace(async (run, workspace) => {
      await Deno.writeTextFile(`${workspace}/all.jsonl`, cassette);
      const flags = ["--model", "replay:all.jsonl", "--mode", "yolo"];
      const first = await run(["run", "task", "--max-steps", "1", ...flags]);
      assertEquals([first.code, first.stdout], [2, "So far.\n"], first.stderr);
      const last = await run(["resume", "last", "--mode", "yolo"]);
      assertEquals([last.code, last.stdout], [0, "All done.\n"], last.stderr);
      assertEquals(essence(await onlySession(workspace)), essence(recorded));
      assertEquals(await Deno.readTextFile(`${workspace}/a.txt`), "written\n");
    });
    assertEquals(server.requests.length, 3);
  });
});

Deno.test("an agent that may write nothing is recorded all the same", async () => {
  await inWorkspace(async (run, workspace) => {
    await using server = chatServer([DONE]);
    const { code, stderr } = await run([
      "run",
      "t",
      "-a",
      "plan",
      "--record",
      "p.jsonl",
      ...model(server),
    ]);
    assertEquals(code, 0, stderr);
    assertEquals((await Deno.readTextFile(`${workspace}/p.jsonl`)).split("\n").length, 3);
  });
});

Deno.test("a resume does not record into a file that is no cassette", async () => {
  await inWorkspace(async (run, workspace) => {
    await using server = chatServer([answer({ content: "first" }), DONE]);
    assertEquals((await run(["run", "t", ...model(server)])).code, 0);
    await Deno.writeTextFile(`${workspace}/notes.txt`, "mine");
    const args = ["resume", "last", "more", "--record", "notes.txt", "--json", ...model(server)];
    const { code, json } = await run(args);
    assertEquals([code, json().error.code], [3, "config"]);
    assertEquals(await Deno.readTextFile(`${workspace}/notes.txt`), "mine");
    assertEquals(server.requests.length, 1);
  });
});
