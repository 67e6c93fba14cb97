/** What a tool cuts out of a text, or looks for in it, is the text without secrets. */

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { deleteFileTool } from "../../src/tools/delete_file.ts";
import { editFileTool } from "../../src/tools/edit_file.ts";
import { readFileTool } from "../../src/tools/read_file.ts";
import { grepTool, searchCodeTool } from "../../src/tools/search_code.ts";
import { createRunCommand } from "../../src/tools/shell.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { writeFileTool } from "../../src/tools/write_file.ts";
import { KEY_IN_USE, makeWorkspace } from "./workspace.ts";

const BODY = Array.from({ length: 20 }, (_, line) => `MIIE${line}`.padEnd(64, "Ab0/"));
const PEM = [
  `-----BEGIN ${"PRIVATE"} KEY-----`,
  ...BODY,
  `-----END ${"PRIVATE"} KEY-----`,
  "the line after it",
].join("\n");

Deno.test("a private key cannot be read or searched line by line", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("key.pem", PEM);
  const calls = [
    [readFileTool, { path: "key.pem", start_line: 3, end_line: 9 }],
    [readFileTool, { path: "key.pem", start_line: 21 }],
    [searchCodeTool, { pattern: "^[A-Za-z0-9+/]{64}$" }],
    [searchCodeTool, { pattern: "BEGIN", context_lines: 3 }],
    [grepTool, { text: "MIIE" }],
  ] as const;
  for (const [tool, args] of calls) {
    await t.step(JSON.stringify(args), async () => {
      const { content } = await ws.call(tool, args);
      assertEquals(content.includes("MIIE"), false, content);
    });
  }
  const { content } = await ws.call(readFileTool, { path: "key.pem", start_line: 23 });
  assertEquals(content, "[lines 23 to 23 of 23]\nthe line after it");
});

Deno.test("a key is not cut in two where a result is cut", async (t) => {
  await using ws = await makeWorkspace();
  const half = KEY_IN_USE.slice(0, 12);
  await t.step("a long line that was found", async () => {
    await ws.write("a.txt", `needle ${"x".repeat(380)}${KEY_IN_USE}`);
    const { content } = await ws.call(grepTool, { text: "needle" });
    assertEquals(content.includes(half), false, content);
  });
  await t.step("a file that is too long", async () => {
    await ws.write("b.txt", "x".repeat(64 * 1024 - 1024 - 15) + KEY_IN_USE);
    const { content } = await ws.call(readFileTool, { path: "b.txt" });
    assertEquals(content.includes(half), false);
  });
  await t.step("a command that says too much", async () => {
    const options = { timeoutSeconds: 30, allowed: [], env: [] };
    const command = createRunCommand({ ...options, environment: Deno.env.toObject() });
    const shown = Math.floor((32 * 1024 - 1024) / 2);
    const before = `head -c ${shown - 15} /dev/zero | tr '\\0' x`;
    const between = `head -c 900000 /dev/zero | tr '\\0' y`;
    const after = `head -c ${shown - 15} /dev/zero | tr '\\0' z`;
    const key = `printf '%s' '${KEY_IN_USE}'`;
    const { content } = await ws.call(command, {
      command: [before, key, between, key, after].join("; "),
    });
    for (const piece of [half, KEY_IN_USE.slice(-12)]) {
      assertEquals(content.includes(piece), false, content);
    }
    assertStringIncludes(content, "bytes left out");
    assertStringIncludes(content, "zzz");
  });
});

Deno.test("a search or an edit does not tell whether a guess at a key is right", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", `key ${KEY_IN_USE}\n`);
  const [right, wrong] = ["key correct h", "key correct x"];
  assertEquals(
    (await ws.call(grepTool, { text: right })).content,
    (await ws.call(grepTool, { text: wrong })).content,
  );
  const pattern = (guess: string) => `^(${guess}.*|key .redacted:api_key.)$`;
  assertEquals(
    (await ws.call(searchCodeTool, { pattern: pattern(right) })).content,
    (await ws.call(searchCodeTool, { pattern: pattern(wrong) })).content,
  );
  const edit = (old_str: string) =>
    ws.refuses(editFileTool, { path: "a.txt", old_str, new_str: "" });
  assertEquals(await edit(right), await edit(wrong));
  assertEquals(await ws.read("a.txt"), `key ${KEY_IN_USE}\n`);
});

Deno.test("a file with a secret in its name is not touched, also through a link", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write(`${KEY_IN_USE}.txt`, "a");
  await Deno.symlink(`${KEY_IN_USE}.txt`, `${ws.path}/link`);
  const calls = [
    [readFileTool, { path: "link" }],
    [grepTool, { text: "a", path: "link" }],
    [writeFileTool, { path: "link", content: "b" }],
    [deleteFileTool, { path: `${KEY_IN_USE}.txt` }],
  ] as const;
  for (const [tool, args] of calls) {
    await t.step(tool.name, async () => {
      const error = await assertRejects(() => tool.prepare(args, ws.context), ToolError);
      assertEquals(error.message.includes(KEY_IN_USE), false);
    });
  }
  assertEquals(await ws.read(`${KEY_IN_USE}.txt`), "a");
});

Deno.test("no file is made whose name holds a marker, or that Windows cannot have", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("aux.c", "old");
  await ws.write("nul/b.txt", "old");
  for (const path of ["[redacted:aws].txt", "aux.h", "con/a.txt", "a:b", "a.", "a\\b"]) {
    await t.step(path, async () => {
      assertStringIncludes(
        await ws.refuses(writeFileTool, { path, content: "x" }),
        "Cannot make",
      );
    });
  }
  await t.step("one that is there is changed", async () => {
    for (const path of ["aux.c", "nul/new.txt"]) {
      await ws.call(writeFileTool, { path, content: "new" });
      assertEquals(await ws.read(path), "new");
    }
  });
  assertEquals(await ws.names(), ["aux.c", "nul"]);
});
