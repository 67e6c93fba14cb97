import { assertEquals, assertRejects } from "@std/assert";
import { readBundleFile } from "../../src/commands/bundle_file.ts";
import { ArchitectError } from "../../src/errors.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("readBundleFile() reads no more than any bundle has", async (t) => {
  await withWorkspace(async (workspace) => {
    await Deno.writeTextFile(`${workspace}/a`, "12345");
    const cases: [string, (maxBytes: number) => Promise<Uint8Array>][] = [
      ["of a file", (maxBytes) => readBundleFile("a", { workspace, maxBytes })],
      ["of stdin", (maxBytes) => {
        const stdin = new Blob(["12", "345"]).stream();
        return readBundleFile("-", { workspace, stdin, maxBytes });
      }],
    ];
    for (const [name, read] of cases) {
      await t.step(name, async () => {
        assertEquals(new TextDecoder().decode(await read(5)), "12345");
        const error = await assertRejects(() => read(4), ArchitectError, "larger than any bundle");
        assertEquals([error.code, error.exitCode], ["session_too_large", 6]);
      });
    }
  });
});
