import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { grepTool, searchCodeTool } from "../../src/tools/search_code.ts";
import { prepareSearch } from "../../src/tools/search_files.ts";
import { verbatim } from "../../src/text.ts";
import { makeWorkspace } from "./workspace.ts";

Deno.test("search_code finds lines with those around them", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("a.ts", "one\ntwo\nthree\nfour\nfive\nsix\nseven\nTwo\n");
  await ws.write("b/c.py", "two\r\nend\r\n");
  await ws.write("b/bin", new Uint8Array([0x74, 0x77, 0x6f, 0]));
  await ws.write(".git/x", "two");
  await ws.write(".architect/x", "two");
  await ws.write("node_modules/x", "two");
  await Deno.symlink(`${ws.outside}/secret.txt`, `${ws.path}/link`);
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ pattern: "^two$", context_lines: 0 }, "a.ts:2:two\nb/c.py:1:two"],
    [
      { pattern: "two", context_lines: 1 },
      "a.ts-1-one\na.ts:2:two\na.ts-3-three\n--\nb/c.py:1:two\nb/c.py-2-end",
    ],
    [
      { pattern: "two", path: "a.ts", context_lines: 1, case_sensitive: false },
      "a.ts-1-one\na.ts:2:two\na.ts-3-three\n--\na.ts-7-seven\na.ts:8:Two",
    ],
    [
      { pattern: "t(wo|hree)", path: "a.ts", context_lines: 1 },
      "a.ts-1-one\na.ts:2:two\na.ts:3:three\na.ts-4-four",
    ],
    [{ pattern: "two", file_pattern: "*.py", context_lines: 0 }, "b/c.py:1:two"],
    [{ pattern: "two", path: "b", context_lines: 0 }, "b/c.py:1:two"],
    [
      { pattern: "e", path: "a.ts", context_lines: 0, max_results: 2 },
      "a.ts:1:one\na.ts:3:three\n[more than 2 matching lines]",
    ],
    [{ pattern: "outside" }, "[no line matches]"],
    [{ pattern: "two", path: "link" }, "out of the workspace"],
    [{ pattern: "two", path: "none" }, "nothing of that name"],
  ];
  for (const [args, wanted] of cases) {
    await t.step(JSON.stringify(args), async () => {
      const content = await ws.call(searchCodeTool, args).then((result) => result.content, String);
      if (content.startsWith("ToolError")) assertStringIncludes(content, wanted);
      else assertEquals(content, wanted);
    });
  }
});

Deno.test("grep takes the text literally", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "a.c\nabc\nA.C\n(x+)+$\n");
  const found = async (args: Record<string, unknown>) => (await ws.call(grepTool, args)).content;
  assertEquals(await found({ text: "a.c" }), "a.txt:1:a.c");
  assertEquals(await found({ text: "a.c", case_sensitive: false }), "a.txt:1:a.c\na.txt:3:A.C");
  assertEquals(await found({ text: "(x+)+$" }), "a.txt:4:(x+)+$");
  assertEquals(
    await found({ text: "a", max_results: 1 }),
    "a.txt:1:a.c\n[more than 1 matching lines]",
  );
  assertStringIncludes(await ws.refuses(grepTool, { text: "" }), "1 to");
  assertStringIncludes(await ws.refuses(grepTool, { text: "a\nb" }), "one line");
});

Deno.test("search_code refuses what cannot be matched in linear time", async (t) => {
  await using ws = await makeWorkspace();
  const patterns = [
    "(a)\\1",
    "(?=a)b",
    "(?<!a)b",
    "(",
    "",
    "a{1001}",
    "(a{1000}){3}",
    "a{1000}".repeat(10),
    "x".repeat(1001),
  ];
  for (const pattern of patterns) {
    await t.step(pattern.slice(0, 20), async () => {
      assertStringIncludes(await ws.refuses(searchCodeTool, { pattern }), "Cannot search");
    });
  }
});

Deno.test("search_code is not hung by a hostile pattern", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "a".repeat(200_000) + "!\n" + `${"a".repeat(50)}!\n`.repeat(2000));
  for (const pattern of ["(a+)+$", "(a|aa)+$", "(a|b?a)+$", "(.*)*x", "(a*)*(a*)*(a*)*$x"]) {
    await t.step(pattern, async () => {
      const start = performance.now();
      assertEquals((await ws.call(searchCodeTool, { pattern })).content, "[no line matches]");
      assert(performance.now() - start < 20_000);
    });
  }
  const pattern = `${"a?".repeat(200)}${"a".repeat(200)}$`;
  assertStringIncludes(
    (await ws.call(searchCodeTool, { pattern, max_results: 1 })).content,
    "[1 lines were searched in their first",
  );
});

Deno.test("search_code lets timers run meanwhile and is stopped by the signal", async () => {
  const controller = new AbortController();
  await using ws = await makeWorkspace(controller.signal);
  await ws.write("a.txt", `${"ab".repeat(20)}\n`.repeat(100_000));
  const call = await searchCodeTool.prepare({ pattern: "(a|b)*c" }, ws.context);
  let turns = 0;
  const timer = setInterval(() => {
    if (++turns === 2) controller.abort(new Error("stop"));
  }, 0);
  await assertRejects(() => call.run(), Error, "stop");
  clearInterval(timer);
});

Deno.test("search_code caps long lines and large results, and counts what it passes over", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", `${"x".repeat(100_000)}needle${"é".repeat(1000)}\n`);
  const { content } = await ws.call(searchCodeTool, { pattern: "needle", context_lines: 0 });
  assertEquals(content, `a.txt:1:${"x".repeat(400)}[...]`);
  await ws.write("b.txt", `needle ${"é".repeat(300)}\n`.repeat(1000));
  const args = { pattern: "needle", max_results: 1000 };
  assertStringIncludes((await ws.call(searchCodeTool, args)).content, "more bytes left out]");
  await Deno.remove(`${ws.path}/b.txt`);
  await ws.write("large", "needle".repeat(1_000_000));
  const { content: rest } = await ws.call(searchCodeTool, args);
  assertStringIncludes(rest, "[not searched: 1 files over 5 MiB]");
});

Deno.test("search_code reads no session through a hard link and opens no pipe", async () => {
  await using ws = await makeWorkspace();
  await ws.write(".architect/sessions/s.json", "needle");
  await Deno.link(`${ws.path}/.architect/sessions/s.json`, `${ws.path}/hard.json`);
  await new Deno.Command("mkfifo", { args: [`${ws.path}/fifo`] }).output();
  assertEquals((await ws.call(grepTool, { text: "needle" })).content, "[no line matches]");
  assertStringIncludes(await ws.refuses(grepTool, { text: "needle", path: "hard.json" }), "closed");
});

Deno.test("prepareSearch() ends in time with what it has, and says so", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a", "one\ntwo\n".repeat(50));
  await ws.write("b", "one\n");
  // Each line takes longer than a search yields after.
  const matches = (line: string) => {
    for (const until = performance.now() + 25; performance.now() < until;);
    return line === "one";
  };
  const search = { preview: verbatim, path: ".", filePattern: undefined, maxLine: 9, maxMs: 60 };
  const limits = { maxResults: 99, contextLines: 0 };
  const prepared = await prepareSearch({ ...search, ...limits, matches }, ws.context);
  const lines = (await prepared.run()).content.split("\n");
  assertEquals([lines[0], lines.at(-1)?.slice(0, 22)], ["a:1:one", "[stopped after 0.06 s;"]);
  assert(lines.length < 10, lines.join("\n"));
});
