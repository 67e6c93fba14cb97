import { assertEquals, assertStrictEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { toDict } from "../../src/session/session_dict.ts";
import { decodeSession, SessionEncoder } from "../../src/session/session_file.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { answer, conversation, ID, pythonDict, sample } from "./samples.ts";

function text(pieces: readonly Uint8Array[]): string {
  return pieces.map((piece) => new TextDecoder().decode(piece)).join("");
}

function bytesOf(state: SessionState): Uint8Array {
  return new TextEncoder().encode(text(new SessionEncoder().encode(state)));
}

function damage(bytes: Uint8Array): string {
  const error = assertThrows(() => decodeSession(bytes, ID), ArchitectError);
  assertEquals([error.code, error.sessionId], ["session_corrupt", ID]);
  return error.message;
}

Deno.test("SessionEncoder writes what JSON.stringify writes, and a newline", async (t) => {
  const states: [string, SessionState][] = [
    ["a session", sample()],
    ["no messages", sample({ messages: [] })],
    ["one message", sample({ messages: [{ role: "user", content: "" }] })],
    ["foreign keys", sample({ extra: { a: { b: [] }, "c\n": '\n  "messages": [' } })],
    [
      "broken text",
      sample({ task: "\ud83d\0\n\u2028", messages: [{ role: "user", content: "\udc00" }] }),
    ],
    [
      "nested content",
      sample({
        messages: [...answer(1, 3), {
          role: "user",
          content: [{ type: "text", text: "a\nb" }, []],
        }],
      }),
    ],
  ];
  for (const [name, state] of states) {
    await t.step(name, () => {
      const written = text(new SessionEncoder().encode(state));
      assertEquals(written, `${JSON.stringify(toDict(state), null, 2)}\n`);
    });
  }
});

Deno.test("SessionEncoder serialises only messages that it has not seen", () => {
  const encoder = new SessionEncoder();
  const state = sample({ messages: conversation(3) });
  const first = encoder.encode(state);
  const second = encoder.encode({ ...state, messages: [...state.messages, ...answer(9, 1)] });
  // Pieces: the head, then message, separator, message, ...
  for (let i = 1; i < first.length - 1; i++) assertStrictEquals(second[i], first[i]);
});

Deno.test("decodeSession() gives back what was encoded", () => {
  const state = sample({ metadata: { schema: 1, revision: 1 } });
  assertEquals(decodeSession(bytesOf(state), ID), state);
});

Deno.test("decodeSession() reads a file of the Python tool", () => {
  const file = new TextEncoder().encode(JSON.stringify(pythonDict(), null, 2));
  assertEquals(decodeSession(file, ID).task, "añade tests a user.py");
});

Deno.test("decodeSession() says what is wrong with a damaged file", async (t) => {
  const good = bytesOf(sample());
  const hole = good.slice();
  hole.fill(0, good.length - 300, good.length - 100);
  const invalid = good.slice();
  invalid[good.length - 100] = 0xFF;
  const cases: [string, Uint8Array, string][] = [
    ["nothing in it", new Uint8Array(0), "empty file"],
    ["cut at 90 %", good.subarray(0, Math.floor(good.length * 0.9)), "not valid JSON"],
    ["cut by its last brace", good.subarray(0, good.length - 2), "not valid JSON"],
    ["NUL bytes in the middle", hole, "NUL bytes"],
    ["nothing but NUL bytes", new Uint8Array(500), "NUL bytes"],
    ["two fused into one", new Uint8Array([...good.subarray(0, 700), ...good]), "not valid JSON"],
    ["one after the other", new Uint8Array([...good, ...good]), "not valid JSON"],
    ["no UTF-8", invalid, "not valid UTF-8"],
    ["a list", new TextEncoder().encode("[]"), "the content is a list"],
    ["another id", bytesOf(sample({ sessionId: "20260101-000000-000000" })), "session_id is"],
  ];
  for (const [name, bytes, reason] of cases) {
    await t.step(name, () => assertStringIncludes(damage(bytes), reason));
  }
});

Deno.test("decodeSession() repeats no control characters of a damaged file", () => {
  const message = damage(new TextEncoder().encode('{"session_id": \x1b[31m\x07 red'));
  // deno-lint-ignore no-control-regex
  assertEquals(/[\x00-\x1f]/.test(message), false);
});

Deno.test("decodeSession() refuses what nests too deeply for those who read on", async (t) => {
  const start = new TextDecoder().decode(bytesOf(sample())).trimEnd().slice(0, -1);
  for (const inner of ["", '"\\ud83d"']) {
    await t.step(inner || "[]", () => {
      const deep = `${"[".repeat(20_000)}${inner}${"]".repeat(20_000)}`;
      const message = damage(new TextEncoder().encode(`${start}, "x": ${deep}}`));
      assertStringIncludes(message, "nested deeper than 150 levels");
    });
  }
});

Deno.test("decodeSession() refuses numbers from which no step further can be counted", async (t) => {
  const text = new TextDecoder().decode(bytesOf(sample()));
  const cases: [RegExp, string][] = [
    [/"revision": \d+/, '"revision": 9007199254740990'],
    [/"steps_completed": \d+/, '"steps_completed": 9007199254740991'],
    [/"total_cost": [\d.]+/, '"total_cost": 1.7e308'],
  ];
  for (const [pattern, by] of cases) {
    await t.step(by, () => {
      const message = damage(new TextEncoder().encode(text.replace(pattern, by)));
      assertStringIncludes(message, "of 0 or more is wanted");
    });
  }
});

Deno.test("decodeSession() refuses a second value for a key that a listing has shown", async (t) => {
  const text = new TextDecoder().decode(bytesOf(sample()));
  const cases: [string, string][] = [
    ["task", '"something else"'],
    ["status", '"success"'],
    ["steps_completed", "3"],
    ["session_id", '"20260101-000000-000000"'],
  ];
  for (const [key, value] of cases) {
    await t.step(key, () => {
      const twice = text.replace('"metadata":', `"${key}": ${value}, "metadata":`);
      const message = damage(new TextEncoder().encode(twice));
      assertStringIncludes(message, `${key} is there twice, with different values`);
    });
  }
});

Deno.test("decodeSession() repeats no long value of a damaged file", async (t) => {
  const long = JSON.stringify("x".repeat(100_000));
  const text = new TextDecoder().decode(bytesOf(sample({ metadata: { files: {} } })));
  const cases: [string, RegExp, string][] = [
    ["a time", /"updated_at": "[^"]*"/, `"updated_at": ${long}`],
    ["a time of many parts", /"started_at": "[^"]*"/, `"started_at": [${long}]`],
    ["a path", /"files": \{\}/, `"files": {${long}: 1}`],
    ["a role", /"role": "user"/, `"role": ${long}`],
  ];
  for (const [name, pattern, by] of cases) {
    await t.step(name, () => {
      const message = damage(new TextEncoder().encode(text.replace(pattern, by)));
      assertEquals(message.length < 300, true, message.slice(0, 300));
    });
  }
});

Deno.test("decodeSession() tells what would fill the memory before it parses it", async (t) => {
  const size = 16 * 1024 * 1024;
  const cases: [string, string, string][] = [
    ["brackets", "[".repeat(size), "nested deeper than 150 levels"],
    ["objects", `[${"{},".repeat(size / 3)}0]`, "more than 1000000 values"],
    ["numbers", `[${"0,".repeat(size / 2)}0]`, "more than 1000000 values"],
  ];
  for (const [name, text, reason] of cases) {
    await t.step(name, () => {
      assertStringIncludes(damage(new TextEncoder().encode(text)), reason);
    });
  }
});

Deno.test("decodeSession() never gives a part of a file for the whole, wherever it is cut", () => {
  const good = bytesOf(sample());
  // But the newline at the end, every byte counts.
  for (let length = 0; length < good.length - 1; length++) damage(good.subarray(0, length));
});

Deno.test("decodeSession() replaces surrogates that are stored as an escape or as bytes", () => {
  const escaped = text(new SessionEncoder().encode(sample({ task: "x@y" })));
  const asEscape = new TextEncoder().encode(escaped.replace("@", "\\uD83D"));
  assertEquals(decodeSession(asEscape, ID).task, "x\ufffdy");
  const [before = "", after = ""] = escaped.split("@");
  const encoder = new TextEncoder();
  const asBytes = [...encoder.encode(before), 0xED, 0xA0, 0xBD, ...encoder.encode(after)];
  assertEquals(decodeSession(new Uint8Array(asBytes), ID).task, "x\ufffdy");
});
