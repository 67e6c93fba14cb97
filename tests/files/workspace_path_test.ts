import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  isStateFolder,
  resolveWorkspacePath,
  WorkspacePathError,
} from "../../src/files/workspace_path.ts";
import { makeWorkspace } from "../tools/workspace.ts";

Deno.test("resolveWorkspacePath() gives the real place of what is inside", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("src/a.txt", "a");
  await ws.write("aux.c", "a");
  await Deno.symlink("src", `${ws.path}/link`);
  await Deno.symlink("a.txt", `${ws.path}/src/b.txt`);
  const cases: readonly (readonly [string, string, string])[] = [
    [".", ".", "folder"],
    ["src", "src", "folder"],
    ["src/", "src", "folder"],
    ["./src/a.txt", "src/a.txt", "file"],
    ["src/../src//a.txt", "src/a.txt", "file"],
    [`${ws.path}/src/a.txt`, "src/a.txt", "file"],
    ["../work/src/a.txt", "src/a.txt", "file"],
    ["link/a.txt", "src/a.txt", "file"],
    ["src/b.txt", "src/a.txt", "file"],
    ["link/new/deep.txt", "src/new/deep.txt", "missing"],
    ["..a", "..a", "missing"],
    ["console.ts", "console.ts", "missing"],
    [".architecture", ".architecture", "missing"],
    // Of Linux: who has such a file can have it read.
    ["aux.c", "aux.c", "file"],
    ["a:b", "a:b", "missing"],
  ];
  for (const [given, relative, kind] of cases) {
    await t.step(given, async () => {
      const found = await resolveWorkspacePath(ws.path, given);
      assertEquals([found.relative, found.kind], [relative, kind]);
      assertEquals(found.path, relative === "." ? ws.path : `${ws.path}/${relative}`);
    });
  }
});

Deno.test("resolveWorkspacePath() tells the names that are not there yet", async () => {
  await using ws = await makeWorkspace();
  await ws.write("src/a.txt", "a");
  assertEquals((await resolveWorkspacePath(ws.path, "src/a.txt")).missing, []);
  assertEquals((await resolveWorkspacePath(ws.path, "src/b/c.txt")).missing, ["b", "c.txt"]);
});

Deno.test("resolveWorkspacePath() refuses every way out", async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "a");
  await ws.write(".architect/sessions/s.json", "{}");
  await Deno.symlink(ws.outside, `${ws.path}/out`);
  await Deno.symlink(`${ws.outside}/secret.txt`, `${ws.path}/secret`);
  await Deno.symlink(`${ws.outside}/none`, `${ws.path}/dangling`);
  await Deno.symlink("inside-none", `${ws.path}/dangling2`);
  await Deno.symlink("/dev/zero", `${ws.path}/zero`);
  await Deno.symlink("/proc/self/environ", `${ws.path}/environ`);
  await Deno.symlink(".architect", `${ws.path}/state`);
  await Deno.symlink("loop2", `${ws.path}/loop1`);
  await Deno.symlink("loop1", `${ws.path}/loop2`);
  await Deno.link(`${ws.path}/.architect/sessions/s.json`, `${ws.path}/hard.json`);
  await new Deno.Command("mkfifo", { args: [`${ws.path}/fifo`] }).output();
  await Deno.mkdir(`${ws.path}-other`);
  const cases: readonly (readonly [string, string])[] = [
    ["", "empty"],
    ["..", "out of the workspace"],
    ["../outside/secret.txt", "out of the workspace"],
    ["src/../../outside/secret.txt", "out of the workspace"],
    ["/etc/passwd", "out of the workspace"],
    [`${ws.path}-other`, "out of the workspace"],
    ["/proc/self/environ", "out of the workspace"],
    ["out", "out of the workspace"],
    ["out/secret.txt", "out of the workspace"],
    ["out/new.txt", "out of the workspace"],
    ["out/new/deep.txt", "out of the workspace"],
    ["secret", "out of the workspace"],
    ["zero", "out of the workspace"],
    ["environ", "out of the workspace"],
    ["dangling", "to nothing"],
    ["dangling2", "to nothing"],
    ["dangling2/x", "to nothing"],
    ["loop1", "circles"],
    ["a.txt/x", "one of its folders is a file"],
    [".architect", "closed"],
    [".architect/config.yaml", "closed"],
    [".ARCHITECT/sessions/s.json", "closed"],
    [".arch\u200bitect/x", "closed"],
    ["sub/.architect/x", "closed"],
    ["state/sessions/s.json", "closed"],
    ["state", "closed"],
    ["hard.json", "closed"],
    ["fifo", "a pipe, socket or device"],
    ["a\0b", "control characters"],
    ["a\nb", "control characters"],
    ["a\u001bb", "control characters"],
    ["a\ud800", "control characters"],
    ["x".repeat(5000), "too long"],
    ["x".repeat(300), "too long"],
  ];
  for (const [given, reason] of cases) {
    await t.step(`${JSON.stringify(given.slice(0, 40))}: ${reason}`, async () => {
      const error = await assertRejects(
        () => resolveWorkspacePath(ws.path, given),
        WorkspacePathError,
      );
      assertStringIncludes(error.message.toLowerCase(), reason);
    });
  }
  await Deno.remove(`${ws.path}-other`);
});

Deno.test(
  "resolveWorkspacePath() refuses the system's own folders in a workspace that is the disk",
  {
    ignore: Deno.build.os !== "linux",
  },
  async () => {
    await assertRejects(
      () => resolveWorkspacePath("/", "proc/self/environ"),
      WorkspacePathError,
      "out of the workspace",
    );
  },
);

Deno.test("resolveWorkspacePath() refuses a symlink at the end when asked to", async () => {
  await using ws = await makeWorkspace();
  await ws.write("a.txt", "a");
  await Deno.symlink("a.txt", `${ws.path}/link`);
  await assertRejects(
    () => resolveWorkspacePath(ws.path, "link", { keepLink: true }),
    WorkspacePathError,
    "symbolic link",
  );
});

Deno.test("resolveWorkspacePath() takes files with several hard links that are no session's", async () => {
  await using ws = await makeWorkspace();
  await ws.write(".architect/sessions/s.json", "{}");
  await ws.write("a.txt", "a");
  await Deno.link(`${ws.path}/a.txt`, `${ws.path}/b.txt`);
  assertEquals((await resolveWorkspacePath(ws.path, "b.txt")).kind, "file");
});

Deno.test("isStateFolder() sees through the spellings of file systems", () => {
  for (
    const name of [".architect", ".Architect", ".architect.", ".architect ", "\uff0earchitect"]
  ) {
    assertEquals(isStateFolder(name), true, name);
  }
  for (const name of ["architect", ".architects", "..architect"]) {
    assertEquals(isStateFolder(name), false, name);
  }
});
