/** The command line of the benchmark. */

/** What the benchmark is asked for. */
export interface BenchOptions {
  /** Smaller counts and fewer rounds: for a look, not for a figure. */
  readonly quick: boolean;
  /** Names of the benchmarks to run; empty: all. */
  readonly only: readonly string[];
  /** Where the results go as JSON too; null: nowhere. */
  readonly json: string | null;
}

/**
 * Reads the arguments.
 *
 * @param args `--quick`, `--only NAME[,NAME]` (also more than once), `--json FILE`.
 * @param names The benchmarks that there are.
 * @returns The options.
 * @throws {RangeError} An argument is unknown or lacks its value.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readBenchOptions } from "./options.ts";
 *
 * const options = readBenchOptions(["--quick", "--only", "save,load"], ["load", "save"]);
 * assertEquals(options, { quick: true, only: ["save", "load"], json: null });
 * ```
 */
export function readBenchOptions(args: readonly string[], names: readonly string[]): BenchOptions {
  const only: string[] = [];
  let quick = false;
  let json: string | null = null;
  const rest = [...args];
  const valueOf = (flag: string): string => {
    const value = rest.shift();
    if (!value) throw new RangeError(`Cannot read the arguments: ${flag} needs a value`);
    return value;
  };
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    if (flag === "--quick") quick = true;
    else if (flag === "--json") json = valueOf(flag);
    else if (flag === "--only") only.push(...valueOf(flag).split(","));
    else throw new RangeError(`Cannot read the arguments: "${flag}" is unknown`);
  }
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.join(", ");
    throw new RangeError(`Cannot run benchmark "${unknown}": there are ${known}`);
  }
  return { quick, only, json };
}
