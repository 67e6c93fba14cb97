/** Folders of damaged sessions: listed, read, opened. A failure names the seed that repeats it. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { equal } from "@std/assert/equal";
import { ArchitectError } from "../../src/errors.ts";
import { toDict } from "../../src/session/session_dict.ts";
import type { SessionManager } from "../../src/session/session_manager.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { SessionVerifier } from "../../src/session/session_verifier.ts";
import { type SessionSummary, summaryOf } from "../../src/session/session_summary.ts";
import { readFolder } from "../support/folder_content.ts";
import { goodFiles } from "./good_files.ts";
import { fillFolder, idOf, renamed } from "./hostile_folder.ts";
import { ID, NOW } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const ROUNDS = Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);

const FOLDERS = 8 * ROUNDS;

const FILES = await goodFiles();

/** The session, or the error that says why not. Any other failure is a fault. */
async function readOrRefuse(sessions: SessionManager, id: string) {
  try {
    return await sessions.read(id);
  } catch (error) {
    return refusal(error, id);
  }
}

function refusal(error: unknown, id: string): ArchitectError {
  if (!(error instanceof ArchitectError)) throw error;
  const codes = ["session_corrupt", "session_too_new", "session_not_found"];
  assert(codes.includes(error.code), error.code);
  assert(error.message.includes(id) && error.message.length < 700, error.message);
  assert(error.suggestion !== null);
  return error;
}

Deno.test("SessionManager tells what it can of damaged sessions, and changes nothing by reading", async (t) => {
  for (let seed = 0; seed < FOLDERS; seed++) {
    await t.step(`seed ${seed}`, async () => {
      await using workspace = await Workspace.make();
      const ids = await fillFolder(workspace.path, FILES, 50, seed);
      const before = await readFolder(workspace.file(""));
      const sessions = workspace.other();
      const list = new Map((await sessions.listSessions()).map((one) => [one.id, one]));
      for (const id of ids) assertTold(list.get(id), await readOrRefuse(sessions, id));
      await sessions.cleanupSessions({ olderThanDays: 0, damaged: true, dryRun: true });
      const verified = (await new SessionVerifier(workspace.path).verify()).map(({ id }) => id);
      assertEquals(verified, [...list.keys()]);
      assertEquals(await readFolder(workspace.file("")), before);
    });
  }
});

function assertTold(
  listed: SessionSummary | undefined,
  read: SessionState | ArchitectError,
): void {
  if (listed?.status === "corrupt") assert(String(listed.reason ?? "") !== "");
  if (!(read instanceof ArchitectError)) {
    const summary = summaryOf(read);
    const status = read.status === "running" ? "interrupted" : read.status;
    assertEquals(listed, { ...summary, status });
  } else if (read.code === "session_not_found") {
    // A history without an answer is no session.
    assert(listed === undefined || listed.status === "corrupt");
  } else {
    assert(listed !== undefined, read.message);
  }
}

Deno.test("SessionManager.open() goes on with a damaged session, or leaves all of it as it is", async (t) => {
  let refused = 0;
  let opened = 0;
  for (let seed = 0; seed < FOLDERS; seed++) {
    await t.step(`seed ${seed}`, async () => {
      await using workspace = await Workspace.make();
      const good: string[] = [];
      for (const id of await fillFolder(workspace.path, FILES, 50, seed)) {
        if (await openOne(workspace, id)) good.push(id);
        else refused++;
      }
      opened += good.length;
      const list = await workspace.sessions.listSessions();
      const shown = list.filter(({ status }) => status !== "corrupt").map(({ id }) => id);
      assertEquals(good.filter((id) => !shown.includes(id)), []);
    });
  }
  assert(opened > 100 * ROUNDS && refused > 100 * ROUNDS, `${opened} opened, ${refused} refused`);
});

/** Opens a session and goes on with it; false when it is refused. */
async function openOne(workspace: Workspace, id: string): Promise<boolean> {
  const before = await readFolder(workspace.file(""), id);
  const damaged = await readOrRefuse(workspace.other(), id) instanceof ArchitectError;
  const sessions = workspace.other();
  await using _lock = await sessions.lock(id);
  let found: Awaited<ReturnType<SessionManager["open"]>>;
  try {
    found = await sessions.open(id);
  } catch (error) {
    refusal(error, id);
    const { [`${id}.lock`]: _new, ...after } = await readFolder(workspace.file(""), id);
    assertEquals(after, before, `${id}`);
    return false;
  }
  const old = before[`${id}.json`];
  if (damaged && old !== undefined) {
    const kept = Object.entries(await readFolder(workspace.file(""), id))
      .filter(([name]) => name.startsWith(`${id}.damaged-`));
    assertEquals(kept.map(([_, file]) => file.content), [old.content], id);
    assert(found.notes.some((note) => String(note).includes(id)), found.notes.join());
  }
  await assertGoesOn(workspace, sessions, found.state, found.messages.length);
  return true;
}

/** A message more is saved, and all of them are there again. */
async function assertGoesOn(
  workspace: Workspace,
  sessions: SessionManager,
  state: SessionState,
  count: number,
): Promise<void> {
  const id = state.sessionId;
  const message = { role: "user", content: "go on" } as const;
  state.messages = [...state.messages, message];
  await sessions.save(state);
  const again = await workspace.other().open(id);
  const [saved, meant] = [again.state, state].map((one) => JSON.parse(JSON.stringify(toDict(one))));
  if (!equal(saved, meant)) assertEquals(saved, meant, id);
  assertEquals([again.messages.length, again.messages.at(-1)], [count + 1, message], id);
}

Deno.test("SessionVerifier.repair() keeps what it replaces, and what it calls whole can be opened", async (t) => {
  let repaired = 0;
  for (let seed = 0; seed < FOLDERS / 2; seed++) {
    await t.step(`seed ${seed}`, async () => {
      await using workspace = await Workspace.make();
      for (const id of await fillFolder(workspace.path, FILES, 50, seed + 1000)) {
        if (await repairOne(workspace, id)) repaired++;
      }
    });
  }
  assert(repaired > 50 * ROUNDS, `${repaired} repaired`);
});

/** Repairs a session; false when it was not damaged, or cannot be repaired. */
async function repairOne(workspace: Workspace, id: string): Promise<boolean> {
  const before = await readFolder(workspace.file(""), id);
  const whole = !(await readOrRefuse(workspace.other(), id) instanceof ArchitectError);
  let report: Awaited<ReturnType<SessionVerifier["repair"]>>;
  try {
    report = await new SessionVerifier(workspace.path, { now: () => NOW }).repair(id);
  } catch (error) {
    assertEquals(refusal(error, id).code, "session_too_new");
    return false;
  }
  const contents = Object.values(await readFolder(workspace.file(""), id)).map((one) =>
    one.content
  );
  for (const [name, { content }] of Object.entries(before)) {
    // A state that is whole may go on with its history; a line that is torn is cut off.
    if (name.endsWith(".json") && whole) continue;
    const lines = content.slice(0, content.lastIndexOf("\n") + 1);
    const isHistory = name.endsWith(".jsonl");
    const isKept = contents.some((one) => one === content || (isHistory && one.startsWith(lines)));
    assert(isKept, `${name} is not kept: ${JSON.stringify(report)}`);
  }
  if (report.after.status === "damaged") return false;
  await workspace.other().open(id);
  return report.before.status === "damaged";
}

Deno.test("SessionManager takes no file of another session for one of its own", async () => {
  await using workspace = await Workspace.make();
  const [files] = FILES;
  const { state, history } = files!;
  const other = idOf(1);
  await workspace.put(`${ID}.json`, state);
  await workspace.put(`${other}.json`, renamed(state, other));
  // Both histories are that of the first.
  await workspace.put(`${ID}.jsonl`, history!);
  await workspace.put(`${other}.jsonl`, history!);
  assertEquals((await workspace.sessions.open(ID)).state.sessionId, ID);
  const error = await assertRejects(() => workspace.other().open(other), ArchitectError);
  assertEquals(error.code, "session_corrupt");
  assert(error.message.includes("session_id"), error.message);
});
