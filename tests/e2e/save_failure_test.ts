/** A session that cannot be saved: told, and nothing paid for after it. */

import { assertEquals, assertMatch } from "@std/assert";
import { architect } from "../support/architect.ts";
import { answer, chatServer, type Reply } from "../support/chat_server.ts";
import { fill, makeReadOnly, NO_MOUNT, withSmallDisk } from "../support/small_disk.ts";
import { DONE, model, onlySession, sessionFiles, writes } from "./support.ts";

/** Does not fit beside the state that is there. */
const LONG = "y".repeat(250_000);

Deno.test({
  name: `a disk that fills up in mid-run ends the run with 8${NO_MOUNT}`,
  ignore: NO_MOUNT !== "",
  fn: async (t) => {
    const args = { path: "a.txt" };
    const cases: readonly (readonly [string, Reply, number])[] = [
      [
        "while an answer is saved",
        answer({ content: LONG, chunkSize: 9999, calls: [{ name: "nope" }] }),
        1,
      ],
      ["while the last answer is saved", answer({ content: LONG, chunkSize: 9999 }), 1],
      [
        "while a result is saved",
        answer({ calls: ["1", "2", "3"].map((id) => ({ id, name: "read_file", args })) }),
        2,
      ],
    ];
    for (const [name, reply, steps] of cases) {
      await t.step(name, () =>
        withSmallDisk(async (workspace) => {
          await Deno.writeTextFile(`${workspace}/a.txt`, `${"z".repeat(99)}\n`.repeat(600));
          await using server = chatServer([writes("b.txt"), reply, DONE]);
          const result = await architect(["run", "x", "--json", ...model(server)], {
            cwd: workspace,
          });
          assertEquals(result.code, 8, result.stderr);
          const { status, stop_reason, persisted, error, session_id } = result.json();
          assertEquals([status, stop_reason, persisted], ["failed", "save_error", false]);
          assertEquals(error.code, "save_error");
          assertMatch(error.message, /the disk is full \(ENOSPC\)/);
          // No further call is made, and the last state that was saved stands.
          assertEquals(server.requests.length, 2);
          const stored = await onlySession(workspace);
          assertEquals([stored.session_id, stored.steps_completed >= steps], [session_id, true]);
          const names = [...Deno.readDirSync(`${workspace}/.architect/sessions`)].map((entry) =>
            entry.name
          );
          assertEquals(names.filter((file) => file.endsWith(".tmp")), []);
        }));
    }
  },
});

Deno.test({
  name: `a disk that is full or read-only is told before anything is paid for${NO_MOUNT}`,
  ignore: NO_MOUNT !== "",
  fn: async (t) => {
    const ways: readonly (readonly [string, (workspace: string) => Promise<unknown>, RegExp])[] = [
      ["full", fill, /the disk is full \(ENOSPC\)/],
      [
        "read-only",
        (workspace) => makeReadOnly(`${workspace}/.architect`),
        /read-only \(EROFS\)/,
      ],
    ];
    for (const [name, spoil, told] of ways) {
      await t.step(`${name}: run`, () =>
        withSmallDisk(async (workspace) => {
          await spoil(workspace);
          await using server = chatServer([DONE]);
          const result = await architect(["run", "x", "--json", ...model(server)], {
            cwd: workspace,
          });
          const { status, error, session_id } = result.json();
          assertEquals([result.code, status, error.code], [8, "failed", "save_error"]);
          assertMatch(error.message, told);
          assertEquals(server.requests.length, 0);
          // An id that nothing is saved under would lead nowhere.
          assertEquals([session_id, await sessionFiles(workspace)], [null, []]);
          assertEquals(/resume/.test(`${error.suggestion} ${result.stderr}`), false, result.stderr);
        }));
      await t.step(`${name}: resume`, () =>
        withSmallDisk(async (workspace) => {
          await using server = chatServer([DONE]);
          await architect(["run", "x", ...model(server)], { cwd: workspace });
          const before = await onlySession(workspace);
          await spoil(workspace);
          const resume = ["resume", "last", "y", "--json", ...model(server)];
          const result = await architect(resume, { cwd: workspace });
          const { status, error, session_id } = result.json();
          assertEquals(
            [result.code, status, error.code],
            [8, "failed", "save_error"],
            result.stderr,
          );
          assertMatch(error.message, told);
          assertEquals([server.requests.length, session_id], [1, before.session_id]);
          assertEquals(await onlySession(workspace), before);
        }));
      await t.step(`${name}: --no-session`, () =>
        withSmallDisk(async (workspace) => {
          await spoil(workspace);
          await using server = chatServer([DONE]);
          const flags = ["--no-session", ...model(server)];
          const result = await architect(["run", "x", ...flags], { cwd: workspace });
          assertEquals([result.code, result.stdout], [0, "All done.\n"], result.stderr);
        }));
    }
  },
});

Deno.test({
  name: `a session that could not be saved goes on where it was saved last${NO_MOUNT}`,
  ignore: NO_MOUNT !== "",
  fn: () =>
    withSmallDisk(async (workspace) => {
      const long = answer({ content: LONG, chunkSize: 9999 });
      await using server = chatServer([writes("b.txt"), long, DONE]);
      const failed = await architect(["run", "x", ...model(server)], { cwd: workspace });
      assertEquals(failed.code, 8, failed.stderr);
      const list = await architect(["sessions", "--json"], { cwd: workspace });
      assertEquals(list.json()[0].status, "interrupted");
      const resumed = await architect(["resume", "last", ...model(server)], { cwd: workspace });
      assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
      assertEquals(server.requests[2]!.messages, server.requests[1]!.messages);
    }),
});
