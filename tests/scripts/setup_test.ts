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
  const asked: string[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    asked.push(new URL(request.url).pathname);
    return new Response("{}");
  });
  const found = await setUp({ JSR_URL: `http://127.0.0.1:${server.addr.port}` });
  assertEquals(found, "[jsr] [download] []");
  assertEquals(asked, ["/@std/path/meta.json"]);
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
