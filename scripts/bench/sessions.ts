/** How long a listing of many large sessions takes, and how much memory. */

import { join } from "@std/path";
import type { Benchmark } from "./benchmark.ts";
import { inTurns, median, millisecondsOf, smallest } from "./measure.ts";
import { readHeads } from "./raw_calls.ts";
import type { Row } from "./report.ts";
import { writeSessions } from "./sessions_data.ts";
import type { Workshop } from "./workshop.ts";

const BYTES = 90_000;

/** `architect sessions`, the whole process. */
export const sessions: Benchmark = {
  name: "sessions",
  async measure(shop) {
    const count = shop.quick ? 1000 : 10_000;
    const what = `architect sessions, ${count.toLocaleString("en")} files of 90 KB`;
    const why = await shop.noRoomFor(count * BYTES, count);
    if (why !== null) return [{ what, why }];
    const workspace = await shop.folder("sessions");
    try {
      await writeSessions(workspace, { count, bytes: BYTES });
      return await measureListing(shop, workspace, what);
    } finally {
      await shop.discard(workspace);
    }
  },
};

async function measureListing(shop: Workshop, workspace: string, what: string): Promise<Row[]> {
  const [architect, empty] = [await shop.architect(), await shop.emptyProgram()];
  const folder = join(workspace, ".architect", "sessions");
  const heads = await headsReader(shop, folder);
  const peaks: { listing: number[]; empty: number[] } = { listing: [], empty: [] };
  const run = async (of: keyof typeof peaks, program: string, args: readonly string[]) => {
    const { ms, peakMiB } = await shop.time(program, args, workspace);
    if (peakMiB !== null) peaks[of].push(peakMiB);
    return ms;
  };
  const samples = await inTurns(shop.quick ? 5 : 11, {
    heads: heads.read,
    empty: () => run("empty", empty, []),
    listing: () => run("listing", architect, ["sessions"]),
  });
  const memory = `peak memory of ${what}`;
  return [
    {
      what,
      unit: "ms",
      figure: smallest(samples.listing),
      floor: smallest(samples.heads) + smallest(samples.empty),
      against: `${heads.language} reading 4 KiB of each, and an empty program`,
      reach: 4.5,
    },
    peaks.listing.length === 0 ? { what: memory, why: "there is no C compiler" } : {
      what: memory,
      unit: "MiB",
      figure: median(peaks.listing),
      floor: median(peaks.empty),
      against: "an empty program",
      by: "difference",
      reach: 24,
    },
  ];
}

async function headsReader(
  shop: Workshop,
  folder: string,
): Promise<{ readonly language: string; readonly read: () => Promise<number> }> {
  const program = await shop.floor("heads");
  if (program === null) {
    return { language: "Deno", read: () => millisecondsOf(() => readHeads(folder)) };
  }
  const read = async () => parseFloat((await shop.output(program, [folder])).stdout) / 1000;
  return { language: "C", read };
}
