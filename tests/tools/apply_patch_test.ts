import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { applyPatchTool } from "../../src/tools/apply_patch.ts";
import { diffLines } from "../../src/tools/diff_lines.ts";
import { applyPatch, parsePatch, PatchError } from "../../src/tools/unified_patch.ts";
import { makeWorkspace } from "./workspace.ts";

function apply(text: string, patch: string): string {
  return applyPatch(text, parsePatch(patch));
}

const TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

Deno.test("applyPatch() applies what fits", async (t) => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["one hunk", "a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nB\nc\n"],
    [
      "git header",
      "a\n",
      "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@ f()\n-a\n+b\n",
      "b\n",
    ],
    [
      "two hunks",
      TEN,
      "@@ -1,2 +1,3 @@\n 1\n+1a\n 2\n@@ -9,2 +10,2 @@\n 9\n-10\n+X\n",
      "1\n1a\n2\n3\n4\n5\n6\n7\n8\n9\nX\n",
    ],
    [
      "a few lines off",
      `x\ny\n${TEN}`,
      "@@ -4,2 +4,2 @@\n 4\n-5\n+V\n",
      `x\ny\n${TEN.replace("5", "V")}`,
    ],
    ["nearest of two", "a\nb\na\nb\na\nb\n", "@@ -3,2 +3,2 @@\n a\n-b\n+c\n", "a\nb\na\nc\na\nb\n"],
    ["insertion without context", "a\nb\n", "@@ -1,0 +2 @@\n+x\n", "a\nx\nb\n"],
    ["new file", "", "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"],
    ["no newline, new", "a\n", "@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", "b"],
    ["no newline, old", "a", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", "b\n"],
    [
      "no newline, both",
      "a",
      "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
      "b",
    ],
    ["added after a last line without newline", "a", "@@ -1 +1,2 @@\n a\n+b\n", "a\nb\n"],
    ["removed line that looks like a header", "-- a\nb\n", "@@ -1,2 +1 @@\n--- a\n b\n", "b\n"],
    ["added line that looks like a header", "b\n", "@@ -1 +1,2 @@\n+++ a\n b\n", "++ a\nb\n"],
    [
      "empty context line without its space",
      "a\n\nb\n",
      "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n",
      "a\n\nc\n",
    ],
    ["CRLF file, LF patch", "a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\n-b\n+x\n+y\n", "a\r\nx\r\ny\r\n"],
    ["CRLF file, CRLF patch", "a\r\nb\r\n", "@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+x\r\n", "a\r\nx\r\n"],
    ["no final newline of the patch", "a\n", "@@ -1 +1 @@\n-a\n+b", "b\n"],
    ["everything removed", "a\n", "@@ -1 +0,0 @@\n-a\n", ""],
  ];
  for (const [name, before, patch, after] of cases) {
    await t.step(name, () => assertEquals(apply(before, patch), after));
  }
});

Deno.test("applyPatch() names the hunk and the line that does not fit", async (t) => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["no hunk", "a\n", "--- a\n+++ b\n", "no hunk"],
    ["not a patch", "a\n", "hello", "no hunk"],
    [
      "context",
      "a\nb\n",
      "@@ -1,2 +1,2 @@\n a\n-x\n+c\n",
      'hunk 1 does not fit: line 2 was expected to be "x", and is "b"',
    ],
    [
      "white space",
      "a\n  b\n",
      "@@ -1,2 +1,2 @@\n a\n- b\n+c\n",
      'expected to be " b", and is "  b"',
    ],
    [
      "second hunk",
      TEN,
      "@@ -1 +1 @@\n-1\n+x\n@@ -5 +5 @@\n-6x\n+y\n",
      "hunk 2 does not fit: line 5",
    ],
    ["past the end", "a\n", "@@ -5 +5 @@\n-b\n+c\n", "after the end of the file"],
    ["too far away", "x\n".repeat(200) + "b\n", "@@ -1 +1 @@\n-b\n+c\n", "hunk 1 does not fit"],
    ["overlap", TEN, "@@ -1,2 +1,2 @@\n 1\n-2\n+x\n@@ -2 +2 @@\n-2\n+y\n", "hunk 2"],
    ["fewer lines than promised", "a\n", "@@ -1,3 +1,3 @@\n-a\n+b\n", "promises 3 old and 3 new"],
    [
      "more lines than promised",
      "a\nb\n",
      "@@ -1 +1 @@\n-a\n+c\n b\n",
      "more lines than the 1 old",
    ],
    [
      "two files",
      "a\n",
      "@@ -1 +1 @@\n-a\n+b\n--- c\n+++ c\n@@ -1 +1 @@\n-a\n+b\n",
      "a second file begins",
    ],
    [
      "newline where none is wanted",
      "a\n",
      "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n",
      "without a line break",
    ],
    ["bad header", "a\n", "@@ nonsense @@\n-a\n+b\n", "was expected"],
    ["begins with a backslash", "a\n", "@@ -1 +1 @@\n\\ No newline\n-a\n+b\n", 'begins with "\\"'],
  ];
  for (const [name, before, patch, reason] of cases) {
    await t.step(name, () => {
      const error = assertThrows(() => apply(before, patch), PatchError);
      assertStringIncludes(error.message, reason);
    });
  }
});

function randomTexts(count: number): [string, string][] {
  let seed = 42;
  const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const text = () => {
    const lines = Array.from(
      { length: next(30) },
      () => ["a", "b", "c", "", "-- x", "++ y", "é"][next(7)],
    );
    return lines.join("\n") + (next(4) === 0 ? "" : "\n");
  };
  return Array.from({ length: count }, () => {
    const before = text();
    const lines = before.split("\n");
    for (let edits = 1 + next(4); edits > 0; edits--) {
      lines.splice(next(lines.length + 1), next(3), ...["new", "b"].slice(next(3)));
    }
    return [before, lines.join("\n")];
  });
}

Deno.test("applyPatch() undoes what diffLines() shows", () => {
  for (const [before, after] of randomTexts(500)) {
    if (before !== after) assertEquals(apply(before, `${diffLines("x", before, after)}\n`), after);
  }
});

Deno.test("diffLines() shows a large rewrite whole", () => {
  const before = "old\n".repeat(3000);
  const after = "new\n".repeat(3000);
  assertEquals(apply(before, diffLines("x", before, after)), after);
});

const hasDiff = await new Deno.Command("sh", { args: ["-c", "command -v diff"], stdout: "null" })
  .output().then(({ success }) => success, () => false);

Deno.test("applyPatch() undoes what diff -u writes", { ignore: !hasDiff }, async () => {
  await using ws = await makeWorkspace();
  for (const [before, after] of randomTexts(60)) {
    await ws.write("before", before);
    await ws.write("after", after);
    const { stdout } = await new Deno.Command("diff", {
      args: ["-u", "before", "after"],
      cwd: ws.path,
    }).output();
    if (stdout.length > 0) assertEquals(apply(before, new TextDecoder().decode(stdout)), after);
  }
});

Deno.test("apply_patch patches, makes and refuses files", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "a\nb\n");
  const call = await applyPatchTool.prepare(
    { path: "a.txt", patch: "@@ -2 +2 @@\n-b\n+c\n" },
    ws.context,
  );
  assertEquals(await ws.read("a.txt"), "a\nb\n");
  const result = await call.run();
  assertEquals(result.content, "Patched a.txt (1 hunk, now 4 bytes).");
  assertEquals(result.content, call.mark?.result);
  assertEquals(await ws.read("a.txt"), "a\nc\n");

  const made = { path: "new/b.txt", patch: "--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+x\n" };
  await ws.call(applyPatchTool, made);
  assertEquals(await ws.read("new/b.txt"), "x\n");
  assertStringIncludes(await ws.refuses(applyPatchTool, made), "which exists");
  const none = { path: "none.txt", patch: "@@ -1 +1 @@\n-a\n+b\n" };
  assertStringIncludes(await ws.refuses(applyPatchTool, none), "no such file");
  const gone = { path: "a.txt", patch: "--- a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-c\n" };
  assertStringIncludes(await ws.refuses(applyPatchTool, gone), "use delete_file");
  await ws.write("latin1", new Uint8Array([0xf1, 10]));
  const latin1 = { path: "latin1", patch: "@@ -1 +1 @@\n-\ufffd\n+b\n" };
  assertStringIncludes(await ws.refuses(applyPatchTool, latin1), "not a text in UTF-8");
  const marker = { path: "a.txt", patch: "@@ -1 +1 @@\n-a\n+[redacted:aws]\n" };
  assertStringIncludes(await ws.refuses(applyPatchTool, marker), "marker");
});
