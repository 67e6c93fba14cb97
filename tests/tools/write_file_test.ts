import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { sha256 } from "../../src/files/sha256.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { SPANISH } from "../../src/spanish.ts";
import { writeFileTool } from "../../src/tools/write_file.ts";
import { makeWorkspace } from "./workspace.ts";

function hash(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text));
}

Deno.test("write_file makes a file and its folders, in run and not before", async () => {
  await using ws = await makeWorkspace();
  const call = await writeFileTool.prepare({ path: "a/b/c.txt", content: "ñ\n" }, ws.context);
  assertEquals(await ws.names(), []);
  assertEquals(
    String(call.preview),
    "--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+ñ".replace("+++ /dev/null", "+++ a/b/c.txt"),
  );
  const result = await call.run();
  assertEquals(result, {
    success: true,
    content: "Created a/b/c.txt (3 bytes).",
    path: "a/b/c.txt",
    changed: { path: "a/b/c.txt", sha256: await hash("ñ\n"), bytes: 3 },
  });
  assertEquals(await ws.read("a/b/c.txt"), "ñ\n");
  assertEquals(await ws.names("a/b"), ["c.txt"]);
});

Deno.test("write_file says when a file would stay as it is", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "same\n");
  for (const [content, stays] of [["same\n", true], ["Same\n", false], ["same", false]] as const) {
    await t.step(JSON.stringify(content), async () => {
      const call = await writeFileTool.prepare({ path: "a.txt", content }, ws.context);
      const preview = String(call.preview);
      assertEquals(preview === "a.txt stays as it is", stays, preview);
    });
  }
});

Deno.test("write_file marks what it is about to leave", async () => {
  await using ws = await makeWorkspace();
  await ws.write("d/a.txt", "old");
  const call = await writeFileTool.prepare({ path: "d/a.txt", content: "new" }, ws.context);
  const { temp, ...mark } = call.mark!;
  assertMatch(temp!, /^d\/\.a\.txt\.architect-[0-9a-f]{6}\.tmp$/);
  assertEquals(mark, {
    path: "d/a.txt",
    before: await hash("old"),
    after: await hash("new"),
    bytes: 3,
    result: "Wrote d/a.txt (3 bytes).",
  });
  assertEquals((await call.run()).content, mark.result);
});

Deno.test("write_file appends", async () => {
  await using ws = await makeWorkspace();
  const args = { path: "a.txt", content: "one\n", mode: "append" };
  assertEquals((await ws.call(writeFileTool, args)).content, "Created a.txt (4 bytes).");
  assertEquals(
    (await ws.call(writeFileTool, args)).content,
    "Appended 4 bytes to a.txt (now 8 bytes).",
  );
  assertEquals(await ws.read("a.txt"), "one\none\n");
  await ws.write("b.bin", new Uint8Array([0xff, 0]));
  await ws.call(writeFileTool, { path: "b.bin", content: "x", mode: "append" });
  assertEquals(await Deno.readFile(`${ws.path}/b.bin`), new Uint8Array([0xff, 0, 0x78]));
});

Deno.test(
  "write_file keeps the mode and the umask",
  { ignore: Deno.build.os === "windows" },
  async () => {
    await using ws = await makeWorkspace();
    await ws.write("run.sh", "old");
    await Deno.chmod(`${ws.path}/run.sh`, 0o750);
    await ws.call(writeFileTool, { path: "run.sh", content: "new" });
    assertEquals((await Deno.stat(`${ws.path}/run.sh`)).mode! & 0o7777, 0o750);
    const before = Deno.umask(0o077);
    try {
      await ws.call(writeFileTool, { path: "private", content: "x" });
    } finally {
      Deno.umask(before);
    }
    assertEquals((await Deno.stat(`${ws.path}/private`)).mode! & 0o7777, 0o600);
    const open = Deno.umask(0);
    try {
      await ws.call(writeFileTool, { path: "public", content: "x" });
    } finally {
      Deno.umask(open);
    }
    assertEquals((await Deno.stat(`${ws.path}/public`)).mode! & 0o7777, 0o644);
  },
);

Deno.test("write_file writes through a symlink that stays inside", async () => {
  await using ws = await makeWorkspace();
  await ws.write("real.txt", "old");
  await Deno.symlink("real.txt", `${ws.path}/link.txt`);
  assertEquals(
    (await ws.call(writeFileTool, { path: "link.txt", content: "new" })).path,
    "real.txt",
  );
  assertEquals(await ws.read("real.txt"), "new");
  assertEquals((await Deno.lstat(`${ws.path}/link.txt`)).isSymlink, true);
});

Deno.test("write_file refuses what is no place for a file", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("folder/x", "");
  await ws.write(".git/config", "");
  await ws.write("locked.txt", "");
  await Deno.chmod(`${ws.path}/locked.txt`, 0o444);
  await Deno.symlink(ws.outside, `${ws.path}/out`);
  const cases: readonly (readonly [string, string])[] = [
    ["folder", "it is a folder"],
    ["folder/x/y", "is a file"],
    [".git/hooks/pre-commit", ".git"],
    [".GIT/config", ".git"],
    ["sub/.git", ".git"],
    [".g\u200cit/hooks/x", ".git"],
    ["locked.txt", "read-only"],
    ["out/secret.txt", "out of the workspace"],
    ["../outside/new.txt", "out of the workspace"],
    [".architect/config.yaml", "closed"],
  ];
  for (const [path, reason] of cases) {
    await t.step(path, async () => {
      assertStringIncludes(await ws.refuses(writeFileTool, { path, content: "x" }), reason);
    });
  }
  assertEquals(await Deno.readTextFile(`${ws.outside}/secret.txt`), "outside secret");
  assertEquals((await Array.fromAsync(Deno.readDir(ws.outside))).length, 1);
});

Deno.test("write_file does nothing when the file is no longer as prepare saw it", async (t) => {
  const args = { path: "d/a.txt", content: "new" };
  await t.step("changed", async () => {
    await using ws = await makeWorkspace();
    await ws.write("d/a.txt", "old");
    const call = await writeFileTool.prepare(args, ws.context);
    await ws.write("d/a.txt", "other");
    await assertRejects(() => call.run(), ToolError, "changed meanwhile");
    assertEquals(await ws.read("d/a.txt"), "other");
    assertEquals(await ws.names("d"), ["a.txt"]);
  });
  await t.step("made", async () => {
    await using ws = await makeWorkspace();
    const call = await writeFileTool.prepare(args, ws.context);
    await ws.write("d/a.txt", "other");
    await assertRejects(() => call.run(), ToolError, "changed meanwhile");
    assertEquals(await ws.read("d/a.txt"), "other");
  });
  await t.step("folder swapped for a symlink that leads out", async () => {
    await using ws = await makeWorkspace();
    await ws.write("d/a.txt", "old");
    await Deno.writeTextFile(`${ws.outside}/a.txt`, "old");
    const call = await writeFileTool.prepare(args, ws.context);
    await Deno.remove(`${ws.path}/d`, { recursive: true });
    await Deno.symlink(ws.outside, `${ws.path}/d`);
    await assertRejects(() => call.run(), ToolError, "out of the workspace");
    assertEquals(await Deno.readTextFile(`${ws.outside}/a.txt`), "old");
  });
  await t.step("missing folder made as a symlink that leads out", async () => {
    await using ws = await makeWorkspace();
    const call = await writeFileTool.prepare(args, ws.context);
    await Deno.symlink(ws.outside, `${ws.path}/d`);
    await assertRejects(() => call.run(), ToolError, "out of the workspace");
    assertEquals((await Array.fromAsync(Deno.readDir(ws.outside))).length, 1);
  });
  await t.step("folder swapped for a symlink inside", async () => {
    await using ws = await makeWorkspace();
    await ws.write("d/a.txt", "old");
    await ws.write("e/a.txt", "old");
    const call = await writeFileTool.prepare(args, ws.context);
    await Deno.remove(`${ws.path}/d`, { recursive: true });
    await Deno.symlink("e", `${ws.path}/d`);
    await assertRejects(() => call.run(), ToolError, "changed meanwhile");
    assertEquals(await ws.read("e/a.txt"), "old");
  });
});

Deno.test("write_file refuses a redaction marker that the file does not hold", async () => {
  await using ws = await makeWorkspace();
  const content = "KEY=[redacted:openai]";
  assertStringIncludes(await ws.refuses(writeFileTool, { path: "a", content }), "marker");
  await ws.write("doc.md", "see [redacted:openai]");
  await ws.call(writeFileTool, { path: "doc.md", content });
  assertEquals(await ws.read("doc.md"), content);
  const more = { path: "doc.md", content, mode: "append" };
  assertStringIncludes(await ws.refuses(writeFileTool, more), "marker");
});

Deno.test("write_file stops when the signal is aborted", async () => {
  const controller = new AbortController();
  await using ws = await makeWorkspace(controller.signal);
  const call = await writeFileTool.prepare({ path: "a", content: "x" }, ws.context);
  controller.abort(new Error("stop"));
  await assertRejects(() => call.run(), Error, "stop");
  assertEquals(await ws.names(), []);
});

Deno.test("write_file takes the longest names and lone surrogates", async () => {
  await using ws = await makeWorkspace();
  const name = "ñ".repeat(127);
  await ws.call(writeFileTool, { path: name, content: "a\ud800b" });
  assertEquals(await ws.read(name), "a\ufffdb");
});

Deno.test("write_file says which arguments are wrong", async (t) => {
  await using ws = await makeWorkspace();
  const cases: readonly (readonly [unknown, string])[] = [
    [null, "an object was expected"],
    [[], "an object was expected"],
    [{}, '"path" is missing'],
    [{ path: "a" }, '"content" is missing'],
    [{ path: 1, content: "" }, '"path"'],
    [{ path: "a", content: null }, '"content"'],
    [{ path: "a", content: "", mode: "w" }, '"mode"'],
    [{ path: "a", content: "", extra: 1 }, '"extra" is unknown'],
    [JSON.parse('{"path":"a","content":"","__proto__":{}}'), '"__proto__" is unknown'],
  ];
  for (const [args, reason] of cases) {
    await t.step(JSON.stringify(args), async () => {
      const message = await ws.refuses(writeFileTool, args);
      assertStringIncludes(message, reason);
      assertStringIncludes(message, "{path: string, content: string, mode?: overwrite|append}");
    });
  }
  assertEquals(await ws.names(), []);
});

Deno.test("write_file works out no diff that nobody is shown", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a", "a\n".repeat(3_000_000));
  const start = performance.now();
  const args = { path: "a", content: "b\n".repeat(3_000_000) };
  await (await writeFileTool.prepare(args, ws.context)).run();
  const elapsed = performance.now() - start;
  assert(elapsed < 1500, `${elapsed} ms`);
});

Deno.test("write_file shows what is no text as a line of its diff, in any language", async (t) => {
  const binary = "\0\u0001";
  const cases: readonly (readonly [string, string | null, string, string])[] = [
    ["a new one", null, binary, "--- /dev/null\n+++ a\n@@ -0,0 +1 @@\n+(no es texto: 2 bytes)"],
    [
      "a text becomes one",
      "(not a text: 2 bytes)\nb\n",
      `${binary}\0`,
      "--- a\n+++ a\n@@ -1,2 +1 @@\n" +
      "-(not a text: 2 bytes)\n-b\n+(no es texto: 3 bytes)",
    ],
    [
      "one becomes a text",
      binary,
      "{0} (not a text: 2 bytes)\n",
      "--- a\n+++ a\n@@ -1 +1 @@\n" +
      "-(no es texto: 2 bytes)\n+{0} (not a text: 2 bytes)",
    ],
    [
      "one becomes another",
      binary,
      `${binary}\0`,
      "--- a\n+++ a\n@@ -1 +1 @@\n" +
      "-(no es texto: 2 bytes)\n+(no es texto: 3 bytes)",
    ],
  ];
  for (const [name, before, content, expected] of cases) {
    await t.step(name, async () => {
      await using ws = await makeWorkspace();
      if (before !== null) await ws.write("a", before);
      const { preview } = await writeFileTool.prepare({ path: "a", content }, ws.context);
      assertEquals(preview.in(SPANISH), expected);
      assertEquals(String(preview), expected.replaceAll("no es texto", "not a text"));
    });
  }
});
