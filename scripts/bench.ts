/**
 * Measures what speed is promised, each figure beside a floor that is taken in turns with it, so that
 * a slow or a busy machine slows both: a floor program in C where a C compiler is there, else Deno's
 * raw calls; a program that does nothing. Prints a table. A benchmark is no test: what is beyond its
 * reach is marked, and the exit code is 0 all the same.
 *
 *     sh scripts/bench.sh [--quick] [--only NAME[,NAME]] [--json FILE]
 */
import type { Benchmark } from "./bench/benchmark.ts";
import { cleanup } from "./bench/cleanup.ts";
import { load } from "./bench/load.ts";
import { type BenchOptions, readBenchOptions } from "./bench/options.ts";
import { perFile } from "./bench/per_file.ts";
import { reportTable, type Row, trackedResults } from "./bench/report.ts";
import { save } from "./bench/save.ts";
import { sessions } from "./bench/sessions.ts";
import { start } from "./bench/start.ts";
import { steps } from "./bench/steps.ts";
import { Workshop } from "./bench/workshop.ts";

const BENCHMARKS: readonly Benchmark[] = [start, sessions, perFile, save, steps, load, cleanup];

/** Removes what was made, also when the benchmark is stopped. */
function removeOnSignal(shop: Workshop): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  for (const [signal, code] of Object.entries(codes)) {
    if (Deno.build.os === "windows" && signal !== "SIGINT") continue;
    Deno.addSignalListener(signal as Deno.Signal, () => {
      shop[Symbol.dispose]();
      Deno.exit(code);
    });
  }
}

async function run(benchmark: Benchmark, shop: Workshop): Promise<Row[]> {
  console.error(`Measuring ${benchmark.name} ...`);
  try {
    return await benchmark.measure(shop);
  } catch (error) {
    // The others can be measured all the same.
    return [{ what: benchmark.name, why: error instanceof Error ? error.message : String(error) }];
  }
}

async function main(options: BenchOptions): Promise<void> {
  using shop = new Workshop(options);
  removeOnSignal(shop);
  const rows: Row[] = [];
  for (const benchmark of BENCHMARKS) {
    const wanted = options.only.length === 0 || options.only.includes(benchmark.name);
    if (wanted) rows.push(...await run(benchmark, shop));
  }
  console.log(reportTable(rows));
  if (options.json !== null) {
    await Deno.writeTextFile(options.json, JSON.stringify(trackedResults(rows), null, 2) + "\n");
  }
}

function readOptions(): BenchOptions {
  try {
    return readBenchOptions(Deno.args, BENCHMARKS.map(({ name }) => name));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(error.message);
    console.error("usage: sh scripts/bench.sh [--quick] [--only NAME[,NAME]] [--json FILE]");
    Deno.exit(1);
  }
}

await main(readOptions());
// The listeners for signals would wait for ever.
Deno.exit(0);
