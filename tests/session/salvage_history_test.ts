import { assertEquals } from "@std/assert";
import { concat } from "../../src/files/concat.ts";
import type { Message } from "../../src/llm/provider.ts";
import { encodeEntry, encodeHeader } from "../../src/session/history_line.ts";
import { decodeHistory } from "../../src/session/read_history.ts";
import { salvageHistory } from "../../src/session/salvage_history.ts";
import { createSession } from "../../src/session/session_state.ts";
import { conversation, ID, NOW } from "./samples.ts";

const HEAD = createSession({ task: "t", agent: "build", model: "m", sessionId: ID, now: NOW });
const MESSAGES = conversation(4);

/** A header, five messages, a second header, five messages. */
function lines(): Uint8Array[] {
  const entry = (message: Message, index: number) => {
    const step = Math.max(0, Math.floor(index / 2));
    const cost = message.role === "assistant" ? 0.01 : 0;
    return encodeEntry({ step, at: NOW.toISOString(), cost, message });
  };
  const all = MESSAGES.map(entry);
  const second = { ...HEAD, stepsCompleted: 2, totalCost: 0.02 };
  return [
    encodeHeader({ first: 1, state: HEAD }),
    ...all.slice(0, 5),
    encodeHeader({ first: 6, state: second }),
    ...all.slice(5),
  ];
}

function damaged(...at: number[]): Uint8Array {
  const all = lines();
  for (const line of at) all[line - 1] = new TextEncoder().encode("{damaged\n");
  return concat(all);
}

Deno.test("salvageHistory() keeps each line that can be read under its number", async (t) => {
  const known = (number: number) => MESSAGES[number - 1];
  const cases: [string, Uint8Array, Parameters<typeof salvageHistory>[2], number[]][] = [
    ["no damage", damaged(), { head: null }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["a message", damaged(4), { head: null }, [1, 2, 4, 5, 6, 7, 8, 9, 10]],
    ["a known message", damaged(4), { head: null, known }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["several", damaged(3, 4, 9), { head: null }, [1, 4, 5, 6, 8, 9, 10]],
    ["the last", damaged(12), { head: null }, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ["the first header, with a head", damaged(1), { head: HEAD }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["the first header, without", damaged(1), { head: null }, [6, 7, 8, 9, 10]],
    ["up to a number", damaged(4), { head: null, upTo: 5 }, [1, 2, 4, 5]],
    ["everything", damaged(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), { head: HEAD }, []],
  ];
  for (const [name, bytes, options, expected] of cases) {
    await t.step(name, () => {
      const salvaged = salvageHistory(bytes, ID, options);
      const history = decodeHistory(salvaged.bytes, ID);
      const entries = history?.entries ?? [];
      assertEquals(history?.damage ?? null, null);
      assertEquals(entries.map(({ number }) => number), expected);
      assertEquals(salvaged.messages, expected.length);
      for (const { number, message } of entries) assertEquals(message, MESSAGES[number - 1]);
    });
  }
});

Deno.test("salvageHistory() says of a filled line that its cost is unknown", () => {
  const known = (number: number) => MESSAGES[number - 1];
  const { bytes } = salvageHistory(damaged(4), ID, { head: null, known });
  const filled = decodeHistory(bytes, ID)?.entries[2];
  assertEquals([filled?.step, filled?.cost], [1, null]);
});

Deno.test("salvageHistory() counts on behind a gap from what was before it", () => {
  const { bytes } = salvageHistory(damaged(4), ID, { head: null, upTo: 5 });
  const { first, state } = decodeHistory(bytes, ID)!.header;
  assertEquals([first, state.stepsCompleted], [4, 1]);
  // The answer that was lost had its price, which nothing tells any more.
  assertEquals([state.metadata.answers_saved, state.metadata.cost_unknown_calls], [1, 1]);
});
