import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { realDisk } from "../../src/files/disk.ts";
import { RefusedFileError } from "../../src/files/regular_file.ts";
import { DamageError } from "../../src/session/fields.ts";
import { SessionFolder } from "../../src/session/folder.ts";
import {
  decodeHistory,
  hasAnswer,
  isAnswered,
  MAX_HISTORY_BYTES,
  readHistory,
  withoutGap,
} from "../../src/session/read_history.ts";
import { hookedDisk } from "../files/faulty_disk.ts";
import { content, entry, header, history, type Piece, said } from "./history_file.ts";
import { answer, ID } from "./samples.ts";
import { Workspace } from "./workspace.ts";

const windows = Deno.build.os === "windows";

/** Numbers of the messages, each with its text where that is another. */
function numbers(...pieces: Piece[]): string[] {
  return history(...pieces).entries.map(({ number, message }) =>
    message.content === String(number) ? `${number}` : `${number}: ${message.content}`
  );
}

Deno.test("decodeHistory() numbers the messages from what the last header says", async (t) => {
  const cases: [string, Piece[], string[]][] = [
    ["one run", [header(1), said(1, 2, 3)], ["1", "2", "3"]],
    ["two runs", [header(1), said(1, 2), header(3), said(3)], ["1", "2", "3"]],
    ["a late start", [header(31), said(31, 32)], ["31", "32"]],
    ["a gap", [header(1), said(1), header(9), said(9)], ["1", "9"]],
    ["a header alone", [header(1)], []],
    ["two headers", [header(1), header(1), said(1)], ["1"]],
    ["begun anew", [header(1), said(1, 8, 9), header(2), said(2)], ["1", "2"]],
    ["begun anew at the start", [header(1), said(8, 9), header(1), said(1)], ["1"]],
    ["begun anew and not gone on with", [header(1), said(1, 2, 3), header(2)], ["1"]],
  ];
  for (const [name, pieces, wanted] of cases) {
    await t.step(name, () => assertEquals(numbers(...pieces), wanted));
  }
});

Deno.test("decodeHistory() tells the last header, the lines and their bytes", () => {
  const bytes = content(header(1), said(1), header(2, { agent: "plan" }), said(2));
  const read = decodeHistory(bytes, ID);
  assertEquals([read?.header.first, read?.header.state.agent, read?.headerLine], [2, "plan", 3]);
  assertEquals([read?.lines, read?.bytes, read?.tornBytes], [4, bytes.length, 0]);
  assertEquals(read?.entries.map(({ line }) => line), [2, 4]);
});

Deno.test("decodeHistory() ignores a torn last line, wherever it is torn", () => {
  const whole = content(header(1), said(1, 2));
  const next = said(3)[0]!;
  for (let cut = 1; cut < next.length; cut++) {
    const read = decodeHistory(content(whole, next.subarray(0, cut)), ID);
    assertEquals([read?.entries.length, read?.bytes, read?.tornBytes, read?.damage], [
      2,
      whole.length,
      cut,
      null,
    ]);
  }
});

Deno.test("decodeHistory() is null where there is no whole line", () => {
  assertEquals(decodeHistory(new Uint8Array(), ID), null);
  assertEquals(decodeHistory(header(1).subarray(0, -1), ID), null);
  assertEquals(decodeHistory(new Uint8Array(4096), ID), null);
});

Deno.test("decodeHistory() reads up to the first damage, and tells where and what it is", async (t) => {
  const start = content(header(1), said(1, 2));
  const cases: [string, Piece[], string, number][] = [
    ["half a line in the middle", ['{"step":1,"a\n', said(4, 5)], "not valid JSON", 2],
    ["a hole", ["\0\0\0\n", said(4)], "NUL bytes", 1],
    ["an empty line", ["\n", said(4)], "empty line", 1],
    ["what is no message", ['{"step":1}\n'], "first_message is missing", 0],
    ["two fused lines", ['{"step":1}{"step":2}\n'], "not valid JSON", 0],
    ["another session's header", [content(header(4, { sessionId: "x" }))], "session_id is", 0],
  ];
  for (const [name, pieces, reason, linesAfter] of cases) {
    await t.step(name, () => {
      const read = decodeHistory(content(start, ...pieces), ID)!;
      assertEquals([read.entries.length, read.lines, read.bytes], [2, 3, start.length]);
      assertEquals([read.damage?.line, read.damage?.linesAfter], [4, linesAfter]);
      assertStringIncludes(String(read.damage?.reason), reason);
    });
  }
});

Deno.test("decodeHistory() refuses what does not begin with a header", async (t) => {
  const cases: [string, Uint8Array, string][] = [
    ["a message", content(said(1)), "line 1: its first line is no header"],
    ["no JSON", content("hello\n", header(1)), "line 1: not valid JSON"],
    ["another session", content(header(1, { sessionId: "x" })), "line 1: session_id is"],
  ];
  for (const [name, bytes, message] of cases) {
    await t.step(name, () => {
      const error = assertThrows(() => decodeHistory(bytes, ID), DamageError);
      assertStringIncludes(error.message, message);
    });
  }
});

Deno.test("decodeHistory() refuses a newer layout, also further down", () => {
  const newer = header(2, { metadata: { schema: 99 } });
  const error = assertThrows(() => history(header(1), said(1), newer), ArchitectError);
  assertEquals(error.code, "session_too_new");
});

Deno.test("withoutGap() gives the messages after the last gap", async (t) => {
  const cases: [string, Piece[], number[]][] = [
    ["none", [header(1), said(1, 2)], [1, 2]],
    ["one", [header(1), said(1, 2), header(5), said(5, 6)], [5, 6]],
    ["a late start", [header(5), said(5, 6)], [5, 6]],
    ["a gap that was filled", [header(1), said(1, 2), header(5), said(5), header(3), said(3)], [
      1,
      2,
      3,
    ]],
    ["nothing", [header(5)], []],
  ];
  for (const [name, pieces, wanted] of cases) {
    await t.step(name, () => {
      assertEquals(withoutGap(history(...pieces)).map(({ number }) => number), wanted);
    });
  }
});

Deno.test("isAnswered() looks for an answer", () => {
  assertEquals(isAnswered(history(header(1), said(1, 2))), false);
  assertEquals(
    isAnswered(history(header(1), said(1), answer(1, 1).map((one) => entry(one)))),
    true,
  );
});

Deno.test("readHistory() reads the file, and is null where there is none", async () => {
  await using workspace = await Workspace.make();
  const folder = new SessionFolder(workspace.path);
  assertEquals(await readHistory(folder, realDisk, ID), null);
  await workspace.put(`${ID}.jsonl`, content(header(1), said(1, 2)));
  assertEquals((await readHistory(folder, realDisk, ID))?.entries.length, 2);
});

Deno.test({
  name: "readHistory() opens neither a link nor a pipe nor a folder",
  ignore: windows,
  fn: async (t) => {
    const cases: [string, (path: string) => Promise<unknown>, string][] = [
      ["a link", (path) => Deno.symlink("/etc/passwd", path), "a symbolic link"],
      ["a pipe", (path) => new Deno.Command("mkfifo", { args: [path] }).output(), "a pipe"],
      ["a folder", (path) => Deno.mkdir(path), "a folder"],
    ];
    for (const [name, make, reason] of cases) {
      await t.step(name, async () => {
        await using workspace = await Workspace.make();
        await workspace.put("other", "");
        await make(workspace.file(`${ID}.jsonl`));
        const opened: string[] = [];
        const disk = hookedDisk(({ name, path }) => {
          if (name === "open") opened.push(path);
        });
        const folder = new SessionFolder(workspace.path);
        const error = await assertRejects(() => readHistory(folder, disk, ID), RefusedFileError);
        assertStringIncludes(String(error.reason), reason);
        assertEquals(opened, []);
      });
    }
  },
});

Deno.test("readHistory() does not read one that is too large, and a listing no large one", async () => {
  await using workspace = await Workspace.make();
  const folder = new SessionFolder(workspace.path);
  await workspace.put(`${ID}.jsonl`, content(header(1), said(1)));
  assertEquals(await hasAnswer(folder, realDisk, ID), false);
  const path = workspace.file(`${ID}.jsonl`);
  await Deno.truncate(path, MAX_HISTORY_BYTES + 1);
  const opened: string[] = [];
  const disk = hookedDisk(({ name }) => {
    if (name === "open") opened.push(name);
  });
  const error = await assertRejects(() => readHistory(folder, disk, ID), RefusedFileError);
  assertEquals(error.kind, "too_large");
  // More than any prompt that was not answered.
  assertEquals([await hasAnswer(folder, disk, ID), opened], [true, []]);
});
