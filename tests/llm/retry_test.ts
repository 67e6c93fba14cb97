import { assertEquals, assertRejects } from "@std/assert";
import { type Failure, LONGEST_WAIT_MS, withRetries } from "../../src/llm/retry.ts";
import { SPANISH } from "../../src/spanish.ts";
import { type Text, text, verbatim } from "../../src/text.ts";

const ERROR = new Error("no");

function failing(failure: Partial<Failure>, retries: number, random = 0) {
  const waits: number[] = [];
  let tries = 0;
  const done = withRetries(() => {
    tries++;
    return Promise.reject(new Error("raw"));
  }, {
    retries,
    signal: new AbortController().signal,
    judge: () => ({
      ...{ error: ERROR, retry: true, waitMs: null, reason: verbatim("why") },
      ...failure,
    }),
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    random: () => random,
  });
  return { done, waits, tries: () => tries };
}

Deno.test("withRetries() waits longer each time, up to 8 seconds", async () => {
  const { done, waits, tries } = failing({}, 6);
  assertEquals(await assertRejects(() => done), ERROR);
  assertEquals(waits, [500, 1000, 2000, 4000, 8000, 8000]);
  assertEquals(tries(), 7);
});

Deno.test("withRetries() spreads the waits, but not those that a server asked for", async () => {
  const own = failing({}, 1, 1);
  await assertRejects(() => own.done);
  const asked = failing({ waitMs: LONGEST_WAIT_MS }, 1, 1);
  await assertRejects(() => asked.done);
  assertEquals([own.waits, asked.waits], [[375], [LONGEST_WAIT_MS]]);
});

Deno.test("withRetries() makes no further try where none makes sense", async () => {
  for (const failure of [{ retry: false }, { waitMs: LONGEST_WAIT_MS + 1 }]) {
    const { done, tries } = failing(failure, 5);
    await assertRejects(() => done);
    assertEquals(tries(), 1);
  }
  const { done, tries } = failing({}, 0);
  await assertRejects(() => done);
  assertEquals(tries(), 1);
});

Deno.test("withRetries() tells of a wait with its reason, in any language", async () => {
  const told: Text[] = [];
  const reason = text("HTTP {status} from {host}", { status: 500, host: "a" });
  const done = withRetries(() => Promise.reject(new Error("raw")), {
    retries: 1,
    signal: new AbortController().signal,
    judge: () => ({ error: ERROR, retry: true, waitMs: 1234, reason }),
    sleep: () => Promise.resolve(),
    onNotice: (line) => told.push(line),
  });
  await assertRejects(() => done);
  assertEquals(told.map((line) => [String(line), line.in(SPANISH)]), [
    ["HTTP 500 from a; retry 1 of 1 in 1.3 s", "HTTP 500 de a; reintento 1 de 1 en 1.3 s"],
  ]);
});
