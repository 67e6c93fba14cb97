/** How long it takes to remove many sessions with all their files. */

import { join } from "@std/path";
import type { Benchmark } from "./benchmark.ts";
import { inTurns, millisecondsOf, smallest } from "./measure.ts";
import { cleanupRaw } from "./raw_calls.ts";
import { writeSessions } from "./sessions_data.ts";
import type { Workshop } from "./workshop.ts";

const BYTES = 16_000;

/** `architect cleanup`, the whole process, against the same calls one after another. */
export const cleanup: Benchmark = {
  name: "cleanup",
  async measure(shop) {
    const count = shop.quick ? 500 : 10_000;
    const what = `architect cleanup, ${count.toLocaleString("en")} sessions of 3 files`;
    const why = await shop.noRoomFor(2 * count * BYTES, 3 * count);
    if (why !== null) return [{ what, why }];
    const architect = await shop.architect();
    const floor = await cleanupFloor(shop);
    // Each round removes sessions of its own.
    const fresh = (remove: (workspace: string) => Promise<number>) => async () => {
      const workspace = await shop.folder("cleanup");
      await writeSessions(workspace, { count, bytes: BYTES, families: true });
      // What is not on the disk yet is cheaper to remove than what has lain there for days.
      await shop.output("sync", []);
      const ms = await remove(workspace);
      const left = [...Deno.readDirSync(sessionsOf(workspace))].length;
      if (left > 0) throw new Error(`Cannot compare: ${left} files were not removed`);
      return ms;
    };
    const samples = await inTurns(2, {
      floor: fresh((workspace) => floor.remove(sessionsOf(workspace), true)),
      architect: fresh(async (workspace) =>
        (await shop.time(architect, ["cleanup"], workspace)).ms
      ),
      unflushed: fresh((workspace) => floor.remove(sessionsOf(workspace), false)),
      // Long runs on files that were written a moment ago.
    }, { warm: false });
    const row = { what, unit: "ms", figure: smallest(samples.architect) } as const;
    return [
      {
        ...row,
        floor: smallest(samples.floor),
        against: `${floor.language}, the same calls in sequence`,
        reach: 0.7,
      },
      {
        ...row,
        floor: smallest(samples.unflushed),
        against: `${floor.language}, without any flush of the folder`,
        reach: null,
      },
    ];
  },
};

function sessionsOf(workspace: string): string {
  return join(workspace, ".architect", "sessions");
}

async function cleanupFloor(shop: Workshop): Promise<{
  readonly language: string;
  readonly remove: (folder: string, flushes: boolean) => Promise<number>;
}> {
  const program = await shop.floor("cleanup");
  if (program === null) {
    return {
      language: "Deno",
      remove: (folder, flushes) => millisecondsOf(() => cleanupRaw(folder, flushes)),
    };
  }
  return {
    language: "C",
    async remove(folder, flushes) {
      const args = flushes ? [folder] : [folder, "without-flush"];
      const { code, stdout, stderr } = await shop.output(program, args);
      if (code !== 0) throw new Error(`Cannot run ${program}: ${stderr}`);
      return parseFloat(stdout) / 1000;
    },
  };
}
