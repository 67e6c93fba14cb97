import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MAX_RESULT_BYTES } from "../../src/tools/cap_result.ts";
import { cutLines, readFileTool } from "../../src/tools/read_file.ts";
import { makeWorkspace } from "./workspace.ts";

function cut(text: string, start?: number, end?: number): string {
  return cutLines(new TextEncoder().encode(text), start, end);
}

Deno.test("cutLines() gives whole lines and says what is left out", async (t) => {
  const cases:
    readonly (readonly [string, string, number | undefined, number | undefined, string])[] = [
      ["whole", "a\nb\n", undefined, undefined, "a\nb\n"],
      ["whole by numbers", "a\nb", 1, 2, "a\nb"],
      ["end beyond the last", "a\nb\n", 1, 99, "a\nb\n"],
      ["from the second", "a\nb\nc\n", 2, undefined, "[lines 2 to 3 of 3]\nb\nc\n"],
      ["one line", "a\nb\nc\n", 2, 2, "[lines 2 to 2 of 3]\nb\n"],
      ["last without newline", "a\nb\nc", 3, 3, "[lines 3 to 3 of 3]\nc"],
      ["beyond the end", "a\nb\n", 3, undefined, "[the file has 2 lines; there is no line 3]"],
      ["empty", "", undefined, undefined, "[empty file]"],
      ["CRLF", "a\r\nb\r\n", 1, 1, "[lines 1 to 1 of 2]\na\r\n"],
      ["byte order mark", "\ufeffa\n", undefined, undefined, "\ufeffa\n"],
    ];
  for (const [name, text, start, end, wanted] of cases) {
    await t.step(name, () => assertEquals(cut(text, start, end), wanted));
  }
});

Deno.test("cutLines() of a long file goes on where it stopped, to the last line", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}`);
  const text = lines.join("\n") + "\n";
  const read: string[] = [];
  let start: number | undefined = 1;
  for (let part = 0; start !== undefined && part < 20; part++) {
    const shown = cut(text, start);
    assert(new TextEncoder().encode(shown).length <= MAX_RESULT_BYTES);
    read.push(shown.slice(shown.indexOf("\n") + 1));
    const next = /go on with start_line (\d+)/.exec(shown.split("\n")[0] ?? "");
    start = next === null ? undefined : Number(next[1]);
  }
  assertEquals(read.join(""), text);
});

Deno.test("cutLines() caps one endless line and goes on behind it", () => {
  const text = `${"é".repeat(100_000)}\nnext\n`;
  const shown = cut(text);
  assertStringIncludes(shown, "[lines 1 to 1 of 2; go on with start_line 2]");
  assertStringIncludes(shown, "more bytes left out]");
  assertEquals(cut(text, 2), "[lines 2 to 2 of 2]\nnext\n");
});

Deno.test("read_file gives the text as it is", async () => {
  await using ws = await makeWorkspace();
  await ws.write("d/a.txt", "uno\ndos\n");
  assertEquals(await ws.call(readFileTool, { path: "d/a.txt" }), {
    success: true,
    content: "uno\ndos\n",
    path: "d/a.txt",
  });
  const range = { path: "d/a.txt", start_line: 2, end_line: null };
  assertEquals((await ws.call(readFileTool, range)).content, "[lines 2 to 2 of 2]\ndos\n");
});

Deno.test("read_file describes what is no text in UTF-8", async () => {
  await using ws = await makeWorkspace();
  await ws.write("bin", new Uint8Array([1, 0, 2]));
  assertEquals(
    (await ws.call(readFileTool, { path: "bin" })).content,
    "[binary file: 3 bytes, sha256 16305a6b2292e931665a34089864ee3fcc24171c81551f152cf4d1db0dd6122d]",
  );
  await ws.write("latin1", new Uint8Array([0x61, 0xf1, 0x62, 10]));
  assertEquals(
    (await ws.call(readFileTool, { path: "latin1" })).content,
    "[lines 1 to 1 of 1; bytes that are not UTF-8 are shown as \ufffd]\na\ufffdb\n",
  );
});

Deno.test("read_file refuses what would hang, leak or not end", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("folder/x", "");
  await Deno.symlink("/dev/zero", `${ws.path}/zero`);
  await Deno.symlink("/proc/self/environ", `${ws.path}/environ`);
  await new Deno.Command("mkfifo", { args: [`${ws.path}/fifo`] }).output();
  await ws.write(".architect/sessions/s.json", "{}");
  const sparse = await Deno.open(`${ws.path}/huge`, { write: true, create: true });
  await sparse.truncate(10 ** 11);
  sparse.close();
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ path: "none" }, "no such file"],
    [{ path: "folder" }, "use list_files"],
    [{ path: "zero" }, "out of the workspace"],
    [{ path: "environ" }, "out of the workspace"],
    [{ path: "fifo" }, "pipe"],
    [{ path: "huge" }, "larger than"],
    [{ path: ".architect/sessions/s.json" }, "closed"],
    [{ path: "a", start_line: 0 }, '"start_line"'],
    [{ path: "a", start_line: 1.5 }, '"start_line"'],
    [{ path: "a", start_line: 3, end_line: 2 }, "the end is first"],
  ];
  for (const [args, reason] of cases) {
    await t.step(JSON.stringify(args), async () => {
      const message = await ws.refuses(readFileTool, args);
      assertStringIncludes(message, reason);
      assert(!message.includes(ws.path), message);
    });
  }
});

Deno.test("read_file refuses a file that was swapped for a symlink after prepare", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "a");
  const call = await readFileTool.prepare({ path: "a.txt" }, ws.context);
  await Deno.remove(`${ws.path}/a.txt`);
  await Deno.symlink(`${ws.outside}/secret.txt`, `${ws.path}/a.txt`);
  const error = await call.run().then(() => null, (reason: unknown) => reason);
  assert(error instanceof Error);
  assertStringIncludes(error.message, "out of the workspace");
});
