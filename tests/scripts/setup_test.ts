import { assertEquals, assertMatch } from "@std/assert";

const ROOT = new URL("../../", import.meta.url).pathname;

/** What scripts/setup.sh finds out with this registry. */
async function setUp(env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", '. scripts/setup.sh; echo "[$DEPS] [$RUNTIME] [$DENO_MODULES]"'],
    cwd: ROOT,
    env: { DEPS: "", RUNTIME: "download", DENO: Deno.execPath(), ...env },
  }).output();
  return new TextDecoder().decode(stdout).trim() || new TextDecoder().decode(stderr);
}

Deno.test("setup.sh takes modules from a registry that answers", async () => {
  const version = "/@std/path/1.1.6";
  const module = new TextEncoder().encode("export {};\n");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", module));
  const checksum = `sha256-${
    Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")
  }`;
  const served: Record<string, unknown> = {
    "/@std/path/meta.json": {
      scope: "std",
      name: "path",
      latest: "1.1.6",
      versions: { "1.1.6": {} },
    },
    [`${version}_meta.json`]: {
      manifest: { "/posix.ts": { size: module.length, checksum } },
      exports: { "./posix": "./posix.ts" },
    },
  };
  const asked: string[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return pathname === `${version}/posix.ts`
      ? new Response(module, { headers: { "content-type": "text/typescript" } })
      : Response.json(served[pathname]);
  });
  const found = await setUp({ JSR_URL: `http://127.0.0.1:${server.addr.port}` });
  assertEquals(found, "[jsr] [download] []");
  assertEquals(asked[0], "/@std/path/meta.json");
});

Deno.test("setup.sh asks nobody when it was told", async () => {
  const found = await setUp({ DEPS: "jsr", JSR_URL: "http://127.0.0.1:1" });
  assertEquals(found, "[jsr] [download] []");
});

Deno.test({
  name: "setup.sh takes the offline copies where no registry answers",
  // The copies hold a runtime for this machine only, and are not needed where the registry answers.
  ignore: Deno.build.target !== "x86_64-unknown-linux-gnu" || Deno.env.get("DEPS") === "jsr",
  async fn(t) {
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => new Response("blocked", { status: 403 }),
    );
    const registries = [`http://127.0.0.1:${server.addr.port}/`, "http://127.0.0.1:1"];
    for (const JSR_URL of registries) {
      await t.step(JSR_URL === registries[0] ? "refused" : "unreachable", async () => {
        const found = await setUp({ JSR_URL });
        assertMatch(
          found,
          /^\[offline\] \[download\] \[.*--import-map \.deps\/import_map\.json\]$/,
        );
      });
    }
  },
});
