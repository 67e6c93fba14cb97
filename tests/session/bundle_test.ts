import { assert, assertEquals, assertRejects } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { decodeBundle } from "../../src/session/bundle.ts";
import { SessionCopier } from "../../src/session/session_copier.ts";
import { fromDict, toDict } from "../../src/session/session_dict.ts";
import { filesOf, wholeOf } from "../../src/session/session_parts.ts";
import { SPANISH } from "../../src/spanish.ts";
import { bundleOf, type RawBundle, rawBundle } from "./bundle_file.ts";
import { header, history, said, user } from "./history_file.ts";
import { longRun } from "./long_run.ts";
import { ID, pythonDict, sample } from "./samples.ts";

const DECODER = new TextDecoder();

async function refused(bytes: Uint8Array<ArrayBuffer>): Promise<ArchitectError> {
  return await assertRejects(() => decodeBundle(bytes), ArchitectError);
}

Deno.test("decodeBundle() gives back the session that encodeBundle() was given", async (t) => {
  await t.step("a long one with its history", async () => {
    const { workspace } = await longRun();
    await using _workspace = workspace;
    const whole = await new SessionCopier(workspace.path).read(ID);
    const bytes = await bundleOf(whole);
    const parts = await decodeBundle(bytes);
    const { messages, before, state } = wholeOf(parts);
    assertEquals([messages, before, state], [whole.messages, 0, whole.state]);
    assertEquals(DECODER.decode(await bundleOf(parts)), DECODER.decode(bytes), "the same bytes");
    assertEquals(
      filesOf(parts).history.map((line) => DECODER.decode(line)).join(""),
      await Deno.readTextFile(workspace.file(`${ID}.jsonl`)),
      "every line of the history",
    );
  });
  await t.step("one with marks, odd texts and keys of others", async () => {
    const pending = [{
      tool_call_id: "call_1_0",
      name: "write_file",
      started_at: "2026-02-23T15:00:00.000Z",
      file: {
        path: "a/b.txt",
        before: null,
        after: "aa",
        bytes: 2,
        temp: "a/.b.tmp",
        result: "ok",
      },
    }];
    const state = sample({
      task: "niña \u2028 \u{1f600} \0 \\n",
      metadata: {
        schema: 1,
        revision: 4,
        pending,
        files: { "a b/ü.txt": { sha256: null, bytes: 0 } },
        mine: [1],
      },
      extra: { theirs: { deep: null } },
    });
    const { state: back, history } = await decodeBundle(await bundleOf({ state, history: null }));
    assertEquals([toDict(back), history], [toDict(state), null]);
  });
  await t.step("one of another program", async () => {
    const state = fromDict(pythonDict());
    const { state: back } = await decodeBundle(await bundleOf({ state, history: null }));
    assertEquals(back.messages, state.messages);
    assertEquals([back.updatedAt, back.metadata.truncated], [state.updatedAt, true]);
  });
});

Deno.test("decodeBundle() refuses a bundle of which any byte is another", async () => {
  const bytes = await bundleOf({
    state: sample({ messages: [user(1), user(2)] }),
    history: history(header(1), said(1, 2)),
  });
  await decodeBundle(bytes);
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (const change of [0x01, 0x20, 0x80]) {
      const altered = bytes.slice();
      altered[at]! ^= change;
      const { code } = await refused(altered);
      assert(["session_corrupt", "session_too_new"].includes(code), `${at}: ${code}`);
      count++;
    }
  }
  assertEquals(count, bytes.length * 3);
});

Deno.test("decodeBundle() refuses a bundle that is cut off anywhere, or goes on", async () => {
  const bytes = await bundleOf({ state: sample(), history: null });
  for (let length = 0; length < bytes.length; length++) {
    const { code, message } = await refused(bytes.slice(0, length));
    assertEquals(code, "session_corrupt");
    if (length > 0) assert(/cut off|no bundle/.test(message), `${length}: ${message}`);
  }
  for (const more of ["\n", " ", "x", DECODER.decode(bytes)]) {
    const longer = new Uint8Array([...bytes, ...new TextEncoder().encode(more)]);
    assertEquals((await refused(longer)).code, "session_corrupt", more);
  }
});

Deno.test("decodeBundle() says what is wrong", async (t) => {
  const whole = DECODER.decode(await bundleOf({ state: sample(), history: null }));
  const long = await bundleOf({
    state: sample({ messages: [], metadata: { history_lines: 3 } }),
    history: history(header(1), said(1, 2)),
  });
  const text = (value: string) => new TextEncoder().encode(value);
  const cases: [string, Uint8Array<ArrayBuffer>, string][] = [
    ["nothing", text(""), "it is empty"],
    ["half a first line", text('{"architect_bund'), "it is cut off: its last line is missing"],
    ["another file", text("hello\nworld\n"), "it is no bundle of architect"],
    [
      "a session file",
      text(JSON.stringify(toDict(sample()), null, 2)),
      "it is no bundle of architect",
    ],
    ["JSON", text('{"a": 1}\n'), "it is no bundle of architect"],
    [
      "bytes",
      crypto.getRandomValues(new Uint8Array(9000)).map((byte) => byte === 10 ? 11 : byte),
      "it is no bundle of architect",
    ],
    [
      "CRLF",
      text(whole.replaceAll("\n", "\r\n")),
      "its line ends were changed on the way: take it along as a binary file",
    ],
    ["another task", text(whole.replace("refactoriza", "refactorizo")), "its state was altered"],
    [
      "another message in its history",
      text(DECODER.decode(long).replace('"content":"2"', '"content":"3"')),
      "its history was altered",
    ],
    [
      "another sum",
      text(whole.replace(/[0-9a-f]("\}\n)$/, "x$1")),
      "its first or its last line was altered",
    ],
  ];
  for (const [name, bytes, reason] of cases) {
    await t.step(name, async () => {
      const error = await refused(bytes);
      assertEquals([error.code, error.message], [
        "session_corrupt",
        `Cannot read the bundle: ${reason}`,
      ]);
    });
  }
});

Deno.test("decodeBundle() says in Spanish too what is wrong, down to the key", async () => {
  const altered = rawBundle(ID, { state: dict(), head: { architect_bundle: "1" } });
  const error = await refused(await altered);
  assertEquals(
    error.text.in(SPANISH),
    'No se puede leer el paquete: architect_bundle es "1", y se espera un número entero igual o mayor que 0',
  );
  assertEquals(
    error.suggestion?.in(SPANISH),
    "No se ha importado nada. Vuelva a crearlo donde está la sesión: " +
      "architect sessions export ID --format bundle",
  );
});

/** A state as its file holds it. */
function dict(
  change: Record<string, unknown> = {},
  metadata: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    ...toDict(sample({ messages: [] })),
    metadata: { schema: 1, revision: 3, ...metadata },
    ...change,
  };
}

function head(change: Record<string, unknown> = {}): Record<string, unknown> {
  const { messages: _, ...rest } = dict();
  return { first_message: 1, ...rest, ...change };
}

const USER = {
  step: 0,
  at: "2026-02-23T15:00:00.000Z",
  cost: 0,
  message: { role: "user", content: "x" },
};
const mark = (file: Record<string, unknown>) => ({
  pending: [{
    tool_call_id: "c",
    name: "write_file",
    started_at: "2026-02-23T15:00:00.000Z",
    file: { path: "a", before: null, after: null, bytes: 0, temp: null, result: "ok", ...file },
  }],
});
const LEADS_OUT = /leads out of the workspace/;

const HOSTILE: readonly (readonly [string, RawBundle, RegExp, string?])[] = [
  [
    "a newer layout",
    { state: dict(), head: { architect_bundle: 2 } },
    /newer architect/,
    "session_too_new",
  ],
  ["a newer state", { state: dict({}, { schema: 2 }) }, /newer architect/, "session_too_new"],
  [
    "a layout that is no number",
    { state: dict(), head: { architect_bundle: "1" } },
    /architect_bundle is "1"/,
  ],
  [
    "an id that is a path",
    { state: dict(), head: { session_id: "../../x" } },
    /session_id is no id/,
  ],
  [
    "another id in its state",
    { state: dict({ session_id: "20260101-000000-aaaaaa" }) },
    /session_id/,
  ],
  ["another id in its history", {
    state: dict({}, { history_lines: 2 }),
    history: [head({ session_id: "20260101-000000-aaaaaa" }), USER],
  }, /session_id/],
  [
    "negative bytes",
    { state: dict(), head: { state: { bytes: -1, sha256: "" } } },
    /state.bytes is -1/,
  ],
  ["too many bytes", { state: dict(), head: { state: { bytes: 1e9, sha256: "" } } }, /cut off/],
  ["a state that is a list", { state: "[]\n" }, /the content is a list/],
  [
    "a state in ten thousand lists",
    { state: `{"a":${"[".repeat(1e4)}${"]".repeat(1e4)}}\n` },
    /nested deeper/,
  ],
  ["a state without a task", { state: dict({ task: undefined }) }, /task is missing/],
  ["messages without a role", { state: dict({ messages: [{ content: "x" }] }) }, /role is missing/],
  [
    "an absolute path among its files",
    { state: dict({ files_modified: ["/etc/passwd"] }) },
    LEADS_OUT,
  ],
  ["a path upwards among its files", { state: dict({ files_modified: ["a/../../b"] }) }, LEADS_OUT],
  ["a path of Windows", { state: dict({ files_modified: ["C:\\Windows"] }) }, LEADS_OUT],
  ["a path upwards of Windows", { state: dict({ files_modified: ["a\\..\\..\\b"] }) }, LEADS_OUT],
  ["a path with a line end", { state: dict({ files_modified: ["a\nb"] }) }, LEADS_OUT],
  ["a path upwards among its hashes", {
    state: dict({}, { files: { "../x": { sha256: null, bytes: 0 } } }),
  }, LEADS_OUT],
  ["a path upwards in a mark", { state: dict({}, mark({ path: "../x" })) }, LEADS_OUT],
  ["a temporary file elsewhere", { state: dict({}, mark({ temp: "/tmp/.a.tmp" })) }, LEADS_OUT],
  ["a path upwards in a header", {
    state: dict({}, { history_lines: 2 }),
    history: [head({ files_modified: ["../x"] }), USER],
  }, LEADS_OUT],
  ["a path upwards in its history", {
    state: dict({}, { history_lines: 2 }),
    history: [head(), { ...USER, path: "../x" }],
  }, LEADS_OUT],
  [
    "a history of which its state knows nothing",
    { state: dict(), history: [head()] },
    /does not count/,
  ],
  [
    "a state that counts a history that is not there",
    { state: dict({}, { history_lines: 2 }) },
    /does not count/,
  ],
  ["a history that goes on after its state", {
    state: dict({}, { history_lines: 2 }),
    history: [head(), USER],
  }, /beyond the 0 of its state|goes on after/],
  ["a history that tells another story", {
    state: dict({ messages: [{ role: "user", content: "y" }] }, { history_lines: 2 }),
    history: [head(), USER],
  }, /message 1 is another/],
  [
    "a history without a header",
    { state: dict({}, { history_lines: 1 }), history: [USER] },
    /first_message is missing|no header/,
  ],
  [
    "a line that is no JSON",
    { state: dict({}, { history_lines: 2 }), history: [head(), "{\n"] },
    /line 2 of its history is damaged/,
  ],
];

Deno.test("decodeBundle() refuses what has the right sums and is no session", async (t) => {
  await t.step("the one that the others are made of is taken", async () => {
    const state = dict({ messages: [USER.message] }, { history_lines: 2 });
    await decodeBundle(await rawBundle(ID, { state, history: [head(), USER] }));
  });
  for (const [name, raw, reason, code = "session_corrupt"] of HOSTILE) {
    await t.step(name, async () => {
      const error = await refused(await rawBundle(ID, raw));
      assert(reason.test(error.message), error.message);
      assertEquals([error.code, error.exitCode], [code, 6]);
    });
  }
});
