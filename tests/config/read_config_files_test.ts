import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { readConfigFiles } from "../../src/config/read_config_files.ts";
import { ArchitectError } from "../../src/errors.ts";
import { withWorkspace } from "../support/workspace.ts";

const OWN = ".architect/config.yaml";

async function writeOwn(workspace: string, text: string): Promise<void> {
  await Deno.mkdir(join(workspace, ".architect"), { recursive: true });
  await Deno.writeTextFile(join(workspace, OWN), text);
}

Deno.test("readConfigFiles() gives none where there is none", async () => {
  await withWorkspace(async (workspace) => {
    assertEquals(await readConfigFiles(workspace), []);
  });
});

Deno.test("readConfigFiles() puts the file that -c names last, and trusts it alone", async () => {
  await withWorkspace(async (workspace) => {
    await writeOwn(workspace, "language: en");
    await Deno.writeTextFile(join(workspace, "ci.yaml"), "\ufefflanguage: es");
    assertEquals(await readConfigFiles(workspace, "ci.yaml"), [
      { name: OWN, text: "language: en", trusted: false },
      { name: "ci.yaml", text: "language: es", trusted: true },
    ]);
  });
});

Deno.test("readConfigFiles() trusts .architect/config.yaml when -c names it", async () => {
  await withWorkspace(async (workspace) => {
    await writeOwn(workspace, "language: en");
    const files = await readConfigFiles(workspace, OWN);
    assertEquals(files, [{ name: OWN, text: "language: en", trusted: true }]);
  });
});

Deno.test("readConfigFiles() says why a file cannot be read", async (t) => {
  await withWorkspace(async (workspace) => {
    await Deno.mkdir(join(workspace, "folder"));
    await Deno.writeFile(join(workspace, "latin1.yaml"), new Uint8Array([0x61, 0xe9]));
    await Deno.writeTextFile(join(workspace, "large.yaml"), "#".repeat(256 * 1024 + 1));
    const cases: readonly (readonly [string, string])[] = [
      ["missing.yaml", "there is no such file"],
      ["folder", "it is a folder, and a regular file is wanted"],
      ["latin1.yaml", "it is not UTF-8 text"],
      ["large.yaml", "it is larger than 262144 bytes"],
    ];
    for (const [path, why] of cases) {
      await t.step(path, async () => {
        const error = await assertRejects(() => readConfigFiles(workspace, path), ArchitectError);
        assertEquals(error.message, `Cannot read config "${path}": ${why}`);
        assertEquals(error.exitCode, 3);
      });
    }
  });
});

Deno.test("readConfigFiles() refuses an own config that is no regular file", async () => {
  await withWorkspace(async (workspace) => {
    await Deno.mkdir(join(workspace, OWN), { recursive: true });
    const error = await assertRejects(() => readConfigFiles(workspace), ArchitectError);
    assertEquals(error.message.startsWith(`Cannot read config "${OWN}": it is a folder`), true);
  });
});
