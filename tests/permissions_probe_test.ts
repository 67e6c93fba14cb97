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
    // More than the builds have: the drop is to take that too.
    const more = ["--allow-ffi", "--allow-sys=hostname,osRelease,networkInterfaces"]
      .concat(`--allow-import=127.0.0.1:${args.at(-1)}`);
    const base = BASE_PERMISSIONS.filter((flag) => !flag.startsWith("--allow-sys"));
    const flags = ["--no-prompt", ...base, ...more];
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
