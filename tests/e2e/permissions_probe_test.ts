/** The drops of rights, tried by a program that is compiled as the two builds are. */

import { assertEquals } from "@std/assert";
import { dirname, fromFileUrl } from "@std/path";
import { binaryPath } from "../support/architect.ts";
import { checkRow, type ProbedStart, rowsOf } from "../support/rights_table.ts";

const ROOT = dirname(dirname(dirname(fromFileUrl(import.meta.url))));
const IGNORED = binaryPath() === null || Deno.build.os !== "linux";
const REASON = IGNORED ? " (left out: needs ARCHITECT_BIN, and Linux)" : "";

for (const profile of ["full", "sandbox"] as const) {
  Deno.test({
    name: `the ${profile} build's rights are dropped to what the table says${REASON}`,
    ignore: IGNORED,
    fn: async (t) => {
      const folder = await Deno.makeTempDir({ prefix: "architect_test_" });
      try {
        const probe = `${folder}/probe`;
        const built = await new Deno.Command("sh", {
          args: ["scripts/build.sh", "--profile", profile]
            .concat(["--main", "tests/support/rights_probe.ts", "--output", probe]),
          cwd: ROOT,
          // Set by the gate; alone, this very Deno will do.
          env: { DENO: Deno.env.get("DENO") ?? Deno.execPath() },
        }).output();
        assertEquals(built.code, 0, new TextDecoder().decode(built.stderr));
        const start: ProbedStart = {
          anyHost: profile === "full",
          commands: profile === "full",
          async run(args, cwd) {
            const { stdout, stderr } = await new Deno.Command(probe, { args: [...args], cwd })
              .output();
            const text = new TextDecoder();
            return text.decode(stdout) || `nothing: ${text.decode(stderr)}`;
          },
        };
        for (const row of rowsOf(start)) {
          const second = row.run === undefined ? "" : ` ${JSON.stringify(row.run)}`;
          await t.step(`${row.command}${second}`, () => checkRow(row, start));
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}
