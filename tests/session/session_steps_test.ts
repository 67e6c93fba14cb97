import { assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import type { Message } from "../../src/llm/provider.ts";
import { joinSteps, readSessionSteps, type SessionSteps } from "../../src/session/session_steps.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { content, entry, header, history, said, user } from "./history_file.ts";
import { conversation, ID, NOW, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

/** A state that keeps these messages, of a session that had others before them. */
function state(numbers: readonly number[], dropped = 0): SessionState {
  const metadata = dropped === 0 ? {} : { truncated: true, messages_dropped: dropped };
  return sample({ messages: numbers.map(user), metadata });
}

/** Number, text, and whether it is known when each was saved. */
function told({ messages }: SessionSteps): unknown[] {
  return messages.map(({ number, at, message }) => [number, message.content, at !== null]);
}

Deno.test("joinSteps() gives every message that state or history has", async (t) => {
  const known = (number: number) => [number, String(number), true];
  const unknown = (number: number) => [number, String(number), false];
  const gap = [header(1), said(1, 2), header(5), said(5, 6)];
  const cases: [string, SessionSteps, unknown[], string[]][] = [
    ["no history", joinSteps(state([1, 2]), null), [unknown(1), unknown(2)], []],
    ["no history, and messages dropped", joinSteps(state([3, 4], 2), null), [
      unknown(3),
      unknown(4),
    ], ["messages 1 to 2 are gone"]],
    [
      "the same",
      joinSteps(state([1, 2]), history(header(1), said(1, 2))),
      [known(1), known(2)],
      [],
    ],
    ["a history with older ones", joinSteps(state([3], 2), history(header(1), said(1, 2, 3))), [
      known(1),
      known(2),
      known(3),
    ], []],
    ["a longer history", joinSteps(state([1]), history(header(1), said(1, 2))), [
      known(1),
      known(2),
    ], []],
    ["a shorter history", joinSteps(state([1, 2]), history(header(1), said(1))), [
      known(1),
      unknown(2),
    ], []],
    ["a gap that nothing fills", joinSteps(state([6], 5), history(...gap)), [
      known(1),
      known(2),
      known(5),
      known(6),
    ], ["messages 3 to 4 are gone"]],
    ["a gap that the state fills", joinSteps(state([3, 4, 5], 2), history(...gap)), [
      known(1),
      known(2),
      unknown(3),
      unknown(4),
      known(5),
      known(6),
    ], []],
    ["one message missing", joinSteps(state([3], 2), history(header(1), said(1))), [
      known(1),
      unknown(3),
    ], ["message 2 is gone"]],
    ["another story", joinSteps(state([1, 7]), history(header(1), said(1, 2, 3))), [
      known(1),
      [2, "7", false],
    ], ["message 2 is another in its history than in its state, which is shown"]],
    ["a damaged line", joinSteps(state([1, 2]), history(header(1), said(1), "\n", said(3))), [
      known(1),
      unknown(2),
    ], [
      "line 3 of its history is damaged: empty line, and the line after it not read",
    ]],
    [
      "a torn last line",
      joinSteps(state([1]), history(header(1), said(1), '{"st')),
      [known(1)],
      [],
    ],
  ];
  for (const [name, found, messages, notes] of cases) {
    await t.step(name, () => {
      assertEquals(told(found), messages);
      assertEquals(found.notes.map(String), notes);
    });
  }
});

Deno.test("joinSteps() tells the step, the time, the cost and the file of a message", () => {
  const [, , asked, result] = conversation(1) as [Message, Message, Message, Message];
  const { messages } = joinSteps(
    state([]),
    history(
      header(1),
      entry(asked, { step: 1, cost: null }),
      entry(result, { step: 1, path: "a.py", sha256: null, bytes: 3 }),
    ),
  );
  const at = NOW.toISOString();
  assertEquals(messages, [
    { number: 1, step: 1, at, cost: null, message: asked },
    { number: 2, step: 1, at, cost: 0, path: "a.py", message: result },
  ]);
});

Deno.test("joinSteps() says that the Python tool dropped messages without counting them", () => {
  const found = joinSteps(sample({ metadata: { truncated: true } }), null);
  assertEquals(found.notes.map(String), ["older messages are gone, and nobody counted them"]);
});

Deno.test("readSessionSteps() reads a state without its history, whatever that is", async (t) => {
  const cases: [string, (workspace: Workspace) => Promise<unknown>, readonly string[]][] = [
    ["none", () => Promise.resolve(), []],
    ["empty", (workspace) => workspace.put(`${ID}.jsonl`, ""), []],
    ["no header", (workspace) => workspace.put(`${ID}.jsonl`, content(said(1))), [
      "its history cannot be read: line 1: its first line is no header",
    ]],
    ["a folder", (workspace) => Deno.mkdir(workspace.file(`${ID}.jsonl`)), [
      "its history cannot be read: it is a folder, and a regular file is wanted",
    ]],
    [
      "of a newer version",
      (workspace) =>
        workspace.put(`${ID}.jsonl`, content(header(1, { metadata: { schema: 99 } }), said(1))),
      [
        "its history cannot be read: a newer architect wrote it (schema 99, and this one reads up " +
        "to 1)",
      ],
    ],
  ];
  for (const [name, spoil, notes] of cases) {
    await t.step(name, async () => {
      await using workspace = await Workspace.withSession();
      await Deno.remove(workspace.file(`${ID}.jsonl`)).catch(() => {});
      await spoil(workspace);
      const found = await readSessionSteps(workspace.path, ID);
      assertEquals(found.messages.map(({ number }) => number), [1, 2, 3, 4, 5, 6]);
      assertEquals(found.notes.map(String), notes);
    });
  }
});

Deno.test("readSessionSteps() reads a session that is in use, and changes nothing", async () => {
  await using workspace = await Workspace.make();
  const live = sample({ messages: conversation(40) });
  await using _lock = await workspace.sessions.lock(ID);
  await workspace.sessions.save(live);
  const names = await workspace.names();
  const { state, messages, notes } = await readSessionSteps(workspace.path, ID);
  assertEquals([state.messages.length, messages.length, notes], [30, 82, []]);
  assertEquals(await workspace.names(), names);
});

Deno.test("readSessionSteps() tells why a state cannot be read", async () => {
  await using workspace = await Workspace.make();
  for (const [id, code] of [["last", "session_not_found"], [ID, "session_not_found"]] as const) {
    const error = await assertRejects(() => readSessionSteps(workspace.path, id), ArchitectError);
    assertEquals(error.code, code);
  }
  await workspace.put(`${ID}.json`, "{");
  const error = await assertRejects(() => readSessionSteps(workspace.path, ID), ArchitectError);
  assertEquals(error.code, "session_corrupt");
});
