import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { deleteFileTool } from "../../src/tools/delete_file.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { makeWorkspace } from "./workspace.ts";

Deno.test("delete_file deletes one file and marks it", async () => {
  await using ws = await makeWorkspace();
  await ws.write("d/a.txt", "old\n");
  const call = await deleteFileTool.prepare({ path: "d/a.txt" }, ws.context);
  assertEquals([call.mark?.after, call.mark?.temp, call.mark?.bytes], [null, null, 0]);
  assertEquals(String(call.preview), "--- d/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old");
  const result = await call.run();
  assertEquals(result.content, call.mark?.result);
  assertEquals(result.changed, { path: "d/a.txt", sha256: null, bytes: 0 });
  assertEquals(await ws.names("d"), []);
});

Deno.test("delete_file refuses what is no file", async () => {
  await using ws = await makeWorkspace();
  await ws.write("d/a.txt", "a");
  await Deno.symlink("d/a.txt", `${ws.path}/link`);
  for (
    const [path, reason] of [["d", "folder"], ["none", "no such file"], ["link", "symbolic link"]]
  ) {
    assertStringIncludes(await ws.refuses(deleteFileTool, { path }), reason!);
  }
  assertEquals(await ws.names(), ["d", "link"]);
});

Deno.test("delete_file leaves a file that changed meanwhile", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "a");
  const call = await deleteFileTool.prepare({ path: "a.txt" }, ws.context);
  await ws.write("a.txt", "b");
  await assertRejects(() => call.run(), ToolError, "changed meanwhile");
  assertEquals(await ws.read("a.txt"), "b");
});
