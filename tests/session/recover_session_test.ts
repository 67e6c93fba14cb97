/** What comes back of a session whose files are damaged, lost, older, or tell two stories. */

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ArchitectError, type ErrorCode } from "../../src/errors.ts";
import { SPANISH } from "../../src/spanish.ts";
import type { OpenedSession, SessionManagerOptions } from "../../src/session/session_manager.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { MAX_HISTORY_BYTES } from "../../src/session/read_history.ts";
import { failingDisk, hookedDisk, systemError } from "../files/faulty_disk.ts";
import { content, entry, fileLines, header, type Piece, said, user } from "./history_file.ts";
import { essence, open } from "./opened.ts";
import { answer, conversation, ID, pythonDict, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";
const HISTORY = `${ID}.jsonl`;
const KEPT = `${ID}.damaged-20260223-150000`;

/** Opens a session and says one more thing in it. */
async function goOn(workspace: Workspace, number: number): Promise<OpenedSession> {
  const sessions = workspace.other();
  await using _lock = await sessions.lock(ID);
  const opened = await sessions.open(ID);
  opened.state.messages = [...opened.state.messages, user(number)];
  await sessions.save(opened.state);
  return opened;
}

async function refusal(
  workspace: Workspace,
  options: SessionManagerOptions = {},
): Promise<ArchitectError> {
  return await assertRejects(() => open(workspace, options), ArchitectError);
}

/** A workspace with the session of the samples, as a run would have saved it. */
function withRun(change: Partial<SessionState> = {}): Promise<Workspace> {
  return Workspace.withSession({ filesModified: [], metadata: { answers_saved: 2 }, ...change });
}

/** All files of a workspace but the lock, which says who came last. */
async function files(workspace: Workspace): Promise<Record<string, string>> {
  const names = (await workspace.names()).filter((name) => !name.endsWith(".lock"));
  const read = async (name: string) => {
    const { isFile } = await Deno.lstat(workspace.file(name));
    return isFile ? await Deno.readTextFile(workspace.file(name)) : "no file";
  };
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await read(name)])),
  );
}

/** Ways to spoil a state file, and what is said of each. */
const DAMAGE: readonly [string, (whole: Uint8Array) => Uint8Array, string][] = [
  ["an empty file", () => new Uint8Array(), "empty file"],
  ["nothing but NUL", (whole) => new Uint8Array(whole.length), "NUL bytes"],
  ["a hole", (whole) => whole.map((byte, at) => at > 600 && at < 700 ? 0 : byte), "NUL bytes"],
  ["cut at 90 %", (whole) => whole.slice(0, whole.length * 0.9), "not valid JSON"],
  ["no JSON", () => content("hello"), "not valid JSON"],
  ["a flipped bit", (whole) => whole.map((byte, at) => at === 2 ? byte ^ 1 : byte), "not valid"],
  [
    "the file of another session",
    () => content(JSON.stringify(pythonDict(`${ID.slice(0, -1)}4`))),
    "session_id",
  ],
];

Deno.test("SessionManager.open() rebuilds a damaged state and keeps the damaged file", async (t) => {
  for (const [name, damage, reason] of DAMAGE) {
    await t.step(name, async () => {
      await using workspace = await withRun();
      const before = await workspace.sessions.read(ID);
      const damaged = damage(await Deno.readFile(workspace.file()));
      await workspace.put(`${ID}.json`, damaged);
      const { state, messages, notes } = await open(workspace);
      assertEquals(essence(state), essence(before));
      assertEquals([state.messages, messages], [before.messages, before.messages]);
      assertEquals(notes.length, 2);
      assertStringIncludes(String(notes[0]), reason);
      assertStringIncludes(String(notes[0]), "6 messages came back");
      assertStringIncludes(String(notes[1]), `.architect/sessions/${KEPT}`);
      assertEquals(await Deno.readFile(workspace.file(KEPT)), damaged);
      assertEquals(await workspace.names(), [KEPT, `${ID}.json`, HISTORY, `${ID}.lock`]);
      // It is whole again: what is read now needs no history.
      assertEquals(essence(await workspace.other().read(ID)), essence(before));
    });
  }
});

Deno.test("SessionManager.open() can tell in Spanish what was rebuilt, and why", async () => {
  await using workspace = await withRun();
  await workspace.put(`${ID}.json`, "[]");
  const { notes } = await open(workspace);
  assertEquals(notes.map((note) => note.in(SPANISH)), [
    `el estado de la sesión ${ID} está dañado (el contenido es una lista, y se espera un objeto) ` +
    "y se ha reconstruido a partir de su historial; mensajes recuperados: 6",
    `el archivo dañado se conserva como .architect/sessions/${KEPT}`,
  ]);
});

Deno.test("SessionManager.open() rebuilds a lost state", async () => {
  await using workspace = await withRun();
  const before = await workspace.sessions.read(ID);
  await Deno.remove(workspace.file());
  const { state, notes } = await open(workspace);
  assertEquals(essence(state), essence(before));
  assertEquals(notes.length, 1);
  assertStringIncludes(String(notes[0]), "is gone and was rebuilt");
  assertStringIncludes(String(notes[0]), "6 messages came back");
  assertEquals(await workspace.names(), [`${ID}.json`, HISTORY, `${ID}.lock`]);
  assertEquals((await open(workspace)).notes, []);
});

Deno.test("SessionManager.open() goes on after a rebuild as if nothing had happened", async (t) => {
  for (const damage of ["damaged", "lost"]) {
    await t.step(damage, async () => {
      await using workspace = await withRun();
      if (damage === "lost") await Deno.remove(workspace.file());
      else await workspace.put(`${ID}.json`, "");
      await goOn(workspace, 7);
      const lines = await fileLines(workspace);
      const numbers = lines.map(({ first_message }) => first_message ?? "message");
      assertEquals(numbers, [1, ...Array(6).fill("message"), 7, "message"]);
      assertEquals((await workspace.other().read(ID)).metadata.history_lines, lines.length);
    });
  }
});

Deno.test("SessionManager.open() gives back the damage of each repair under its own name", async () => {
  await using workspace = await withRun();
  for (const text of ["one", "two", "three"]) {
    await workspace.put(`${ID}.json`, text);
    await open(workspace);
  }
  const kept = Object.entries(await files(workspace)).filter(([name]) => name.includes("damaged"));
  assertEquals(kept, [[KEPT, "one"], [`${KEPT}-2`, "two"], [`${KEPT}-3`, "three"]]);
});

Deno.test("SessionManager.open() refuses what it cannot rebuild, and leaves all as it is", async (t) => {
  const whole = content(header(1), conversation(2).map((message) => entry(message)));
  const unanswered = content(header(1), said(1, 2));
  const fused = content(header(1), said(1), '{"step":1{"step":2}\n', said(2));
  const newer = JSON.stringify({ ...pythonDict(), metadata: { schema: 99 } });
  const cases: [string, string | null, Uint8Array | null, ErrorCode, string][] = [
    ["nothing at all", null, null, "session_not_found", "none with this id"],
    ["a damaged state alone", "{", null, "session_corrupt", "not valid JSON"],
    ["an empty state alone", "", null, "session_corrupt", "empty file"],
    ["a damaged state, an empty history", "{", new Uint8Array(), "session_corrupt", "not valid"],
    ["a damaged state, half a line", "{", whole.slice(0, 9), "session_corrupt", "not valid JSON"],
    ["a damaged state, a header alone", "{", header(31), "session_corrupt", "not valid JSON"],
    ["a damaged state, no history", "{", content("{}\n"), "session_corrupt", "line 1: "],
    ["a damaged state, a damaged history", "{", fused, "session_corrupt", "line 3 of its history"],
    ["no state, a damaged history", null, content(whole, "x\n"), "session_corrupt", "line 8 of"],
    ["no state, no answer", null, unanswered, "session_not_found", "none with this id"],
    ["a newer state", newer, whole, "session_too_new", "schema 99"],
    [
      "no state, a newer history",
      null,
      content(whole, header(7, { metadata: { schema: 99 } })),
      "session_too_new",
      "schema 99",
    ],
  ];
  for (const [name, state, history, code, words] of cases) {
    await t.step(name, async () => {
      await using workspace = await Workspace.make();
      await workspace.put("notes.txt", "");
      if (state !== null) await workspace.put(`${ID}.json`, state);
      if (history !== null) await workspace.put(HISTORY, history);
      const before = await files(workspace);
      const error = await refusal(workspace);
      assertEquals(error.code, code);
      assertStringIncludes(error.message, words);
      assertEquals(await files(workspace), before);
    });
  }
});

Deno.test("SessionManager.open() rebuilds a task that nobody has answered yet", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(HISTORY, content(header(1), said(1, 2)));
  await workspace.put(`${ID}.json`, "{");
  const { state, messages } = await open(workspace);
  assertEquals([state.stepsCompleted, messages], [0, [user(1), user(2)]]);
});

Deno.test({
  name: "SessionManager.open() takes no link, pipe or folder for a state or a history",
  ignore: windows,
  fn: async (t) => {
    const outside = await Deno.makeTempFile();
    const kinds: [string, (path: string) => Promise<unknown>][] = [
      ["a link", (path) => Deno.symlink(outside, path)],
      ["a pipe", (path) => new Deno.Command("mkfifo", { args: [path] }).output()],
      ["a folder", (path) => Deno.mkdir(path)],
    ];
    for (const [kind, make] of kinds) {
      for (const name of [`${ID}.json`, HISTORY]) {
        await t.step(`${kind} in the place of ${name.slice(ID.length)}`, async () => {
          await using workspace = await withRun();
          await Deno.remove(workspace.file(name));
          await make(workspace.file(name));
          const before = await files(workspace);
          const error = await refusal(workspace);
          assertEquals(error.code, "session_corrupt");
          assertStringIncludes(error.message, `it is ${kind === "a link" ? "a symbolic" : kind}`);
          assertEquals(await files(workspace), before);
        });
      }
    }
    assertEquals(await Deno.readTextFile(outside), "");
    await Deno.remove(outside);
  },
});

Deno.test("SessionManager.open() does not bring back a session whose removal was cut off", async () => {
  await using workspace = await withRun();
  await Deno.rename(workspace.file(), workspace.file(`.${ID}.removed`));
  const before = await files(workspace);
  assertEquals((await refusal(workspace)).code, "session_not_found");
  assertEquals(await files(workspace), before);
});

Deno.test("SessionManager.open() takes up a save that was cut off between its two files", async () => {
  await using workspace = await withRun({ messages: conversation(1) });
  const older = await Deno.readFile(workspace.file());
  const sessions = workspace.other();
  const state = await sessions.read(ID);
  state.stepsCompleted++;
  state.totalCost += 0.01;
  state.metadata.answers_saved = 3;
  state.messages = [...state.messages, answer(1, 1)[0]!];
  await sessions.save(state);
  await workspace.put(`${ID}.json`, older);

  const opened = await open(workspace);
  assertEquals(essence(opened.state), essence(state));
  assertEquals(opened.messages, state.messages);
  // Its calls were not started, as that would have been saved; and there is nothing to tell.
  assertEquals([opened.state.metadata.pending, opened.notes], [undefined, []]);
  assertEquals((await workspace.other().read(ID)).messages, state.messages);
});

Deno.test("SessionManager.open() says how many messages came back to an older state", async () => {
  for (const saves of [2, 3]) {
    await using workspace = await withRun({ messages: conversation(1) });
    const older = await Deno.readFile(workspace.file());
    const sessions = workspace.other();
    const state = await sessions.read(ID);
    for (const message of answer(1, 3).slice(0, saves)) {
      state.messages = [...state.messages, message];
      await sessions.save(state);
    }
    await workspace.put(`${ID}.json`, older);
    const { state: found, messages, notes } = await open(workspace);
    assertEquals(messages, state.messages);
    assertEquals(notes.map(String), [
      `the state of session ${ID} was older than its history: ${saves} messages came back`,
    ]);
    // They may have been started in what is lost.
    const unknown = ["call_1_0", "call_1_1", "call_1_2"].slice(saves - 1);
    assertEquals(found.metadata.pending?.map(({ tool_call_id }) => tool_call_id), unknown);
  }
});

Deno.test("SessionManager.open() changes nothing where state and history agree", async () => {
  await using workspace = await withRun();
  const before = await files(workspace);
  const { state, messages, notes } = await open(workspace);
  assertEquals([messages, notes], [state.messages, []]);
  assertEquals(await files(workspace), before);
});

Deno.test("SessionManager.open() believes a state that knows more than its history", async () => {
  await using workspace = await withRun({ messages: conversation(29) });
  // The state keeps messages 31 to 60.
  const lines = (await Deno.readTextFile(workspace.file(HISTORY))).split("\n");
  await workspace.put(HISTORY, lines.slice(0, 11).join("\n") + "\n");
  const { messages, before, notes } = await goOn(workspace, 61);
  assertEquals([messages.length, before], [30, 30]);
  assertEquals(notes.map(String), [`the history of session ${ID} lacks 20 messages`]);
  // The gap is marked: the next header goes on behind it.
  const numbers = (await fileLines(workspace)).map(({ first_message }) => first_message);
  assertEquals(numbers.filter((first) => first !== undefined), [1, 31]);
  const again = await open(workspace);
  assertEquals([again.messages.length, again.before, again.notes], [31, 30, []]);
});

Deno.test("SessionManager.open() tells that a history is gone where messages went with it", async (t) => {
  const cases: [string, number, SessionManagerOptions, boolean][] = [
    ["a short session", 2, {}, false],
    ["a long session", 29, {}, true],
    ["a long session that never had one", 29, { history: false }, false],
  ];
  for (const [name, pairs, options, told] of cases) {
    await t.step(name, async () => {
      await using workspace = await Workspace.make();
      await workspace.other(options).save(sample({ messages: conversation(pairs) }));
      if (options.history !== false) await Deno.remove(workspace.file(HISTORY));
      const { notes } = await open(workspace);
      const lost = `the history of session ${ID} is gone, and with it 30 messages`;
      assertEquals(notes.map(String), told ? [lost] : []);
    });
  }
});

Deno.test("SessionManager.open() refuses a history that tells another story, and names the message", async () => {
  await using workspace = await withRun();
  const text = await Deno.readTextFile(workspace.file(HISTORY));
  await workspace.put(HISTORY, text.replace("do it", "do that"));
  const before = await files(workspace);
  const error = await refusal(workspace);
  assertEquals([error.code, error.exitCode], ["session_corrupt", 6]);
  assertStringIncludes(error.message, "message 2 is another in its history than in its state");
  assertStringIncludes(String(error.suggestion), `architect sessions verify ${ID} --repair`);
  assertEquals(await files(workspace), before);
});

Deno.test("SessionManager.open() ignores what one save left unsynced, and refuses other damage", async (t) => {
  const unsynced: [string, Piece[]][] = [
    ["a torn line", ['{"step":3,"at":"20']],
    ["a hole", ["\0\0\0\0\n"]],
    ["a hole without an end", ["\0".repeat(4096)]],
    ["a good line and a hole", [said(7), "\0\0\n"]],
    ["a hole and the end of a line", ["\0\0\0\0", said(8)[0]!.subarray(9)]],
  ];
  for (const [name, garbage] of unsynced) {
    await t.step(name, async () => {
      await using workspace = await withRun();
      const good = await Deno.readFile(workspace.file(HISTORY));
      const known = name === "a good line and a hole" ? 7 : 6;
      await workspace.put(HISTORY, content(good, ...garbage));
      assertEquals((await goOn(workspace, 9)).messages.length, known);
      // Cut: every line is one again.
      assertEquals((await fileLines(workspace)).at(-1).message, user(9));
      assertEquals((await open(workspace)).messages.length, known + 1);
    });
  }
  const refused: [string, (good: Uint8Array) => Piece[], Partial<SessionState>?][] = [
    ["within what the state counts", (good) => [good.slice(0, -60), "\n"]],
    ["far beyond the state", (good) => [good, said(7, 8, 9, 10), "\0\n", said(12, 13)]],
    ["right behind it, and much follows", (good) => [good, "\0\n", said(8, 9, 10, 11)]],
  ];
  for (const [name, pieces] of refused) {
    await t.step(name, async () => {
      await using workspace = await withRun();
      await workspace.put(
        HISTORY,
        content(...pieces(await Deno.readFile(workspace.file(HISTORY)))),
      );
      const before = await files(workspace);
      const error = await refusal(workspace);
      assertEquals(error.code, "session_corrupt");
      assertStringIncludes(error.message, "of its history is damaged");
      assertEquals(await files(workspace), before);
    });
  }
  await t.step("of a state that counts no lines", async () => {
    await using workspace = await Workspace.make();
    await workspace.other({ history: false }).save(sample());
    await workspace.put(HISTORY, content(header(1), said(1), "\0\n", said(3, 4, 5)));
    const before = await files(workspace);
    assertEquals((await refusal(workspace)).code, "session_corrupt");
    assertEquals(await files(workspace), before);
  });
});

Deno.test("SessionManager.open() goes on with the state alone where the history is too large", async () => {
  await using workspace = await withRun({ messages: conversation(29) });
  const path = workspace.file(HISTORY);
  await Deno.truncate(path, MAX_HISTORY_BYTES + 1);
  const opened: string[] = [];
  const disk = hookedDisk(({ name, path }) => {
    if (name === "open") opened.push(path.slice(path.lastIndexOf("/") + 1));
  });
  const { messages, before, notes } = await open(workspace, { disk });
  assertEquals([messages.length, before], [30, 30]);
  assertStringIncludes(notes.join(), "larger than 256 MiB");
  assertEquals(opened.filter((name) => name === HISTORY), []);

  await workspace.put(`${ID}.json`, "");
  const damaged = await refusal(workspace);
  assertEquals(damaged.code, "session_too_large");
  assertStringIncludes(damaged.message, "its state is damaged (empty file), and its history is");
  await Deno.remove(workspace.file());
  const lost = await refusal(workspace);
  assertEquals(lost.code, "session_too_large");
  assertStringIncludes(lost.message, "its state is gone, and its history is larger than 256 MiB");
});

Deno.test("SessionManager.open() knows that it does not know what the Python tool cut off", async () => {
  await using workspace = await Workspace.make();
  await workspace.put(`${ID}.json`, JSON.stringify(pythonDict()));
  assertEquals((await goOn(workspace, 31)).before, null);
  await Deno.remove(workspace.file());
  assertEquals((await open(workspace)).before, null);
});

Deno.test("SessionManager.open() does not read the history of a whole state where it is switched off", async () => {
  await using workspace = await withRun({ messages: conversation(29) });
  await Deno.remove(workspace.file(HISTORY));
  await Deno.mkdir(workspace.file(HISTORY));
  const { messages, before, notes } = await open(workspace, { history: false });
  assertEquals([messages.length, before, notes], [30, 30, []]);
});

Deno.test("SessionManager.open() rebuilds from a history also where it is switched off", async () => {
  await using workspace = await withRun();
  const history = await Deno.readFile(workspace.file(HISTORY));
  await workspace.put(`${ID}.json`, "");
  const { state } = await open(workspace, { history: false });
  assertEquals([state.messages.length, state.metadata.history_lines], [6, undefined]);
  assertEquals(await Deno.readFile(workspace.file(HISTORY)), history);
});

Deno.test("SessionManager.open() tells what the disk refuses, and a later one finds all", async (t) => {
  const cases: [string, string, ErrorCode][] = [
    ["open", HISTORY, "session_corrupt"],
    ["rename", `${ID}.json`, "save_error"],
    ["write", ".tmp", "save_error"],
  ];
  for (const [name, ending, code] of cases) {
    await t.step(`${name} of ${ending}`, async () => {
      await using workspace = await withRun();
      const before = await workspace.sessions.read(ID);
      await workspace.put(`${ID}.json`, "damaged");
      const disk = failingDisk(name, () => systemError("EIO"), { ending });
      const error = await refusal(workspace, { disk });
      assertEquals(error.code, code);
      assertStringIncludes(error.message, "the disk reports an error (EIO)");
      assertEquals((await open(workspace)).messages, before.messages);
      assertEquals((await files(workspace))[KEPT], "damaged");
    });
  }
});

Deno.test("SessionManager.open() tells of steps that only a damaged state speaks of", async () => {
  await using workspace = await withRun();
  const older = await Deno.readFile(workspace.file(`${ID}.jsonl`));
  {
    const sessions = workspace.other();
    await using _lock = await sessions.lock(ID);
    const { state } = await sessions.open(ID);
    state.messages = [...state.messages, ...answer(7, 1)];
    state.stepsCompleted += 3;
    await sessions.save(state);
  }
  await Deno.writeFile(workspace.file(`${ID}.jsonl`), older);
  await Deno.truncate(workspace.file(), 700);
  const sessions = workspace.other();
  await using _lock = await sessions.lock(ID);
  const { notes } = await sessions.open(ID);
  assertEquals(
    notes.filter((note) => String(note).includes("3 more steps")).length,
    1,
    notes.join(),
  );
});
