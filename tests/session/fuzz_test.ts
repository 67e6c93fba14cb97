/**
 * Files of sessions that are damaged in every way that dice find: the readers take them or say what
 * is wrong, and nothing else. A failure names the seed that repeats it. `--rounds` of
 * scripts/test.sh gives more.
 */

import { assert, assertEquals } from "@std/assert";
import { equal } from "@std/assert/equal";
import { ArchitectError } from "../../src/errors.ts";
import { concat } from "../../src/files/concat.ts";
import type { Message } from "../../src/llm/provider.ts";
import { DamageError } from "../../src/session/fields.ts";
import { decodeLine, encodeEntry, encodeHeader } from "../../src/session/history_line.ts";
import { decodeHistory, type History } from "../../src/session/read_history.ts";
import { rebuild, reconcile, type Reconciled } from "../../src/session/reconcile.ts";
import { HeadReader } from "../../src/session/session_head.ts";
import { decodeDict, decodeSession, SessionEncoder } from "../../src/session/session_file.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { type StoredSummary, summaryOf } from "../../src/session/session_summary.ts";
import { goodFiles } from "./good_files.ts";
import { Dice } from "./dice.ts";
import { mutate, type Mutated } from "./mutations.ts";
import { ID } from "./samples.ts";

const ROUNDS = Number(Deno.env.get("ARCHITECT_TEST_ROUNDS") ?? 1);

/** More characters than any reason has: it goes into a line of a listing. */
const LONGEST_REASON = 600;

const FILES = await goodFiles();
const HISTORIES = FILES.filter((files) => files.history !== null);

/** Calls a check with files that are damaged anew each time, and names the seed of one that fails. */
async function fuzz(
  count: number,
  damaged: (dice: Dice) => Mutated,
  check: (bytes: Uint8Array) => void | Promise<void>,
): Promise<void> {
  for (let seed = 0; seed < count; seed++) {
    const { bytes, how } = damaged(new Dice(seed));
    try {
      await check(bytes);
    } catch (cause) {
      throw new Error(`seed ${seed} (${how}): ${shown(bytes)}`, { cause });
    }
  }
}

function shown(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes.subarray(0, 4000)));
}

function mutatedState(dice: Dice): Mutated {
  return mutate(dice.pick(FILES).state, dice);
}

function mutatedHistory(dice: Dice): Mutated {
  return mutate(dice.pick(HISTORIES).history!, dice);
}

/** What a reader gives, or why it refuses. Any other failure is a fault. */
function outcome<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const told = error instanceof DamageError ||
    (error instanceof ArchitectError && error.sessionId === ID &&
      ["session_corrupt", "session_too_new"].includes(error.code));
  if (!told) throw error;
  assert(error.message.length < LONGEST_REASON, `a reason of ${error.message.length} characters`);
  assert(!/\p{Cc}/u.test(error.message), `control characters in ${JSON.stringify(error.message)}`);
  return error.message;
}

function encoded(state: SessionState): Uint8Array {
  return concat(new SessionEncoder().encode(state));
}

/** What was accepted is written, and read again, as what it is. */
function assertRoundTrip(state: SessionState): void {
  const bytes = encoded(state);
  const again = decodeSession(bytes, ID);
  const meant = numbered(state);
  if (!equal(again, meant)) assertEquals(again, meant);
  assert(equal(encoded(again), bytes), "written differently the second time");
}

/** What a file of another program lacks, and what every file that is written has. */
function numbered(state: SessionState): SessionState {
  return { ...state, metadata: { schema: 1, revision: 0, ...state.metadata } };
}

function assertSound(messages: readonly Message[]): void {
  for (const message of messages) {
    assert(["system", "user", "assistant", "tool"].includes(message.role));
    assert(message.content === null || ["string", "object"].includes(typeof message.content));
    if (message.role === "tool") assertEquals(typeof message.tool_call_id, "string");
    for (const call of message.tool_calls ?? []) {
      const { id, function: { name, arguments: args } } = call;
      assertEquals([typeof id, typeof name, typeof args], ["string", "string", "string"]);
    }
  }
}

Deno.test("decodeSession() takes a damaged file as what it is, or says what is wrong", async () => {
  let accepted = 0;
  await fuzz(8000 * ROUNDS, mutatedState, (bytes) => {
    const state = outcome(() => decodeSession(bytes, ID));
    if (typeof state === "string") return;
    accepted++;
    assertEquals(state.sessionId, ID);
    assertSound(state.messages);
    assertRoundTrip(state);
  });
  // Else the files are damaged so much that nothing behind the first check is tried.
  assert(accepted > 1000 * ROUNDS, `${accepted} accepted`);
});

Deno.test("HeadReader.read() tells the same of a file as reading it whole does", async () => {
  const path = await Deno.makeTempFile();
  const reader = new HeadReader();
  try {
    await fuzz(5000 * ROUNDS, mutatedState, async (bytes) => {
      Deno.writeFileSync(path, bytes);
      const state = outcome(() => decodeSession(bytes, ID));
      const head = await reader.read(path, ID).catch(reasonOf);
      assert(equal(Deno.readFileSync(path), bytes));
      if (typeof state !== "string") assertEquals(head, summaryOf(state));
      else if (typeof head !== "string") assertWholeHead(bytes, head, state);
    });
  } finally {
    await Deno.remove(path);
  }
});

/** Of a file that is refused, only what is behind the head may be damaged. */
function assertWholeHead(bytes: Uint8Array, head: StoredSummary, reason: string): void {
  // The first of two is what a head shows.
  if (reason.includes("is there twice")) return;
  const whole = outcome(() => decodeDict(bytes));
  if (typeof whole !== "string") {
    assertEquals([head.id, head.task], [whole.session_id, whole.task]);
    return;
  }
  let end = -1;
  for (let line = 0; line < 11; line++) end = bytes.indexOf(0x0A, end + 1);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, end));
  assert(text.endsWith(","), text);
  const dict = JSON.parse(`${text.slice(0, -1)}}`);
  assertEquals([head.id, head.task], [dict.session_id, dict.task.toWellFormed()]);
}

Deno.test("decodeHistory() reads a damaged history up to its damage, which it names", async () => {
  let read = 0;
  await fuzz(6000 * ROUNDS, mutatedHistory, (bytes) => {
    const history = outcome(() => decodeHistory(bytes, ID));
    if (typeof history === "string" || history === null) return;
    read++;
    assertHistory(history, bytes);
  });
  assert(read > 2000 * ROUNDS, `${read} read`);
});

function assertHistory(history: History, bytes: Uint8Array): void {
  const { entries, header, headerLine, lines, damage } = history;
  const whole = bytes.subarray(0, history.bytes);
  assertEquals(whole.filter((byte) => byte === 0x0A).length, lines);
  assert(lines === 0 || whole.at(-1) === 0x0A);
  if (damage === null) assertEquals(history.bytes + history.tornBytes, bytes.length);
  else assert(damage.line === lines + 1 && reasonOf(new DamageError(damage.reason)) !== "");
  let before = { number: 0, line: 1 };
  for (const entry of entries) {
    assert(entry.number > before.number && entry.line > before.line && entry.line <= lines);
    before = entry;
    const { number: _number, line: _line, ...plain } = entry;
    const again = decodeLine(encodeEntry(plain).subarray(0, -1), ID);
    if (!equal(again, { entry: plain })) assertEquals(again, { entry: plain });
  }
  assertSound(entries.map(({ message }) => message));
  assert(headerLine >= 1 && headerLine <= lines);
  const again = decodeLine(encodeHeader(header).subarray(0, -1), ID);
  assertEquals(again, { header: { ...header, state: numbered(header.state) } });
  assertEquals(decodeHistory(whole, ID), { ...history, damage: null, tornBytes: 0 });
}

Deno.test("reconcile() brings a state and a damaged history together, or refuses", async () => {
  let together = 0;
  const pair = (dice: Dice) => dice.pick(HISTORIES);
  await fuzz(2000 * ROUNDS, (dice) => mutate(pair(dice).history!, dice), (bytes) => {
    const history = outcome(() => decodeHistory(bytes, ID));
    if (typeof history === "string" || history === null) return;
    for (const { state } of HISTORIES) {
      together += assertReconciled(decodeSession(state, ID), history);
    }
    assertResult(rebuild(history));
  });
  await fuzz(2000 * ROUNDS, (dice) => mutate(pair(dice).state, dice), (bytes) => {
    const state = outcome(() => decodeSession(bytes, ID));
    if (typeof state === "string") return;
    for (const { history } of HISTORIES) {
      together += assertReconciled(state, decodeHistory(history!, ID)!);
    }
  });
  assert(together > 2000 * ROUNDS, `${together} brought together`);
});

/** 1 when the two were brought together. */
function assertReconciled(state: SessionState, history: History): number {
  const before = structuredClone(state);
  const found = outcome(() => reconcile(state, history));
  assert(equal(state, before), "the state was changed");
  if (typeof found === "string") return 0;
  assertResult(found);
  // One that was saved later, beyond a gap, takes the place of an older state.
  const { messages_dropped: first = 0, history_lines = 0 } = state.metadata;
  if (history.lines > history_lines && first + state.messages.length < found.before) return 1;
  for (const [index, message] of state.messages.entries()) {
    assert(equal(found.messages[first + index - found.before], message), "a message is lost");
  }
  return 1;
}

function assertResult(found: Reconciled): void {
  assertSound(found.messages);
  assertRoundTrip(found.state);
  const dropped = found.state.metadata.messages_dropped ?? 0;
  assertEquals(found.before + found.messages.length, dropped + found.state.messages.length);
}
