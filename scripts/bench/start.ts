/** How long the program takes to start. */

import type { Benchmark } from "./benchmark.ts";
import { inTurns, smallest } from "./measure.ts";

/** `--version` and `--help` against a program that does nothing. */
export const start: Benchmark = {
  name: "start",
  async measure(shop) {
    const [architect, empty] = [await shop.architect(), await shop.emptyProgram()];
    const run = async (program: string, ...args: string[]): Promise<number> =>
      (await shop.time(program, args, shop.dir)).ms;
    const samples = await inTurns(shop.quick ? 10 : 60, {
      empty: () => run(empty),
      version: () => run(architect, "--version"),
      help: () => run(architect, "--help"),
    });
    return (["version", "help"] as const).map((flag) => ({
      what: `architect --${flag}`,
      unit: "ms",
      figure: smallest(samples[flag]),
      floor: smallest(samples.empty),
      against: "an empty program",
      reach: 1.25,
    }));
  },
};
