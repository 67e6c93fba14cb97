/** Whether a step costs as much late in a long run as it does early. */

import { runAgent } from "../../src/agent/loop.ts";
import { runSession } from "../../src/agent/run_session.ts";
import type { Answer, Provider } from "../../src/llm/provider.ts";
import { createSession, SessionManager } from "../../src/session/mod.ts";
import { verbatim } from "../../src/text.ts";
import type { Tool } from "../../src/tools/tool.ts";
import type { Benchmark } from "./benchmark.ts";
import { median } from "./measure.ts";
import { seededRandom, textOf } from "./sessions_data.ts";

/** Steps that are measured round each place in the run. */
const WINDOW = 100;

/** Bytes of a tool's result: 40 messages make a state of some 100 KB. */
const RESULT_BYTES = 4500;

/** A run of 2,000 steps, each saved three times: its answer, the start of its tool, the result. */
export const steps: Benchmark = {
  name: "steps",
  async measure(shop) {
    const [early, late] = shop.quick ? [50, 300] : [100, 2000];
    await using long = await LongRun.begin(await shop.folder("long-run"));
    await long.goTo(late - WINDOW);
    // The early steps are those of another run, in turns with the late ones: what slows the machine
    // meanwhile, and this process, slows both.
    await using short = await LongRun.begin(await shop.folder("short-run"));
    await short.goTo(early - WINDOW / 2);
    const cost = { early: new Costs(), late: new Costs() };
    for (let n = 0; n < WINDOW; n++) {
      cost.late.add(await long.step());
      cost.early.add(await short.step());
    }
    const name = (step: number) => step.toLocaleString("en");
    const against = `around step ${name(early)}`;
    const row = { unit: "ms", against, reach: 1.1 } as const;
    return [{
      ...row,
      what: `saves of a step, at step ${name(late)} of a run`,
      figure: cost.late.saving(),
      floor: cost.early.saving(),
    }, {
      ...row,
      what: `a whole step, at step ${name(late)} of a run`,
      figure: cost.late.whole(),
      floor: cost.early.whole(),
    }];
  },
};

/** What a step took, in milliseconds. */
interface StepCost {
  readonly whole: number;
  readonly saving: number;
}

/** What steps took. */
class Costs {
  readonly #steps: StepCost[] = [];

  add(step: StepCost): void {
    this.#steps.push(step);
  }

  saving(): number {
    return median(this.#steps.map(({ saving }) => saving));
  }

  whole(): number {
    return median(this.#steps.map(({ whole }) => whole));
  }
}

/** A run that goes on a step at a time, as a command drives one. */
class LongRun implements AsyncDisposable {
  readonly #events: AsyncGenerator<{ readonly type: string }, unknown>;
  readonly #lock: AsyncDisposable;
  #saving = 0;
  #steps = 0;

  private constructor(sessions: SessionManager, lock: AsyncDisposable, workspace: string) {
    const state = createSession({
      sessionId: ID,
      task: "measure",
      agent: "build",
      model: "scripted",
    });
    state.messages = [{ role: "user", content: "measure" }];
    this.#lock = lock;
    this.#events = runSession({
      state,
      store: {
        save: async (saved) => {
          const started = performance.now();
          await sessions.save(saved);
          this.#saving += performance.now() - started;
        },
      },
      events: runAgent({
        provider: tireless(),
        history: [...state.messages],
        unanswered: [],
        opening: null,
        limits: { maxSteps: Number.MAX_SAFE_INTEGER, budgetUsd: null },
        before: { steps: 0, costUsd: 0, answers: 0 },
        tools: new Map([[LOOK.name, LOOK]]),
        workspace,
        signal: new AbortController().signal,
        mode: "yolo",
        dryRun: false,
        confirm: () => Promise.resolve(true),
        redact: (text) => text,
        redactMessage: (message) => message,
        maxResultBytes: 65_536,
      }),
      saveFirst: true,
      widened: [],
      version: "0.0.0",
      now: () => new Date(),
    });
  }

  /** Takes the lock of a new session. */
  static async begin(workspace: string): Promise<LongRun> {
    const sessions = new SessionManager(workspace);
    return new LongRun(sessions, await sessions.lock(ID), workspace);
  }

  async goTo(step: number): Promise<void> {
    while (this.#steps < step) await this.step();
  }

  /** Goes on until a tool has ended. */
  async step(): Promise<StepCost> {
    this.#saving = 0;
    this.#steps++;
    const started = performance.now();
    while (true) {
      const { value, done } = await this.#events.next();
      if (done) throw new Error(`Cannot go on: the run ended at step ${this.#steps}`);
      if ((value as { type: string }).type === "tool_finished") break;
    }
    return { whole: performance.now() - started, saving: this.#saving };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#events.return(undefined);
    await this.#lock[Symbol.asyncDispose]();
  }
}

const ID = "20260223-143022-a1b2c3";

/** A tool that looks at something: each call gives another text. */
const LOOK: Tool = {
  name: "look",
  description: "Gives a text.",
  parameters: { type: "object" },
  changes: false,
  prepare(args) {
    const { seed } = args as { readonly seed: number };
    const content = textOf(seededRandom(seed), RESULT_BYTES);
    return Promise.resolve({
      preview: verbatim("look"),
      run: () => Promise.resolve({ success: true, content }),
    });
  },
};

/** A model that asks for one tool after another, with a context that is never full. */
function tireless(): Provider {
  let calls = 0;
  return {
    model: "scripted",
    contextTokens: 1e9,
    priceKnown: true,
    complete(): Promise<Answer> {
      const seed = ++calls;
      return Promise.resolve({
        message: {
          role: "assistant",
          content: `Looking, the time number ${seed}.`,
          tool_calls: [{
            id: `call_${seed}`,
            type: "function",
            function: { name: LOOK.name, arguments: JSON.stringify({ seed }) },
          }],
        },
        usage: { inputTokens: 1000, outputTokens: 50 },
        costUsd: 0.001,
        finishReason: "tool_calls",
      });
    },
  };
}
