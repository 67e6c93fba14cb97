import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { DamageError } from "../../src/session/fields.ts";
import {
  decodeLine,
  encodeEntry,
  encodeHeader,
  type HistoryEntry,
} from "../../src/session/history_line.ts";
import { ID, sample } from "./samples.ts";

const AT = "2026-02-23T15:00:00.000Z";

function entry(change: Partial<HistoryEntry> = {}): HistoryEntry {
  return { step: 3, at: AT, cost: 0.01, message: { role: "user", content: "hi" }, ...change };
}

/** The line as text. */
function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A line without its end, as a reader of lines gives it. */
function line(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, -1);
}

function encoded(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
}

Deno.test("encodeEntry() writes the keys in their order, on one line", () => {
  const message = { role: "user", content: "one\ntwo\u2028\r\n" } as const;
  assertEquals(
    text(encodeEntry(entry({ path: "a.txt", sha256: "ab", bytes: 4, message }))),
    `{"step":3,"at":"${AT}","cost":0.01,"message":{"role":"user","content":"one\\ntwo\u2028\\r\\n"}` +
      `,"path":"a.txt","sha256":"ab","bytes":4}\n`,
  );
});

Deno.test("decodeLine() gives back every entry", async (t) => {
  const call = { id: "c", type: "function", function: { name: "x", arguments: "{}" } } as const;
  const cases: [string, HistoryEntry][] = [
    ["free", entry({ cost: 0 })],
    ["of unknown cost", entry({ cost: null })],
    ["with a changed file", entry({ path: "ä/b.txt", sha256: "ab", bytes: 4 })],
    ["with a deleted file", entry({ path: "a", sha256: null, bytes: 0 })],
    ["with a path alone", entry({ path: "a" })],
    ["with calls", entry({ message: { role: "assistant", content: null, tool_calls: [call] } })],
    ["with parts", entry({ message: { role: "user", content: [{ type: "text", text: "x" }] } })],
    ["with keys of a provider", entry({ message: { role: "assistant", content: "", extra: [1] } })],
    ["with NUL in a text", entry({ message: { role: "user", content: "a\0b" } })],
  ];
  for (const [name, one] of cases) {
    await t.step(name, () => {
      assertEquals(decodeLine(line(encodeEntry(one)), ID), { entry: one });
    });
  }
});

Deno.test("encodeEntry() writes no half of a surrogate pair", () => {
  const message = { role: "user", content: "\ud83d" } as const;
  const read = decodeLine(line(encodeEntry(entry({ message }))), ID);
  assertEquals(read, { entry: entry({ message: { role: "user", content: "\ufffd" } }) });
});

Deno.test("decodeLine() gives back a header, with the session as it stood", () => {
  const state = sample({
    messages: [],
    metadata: { schema: 1, revision: 4, mode: "yolo", ticket: "A-1", runs: [], files: {} },
    extra: { later: [1] },
  });
  const bytes = encodeHeader({ state, first: 31 });
  const dict = JSON.parse(text(bytes));
  assertEquals(Object.keys(dict).slice(0, 2), ["first_message", "session_id"]);
  assertEquals(["messages" in dict, text(bytes).split("\n").length], [false, 2]);
  assertEquals(decodeLine(line(bytes), ID), { header: { state, first: 31 } });
});

Deno.test("encodeHeader() leaves the messages out", () => {
  const read = decodeLine(line(encodeHeader({ state: sample(), first: 1 })), ID);
  assertEquals("header" in read && read.header.state.messages, []);
});

Deno.test("decodeLine() takes a header for one, whatever keys of others the session has", () => {
  const extra = { message: "hello", step: 9, first_message: "mine" };
  const read = decodeLine(line(encodeHeader({ state: sample({ extra }), first: 2 })), ID);
  assertEquals("header" in read && [read.header.first, read.header.state.extra], [
    2,
    { message: "hello", step: 9 },
  ]);
});

Deno.test("decodeLine() names what is wrong", async (t) => {
  const good = { step: 1, at: AT, cost: 0, message: { role: "user", content: "x" } };
  const head = JSON.parse(text(encodeHeader({ state: sample(), first: 1 })));
  const cases: [string, unknown, string][] = [
    ["an empty line", "", "empty line"],
    ["a hole", "\0\0\0", "NUL bytes"],
    ["half a line", '{"step":1,"at', "not valid JSON"],
    ["no record", "[1]", "the content is a list"],
    ["a text", '"x"', "the content is"],
    ["no step", { ...good, step: undefined }, "step is missing"],
    ["a negative step", { ...good, step: -1 }, "step is -1"],
    ["a cost in words", { ...good, cost: "1" }, 'cost is "1"'],
    ["a negative cost", { ...good, cost: -1 }, "cost is -1"],
    ["no time", { ...good, at: undefined }, "at is missing"],
    ["what is no time", { ...good, at: "now" }, "at is"],
    ["no message", { ...good, message: null }, "message is null"],
    ["a message without a role", { ...good, message: {} }, "message.role is missing"],
    ["a path that is none", { ...good, path: 1 }, "path is 1"],
    ["a hash that is none", { ...good, sha256: 1 }, "sha256 is 1"],
    ["a size that is none", { ...good, bytes: -1 }, "bytes is -1"],
    ["neither", { a: 1 }, "first_message is missing"],
    ["a header from 0 on", { ...head, first_message: 0 }, "messages count from 1"],
    ["a header without a number", { ...head, first_message: "1" }, 'first_message is "1"'],
    ["a header of another session", { ...head, session_id: "x" }, "session_id is"],
    ["a header without a task", { ...head, task: undefined }, "task is missing"],
    ["endless nesting", `${"[".repeat(5000)}${"]".repeat(5000)}`, "nested deeper"],
  ];
  for (const [name, content, reason] of cases) {
    await t.step(name, () => {
      const error = assertThrows(() => decodeLine(encoded(content), ID), DamageError);
      assertStringIncludes(error.message, reason);
    });
  }
  await t.step("bytes that are no UTF-8", () => {
    assertThrows(() => decodeLine(new Uint8Array([0x22, 0xFF, 0x22]), ID), DamageError, "UTF-8");
  });
});

Deno.test("decodeLine() refuses a header of a newer architect as such", () => {
  const state = sample({ metadata: { schema: 2 } });
  const bytes = line(encodeHeader({ state, first: 1 }));
  const error = assertThrows(() => decodeLine(bytes, ID), ArchitectError);
  assertEquals(error.code, "session_too_new");
});
