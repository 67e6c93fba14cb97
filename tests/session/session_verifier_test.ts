import { assert, assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import type { Message } from "../../src/llm/provider.ts";
import { SessionVerifier } from "../../src/session/session_verifier.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { hookedDisk, systemError } from "../files/faulty_disk.ts";
import { answer, conversation, ID, NOW, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";
const STATE = `${ID}.json`;
const HISTORY = `${ID}.jsonl`;

/** A session of two runs, its history of two headers and ten messages. */
async function twoRuns(messages: Message[] = conversation(3)): Promise<Workspace> {
  const workspace = await Workspace.make();
  await workspace.sessions.save(sample({ messages, stepsCompleted: 3, status: "running" }));
  const again = workspace.other();
  await using _lock = await again.lock(ID);
  const { state } = await again.open(ID);
  state.messages = [...state.messages, ...answer(9, 1)];
  state.stepsCompleted = 4;
  state.totalCost = 0.02;
  await again.save(state);
  return workspace;
}

function verifier(workspace: Workspace): SessionVerifier {
  return new SessionVerifier(workspace.path, { now: () => NOW });
}

async function edit(workspace: Workspace, name: string, change: (text: string) => string) {
  const path = workspace.file(name);
  await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
}

async function editState(
  workspace: Workspace,
  change: (dict: Record<string, unknown> & { messages: Message[] }) => void,
): Promise<void> {
  await edit(workspace, STATE, (text) => {
    const dict = JSON.parse(text);
    change(dict);
    return JSON.stringify(dict, null, 2) + "\n";
  });
}

/** The text with one line changed. */
function withLine(number: number, line: string): (text: string) => string {
  return (text) => text.split("\n").with(number - 1, line).join("\n");
}

interface Case {
  readonly name: string;
  readonly damage: (workspace: Workspace) => Promise<unknown>;
  /** What is told of it. */
  readonly problems: readonly RegExp[];
  readonly status: "flawed" | "damaged";
  /** How it stands after a repair. */
  readonly after: "ok" | "flawed" | "damaged";
  /** How many copies a repair keeps. Default 0. */
  readonly kept?: number;
  /** Whether every message is there after it. Default true. */
  readonly whole?: boolean;
}

const CASES: readonly Case[] = [
  {
    name: "an empty state",
    damage: (workspace) => workspace.put(STATE, ""),
    problems: [/^its state cannot be read: empty file$/],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a state that is cut",
    damage: (workspace) => Deno.truncate(workspace.file(), 900),
    problems: [/^its state cannot be read: not valid JSON/],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a state of another session",
    damage: (workspace) =>
      edit(workspace, STATE, (text) => text.replace(ID, `${ID.slice(0, -1)}0`)),
    problems: [/^its state cannot be read: session_id is /],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a state that is gone",
    damage: (workspace) => Deno.remove(workspace.file()),
    problems: [/^its state is gone$/],
    status: "damaged",
    after: "ok",
  },
  {
    name: "an older state",
    damage: (workspace) =>
      editState(workspace, (dict) => {
        dict.messages = dict.messages.slice(0, 6);
        dict.steps_completed = 2;
        dict.metadata = { schema: 1, revision: 1, history_lines: 7 };
      }),
    problems: [/^its state lacks 4 messages of its history$/],
    status: "flawed",
    after: "ok",
  },
  {
    name: "a cut state and no history",
    damage: async (workspace) => {
      await edit(workspace, STATE, (text) => text.slice(0, -80));
      await Deno.remove(workspace.file(HISTORY));
    },
    problems: [/^its state cannot be read/],
    status: "damaged",
    after: "ok",
    kept: 1,
    whole: false,
  },
  {
    name: "nothing readable at all",
    damage: async (workspace) => {
      await workspace.put(STATE, "hello");
      await Deno.remove(workspace.file(HISTORY));
    },
    problems: [/^its state cannot be read/],
    status: "damaged",
    after: "damaged",
    whole: false,
  },
  {
    name: "a history that is gone",
    damage: (workspace) => Deno.remove(workspace.file(HISTORY)),
    problems: [/^its history is gone$/],
    status: "flawed",
    after: "ok",
  },
  {
    name: "a line of the history that is damaged",
    damage: (workspace) => edit(workspace, HISTORY, withLine(4, '{"step":')),
    problems: [/^line 4 of its history is damaged: not valid JSON/],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a first line of the history that is damaged",
    damage: (workspace) => edit(workspace, HISTORY, withLine(1, "x")),
    problems: [/^its history is damaged in line 1: not valid JSON/],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a header in the history that is damaged",
    damage: (workspace) => edit(workspace, HISTORY, withLine(10, "x")),
    problems: [/^line 10 of its history is damaged/],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a hole of NUL bytes in the history",
    damage: (workspace) => edit(workspace, HISTORY, (text) => text.replaceAll("result", "\0\0\0")),
    problems: [/^line 5 of its history is damaged: a hole of NUL bytes/],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a damaged state and a damaged history",
    damage: async (workspace) => {
      await workspace.put(STATE, "");
      await edit(workspace, HISTORY, withLine(4, "x"));
    },
    problems: [/^its state cannot be read: empty file$/, /^line 4 of its history is damaged/],
    status: "damaged",
    after: "flawed",
    kept: 2,
    whole: false,
  },
  {
    name: "a history that tells something else",
    damage: (workspace) =>
      edit(workspace, HISTORY, (text) => text.replace("result of call_1_0", "something else")),
    problems: [/^message 6 is another in its history than in its state$/],
    status: "damaged",
    after: "ok",
    kept: 1,
  },
  {
    name: "a history whose last line is torn",
    damage: (workspace) => edit(workspace, HISTORY, (text) => text + '{"step":4,"at"'),
    problems: [/^the last line of its history is torn \(14 bytes\)$/],
    status: "flawed",
    after: "ok",
  },
  {
    name: "what a run that died left behind",
    damage: async (workspace) => {
      await workspace.put(`.${STATE}.tmp`, "half");
      await workspace.put(`.${STATE}.tmp.new`, "half");
    },
    problems: [/^a run that died left \.2026.*\.tmp(\.new)?$/, /^a run that died left \.2026/],
    status: "flawed",
    after: "ok",
  },
  {
    name: "times that cannot be",
    damage: (workspace) =>
      editState(workspace, (dict) => {
        dict.started_at = "2026-03-01T00:00:00Z";
        dict.updated_at = "2026-02-28T00:00:00Z";
      }),
    problems: [/^updated_at .* is before started_at/, /^updated_at .* is in the future/],
    status: "flawed",
    after: "flawed",
  },
];

Deno.test("SessionVerifier finds what is damaged, repairs what can be, and keeps the originals", async (t) => {
  for (const { name, damage, problems, status, after, kept = 0, whole = true } of CASES) {
    await t.step(name, async () => {
      await using workspace = await twoRuns();
      const { messages } = await workspace.sessions.read(ID);
      await damage(workspace);
      const before = await contents(workspace);

      const [found] = await verifier(workspace).verify();
      assertEquals([found?.id, found?.status], [ID, status], JSON.stringify(found));
      assertEquals(found?.findings.length, problems.length, JSON.stringify(found));
      for (const [index, { problem }] of found!.findings.entries()) {
        assert(problems[index]?.test(String(problem)), String(problem));
      }
      assertEquals(await contents(workspace), before);

      const report = await verifier(workspace).repair(ID);
      assertEquals(report.after.status, after, JSON.stringify(report.after));
      assertEquals(report.kept.length, kept);
      const now = await contents(workspace);
      for (const copy of report.kept) {
        assert(Object.values(before).includes(now[copy] ?? "?"), `${copy} is no original`);
      }
      if (!whole) return;
      const opened = await workspace.other().open(ID);
      assertEquals(opened.messages, messages);
      assertEquals(opened.notes, []);
      assertEquals([opened.state.stepsCompleted, opened.state.totalCost], [4, 0.02]);
    });
  }
});

async function contents(workspace: Workspace): Promise<Record<string, string>> {
  const names = (await workspace.names()).filter((name) => !name.endsWith(".lock"));
  const texts = names.map(async (name) => [name, await Deno.readTextFile(workspace.file(name))]);
  return Object.fromEntries(await Promise.all(texts));
}

Deno.test("SessionVerifier.verify() says of a whole session that it is", async (t) => {
  const cases: [string, Partial<SessionState>][] = [
    ["short", {}],
    ["with open calls", { messages: [...conversation(2), answer(7, 3)[0]!] }],
    ["with more messages than a state keeps", { messages: conversation(40) }],
  ];
  for (const [name, change] of cases) {
    await t.step(name, async () => {
      await using workspace = await Workspace.withSession(change);
      assertEquals(await verifier(workspace).verify(), [{ id: ID, status: "ok", findings: [] }]);
      const { kept, after } = await verifier(workspace).repair(ID);
      assertEquals([kept, after.status], [[], "ok"]);
    });
  }
});

Deno.test("SessionVerifier.repair() loses no message of a long history", async () => {
  await using workspace = await twoRuns(conversation(40));
  const { messages } = await workspace.other().open(ID);
  assertEquals(messages.length, 84);
  await Deno.truncate(workspace.file(), 3000);
  // The state is gone, and with it what could stand for the line.
  await edit(workspace, HISTORY, withLine(20, "x"));
  await verifier(workspace).repair(ID);
  const opened = await workspace.other().open(ID);
  assertEquals([opened.messages.length, opened.before], [65, 19]);
  assertEquals(opened.messages, messages.slice(19));
  const history = (await Deno.readTextFile(workspace.file(HISTORY))).split("\n");
  assertEquals(history.filter((line) => line.includes('"message"')).length, 83);
});

Deno.test("SessionVerifier.repair() takes what is left of a session for unfinished", async () => {
  await using workspace = await twoRuns();
  const last = JSON.stringify("result of call_9_0");
  await editState(
    workspace,
    (dict) => Object.assign(dict, { status: "success", stop_reason: "llm_done" }),
  );
  // The last answer asks for a call, whose result is cut off.
  await edit(workspace, STATE, (text) => text.slice(0, text.indexOf(last)));
  await Deno.remove(workspace.file(HISTORY));
  const { after, rest } = await verifier(workspace).repair(ID);
  assertEquals([after.status, rest], ["ok", {
    messages: 9,
    answers: 4,
    steps: 4,
    hasLimits: true,
  }]);
  const { state } = await workspace.other().open(ID);
  assertEquals([state.status, state.stopReason], ["running", null]);
  // Nobody knows whether it was started: it must not be run a second time.
  assertEquals(state.metadata.pending?.map(({ tool_call_id }) => tool_call_id), ["call_9_0"]);
});

Deno.test("SessionVerifier leaves a session in use alone", async () => {
  await using workspace = await twoRuns();
  await workspace.put(HISTORY, "damaged\n");
  await using _lock = await workspace.other().lock(ID);
  assertEquals(await verifier(workspace).verify(), [{ id: ID, status: "in use", findings: [] }]);
  const error = await assertRejects(() => verifier(workspace).repair(ID), ArchitectError);
  assertEquals([error.code, await Deno.readTextFile(workspace.file(HISTORY))], [
    "session_locked",
    "damaged\n",
  ]);
});

Deno.test("SessionVerifier refuses what a newer architect wrote, and changes nothing", async () => {
  await using workspace = await twoRuns();
  await edit(workspace, STATE, (text) => text.replace('"schema": 1', '"schema": 2'));
  const before = await contents(workspace);
  const [found] = await verifier(workspace).verify();
  assertEquals([found?.status, found?.findings[0]?.repair], ["damaged", null]);
  const error = await assertRejects(() => verifier(workspace).repair(ID), ArchitectError);
  assertEquals([error.code, await contents(workspace)], ["session_too_new", before]);
});

Deno.test("SessionVerifier.repair() leaves the originals where the disk refuses a write", async (t) => {
  for (const call of ["open", "write", "sync", "rename"]) {
    await t.step(call, async () => {
      await using workspace = await twoRuns();
      await workspace.put(STATE, "");
      await edit(workspace, HISTORY, withLine(4, "x"));
      const before = Object.values(await contents(workspace));
      const disk = hookedDisk(({ name, path }) => {
        if (name === call && path.endsWith(".tmp")) throw systemError("ENOSPC");
      });
      const failing = new SessionVerifier(workspace.path, { now: () => NOW, disk });
      const error = await assertRejects(() => failing.repair(ID), ArchitectError);
      assertEquals([error.code, error.sessionId], ["save_error", ID]);
      const now = Object.values(await contents(workspace));
      for (const original of before) assert(now.includes(original));
      assertEquals((await verifier(workspace).repair(ID)).after.status, "flawed");
    });
  }
});

Deno.test({
  name: "SessionVerifier tells of files that others may read, and takes the right away",
  ignore: windows,
  fn: async () => {
    await using workspace = await twoRuns();
    await Deno.chmod(workspace.file(), 0o644);
    await Deno.chmod(workspace.file(HISTORY), 0o660);
    const [found] = await verifier(workspace).verify();
    assertEquals(found?.findings.map(({ problem }) => String(problem)).sort(), [
      `${STATE} may be read or written by others (mode 644)`,
      `${HISTORY} may be read or written by others (mode 660)`,
    ]);
    assertEquals((await verifier(workspace).repair(ID)).after.status, "ok");
    const modes = [STATE, HISTORY].map((name) => Deno.statSync(workspace.file(name)).mode! & 0o777);
    assertEquals(modes, [0o600, 0o600]);
  },
});

Deno.test({
  name: "SessionVerifier.repair() touches nothing that is no file",
  ignore: windows,
  fn: async (t) => {
    for (const name of [STATE, HISTORY]) {
      await t.step(name, async () => {
        await using workspace = await twoRuns();
        const outside = `${workspace.path}/outside`;
        await Deno.rename(workspace.file(name), outside);
        await Deno.symlink(outside, workspace.file(name));
        const before = await Deno.readTextFile(outside);
        const { after, kept } = await verifier(workspace).repair(ID);
        assertEquals([after.status, kept], ["damaged", []]);
        assertEquals(await Deno.readTextFile(outside), before);
        assert((await Deno.lstat(workspace.file(name))).isSymlink);
      });
    }
  },
});
