import { assertEquals } from "@std/assert";
import { OUTCOME_UNKNOWN } from "../../src/agent/tool_calls.ts";
import { judgeUnanswered } from "../../src/agent/unanswered_call.ts";
import type { PendingCall } from "../../src/session/session_state.ts";
import { text } from "../../src/text.ts";
import { call } from "../support/scripted_provider.ts";

const CALL = call("1", "write_file", { path: "a.ts" });
const FILE = { path: "a.ts", before: "bb", after: "aa", bytes: 2, temp: null, result: "written" };
const STARTED: PendingCall = { tool_call_id: "1", name: "write_file", started_at: "2026-01-02" };
const CHANGES = { changes: true };

Deno.test("judgeUnanswered() decides by the mark and the file", async (t) => {
  const marked = { ...STARTED, file: FILE };
  const unknown = {
    success: false,
    content: OUTCOME_UNKNOWN,
    error: text("interrupted, outcome unknown"),
  };
  const done = {
    success: true,
    content: "written",
    path: "a.ts",
    changed: { path: "a.ts", sha256: "aa", bytes: 2 },
  };
  type Case = [string, PendingCall | undefined, string | null | undefined, boolean, unknown];
  const cases: Case[] = [
    ["not started: run", undefined, "bb", true, null],
    ["as it was to be left: done", marked, "aa", true, done],
    ["as before: run", marked, "bb", true, null],
    ["neither: unknown", marked, "cc", true, { ...unknown, path: "a.ts" }],
    ["gone: unknown", marked, null, true, { ...unknown, path: "a.ts" }],
    ["not to be read: unknown", marked, undefined, true, { ...unknown, path: "a.ts" }],
    ["a command: unknown", STARTED, "bb", true, { ...unknown, path: undefined }],
    ["a tool that only reads: run", STARTED, "bb", false, null],
  ];
  for (const [name, pending, hash, changes, expected] of cases) {
    await t.step(name, async () => {
      const hashOf = () => Promise.resolve(hash);
      assertEquals((await judgeUnanswered(CALL, pending, { changes }, hashOf)).result, expected);
    });
  }
});

Deno.test("judgeUnanswered() judges files that were to appear or to go", async (t) => {
  const deleted = { ...STARTED, file: { ...FILE, after: null, bytes: 0 } };
  const made = { ...STARTED, file: { ...FILE, before: null } };
  const judge = async (pending: PendingCall, hash: string | null) =>
    (await judgeUnanswered(CALL, pending, CHANGES, () => Promise.resolve(hash))).result;
  await t.step("deleted", async () => {
    assertEquals((await judge(deleted, null))?.changed?.sha256, null);
    assertEquals(await judge(deleted, "bb"), null);
  });
  await t.step("made", async () => {
    assertEquals((await judge(made, "aa"))?.success, true);
    assertEquals(await judge(made, null), null);
  });
});

Deno.test("judgeUnanswered() takes a started call of a tool that is no longer offered as unknown", async () => {
  const judged = await judgeUnanswered(CALL, STARTED, undefined, () => Promise.resolve(null));
  assertEquals(judged.result?.content, OUTCOME_UNKNOWN);
});
