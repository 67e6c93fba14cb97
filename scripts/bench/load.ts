/** How long it takes to load a session. */

import { join } from "@std/path";
import { createSession, SessionManager } from "../../src/session/mod.ts";
import type { Benchmark } from "./benchmark.ts";
import { inTurns, lowTenth, millisecondsOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { messagesOf, seededRandom } from "./sessions_data.ts";
import type { Workshop } from "./workshop.ts";

/** `SessionManager.read` against reading the file and parsing it. */
export const load: Benchmark = {
  name: "load",
  async measure(shop) {
    const rounds = shop.quick ? 20 : 300;
    return [
      await measureLoad(shop, "100 KB", 100_000, rounds),
      await measureLoad(shop, "2 MB", 2_000_000, Math.ceil(rounds / 4)),
    ];
  },
};

async function measureLoad(
  shop: Workshop,
  size: string,
  bytes: number,
  rounds: number,
): Promise<Row> {
  const workspace = await shop.folder("load");
  const manager = new SessionManager(workspace, { history: false });
  const state = createSession({ task: "measure", agent: "build", model: "gpt-4o" });
  state.messages = messagesOf(seededRandom(1), 40, bytes);
  await manager.save(state);
  const path = join(workspace, ".architect", "sessions", `${state.sessionId}.json`);
  const samples = await inTurns(rounds, {
    load: () => millisecondsOf(() => manager.read(state.sessionId)),
    parse: () => millisecondsOf(() => JSON.parse(Deno.readTextFileSync(path))),
  });
  return {
    what: `load, ${size}`,
    unit: "ms",
    figure: lowTenth(samples.load),
    floor: lowTenth(samples.parse),
    against: "reading the file, and JSON.parse",
    reach: 1.3,
  };
}
