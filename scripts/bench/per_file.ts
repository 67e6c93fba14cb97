/** Whether a listing stays as fast, file by file, when there are ten times as many. */

import type { Benchmark } from "./benchmark.ts";
import { inTurns, smallest } from "./measure.ts";
import { writeSessions } from "./sessions_data.ts";

const BYTES = 2000;

/** The cost of a file in `architect sessions`: its time beyond that in an empty folder. */
export const perFile: Benchmark = {
  name: "per-file",
  async measure(shop) {
    const few = shop.quick ? 1000 : 10_000;
    const many = few * 10;
    const words = (count: number) => `at ${count.toLocaleString("en")}`;
    const what = `architect sessions, files of 2 KB: cost of one ${words(many)}`;
    const why = await shop.noRoomFor((few + many) * BYTES, few + many);
    if (why !== null) return [{ what, why }];
    const folders = {
      none: await shop.folder("none"),
      few: await shop.folder("few"),
      many: await shop.folder("many"),
    };
    try {
      await writeSessions(folders.few, { count: few, bytes: BYTES, messages: 2 });
      await writeSessions(folders.many, { count: many, bytes: BYTES, messages: 2 });
      const architect = await shop.architect();
      const list = async (folder: string): Promise<number> =>
        (await shop.time(architect, ["sessions"], folder)).ms;
      const samples = await inTurns(shop.quick ? 3 : 5, {
        none: () => list(folders.none),
        few: () => list(folders.few),
        many: () => list(folders.many),
      });
      const start = smallest(samples.none);
      return [{
        what,
        unit: "µs",
        figure: (smallest(samples.many) - start) / many * 1000,
        floor: (smallest(samples.few) - start) / few * 1000,
        against: words(few),
        reach: 1.1,
      }];
    } finally {
      for (const folder of Object.values(folders)) await shop.discard(folder);
    }
  },
};
