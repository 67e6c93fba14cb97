/** How long a durable save takes when a step brought one new message. */

import { join } from "@std/path";
import type { Message } from "../../src/llm/provider.ts";
import { createSession, SessionManager, type SessionState } from "../../src/session/mod.ts";
import type { Benchmark } from "./benchmark.ts";
import type { Conversation } from "./conversation.ts";
import { inTurns, lowTenth, millisecondsOf } from "./measure.ts";
import { saveRaw } from "./raw_calls.ts";
import type { Measured, Row } from "./report.ts";
import { messagesOf, seededRandom, textOf } from "./sessions_data.ts";
import type { Workshop } from "./workshop.ts";

/** A state keeps 30 to 50 messages. */
const USUAL_MESSAGES = 40;

/** A size of sessions, and what is promised for it. */
interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly rounds: number;
  /**
   * What the state alone may take: less than a save of the Python tool, which flushes nothing, took
   * when the floor took so long.
   */
  readonly stateReach: number;
}

const SIZES: readonly Size[] = [
  { name: "100 KB", bytes: 100_000, rounds: 200, stateReach: 1.7 / 0.68 },
  { name: "2 MB", bytes: 2_000_000, rounds: 80, stateReach: 25 / 3.1 },
];

/** `SessionManager.save`, with and without the history, against the same writes and flushes. */
export const save: Benchmark = {
  name: "save",
  async measure(shop) {
    const rows: Row[] = [];
    for (const size of SIZES) {
      rows.push(...await measureSaves(shop, size, true));
      rows.push(...await measureSaves(shop, size, false));
    }
    return rows;
  },
};

async function measureSaves(shop: Workshop, size: Size, history: boolean): Promise<Row[]> {
  const workspace = await shop.folder("save");
  const session = new GrowingSession(workspace, size.bytes, history);
  await using _lock = await session.lock();
  await session.begin();
  const floorFolder = await shop.folder("save-floor");
  await using floor = await cFloor(shop, floorFolder);
  const samples = await inTurns(shop.quick ? 20 : size.rounds, {
    save: () => session.saveNext(),
    c: () => floor?.save(session.written()) ?? NaN,
    deno: () => denoFloor(floorFolder, session.written()),
  });
  const row = {
    what: `durable save, ${history ? "state and history" : "the state alone"}, ${size.name}`,
    unit: "ms",
    figure: lowTenth(samples.save),
  } as const;
  const reach = history ? 1.4 : size.stateReach;
  const deno: Measured = {
    ...row,
    floor: lowTenth(samples.deno),
    against: "Deno, the same writes and flushes",
    reach: floor === null ? reach : null,
  };
  if (floor === null) return [deno];
  const against = "C, the same writes and flushes";
  return [{ ...row, floor: lowTenth(samples.c), against, reach }, deno];
}

/** Bytes that a save wrote. */
interface Written {
  readonly state: number;
  readonly history: number;
}

/** A session to which each save brings a message, as a run does: at 50 the state is cut to 30. */
class GrowingSession {
  readonly #sessions: SessionManager;
  readonly #state: SessionState;
  readonly #random = seededRandom(1);
  readonly #messageBytes: number;
  readonly #folder: string;
  #historyBytes = 0;
  #written: Written = { state: 0, history: 0 };

  constructor(workspace: string, bytes: number, history: boolean) {
    this.#sessions = new SessionManager(workspace, { history });
    this.#state = createSession({ task: "measure", agent: "build", model: "gpt-4o" });
    this.#messageBytes = bytes / USUAL_MESSAGES;
    this.#folder = join(workspace, ".architect", "sessions");
  }

  lock(): Promise<AsyncDisposable> {
    return this.#sessions.lock(this.#state.sessionId);
  }

  async begin(): Promise<void> {
    this.#state.messages = messagesOf(this.#random, 30, 30 * this.#messageBytes);
    await this.#sessions.save(this.#state);
    this.#look();
  }

  async saveNext(): Promise<number> {
    const message: Message = {
      role: "user",
      content: textOf(this.#random, this.#messageBytes),
    };
    this.#state.messages = [...this.#state.messages, message];
    const ms = await millisecondsOf(() => this.#sessions.save(this.#state));
    this.#look();
    return ms;
  }

  /** What the newest save wrote: a floor writes as much. */
  written(): Written {
    return this.#written;
  }

  #look(): void {
    const size = (ending: string): number => {
      try {
        return Deno.statSync(join(this.#folder, this.#state.sessionId + ending)).size;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return 0;
        throw error;
      }
    };
    const history = size(".jsonl");
    this.#written = { state: size(".json"), history: history - this.#historyBytes };
    this.#historyBytes = history;
  }
}

function denoFloor(folder: string, { state, history }: Written): Promise<number> {
  const [stateBytes, historyBytes] = [filled(state), filled(history)];
  return millisecondsOf(() => saveRaw(folder, stateBytes, historyBytes));
}

async function cFloor(shop: Workshop, folder: string): Promise<CFloor | null> {
  const program = await shop.floor("save");
  return program === null ? null : new CFloor(shop.converse(program, [folder]));
}

/** The floor program, which takes its own time. */
class CFloor implements AsyncDisposable {
  readonly #program: Conversation;

  constructor(program: Conversation) {
    this.#program = program;
  }

  async save({ state, history }: Written): Promise<number> {
    return Number(await this.#program.ask(`${state} ${history}`)) / 1000;
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#program[Symbol.asyncDispose]();
  }
}

function filled(length: number): Uint8Array {
  return new Uint8Array(length).fill(0x78);
}
