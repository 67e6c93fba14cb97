import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { Workshop } from "../../scripts/bench/workshop.ts";
import { fromSource } from "../support/from_source.ts";
import { withWorkspace } from "../support/workspace.ts";

const BENCH = fromFileUrl(new URL("../../scripts/bench.ts", import.meta.url));

/** A benchmark whose temporary files lie in a folder that the test looks into. */
async function bench(temp: string, ...args: string[]): Promise<Deno.Command> {
  return new Deno.Command(Deno.execPath(), {
    args: [...await fromSource(BENCH, ["-A"]), ...args],
    env: { TMPDIR: temp },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name);
}

Deno.test({
  name: "Workshop.noRoomFor() refuses more than is free, or than is ever written",
  ignore: Deno.build.os === "windows",
  async fn() {
    using shop = new Workshop({ quick: true });
    assertEquals(await shop.noRoomFor(1000, 1), null);
    assertStringIncludes(await shop.noRoomFor(2 ** 40, 1) ?? "", "at most 3072 MiB is taken");
    assertStringIncludes(await shop.noRoomFor(1, 2 ** 28) ?? "", "at most 3072 MiB is taken");
  },
});

Deno.test({
  name: "bench.ts prints a table, writes JSON, and leaves nothing behind",
  ignore: Deno.build.os === "windows",
  async fn() {
    await withWorkspace(async (workspace) => {
      const json = `${workspace}/bench.json`;
      const temp = `${workspace}/temp`;
      await Deno.mkdir(temp);
      const args = ["--quick", "--only", "load", "--json", json];
      const { code, stdout } = await (await bench(temp, ...args)).output();
      assertEquals(code, 0);
      assertMatch(new TextDecoder().decode(stdout), /^\| load, 100 KB +\| +\d+\.\d+ ms/m);
      const results = JSON.parse(await Deno.readTextFile(json));
      assertEquals(results.length, 2);
      assertEquals(Object.keys(results[0]), ["name", "unit", "value", "extra"]);
      assertEquals(names(temp), []);
    });
  },
});

Deno.test({
  name: "bench.ts leaves nothing behind when it is stopped",
  ignore: Deno.build.os === "windows",
  async fn(t) {
    for (const [signal, expected] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
      await t.step(signal, async () => {
        await withWorkspace(async (temp) => {
          // It would go on for longer than any test does.
          const child = (await bench(temp, "--only", "steps")).spawn();
          const output = child.output();
          while (!names(temp).some((name) => names(`${temp}/${name}`).includes("long-run"))) {
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          child.kill(signal);
          assertEquals([(await output).code, names(temp)], [expected, []]);
        });
      });
    }
  },
});

Deno.test("bench.ts refuses an argument that it does not know, before it does anything", async () => {
  await withWorkspace(async (temp) => {
    const { code, stderr } = await (await bench(temp, "--only", "sav")).output();
    assertEquals(code, 1);
    assertStringIncludes(new TextDecoder().decode(stderr), "usage: sh scripts/bench.sh");
    assertEquals(names(temp), []);
  });
});
