import { assertEquals, assertStringIncludes } from "@std/assert";
import { editFileTool } from "../../src/tools/edit_file.ts";
import { makeWorkspace } from "./workspace.ts";

Deno.test("edit_file replaces the one occurrence and nothing else", async (t) => {
  const cases: readonly (readonly [string, string, string, string, string])[] = [
    ["plain", "one two three", "two", "2", "one 2 three"],
    ["dollar signs are text", "a b c", "b", "$& $1 $$", "a $& $1 $$ c"],
    ["removal", "a\nb\nc\n", "b\n", "", "a\nc\n"],
    ["byte order mark", "\ufeffa\n", "a", "b", "\ufeffb\n"],
    ["CRLF, given as LF", "a\r\nb\r\nc\r\n", "a\nb", "x\ny", "x\r\ny\r\nc\r\n"],
    ["CRLF, given as CRLF", "a\r\nb\r\n", "a\r\nb", "x\r\ny", "x\r\ny\r\n"],
    ["CRLF, one line to two", "a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"],
    ["mixed endings are taken as they are", "a\r\nb\nc", "b\nc", "x\ny", "a\r\nx\ny"],
    ["no final line break", "a\nb", "b", "c", "a\nc"],
  ];
  for (const [name, before, old_str, new_str, after] of cases) {
    await t.step(name, async () => {
      await using ws = await makeWorkspace();
      await ws.write("a.txt", before);
      await ws.call(editFileTool, { path: "a.txt", old_str, new_str });
      assertEquals(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          await Deno.readFile(`${ws.path}/a.txt`),
        ),
        after,
      );
    });
  }
});

Deno.test("edit_file tells the line and shows a diff", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n");
  const call = await editFileTool.prepare(
    { path: "a.txt", old_str: "5", new_str: "five" },
    ws.context,
  );
  assertEquals(
    String(call.preview),
    "--- a.txt\n+++ a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8",
  );
  assertEquals((await call.run()).content, "Edited a.txt at line 5 (now 19 bytes).");
});

Deno.test("edit_file refuses what is not exactly one occurrence in a text", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "aaa b b");
  await ws.write("latin1.txt", new Uint8Array([0x61, 0xf1, 0x62]));
  await ws.write("binary", new Uint8Array([0x61, 0, 0x62]));
  await ws.write("key", "k: [redacted:x] real");
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["a.txt", "z", "y", "does not occur"],
    ["a.txt", "b", "c", "more than once"],
    ["a.txt", "aa", "c", "more than once"],
    ["a.txt", "", "c", "empty"],
    ["a.txt", "aaa", "aaa", "the same"],
    ["latin1.txt", "a", "c", "not a text in UTF-8"],
    ["binary", "a", "c", "not a text in UTF-8"],
    ["none.txt", "a", "c", "no such file"],
    ["key", "real", "[redacted:x]", "marker"],
  ];
  for (const [path, old_str, new_str, reason] of cases) {
    await t.step(`${path}: ${reason}`, async () => {
      const message = await ws.refuses(editFileTool, { path, old_str, new_str });
      assertStringIncludes(message, reason);
    });
  }
  assertEquals(await ws.read("a.txt"), "aaa b b");
  assertEquals(await Deno.readFile(`${ws.path}/latin1.txt`), new Uint8Array([0x61, 0xf1, 0x62]));
});
