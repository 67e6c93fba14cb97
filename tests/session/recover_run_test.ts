/** A session comes back as it was at every save of every run of it, from its history. */

import { assert, assertEquals } from "@std/assert";
import { type OpenedSession, SessionManager } from "../../src/session/session_manager.ts";
import { type CrashPoint, crashPoints } from "../support/crash_points.ts";
import { ANSWERS, writeFiles } from "../support/file_task.ts";
import { scriptedProvider } from "../support/scripted_provider.ts";
import { withWorkspace } from "../support/workspace.ts";
import { longRun, type Moment } from "./long_run.ts";
import { essence, open, quickDisk } from "./opened.ts";
import { ID, NOW } from "./samples.ts";
import { Workspace } from "./workspace.ts";

/** A workspace with the two files as they were at two moments; null: no such file. */
async function made(state: Uint8Array | null, history: Uint8Array | null): Promise<Workspace> {
  const workspace = await Workspace.make();
  if (state !== null) await workspace.put(`${ID}.json`, state);
  if (history !== null) await workspace.put(`${ID}.jsonl`, history);
  return workspace;
}

/** Checks that a session came back as it was at a moment. */
function assertIs(opened: OpenedSession, moment: Moment, name: string): void {
  assertEquals(essence(opened.state), essence(moment.saved), name);
  assertEquals(opened.messages, moment.messages, name);
  assertEquals(opened.before, 0, name);
  const dropped = opened.state.metadata.messages_dropped ?? 0;
  assertEquals(opened.state.messages, moment.messages.slice(dropped), name);
}

Deno.test("SessionManager.open() gives back a session of three runs, at every save", async (t) => {
  const { workspace, moments } = await longRun();
  await workspace[Symbol.asyncDispose]();
  const last = moments.at(-1)!;
  // More than a state keeps, and each run was cut several times.
  assert(last.messages.length > 100 && last.saved.messages.length <= 50);

  await t.step("with the state lost", async () => {
    for (const [index, moment] of moments.entries()) {
      if (moment.saved.stepsCompleted === 0) continue;
      await using workspace = await made(null, moment.history);
      assertIs(await open(workspace, { disk: quickDisk }), moment, `save ${index}`);
    }
  });
  await t.step("with the state damaged", async () => {
    for (const [index, moment] of moments.entries()) {
      await using workspace = await made(moment.state.slice(0, -2), moment.history);
      assertIs(await open(workspace, { disk: quickDisk }), moment, `save ${index}`);
    }
  });
  await t.step("with the state of any earlier save", async () => {
    for (const [index, moment] of moments.entries()) {
      await using workspace = await made(moment.state, last.history);
      assertIs(await open(workspace, { disk: quickDisk }), last, `save ${index}`);
      assertEquals((await open(workspace, { disk: quickDisk })).notes, []);
    }
  });
  await t.step("killed between the two files of any save", async () => {
    for (const [index, moment] of moments.entries()) {
      const next = moments[index + 1] ?? moment;
      await using workspace = await made(moment.state, next.history);
      const opened = await open(workspace, { disk: quickDisk });
      if (next.history.length > moment.history.length) {
        assertIs(opened, next, `save ${index}`);
        // What was asked for in that save was not begun.
        const begun = (moment.saved.metadata.pending ?? [])
          .filter(({ tool_call_id }) =>
            !next.messages.some((m) => m.tool_call_id === tool_call_id)
          );
        assertEquals(opened.state.metadata.pending ?? [], begun);
      } else {
        assertIs(opened, moment, `save ${index}`);
        assertEquals(opened.state, moment.saved);
      }
      assertEquals(opened.notes, []);
    }
  });
  await t.step("with the history of any earlier save", async () => {
    for (const [index, moment] of moments.entries()) {
      await using workspace = await made(last.state, moment.history);
      const { state, messages } = await open(workspace, { disk: quickDisk });
      assertEquals(state, last.saved, `save ${index}`);
      assertEquals(messages.slice(-30), last.messages.slice(-30));
    }
  });
});

Deno.test("SessionManager.open() gives back a real run, at every moment at which it could die", async () => {
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/run`;
    await Deno.mkdir(workspace);
    await writeFiles(workspace);
    const task = { task: "make it friendly", model: "m", provider: scriptedProvider(ANSWERS) };
    const { points } = await crashPoints({ ...task, workspace, copies: folder });
    assert(points.length > 60);
    for (const point of points) await assertComesBack(point);
  });
});

/** Loses and damages the state of a run that died, and compares what comes back. */
async function assertComesBack({ name, workspace, sessionId }: CrashPoint): Promise<void> {
  const path = `${workspace}/.architect/sessions/${sessionId}.json`;
  // A run may have died between its two files: what is right is what comes back without damage.
  const whole = await new SessionManager(workspace, { disk: quickDisk }).open(sessionId);
  if (whole.state.stepsCompleted > 0) {
    await Deno.remove(path);
    const { state, messages } = await new SessionManager(workspace, { disk: quickDisk }).open(
      sessionId,
    );
    assertEquals([essence(state), messages], [essence(whole.state), whole.messages], name);
  }
  await Deno.truncate(path, 100);
  const { state, messages } = await new SessionManager(workspace, {
    disk: quickDisk,
    now: () => NOW,
  })
    .open(sessionId);
  assertEquals([essence(state), messages], [essence(whole.state), whole.messages], name);
}
