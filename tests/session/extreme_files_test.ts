/** Files that are legal in each part and monstrous as a whole: read in bounded work, or refused. */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { concat } from "../../src/files/concat.ts";
import type { Message } from "../../src/llm/provider.ts";
import { DamageError } from "../../src/session/fields.ts";
import { encodeEntry, encodeHeader, type HistoryEntry } from "../../src/session/history_line.ts";
import { decodeHistory } from "../../src/session/read_history.ts";
import { rebuild, reconcile } from "../../src/session/reconcile.ts";
import { salvageHistory } from "../../src/session/salvage_history.ts";
import { decodeSession, SessionEncoder } from "../../src/session/session_file.ts";
import { SessionVerifier } from "../../src/session/session_verifier.ts";
import { nested } from "./odd_values.ts";
import { conversation, ID, sample } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const encoder = new TextEncoder();

/** A state with something in the place of a foreign key. */
function withForeign(json: string): Uint8Array {
  const text = concat(new SessionEncoder().encode(sample({ extra: { foreign: "HERE" } })));
  return encoder.encode(new TextDecoder().decode(text).replace('"HERE"', () => json));
}

Deno.test("decodeSession() takes what is long, and refuses what is deep or huge", async (t) => {
  const cases: [string, string, string | null][] = [
    ["100,000 levels", nested(100_000), "nested deeper"],
    ["100,000 levels that are never closed", "[".repeat(100_000), "not valid JSON"],
    [
      "100,000 objects in one another",
      '{"a":'.repeat(1e5) + "1" + "}".repeat(1e5),
      "nested deeper",
    ],
    [
      "100,000 levels and half a pair",
      nested(100_000).replace("[]", '["\\ud800"]'),
      "nested deeper",
    ],
    ["a number beyond all", "1e400", "a number is too large"],
    ["a million digits", "1".repeat(1_000_000), "a number is too large"],
    ["a million decimals", `0.${"1".repeat(1_000_000)}`, null],
    ["more digits than a number keeps", "9007199254740993", null],
    ["a negative zero", "-0", null],
    ["a text of 16 MiB", JSON.stringify("x".repeat(16 * 1024 * 1024)), null],
    ["a text of nothing but escapes", `"${"\\u0000".repeat(1_000_000)}"`, null],
    ["a text of nothing but halves", `"${"\\ud800".repeat(500_000)}"`, null],
    ["100,000 keys", `{${Array.from({ length: 1e5 }, (_, i) => `"${i}":0`).join()}}`, null],
    ["one key 100,000 times", `{${'"a":0,'.repeat(100_000)}"a":1}`, null],
    ["a key that JavaScript knows", '{"__proto__":{"role":"user"},"constructor":null}', null],
    ["two million values", `[${"[],".repeat(2_000_000)}0]`, "more than 1000000 values"],
  ];
  for (const [name, json, refused] of cases) {
    await t.step(name, () => {
      const bytes = withForeign(json);
      if (refused === null) {
        const state = decodeSession(bytes, ID);
        const again = decodeSession(concat(new SessionEncoder().encode(state)), ID);
        assertEquals(JSON.stringify(again.extra) === JSON.stringify(state.extra), true);
        return;
      }
      const error = assertThrows(() => decodeSession(bytes, ID), ArchitectError);
      assertEquals(error.code, "session_corrupt");
      assertStringIncludes(error.message, refused);
    });
  }
});

Deno.test("decodeSession() takes 100,000 messages", () => {
  const state = sample({ messages: conversation(50_000), metadata: { schema: 1, revision: 1 } });
  const again = decodeSession(concat(new SessionEncoder().encode(state)), ID);
  assertEquals(again.messages.length, 100_002);
  assertEquals(again.messages.at(-1), state.messages.at(-1));
});

Deno.test("decodeSession() takes a million halves of pairs that are stored as bytes", () => {
  const [before = "", after = ""] = new TextDecoder().decode(
    concat(new SessionEncoder().encode(sample({ task: "a@b" }))),
  )
    .split("@");
  const halves = new Uint8Array(3_000_000);
  for (let at = 0; at < halves.length; at += 3) halves.set([0xED, 0xA0, 0xBD], at);
  const { task } = decodeSession(
    concat([encoder.encode(before), halves, encoder.encode(after)]),
    ID,
  );
  assertEquals(task, `a${"\ufffd".repeat(1_000_000)}b`);
});

const HEADER = encodeHeader({ state: sample({ messages: [] }), first: 1 });
const LINE = encodeEntry(
  {
    step: 0,
    at: "2026-02-23T14:30:22.000Z",
    cost: 0,
    message: { role: "user", content: "do it" },
  } satisfies HistoryEntry,
);

function lines(count: number, line: Uint8Array): Uint8Array {
  return concat(Array.from({ length: count }, () => line));
}

Deno.test("decodeHistory() takes 100,000 messages, in one run or in one each", async (t) => {
  await t.step("one run", () => {
    const history = decodeHistory(concat([HEADER, lines(100_000, LINE)]), ID)!;
    assertEquals([history.entries.length, history.lines], [100_000, 100_001]);
    assertEquals(rebuild(history).messages.length, 100_000);
    const older = { ...rebuild(history).state, metadata: {} };
    older.messages = older.messages.slice(0, 40_000);
    assertEquals(reconcile(older, history).cameBack, 60_000);
  });
  await t.step("each run begins again at the first", () => {
    const history = decodeHistory(lines(30_000, concat([HEADER, LINE, LINE])), ID)!;
    assertEquals([history.entries.length, history.lines], [2, 90_000]);
  });
});

/** A line of a history. */
function lineOf(message: Message, more: Partial<HistoryEntry> = {}): Uint8Array {
  return encodeEntry({ step: 1, at: "2026-02-23T14:30:22.000Z", cost: 0, message, ...more });
}

Deno.test("rebuild() takes 100,000 calls, marks and changed files", () => {
  const calls = Array.from({ length: 100_000 }, (_, i) => ({
    id: `call_${i}`,
    type: "function" as const,
    function: { name: "write_file", arguments: "{}" },
  }));
  const started_at = "2026-02-23T14:30:22.000Z";
  const pending = calls.slice(50_000).map(({ id }) => (
    { tool_call_id: id, name: "write_file", started_at }
  ));
  const header = encodeHeader({ state: sample({ messages: [], metadata: { pending } }), first: 1 });
  const results = calls.slice(0, 75_000).map(({ id }) =>
    lineOf({ role: "tool", tool_call_id: id, content: "written" }, {
      path: id,
      sha256: null,
      bytes: 0,
    })
  );
  const asked = lineOf({ role: "assistant", content: null, tool_calls: calls });
  const { state } = rebuild(decodeHistory(concat([header, asked, ...results]), ID)!);
  assertEquals(state.filesModified.length, 2 + 75_000);
  assertEquals(Object.keys(state.metadata.files ?? {}).length, 75_000);
  assertEquals(state.metadata.pending?.length, 25_000);
});

Deno.test("rebuild() keeps a file whose name means something to JavaScript", () => {
  const names = ["__proto__", "constructor", "toString"];
  const results = names.map((path) =>
    lineOf({ role: "tool", tool_call_id: path, content: "" }, { path, sha256: "ab", bytes: 1 })
  );
  const { state } = rebuild(decodeHistory(concat([HEADER, ...results]), ID)!);
  assertEquals(Object.keys(state.metadata.files ?? {}), names);
  const again = decodeSession(concat(new SessionEncoder().encode(state)), ID);
  assertEquals(Object.keys(again.metadata.files ?? {}), names);
});

Deno.test("salvageHistory() takes a history of which every other line is damaged", () => {
  const damaged = encoder.encode("x\n");
  const bytes = concat([HEADER, lines(50_000, concat([LINE, damaged]))]);
  const salvaged = salvageHistory(bytes, ID, { head: null });
  assertEquals([salvaged.messages, salvaged.lost], [50_000, 50_000]);
  assertEquals(decodeHistory(salvaged.bytes, ID)?.entries.at(-1)?.number, 99_999);
});

Deno.test("SessionVerifier.verify() takes a history of 150,000 gaps", async () => {
  await using workspace = await Workspace.make();
  const head = { session_id: ID, task: "do it" };
  let text = "";
  for (let first = 1; first <= 300_000; first += 2) {
    text += `${JSON.stringify({ first_message: first, ...head })}\n${
      new TextDecoder().decode(LINE)
    }`;
  }
  await workspace.put(`${ID}.jsonl`, text);
  const [report] = await new SessionVerifier(workspace.path).verify();
  assert((report?.findings.length ?? 0) >= 149_999, `${report?.findings.length}`);
});

Deno.test("decodeHistory() numbers on from any number, and never beyond what it can count", () => {
  const first = 999_999_999_999_990;
  const header = encodeHeader({ state: sample({ messages: [] }), first });
  const { entries } = decodeHistory(concat([HEADER, LINE, header, lines(3, LINE)]), ID)!;
  assertEquals(entries.map(({ number }) => number), [1, first, first + 1, first + 2]);
  const absurd = new TextDecoder().decode(header).replace(String(first), "9007199254740993");
  const { damage } = decodeHistory(concat([HEADER, encoder.encode(absurd), LINE]), ID)!;
  assertEquals(damage?.line, 2);
  assertStringIncludes(String(damage?.reason), "first_message");
});

Deno.test("decodeHistory() names a line that no message can be, however long it is", async (t) => {
  const size = 16 * 1024 * 1024;
  const cases: [string, string, string][] = [
    ["brackets", "[".repeat(size), "nested deeper"],
    ["objects", `{"message":[${"{},".repeat(size / 3)}0]}`, "more than 1000000 values"],
    ["NUL", "\0".repeat(size), "NUL"],
    ["letters", "x".repeat(size), "not valid JSON"],
  ];
  for (const [name, line, reason] of cases) {
    await t.step(name, () => {
      const { damage } = decodeHistory(concat([HEADER, encoder.encode(`${line}\n`), LINE]), ID)!;
      assertEquals([damage?.line, damage?.linesAfter], [2, 1]);
      assertStringIncludes(String(damage?.reason), reason);
      assert(String(damage?.reason).length < 300);
    });
  }
});

Deno.test("reconcile() refuses a history that numbers messages beyond a state that counts its lines", () => {
  const metadata = { schema: 1, revision: 3, history_lines: 3 };
  const state = sample({ messages: [{ role: "user", content: "do it" }], metadata });
  const header = encodeHeader({ state: sample({ messages: [] }), first: 7 });
  const history = decodeHistory(concat([header, LINE, LINE]), ID)!;
  // Else two messages, after six that nobody has, would take the place of those of the state.
  assertThrows(() => reconcile(state, history), DamageError, "line 1 of its history numbers");
  const older = { ...state, metadata: { ...metadata, history_lines: 2 } };
  assertEquals(reconcile(older, history).cameBack, 2);
});

Deno.test("decodeHistory() refuses lines that are small each and too many values together", () => {
  const parts = Array.from({ length: 20_000 }, () => ({}));
  const entry: HistoryEntry = {
    step: 0,
    at: "2026-02-23T15:00:00.000Z",
    cost: 0,
    message: { role: "user", content: parts },
  };
  const line = encodeEntry(entry);
  const lines = [encodeHeader({ first: 1, state: sample() })];
  for (let count = 0; count < 200; count++) lines.push(line);
  const history = decodeHistory(concat(lines), ID);
  assertStringIncludes(String(history?.damage?.reason), "too many values");
  assert((history?.entries.length ?? 0) > 100);
});
