import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { compileGlob } from "../../src/tools/glob.ts";
import { findFilesTool, listFilesTool } from "../../src/tools/list_files.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { makeWorkspace, type Workspace } from "./workspace.ts";

async function makeTree(): Promise<Workspace> {
  const ws = await makeWorkspace();
  for (
    const name of [
      ...["README.md", "src/b.ts", "src/a.ts", "src/deep/c.test.ts", "src/deep/d.js"],
      ...["node_modules/x/index.js", ".git/config", ".architect/sessions/s.json", ".env"],
      "odd/line\nbreak.ts",
    ]
  ) await ws.write(name, name);
  await Deno.symlink(ws.outside, `${ws.path}/out`);
  await Deno.symlink("../src", `${ws.path}/src/loop`);
  return ws;
}

Deno.test("list_files lists a folder", async (t) => {
  await using ws = await makeTree();
  const cases: readonly (readonly [Record<string, unknown>, string[]])[] = [
    [{}, [".env", "README.md", "odd/", "out@", "src/"]],
    [{ path: "src" }, ["src/a.ts", "src/b.ts", "src/deep/", "src/loop@"]],
    [{ path: "src", recursive: true }, [
      ...["src/a.ts", "src/b.ts", "src/deep/", "src/deep/c.test.ts", "src/deep/d.js", "src/loop@"],
    ]],
    [{ path: "src", pattern: "*.ts" }, ["src/a.ts", "src/b.ts"]],
    [{ path: "odd" }, ['"odd/line\\nbreak.ts"']],
    [{ path: "src", pattern: "*.rb" }, ["[nothing found]"]],
  ];
  for (const [args, wanted] of cases) {
    await t.step(JSON.stringify(args), async () => {
      assertEquals((await ws.call(listFilesTool, args)).content.split("\n"), wanted);
    });
  }
});

Deno.test("find_files finds by name or path", async (t) => {
  await using ws = await makeTree();
  const cases: readonly (readonly [Record<string, unknown>, string[]])[] = [
    [{ pattern: "*.test.ts" }, ["src/deep/c.test.ts"]],
    [{ pattern: "src/*.ts" }, ["src/a.ts", "src/b.ts"]],
    [{ pattern: "**/*.js" }, ["src/deep/d.js"]],
    [{ pattern: "./src/**/*.ts" }, ["src/a.ts", "src/b.ts", "src/deep/c.test.ts"]],
    [{ pattern: "**/*.ts", path: "src/deep" }, ["src/deep/c.test.ts"]],
    [{ pattern: "{README,NOTES}.*" }, ["README.md"]],
    [{ pattern: "*.json" }, ["[nothing found]"]],
    [{ pattern: "index.js" }, ["[nothing found]"]],
    [{ pattern: "secret.txt" }, ["[nothing found]"]],
  ];
  for (const [args, wanted] of cases) {
    await t.step(JSON.stringify(args), async () => {
      assertEquals((await ws.call(findFilesTool, args)).content.split("\n"), wanted);
    });
  }
});

Deno.test("find_files and list_files refuse what is no folder inside", async () => {
  await using ws = await makeTree();
  for (
    const [path, reason] of [["out", "out of"], ["none", "no such"], ["README.md", "a file"], [
      ".architect",
      "closed",
    ]]
  ) {
    assertStringIncludes(await ws.refuses(findFilesTool, { pattern: "*", path }), reason!);
    assertStringIncludes(await ws.refuses(listFilesTool, { path }), reason!);
  }
});

Deno.test("list_files marks where a long listing is cut", async () => {
  await using ws = await makeWorkspace();
  for (let index = 0; index < 1001; index++) {
    await Deno.create(`${ws.path}/${index}`).then((file) => file.close());
  }
  const lines = (await ws.call(listFilesTool, {})).content.split("\n");
  assertEquals(lines.length, 1001);
  assertStringIncludes(lines.at(-1)!, "[more than 1000");
});

Deno.test("list_files goes into folders nested hundreds deep", async () => {
  await using ws = await makeWorkspace();
  const deep = Array.from({ length: 500 }, () => "d").join("/");
  await ws.write(`${deep}/end.txt`, "");
  const { content } = await ws.call(findFilesTool, { pattern: "end.txt" });
  assertEquals(content, `${deep}/end.txt`);
});

Deno.test("list_files sees nothing in a folder that was swapped for a symlink", async () => {
  await using ws = await makeTree();
  const call = await listFilesTool.prepare({ path: "odd" }, ws.context);
  await Deno.remove(`${ws.path}/odd`, { recursive: true });
  await Deno.symlink(ws.outside, `${ws.path}/odd`);
  assertEquals((await call.run()).content, "[nothing found]");
});

Deno.test("find_files stops when the signal is aborted", async () => {
  const controller = new AbortController();
  await using ws = await makeWorkspace(controller.signal);
  await ws.write("a", "");
  const call = await findFilesTool.prepare({ pattern: "*" }, ws.context);
  const running = call.run();
  controller.abort(new Error("stop"));
  await assertRejects(() => running, Error, "stop");
});

Deno.test("compileGlob() refuses what is not matched in linear time", () => {
  for (const pattern of ["!(a)", "", "x".repeat(501)]) {
    let message = "";
    try {
      compileGlob(pattern);
    } catch (error) {
      assert(error instanceof ToolError);
      message = error.message;
    }
    assertStringIncludes(message, "Cannot use pattern");
  }
});

Deno.test("compileGlob() does not hang on hostile patterns", async (t) => {
  const patterns = [
    "*a".repeat(200),
    "**/".repeat(150) + "x",
    "+(a|aa)+(a|aa)+(a|aa)b",
    "*(*(*(*(a))))b",
    "{a,{a,{a,a}}}*".repeat(30),
    "[".repeat(400),
  ];
  const path = `${"a".repeat(2000)}/${"a/".repeat(500)}`;
  for (const pattern of patterns) {
    await t.step(pattern.slice(0, 30), () => {
      const start = performance.now();
      try {
        compileGlob(pattern)(path);
        compileGlob(`${pattern}/x`)(path);
      } catch (error) {
        assert(error instanceof ToolError, String(error));
      }
      assert(performance.now() - start < 5000);
    });
  }
});
