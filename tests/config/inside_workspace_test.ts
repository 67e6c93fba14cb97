import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { insideWorkspace } from "../../src/config/inside_workspace.ts";
import { ArchitectError } from "../../src/errors.ts";
import { withWorkspace } from "../support/workspace.ts";

Deno.test("insideWorkspace() gives the real path of a file in the workspace", async (t) => {
  await withWorkspace(async (workspace) => {
    await Deno.mkdir(join(workspace, "a"));
    await Deno.writeTextFile(join(workspace, "a", "b.yaml"), "");
    await Deno.symlink(join(workspace, "a", "b.yaml"), join(workspace, "link.yaml"));
    const cases: readonly (readonly [string, string])[] = [
      ["a/b.yaml", "a/b.yaml"],
      ["./a/../a/b.yaml", "a/b.yaml"],
      [join(workspace, "a", "b.yaml"), "a/b.yaml"],
      ["link.yaml", "a/b.yaml"],
      ["new.yaml", "new.yaml"],
      ["..a", "..a"],
    ];
    for (const [path, expected] of cases) {
      await t.step(path, async () => {
        assertEquals(await insideWorkspace(path, workspace, "--record"), join(workspace, expected));
      });
    }
  });
});

Deno.test("insideWorkspace() refuses a path that leads out, with the reason", async (t) => {
  await withWorkspace(async (workspace) => {
    await Deno.symlink("/etc", join(workspace, "etc"));
    await Deno.symlink("/nowhere/a.yaml", join(workspace, "dangling"));
    const cases: readonly (readonly [string, string])[] = [
      ["../a.yaml", "it lies outside the workspace"],
      ["/etc/passwd", "it lies outside the workspace"],
      ["a/../../b", "it lies outside the workspace"],
      ["etc/passwd", "it leads outside the workspace through a symbolic link"],
      ["dangling", "it is a symbolic link that leads nowhere"],
      ["missing/a.yaml", "its folder does not exist"],
    ];
    for (const [path, why] of cases) {
      await t.step(path, async () => {
        const error = await assertRejects(
          () => insideWorkspace(path, workspace, "--config"),
          ArchitectError,
        );
        assertEquals(error.message, `Cannot use --config ${JSON.stringify(path)}: ${why}`);
        assertEquals(error.exitCode, 3);
      });
    }
  });
});
