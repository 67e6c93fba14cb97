import { assert, assertEquals } from "@std/assert";
import { concat } from "../../src/files/concat.ts";
import { salvageState } from "../../src/session/salvage.ts";
import { SessionEncoder } from "../../src/session/session_file.ts";
import { conversation, ID, sample } from "./samples.ts";

const STATE = sample({ messages: conversation(10), metadata: { schema: 1, revision: 7 } });
const BYTES = concat(new SessionEncoder().encode(STATE));

Deno.test("salvageState() keeps every whole message before a cut, and makes none up", () => {
  let most = 0;
  for (let length = BYTES.length; length >= 0; length -= 7) {
    const salvaged = salvageState(BYTES.subarray(0, length), ID);
    if (salvaged === null) continue;
    assertEquals(salvaged.task, STATE.task);
    assertEquals(salvaged.messages, STATE.messages.slice(0, salvaged.messages.length));
    if (length > 0.9 * BYTES.length) most = Math.max(most, salvaged.messages.length);
  }
  assert(most >= STATE.messages.length - 1);
});

Deno.test("salvageState() tells as much as is whole", async (t) => {
  const text = new TextDecoder().decode(BYTES);
  const cut = (at: string) => text.slice(0, text.indexOf(at));
  const cases: [string, string, [number, number | undefined] | null][] = [
    ["all of it", text, [22, 7]],
    ["without its end", text.slice(0, -5), [22, 7]],
    ["damage in the messages", text.replace('"call_3_0"', '"call_3_0'), [8, 7]],
    ["damage in the metadata", text.replace('"revision": 7', '"revision": '), [0, undefined]],
    ["cut in the metadata", cut('"revision"'), [0, undefined]],
    ["cut in the head", cut('"steps_completed"'), null],
    ["a wrong value in the head", text.replace('"partial"', "12"), null],
    ["nothing", "", null],
    ["no JSON", "hello\n", null],
  ];
  for (const [name, content, expected] of cases) {
    await t.step(name, () => {
      const salvaged = salvageState(new TextEncoder().encode(content), ID);
      const told = salvaged && [salvaged.messages.length, salvaged.metadata.revision];
      assertEquals(told, expected);
    });
  }
});

Deno.test("salvageState() takes nothing from behind a hole of NUL bytes", () => {
  const bytes = BYTES.slice();
  bytes.fill(0, bytes.length - 900, bytes.length - 400);
  const salvaged = salvageState(bytes, ID);
  assert(salvaged !== null && salvaged.messages.length < STATE.messages.length - 2);
  assertEquals(salvaged.messages, STATE.messages.slice(0, salvaged.messages.length));
});
