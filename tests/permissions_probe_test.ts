/** The drops of rights, tried by a process of their own: see support/rights_probe.ts. */

import { join } from "@std/path";
import { BASE_PERMISSIONS } from "./support/architect.ts";
import { fromSource } from "./support/from_source.ts";
import { checkRow, type ProbedStart, rowsOf } from "./support/rights_table.ts";

const PROBE = join(import.meta.dirname!, "support", "rights_probe.ts");

const source: ProbedStart = {
  anyHost: true,
  commands: true,
  async run(args, cwd) {
    // Code from this machine is what the drop is to take as well.
    const flags = ["--no-prompt", ...BASE_PERMISSIONS, `--allow-import=127.0.0.1:${args.at(-1)}`];
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...await fromSource(PROBE, flags), ...args],
      cwd,
    }).output();
    const text = new TextDecoder();
    return text.decode(stdout) || `nothing: ${text.decode(stderr)}`;
  },
};

for (const row of rowsOf(source)) {
  const second = row.run === undefined ? "" : ` ${JSON.stringify(row.run)}`;
  Deno.test(`dropFor() leaves a process what the table says: ${row.command}${second}`, () =>
    checkRow(row, source));
}
