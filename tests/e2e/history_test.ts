/** What a person sees of a session whose files are damaged, lost, older or gone. */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { copy } from "@std/fs/copy";
import type { Message } from "../../src/llm/provider.ts";
import { architect, startArchitect } from "../support/architect.ts";
import { answer, chatServer, hang } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, model, onlySession, sessionFiles, writeConfig, writes } from "./support.ts";

const STEPS = 27;

/** A session that was killed in its 28th model call. */
interface Killed {
  readonly id: string;
  /** What that call was sent: all messages of the session. */
  readonly sent: readonly Message[];
  /** The states of the run, the oldest first. */
  readonly older: readonly string[];
  /** Gives a copy of the workspace to spoil. */
  fresh(name: string): Promise<string>;
}

/** Calls a test with a session of more messages than a state keeps. */
async function withKilled(
  test: (killed: Killed) => Promise<void>,
  yaml = "sessions: {history: true}\n",
): Promise<void> {
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/run`;
    await Deno.mkdir(`${workspace}/.architect`, { recursive: true });
    await Deno.writeTextFile(`${workspace}/.architect/config.yaml`, yaml);
    const older: string[] = [];
    const steps = Array.from({ length: STEPS }, (_, step) => async () => {
      if (step % 25 === 1) older.push(await Deno.readTextFile(await statePath(workspace)));
      return writes(`${step}.txt`, `${step}\n`);
    });
    await using server = chatServer([...steps, hang()]);
    const run = await startArchitect(["run", "write files", ...model(server)], { cwd: workspace });
    const { messages } = await run.until(server.received(STEPS + 1));
    run.kill("SIGKILL");
    await run.result;
    const { session_id, messages: kept } = await onlySession(workspace);
    assert(kept.length < messages.length - 20);
    await test({
      id: session_id,
      sent: messages,
      older,
      async fresh(name) {
        await copy(workspace, `${folder}/${name}`);
        return `${folder}/${name}`;
      },
    });
  });
}

async function statePath(workspace: string): Promise<string> {
  const [name] = await sessionFiles(workspace);
  return `${workspace}/.architect/sessions/${name}`;
}

/** Names in the sessions folder but for locks, sorted. */
function names(workspace: string): string[] {
  return [...Deno.readDirSync(`${workspace}/.architect/sessions`)].map(({ name }) => name)
    .filter((name) => !name.endsWith(".lock")).sort();
}

/** How the one session is listed. */
async function listed(workspace: string): Promise<unknown[]> {
  const { code, json } = await architect(["sessions", "--json"], { cwd: workspace });
  assertEquals(code, 0);
  // deno-lint-ignore no-explicit-any
  return json().map(({ status, steps, reason }: any) => [status, steps, reason]);
}

/** Resumes; gives what was written to stderr and what the model was sent. */
async function resume(workspace: string, id: string, more: readonly string[] = []) {
  await using server = chatServer([DONE]);
  const resumed = await architect(["resume", id, ...more, ...model(server)], { cwd: workspace });
  return { ...resumed, sent: server.requests[0]?.messages, calls: server.requests.length };
}

/** Ways to spoil a state, what is said of each, and whether the head of the file shows it. */
const DAMAGE: readonly [string, (whole: Uint8Array) => Uint8Array, string, boolean][] = [
  ["an empty state", () => new Uint8Array(), "empty file", true],
  ["a hole in its head", (whole) => whole.map((byte, at) => at < 99 ? 0 : byte), "NUL", true],
  ["a hole in its end", (whole) => whole.map((byte, at) => at > 5000 ? 0 : byte), "NUL", false],
  ["one cut at 90 %", (whole) => whole.slice(0, whole.length * 0.9), "not valid JSON", false],
];

Deno.test("resume brings a session back whole, whatever became of its state, and says so", async (t) => {
  await withKilled(async ({ id, sent, older, fresh }) => {
    for (const [name, damage, reason, shows] of DAMAGE) {
      await t.step(name, async () => {
        const workspace = await fresh(name);
        const damaged = damage(await Deno.readFile(await statePath(workspace)));
        await Deno.writeFile(await statePath(workspace), damaged);
        const [[status, steps]] = await listed(workspace) as [[string, number]];
        assertEquals([status, steps], shows ? ["corrupt", 0] : ["interrupted", STEPS]);

        const resumed = await resume(workspace, id);
        assertEquals(resumed.code, 0, resumed.stderr);
        const [, said = "", kept = ""] =
          /^warning: the state of session (.*)\nwarning: the damaged file is kept as (.*)$/m
            .exec(resumed.stderr) ?? [];
        assertStringIncludes(said, `${id} is damaged (`);
        assertStringIncludes(said, reason);
        assertStringIncludes(said, `: ${2 + 2 * STEPS} messages came back`);
        assertMatch(kept, /\.architect\/sessions\/[\d-]+-[0-9a-f]{6}\.damaged-\d{8}-\d{6}$/);
        assertEquals(await Deno.readFile(`${workspace}/${kept}`), damaged);
        assertEquals(resumed.sent, sent);

        assertEquals(await listed(workspace), [["success", STEPS + 1, undefined]]);
        const { metadata, files_modified } = await onlySession(workspace);
        assertEquals([metadata.answers_saved, files_modified.length], [STEPS + 1, STEPS]);
      });
    }
    await t.step("a lost state, found by a prefix", async () => {
      const workspace = await fresh("lost");
      await Deno.remove(await statePath(workspace));
      const reason = "its state is gone; a resume rebuilds it from its history";
      assertEquals(await listed(workspace), [["corrupt", 0, reason]]);
      const resumed = await resume(workspace, id.slice(0, -1));
      assertEquals(resumed.code, 0, resumed.stderr);
      assertStringIncludes(
        resumed.stderr,
        `the state of session ${id} is gone and was rebuilt from its history: ` +
          `${2 + 2 * STEPS} messages came back`,
      );
      assertEquals(resumed.sent, sent);
      assertEquals(names(workspace), [`${id}.json`, `${id}.jsonl`]);
      assertEquals(await listed(workspace), [["success", STEPS + 1, undefined]]);
    });
    for (const [index, text] of older.entries()) {
      await t.step(`an older state: ${index}`, async () => {
        const workspace = await fresh(`older ${index}`);
        await Deno.writeTextFile(await statePath(workspace), text);
        const { steps_completed } = JSON.parse(text);
        assertEquals(await listed(workspace), [["interrupted", steps_completed, undefined]]);
        const resumed = await resume(workspace, id);
        assertEquals(resumed.code, 0, resumed.stderr);
        const back = 2 * (STEPS - steps_completed);
        assertStringIncludes(
          resumed.stderr,
          `the state of session ${id} was older than its history: ${back} messages came back`,
        );
        assertEquals(resumed.sent, sent);
        assertEquals(await listed(workspace), [["success", STEPS + 1, undefined]]);
      });
    }
  });
});

Deno.test("resume without a history refuses a damaged session, and changes nothing", async (t) => {
  await withKilled(async ({ id, fresh }) => {
    for (const [name, damage, reason] of DAMAGE) {
      await t.step(name, async () => {
        const workspace = await fresh(name);
        assertEquals(names(workspace), [`${id}.json`]);
        const damaged = damage(await Deno.readFile(await statePath(workspace)));
        await Deno.writeFile(await statePath(workspace), damaged);
        const resumed = await resume(workspace, id, ["--json"]);
        assertEquals([resumed.code, resumed.calls], [6, 0], resumed.stderr);
        const { session_id, error } = resumed.json();
        assertEquals([session_id, error.code], [id, "session_corrupt"]);
        assertStringIncludes(error.message, reason);
        assertEquals(names(workspace), [`${id}.json`]);
        assertEquals(await Deno.readFile(await statePath(workspace)), damaged);
      });
    }
    await t.step("a lost one is not found", async () => {
      const workspace = await fresh("lost");
      await Deno.remove(await statePath(workspace));
      assertEquals((await resume(workspace, id)).code, 3);
      assertEquals(names(workspace), []);
    });
    await t.step("a whole one goes on with its end", async () => {
      const workspace = await fresh("whole");
      const { messages, metadata } = await onlySession(workspace);
      const resumed = await resume(workspace, id);
      assertEquals(resumed.code, 0, resumed.stderr);
      assertEquals(resumed.sent?.slice(2), messages);
      assertStringIncludes(
        String(resumed.sent?.[1]?.content),
        `[${metadata.messages_dropped} earlier messages of this session are left out here.]`,
      );
      assertEquals(names(workspace), [`${id}.json`]);
    });
  }, "sessions: {history: false}\n");
});

Deno.test("resume refuses a history that tells another story than its state", async () => {
  await withKilled(async ({ id, fresh }) => {
    const workspace = await fresh("changed");
    const path = `${workspace}/.architect/sessions/${id}.jsonl`;
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, text.replaceAll("26.txt", "62.txt"));
    const before = await Deno.readFile(await statePath(workspace));
    const resumed = await resume(workspace, id);
    assertEquals([resumed.code, resumed.calls], [6, 0], resumed.stderr);
    assertMatch(resumed.stderr, /message 55 is another in its history than in its state/);
    assertEquals(await Deno.readFile(await statePath(workspace)), before);
    assertEquals(await Deno.readTextFile(path), text.replaceAll("26.txt", "62.txt"));
    assertEquals(names(workspace), [`${id}.json`, `${id}.jsonl`]);
  });
});

Deno.test("resume goes on with the end of a session that its model cannot take whole", async () => {
  await withWorkspace(async (workspace) => {
    // Only tool results can be left out of a request: this session is long without them.
    const step = answer({
      content: "x".repeat(2000),
      chunkSize: 2000,
      calls: [{ name: "list_files", args: { path: "." } }],
    });
    await using server = chatServer([...Array.from({ length: 40 }, () => step), hang(), DONE]);
    const run = await startArchitect(["run", "look around", ...model(server)], { cwd: workspace });
    await run.until(server.received(41));
    run.kill("SIGKILL");
    await run.result;
    const { messages, metadata } = await onlySession(workspace);

    const config = await writeConfig(workspace, "llm: {context_tokens: 16000}\n");
    const args = ["resume", "last", ...config, ...model(server)];
    const resumed = await architect(args, { cwd: workspace });
    assertEquals(resumed.code, 0, resumed.stderr);
    assertStringIncludes(
      resumed.stderr,
      "the whole history is larger than the model's context: only its end is sent",
    );
    const [system, task, ...rest] = server.requests[41]!.messages;
    assertEquals([system?.role, rest], ["system", messages]);
    const left =
      `[${metadata.messages_dropped} earlier messages of this session are left out here.]`;
    assertEquals(task?.content, `look around\n\n${left}`);
    // What was not sent is kept all the same.
    const stored = await onlySession(workspace);
    const path = `${workspace}/.architect/sessions/${stored.session_id}.jsonl`;
    const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
    assertEquals([lines.length, stored.metadata.history_lines], [2 + 2 + 80 + 1, 2 + 2 + 80 + 1]);
  });
});
