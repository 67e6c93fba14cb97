import { assertEquals, assertMatch } from "@std/assert";

const ROOT = new URL("../../", import.meta.url).pathname;

async function build(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; stderr: string }> {
  const { code, stderr } = await new Deno.Command("sh", {
    args: ["scripts/build.sh", ...args],
    cwd: ROOT,
    env: { DENO: Deno.execPath(), DEPS: "jsr", RUNTIME: "download", ...env },
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

Deno.test({
  name: "build.sh --all refuses to make a release of offline copies",
  ignore: Deno.build.target !== "x86_64-unknown-linux-gnu" || Deno.env.get("DEPS") === "jsr",
  async fn(t) {
    await t.step("of modules", async () => {
      const { code, stderr } = await build(["--all"], { DEPS: "offline" });
      assertEquals(code, 1);
      assertMatch(
        stderr,
        /^error: releases are built from JSR, .* offline copies are never published/m,
      );
    });
    await t.step("of the runtime", async () => {
      const { code, stderr } = await build(["--all"], { RUNTIME: "offline" });
      assertEquals(code, 1);
      assertMatch(stderr, /^error: the runtimes of the release targets cannot be downloaded here/m);
    });
  },
});

Deno.test({
  name: "build.sh refuses an argument that it does not know",
  ignore: Deno.build.os === "windows",
  async fn() {
    for (const args of [["--al"], ["--profile", "ful"], ["--profile"], ["--main", "a.ts"]]) {
      const { code, stderr } = await build(args, {});
      assertEquals([code, stderr.includes("usage: sh scripts/build.sh [--profile")], [1, true]);
    }
  },
});

Deno.test({
  name: "build.sh tells a platform without an offline runtime",
  ignore: Deno.build.target !== "x86_64-unknown-linux-gnu" || Deno.env.get("DEPS") === "jsr",
  async fn() {
    const bin = await Deno.makeTempDir();
    try {
      // Another machine, as far as uname tells.
      await Deno.writeTextFile(
        `${bin}/uname`,
        '#!/bin/sh\n[ "$1" = -s ] && echo Linux || echo aarch64\n',
        {
          mode: 0o755,
        },
      );
      const PATH = `${bin}:${Deno.env.get("PATH")}`;
      const { code, stderr } = await build([], { RUNTIME: "offline", PATH });
      assertEquals(code, 1);
      assertMatch(stderr, /offline copy is for Linux x64 only/);
    } finally {
      await Deno.remove(bin, { recursive: true });
    }
  },
});
