/** The limits of one call: an abort from outside, and the time without a byte. */

import { TextError } from "../errors.ts";
import { text } from "../text.ts";

/** Starts a timer and gives what stops it. */
export type StartTimer = (elapsed: () => void, ms: number) => () => void;

/** Nothing was received for as long as is allowed. */
export class IdleTimeoutError extends TextError {
  override readonly name = "IdleTimeoutError";
}

const startTimer: StartTimer = (elapsed, ms) => {
  const timer = setTimeout(elapsed, ms);
  return () => clearTimeout(timer);
};

/**
 * Ends a call at once when its signal is aborted, or when no byte has come for `idleMs`. Dispose it
 * when the call is over: its timer stops, and what is still under way is aborted.
 */
export class CallGuard {
  readonly #controller = new AbortController();
  readonly #failure = Promise.withResolvers<never>();
  readonly #signal: AbortSignal;
  readonly #idleMs: number;
  readonly #startTimer: StartTimer;
  readonly #onAbort = () => this.#fail(this.#signal.reason);
  #stopTimer: () => void;

  /**
   * @param signal Aborts the call, with its reason.
   * @param idleMs Milliseconds without a byte after which the call fails.
   * @param options `startTimer`: default setTimeout.
   */
  constructor(signal: AbortSignal, idleMs: number, options: { startTimer?: StartTimer } = {}) {
    this.#signal = signal;
    this.#idleMs = idleMs;
    this.#startTimer = options.startTimer ?? startTimer;
    // It may fail when nobody waits for it.
    this.#failure.promise.catch(() => {});
    signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#stopTimer = this.#startTimer(this.#onIdle, idleMs);
    if (signal.aborted) this.#onAbort();
  }

  /** Aborted as soon as the call has failed or is over: what is under way is given this. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** A byte has come: the time without one begins anew. */
  touch(): void {
    if (this.#controller.signal.aborted) return;
    this.#stopTimer();
    this.#stopTimer = this.#startTimer(this.#onIdle, this.#idleMs);
  }

  /**
   * @returns What the work resolves to.
   * @throws {IdleTimeoutError} No byte for too long; or the reason of the signal, at once.
   */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#failure.promise, work]);
  }

  /** Stops the timer and aborts what is still under way. */
  [Symbol.dispose](): void {
    this.#stopTimer();
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }

  readonly #onIdle = () => {
    const seconds = this.#idleMs / 1000;
    this.#fail(new IdleTimeoutError(text("nothing was received for {seconds} s", { seconds })));
  };

  #fail(reason: unknown): void {
    this.#failure.reject(reason);
    this[Symbol.dispose]();
  }
}
