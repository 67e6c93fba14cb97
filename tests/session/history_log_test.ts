/** What saves write to the full history of a session, in which order, and what a fault leaves. */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { basename } from "@std/path";
import { ArchitectError } from "../../src/errors.ts";
import { type Disk, realDisk } from "../../src/files/disk.ts";
import { sha256 } from "../../src/files/sha256.ts";
import type { Message } from "../../src/llm/provider.ts";
import type { SessionManager, SessionState } from "../../src/session/mod.ts";
import { failingDisk, hookedDisk, systemError } from "../files/faulty_disk.ts";
import { ANSWERS, FILES, writeFiles } from "../support/file_task.ts";
import { scriptedProvider, text } from "../support/scripted_provider.ts";
import { runTask } from "../support/task_run.ts";
import { withWorkspace } from "../support/workspace.ts";
import { fileLines, outline, user } from "./history_file.ts";
import { answer, conversation, ID, NOW, pythonDict, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";
const HISTORY = `${ID}.jsonl`;

/** Adds a message and saves. */
async function say(
  sessions: SessionManager,
  state: SessionState,
  message: Message | number,
): Promise<void> {
  state.messages = [...state.messages, typeof message === "number" ? user(message) : message];
  await sessions.save(state);
}

/** A workspace whose session has two messages, and what goes on with it. */
async function begun(
  options: Parameters<Workspace["other"]>[0] = {},
): Promise<{ workspace: Workspace; sessions: SessionManager; state: SessionState }> {
  const workspace = await Workspace.make();
  const sessions = workspace.other(options);
  const state = sample({ messages: [user(1), user(2)] });
  await sessions.save(state);
  return { workspace, sessions, state };
}

/** Opens a session in another process, says something and saves. */
async function resume(workspace: Workspace, number: number): Promise<void> {
  const sessions = workspace.other();
  await using _lock = await sessions.lock(ID);
  await say(sessions, (await sessions.open(ID)).state, number);
}

/** Messages that a new process finds, as numbers. */
async function found(workspace: Workspace): Promise<number[]> {
  const sessions = workspace.other();
  await using _lock = await sessions.lock(ID);
  return (await sessions.open(ID)).messages.map(({ content }) => Number(content));
}

Deno.test("SessionManager.save() writes a header at the start, and one at the first save of each process", async () => {
  const { workspace, sessions, state } = await begun();
  await using _ = workspace;
  await say(sessions, state, 3);
  await sessions.save(state);
  await say(sessions, state, 4);
  await resume(workspace, 5);
  await resume(workspace, 6);
  assertEquals(await outline(workspace), [
    "header 1",
    ...Array(4).fill("user"),
    "header 5",
    "user",
    "header 6",
    "user",
  ]);
  const stored = await workspace.other().read(ID);
  assertEquals(stored.metadata.history_lines, 9);
  assertEquals(await found(workspace), [1, 2, 3, 4, 5, 6]);
});

Deno.test("SessionManager.save() writes a line a message, in the order of its keys", async () => {
  const { workspace } = await begun();
  await using _ = workspace;
  const [header, first] = await fileLines(workspace);
  assertEquals(Object.keys(header), [
    "first_message",
    ...Object.keys(JSON.parse(await Deno.readTextFile(workspace.file())))
      .filter((key) => key !== "messages"),
  ]);
  assertEquals(first, { step: 2, at: NOW.toISOString(), cost: 0, message: user(1) });
});

Deno.test("SessionManager.save() writes nothing to the history where no message is new", async () => {
  const { workspace, sessions, state } = await begun();
  await using _ = workspace;
  const before = await Deno.readFile(workspace.file(HISTORY));
  state.status = "failed";
  await sessions.save(state);
  const other = workspace.other();
  await other.save(await other.read(ID));
  assertEquals(await Deno.readFile(workspace.file(HISTORY)), before);
});

Deno.test("SessionManager.save() keeps in the history what the state cuts off", async () => {
  const { workspace, sessions, state } = await begun();
  await using _ = workspace;
  for (let number = 3; number <= 120; number++) await say(sessions, state, number);
  const stored = await workspace.other().read(ID);
  assertEquals(stored.messages.length + (stored.metadata.messages_dropped ?? 0), 120);
  assert(stored.messages.length <= 50);
  const numbers = Array.from({ length: 120 }, (_, index) => index + 1);
  assertEquals(await found(workspace), numbers);
  await resume(workspace, 121);
  assertEquals((await outline(workspace)).filter((line) => line !== "user"), [
    "header 1",
    "header 121",
  ]);
  assertEquals(await found(workspace), [...numbers, 121]);
});

Deno.test("SessionManager.save() has the history on the disk before it opens the state", async () => {
  const calls: string[] = [];
  let complete: boolean | undefined;
  const disk = hookedDisk(({ name, path }) => calls.push(`${name} ${basename(path)}`), {
    rename: async (from, to) => {
      calls.push(`rename ${basename(to)}`);
      if (to.endsWith(".json")) {
        const text = await Deno.readTextFile(to.replace(/json$/, "jsonl"));
        complete = text.split("\n").length - 1 === 1 + messages;
      }
      await realDisk.rename(from, to);
    },
  });
  let messages = 2;
  const { workspace, sessions, state } = await begun({ disk });
  await using _ = workspace;
  // The first time its name must last too.
  const named = calls.lastIndexOf("syncFolder sessions", calls.indexOf(`rename ${ID}.json`));
  assert(named !== -1 && complete === true, calls.join("\n"));

  await using _lock = await sessions.lock(ID);
  await sessions.save(state);
  calls.length = 0;
  messages = 3;
  await say(sessions, state, 3);
  const writes = calls.filter((call) => /^(open|write|sync|rename|syncFolder) /.test(call));
  assertEquals(writes, [
    `open ${HISTORY}`,
    `write ${HISTORY}`,
    `sync ${HISTORY}`,
    `open .${ID}.json.tmp`,
    `write .${ID}.json.tmp`,
    `sync .${ID}.json.tmp`,
    `rename ${ID}.json`,
    "syncFolder sessions",
  ]);
  assertEquals(complete, true);
});

Deno.test("SessionManager.save() leaves the state alone when the history cannot be written", async (t) => {
  for (const name of ["open", "write", "sync"]) {
    await t.step(name, async () => {
      const { workspace } = await begun();
      await using _ = workspace;
      const before = [
        await Deno.readFile(workspace.file()),
        await Deno.readFile(workspace.file(HISTORY)),
      ];
      const disk = failingDisk(name, () => systemError("ENOSPC"), { ending: ".jsonl" });
      const sessions = workspace.other({ disk });
      const state = await sessions.read(ID);
      const error = await assertRejects(() => say(sessions, state, 3), ArchitectError);
      assertEquals([error.code, state.metadata.revision], ["save_error", 1]);
      assertStringIncludes(error.message, "the disk is full (ENOSPC)");
      const after = [
        await Deno.readFile(workspace.file()),
        await Deno.readFile(workspace.file(HISTORY)),
      ];
      assertEquals(after, before);
    });
  }
});

/** A disk whose first renames onto a state fail. */
function refusingStates(times: number): Disk {
  return hookedDisk(() => {}, {
    rename: async (from, to) => {
      if (to.endsWith(".json") && times-- > 0) throw systemError("EIO");
      await realDisk.rename(from, to);
    },
  });
}

Deno.test("SessionManager.save() appends nothing twice when it tries again", async (t) => {
  await t.step("within one save", async () => {
    const { workspace, sessions, state } = await begun({ disk: refusingStates(3) });
    await using _ = workspace;
    await say(sessions, state, 3);
    assertEquals(await outline(workspace), ["header 1", "user", "user", "user"]);
    assertEquals((await workspace.other().read(ID)).metadata.history_lines, 4);
  });
  await t.step("in a later save", async () => {
    const { workspace } = await begun();
    await using _ = workspace;
    const sessions = workspace.other({ disk: refusingStates(7) });
    const state = await sessions.read(ID);
    await assertRejects(() => say(sessions, state, 3), ArchitectError, "EIO");
    await sessions.save(state);
    await say(sessions, state, 4);
    const lines = ["header 1", "user", "user", "header 3", "user", "user"];
    assertEquals(await outline(workspace), lines);
    assertEquals(await found(workspace), [1, 2, 3, 4]);
  });
  for (const times of [1, 2, 3]) {
    await t.step(`when the folder is not flushed ${times} times`, async () => {
      await using workspace = await Workspace.make();
      await workspace.put("notes.txt", "");
      const refuse = { times, ending: "sessions" };
      const refused = () => failingDisk("syncFolder", () => systemError("EIO"), refuse);
      const state = sample({ messages: [user(1), user(2)] });
      await workspace.other({ disk: refused() }).save(state);
      assertEquals(await outline(workspace), ["header 1", "user", "user"]);
      const next = workspace.other({ disk: refused() });
      await say(next, await next.read(ID), 3);
      assertEquals(await outline(workspace), ["header 1", "user", "user", "header 3", "user"]);
      assertEquals((await workspace.other().read(ID)).metadata.history_lines, 5);
    });
  }
  await t.step("in the next process", async () => {
    const { workspace } = await begun();
    await using _ = workspace;
    const sessions = workspace.other({ disk: refusingStates(Infinity) });
    const state = await sessions.read(ID);
    await assertRejects(() => say(sessions, state, 3), ArchitectError, "EIO");
    await resume(workspace, 4);
    assertEquals(await found(workspace), [1, 2, 3, 4]);
    const headers = (await outline(workspace)).filter((line) => line !== "user");
    assertEquals(headers, ["header 1", "header 3", "header 4"]);
  });
});

/** A disk that is full in the middle of a line, and cannot even cut it off again. */
function tearingDisk(): { readonly disk: Disk; full: boolean } {
  const tearing = {
    full: false,
    disk: hookedDisk(({ name, path }) => {
      if (!tearing.full || !path.endsWith(".jsonl")) return;
      if (name === "truncate") throw systemError("EIO");
      if (name !== "write") return;
      Deno.writeTextFileSync(path, '{"step":2,"at":"2026', { append: true });
      throw systemError("ENOSPC");
    }),
  };
  return tearing;
}

Deno.test("SessionManager.save() never fuses a line with what a full disk left of another", async (t) => {
  await t.step("when it tries again", async () => {
    const tearing = tearingDisk();
    const { workspace, sessions, state } = await begun({ disk: tearing.disk });
    await using _ = workspace;
    tearing.full = true;
    await assertRejects(() => say(sessions, state, 3), ArchitectError);
    const torn = await Deno.readTextFile(workspace.file(HISTORY));
    assert(torn.endsWith('{"step":2,"at":"2026'), torn);
    tearing.full = false;
    await sessions.save(state);
    assertEquals(await outline(workspace), ["header 1", "user", "user", "user"]);
  });
  await t.step("in the next process", async () => {
    const tearing = tearingDisk();
    const { workspace, sessions, state } = await begun({ disk: tearing.disk });
    await using _ = workspace;
    tearing.full = true;
    await assertRejects(() => say(sessions, state, 3), ArchitectError);
    await resume(workspace, 3);
    assertEquals(await outline(workspace), ["header 1", "user", "user", "header 3", "user"]);
    assertEquals(await found(workspace), [1, 2, 3]);
  });
  await t.step("by one who only reads and saves", async () => {
    const { workspace } = await begun();
    await using _ = workspace;
    await Deno.writeTextFile(workspace.file(HISTORY), '{"step":2,"at', { append: true });
    const sessions = workspace.other();
    await say(sessions, await sessions.read(ID), 3);
    assertEquals(await outline(workspace), ["header 1", "user", "user", "header 3", "user"]);
  });
});

Deno.test("SessionManager.save() says at which message a history begins that is switched on late", async (t) => {
  await t.step("after runs without one", async () => {
    await using workspace = await Workspace.make();
    const without = workspace.other({ history: false });
    await without.save(sample({ messages: conversation(29), metadata: { answers_saved: 29 } }));
    assertEquals(await workspace.names(), [`${ID}.json`, `${ID}.lock`]);
    const sessions = workspace.other();
    await using _lock = await sessions.lock(ID);
    const { state } = await sessions.open(ID);
    const { stepsCompleted, totalCost, filesModified } = sample();
    await say(sessions, state, 61);
    const [header] = await fileLines(workspace);
    assertEquals(header.first_message, 31);
    const { steps_completed, total_cost, files_modified, metadata } = header;
    assertEquals([steps_completed, total_cost, files_modified, metadata.answers_saved], [
      stepsCompleted,
      totalCost,
      filesModified,
      29,
    ]);
    assertEquals((await fileLines(workspace)).length, 1 + 31);
  });
  await t.step("by one who only reads and saves", async () => {
    const { workspace } = await begun();
    await using _ = workspace;
    for (const history of [false, true]) {
      const sessions = workspace.other({ history });
      await say(sessions, await sessions.read(ID), history ? 4 : 3);
    }
    // What was said without a history is in no line before.
    assertEquals((await outline(workspace)).slice(3), ["header 1", ...Array(4).fill("user")]);
    assertEquals(await found(workspace), [1, 2, 3, 4]);
  });
  await t.step("of a state that was made of another", async () => {
    const { workspace, sessions, state } = await begun();
    await using _ = workspace;
    await say(sessions, { ...state }, 3);
    const lines = await fileLines(workspace);
    const headers = lines.filter(({ first_message }) => first_message !== undefined);
    // What it counts was before: no message of it costs that again.
    assertEquals(headers.map(({ first_message, total_cost }) => [first_message, total_cost]), [
      [1, 0],
      [1, sample().totalCost],
    ]);
    assertEquals(await found(workspace), [1, 2, 3]);
  });
  await t.step("for a session of the Python tool", async () => {
    await using workspace = await Workspace.make();
    await workspace.put(`${ID}.json`, JSON.stringify(pythonDict()));
    await resume(workspace, 31);
    const [header, ...lines] = await fileLines(workspace);
    assertEquals([header.first_message, header.total_cost, lines.length], [1, 1.234567, 31]);
  });
});

Deno.test("SessionManager.save() writes no history where it is switched off, and counts none", async () => {
  const { workspace } = await begun();
  await using _ = workspace;
  const before = await Deno.readFile(workspace.file(HISTORY));
  const sessions = workspace.other({ history: false });
  const state = await sessions.read(ID);
  await say(sessions, state, 3);
  assertEquals(await Deno.readFile(workspace.file(HISTORY)), before);
  const stored = await workspace.other().read(ID);
  assertEquals(["history_lines" in stored.metadata, "history_lines" in state.metadata], [
    false,
    false,
  ]);
  // Switched on again, it takes up what was said meanwhile.
  await resume(workspace, 4);
  assertEquals(await found(workspace), [1, 2, 3, 4]);
});

Deno.test("SessionManager.save() begins anew where messages are others than those it wrote", async (t) => {
  const cases: [string, (messages: Message[]) => Message[], number[]][] = [
    ["the last one", (messages) => [...messages.slice(0, -1), user(9)], [1, 9]],
    ["all", () => [user(7), user(8), user(9)], [7, 8, 9]],
    ["fewer", (messages) => messages.slice(0, 1), [1]],
  ];
  for (const [name, change, wanted] of cases) {
    await t.step(name, async () => {
      const { workspace, sessions, state } = await begun();
      await using _ = workspace;
      state.messages = change(state.messages);
      await sessions.save(state);
      assertEquals((await outline(workspace)).slice(0, 4), [
        "header 1",
        "user",
        "user",
        "header 1",
      ]);
      assertEquals(await found(workspace), wanted);
    });
  }
});

Deno.test("SessionManager.save() writes all it has again when its history is not the one it wrote", async (t) => {
  const cases: [string, (path: string) => Promise<void>, string[]][] = [
    ["deleted", (path) => Deno.remove(path), ["header 1", "user", "user", "user"]],
    ["emptied", (path) => Deno.truncate(path, 0), ["header 1", "user", "user", "user"]],
    ["cut in a line", async (path) => {
      await Deno.truncate(path, (await Deno.stat(path)).size - 5);
    }, ["header 1", "user", "header 1", "user", "user", "user"]],
    ["put back from a copy", async (path) => {
      await Deno.copyFile(path, `${path}.copy`);
      await Deno.rename(`${path}.copy`, path);
    }, ["header 1", "user", "user", "header 1", "user", "user", "user"]],
  ];
  for (const [name, spoil, lines] of cases) {
    await t.step(name, async () => {
      const { workspace, sessions, state } = await begun();
      await using _ = workspace;
      await spoil(workspace.file(HISTORY));
      await say(sessions, state, 3);
      assertEquals(await outline(workspace), lines);
      assertEquals((await workspace.other().read(ID)).metadata.history_lines, lines.length);
      await say(sessions, state, 4);
      assertEquals(await outline(workspace), [...lines, "user"]);
      assertEquals(await found(workspace), [1, 2, 3, 4]);
    });
  }
});

Deno.test({
  name: "SessionManager.save() keeps the history to its owner",
  ignore: windows,
  fn: async (t) => {
    const mode = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o7777;
    for (const umask of [0o000, 0o022, 0o077]) {
      await t.step(`umask ${umask.toString(8)}`, async () => {
        const before = Deno.umask(umask);
        try {
          const { workspace, sessions, state } = await begun();
          await using _ = workspace;
          assertEquals(await mode(workspace.file(HISTORY)), 0o600);
          await say(sessions, state, 3);
          assertEquals(await mode(workspace.file(HISTORY)), 0o600);
        } finally {
          Deno.umask(before);
        }
      });
    }
    await t.step("one that others could read", async () => {
      const { workspace } = await begun();
      await using _ = workspace;
      await Deno.chmod(workspace.file(HISTORY), 0o644);
      await resume(workspace, 3);
      assertEquals(await mode(workspace.file(HISTORY)), 0o600);
    });
  },
});

Deno.test({
  name: "SessionManager.save() follows no link, and writes to no pipe or folder, for a history",
  ignore: windows,
  fn: async (t) => {
    const outside = await Deno.makeTempFile();
    const cases: [string, (path: string) => Promise<unknown>][] = [
      ["a symbolic link", (path) => Deno.symlink(outside, path)],
      ["a link to nothing", (path) => Deno.symlink(`${outside}.new`, path)],
      ["a pipe", (path) => new Deno.Command("mkfifo", { args: [path] }).output()],
      ["a folder", (path) => Deno.mkdir(path)],
    ];
    for (const [kind, make] of cases) {
      for (const isNew of [true, false]) {
        await t.step(`${kind}, ${isNew ? "of a new session" : "in mid-run"}`, async () => {
          await using workspace = await Workspace.make();
          const sessions = workspace.sessions;
          const state = sample({ messages: [user(1)] });
          if (!isNew) await sessions.save(state);
          else await workspace.put("notes.txt", "");
          if (!isNew) await Deno.remove(workspace.file(HISTORY));
          await make(workspace.file(HISTORY));
          const before = isNew ? null : await Deno.readTextFile(workspace.file());
          const error = await assertRejects(() => say(sessions, state, 2), ArchitectError);
          assertEquals(error.code, "no_permission");
          assertStringIncludes(error.message, kind.startsWith("a link") ? "symbolic link" : kind);
          const names = (await workspace.names()).filter((name) => name.startsWith(ID));
          assertEquals(names.includes(`${ID}.json`), !isNew);
          if (!isNew) assertEquals(await Deno.readTextFile(workspace.file()), before);
        });
      }
    }
    assertEquals(await Deno.readTextFile(outside), "");
    await assertRejects(() => Deno.lstat(`${outside}.new`), Deno.errors.NotFound);
    await Deno.remove(outside);
  },
});

Deno.test("SessionManager.save() writes nothing of a step to the history of a session that another has", async () => {
  const { workspace, sessions, state } = await begun();
  await using _ = workspace;
  await resume(workspace, 3);
  const before = await Deno.readFile(workspace.file(HISTORY));
  const error = await assertRejects(() => say(sessions, state, 4), ArchitectError);
  assertEquals(error.code, "session_conflict");
  assertEquals(await Deno.readFile(workspace.file(HISTORY)), before);
});

Deno.test("SessionManager.save() writes nothing to the history of a state that is too large", async () => {
  const { workspace, sessions, state } = await begun();
  await using _ = workspace;
  const before = await Deno.readFile(workspace.file(HISTORY));
  state.extra.big = "y".repeat(65 * 1024 * 1024);
  const error = await assertRejects(() => say(sessions, state, 3), ArchitectError);
  assertEquals(error.code, "session_too_large");
  assertEquals(await Deno.readFile(workspace.file(HISTORY)), before);
});

Deno.test("SessionManager.save() tells what each message cost, and which file a call left", async () => {
  await withWorkspace(async (folder) => {
    await writeFiles(folder);
    const answers = ANSWERS.map((one, index) => index === 3 ? { ...one, costUsd: null } : one);
    const task = { task: "make it friendly", model: "m", provider: scriptedProvider(answers) };
    const { sessionId } = await runTask({ ...task, workspace: folder });
    const path = `${folder}/.architect/sessions/${sessionId}.jsonl`;
    const [, ...lines] = (await Deno.readTextFile(path)).trimEnd().split("\n")
      .map((line) => JSON.parse(line));
    const answered = lines.filter(({ message }) => message.role === "assistant");
    const wanted = answers.map(({ costUsd }, index) => [index + 1, costUsd]);
    assertEquals(answered.map(({ step, cost }) => [step, cost]), wanted);
    for (const { step, cost, message } of lines) {
      if (message.role === "assistant") continue;
      assertEquals(cost, 0);
      assertEquals(step === 0, message.role !== "tool");
    }
    // What each file was left as, in the order of the calls that changed one.
    const left = lines.filter((line) => line.path !== undefined)
      .map(({ path, sha256, bytes, message }) => [message.tool_call_id, path, sha256, bytes]);
    const greeting = FILES["src/greet.ts"]!.replace('"hi "', '"hello "');
    const stored = async (id: string, path: string, content: string) => [
      id,
      path,
      await sha256(content),
      new TextEncoder().encode(content).length,
    ];
    assertEquals(left, [
      await stored("c5", "src/greet.ts", greeting),
      await stored("c6", "docs/guide.md", "# Guide\n"),
      await stored("c7", "docs/guide.md", "# Guide\nMore.\n"),
      ["c9", "old.txt", null, 0],
      await stored("c11", "README.md", await Deno.readTextFile(`${folder}/README.md`)),
      await stored("c13", "src/greet_test.ts", "// tests\n"),
    ]);
  });
});

Deno.test("SessionManager.save() tells of a run only in its header what it changed", async () => {
  await withWorkspace(async (folder) => {
    const provider = scriptedProvider([text("done")]);
    const { sessionId } = await runTask({ task: "t", model: "m", workspace: folder, provider });
    const path = `${folder}/.architect/sessions/${sessionId}.jsonl`;
    const [header] = (await Deno.readTextFile(path)).split("\n").map((line) =>
      JSON.parse(line || "0")
    );
    assertEquals([header.status, header.steps_completed, header.total_cost], ["running", 0, 0]);
    assertEquals(header.metadata.mode, "yolo");
    assertEquals(header.metadata.runs.map(({ steps }: { steps: number }) => steps), [0]);
    assertEquals("pending" in header.metadata, false);
  });
});

Deno.test("SessionManager.save() takes a message for one of two that are equal", async () => {
  const { workspace, sessions, state } = await begun();
  await using _ = workspace;
  for (const message of [user(5), user(5), ...answer(1, 1), ...answer(1, 1)]) {
    await say(sessions, state, message);
  }
  assertEquals((await outline(workspace)).length, 1 + 8);
});
