/** Tries again what may pass. */

import { type Text, text } from "../text.ts";
import { untilAborted } from "../until_aborted.ts";

/** Waits, and rejects with the signal's reason when it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** What became of one try. */
export interface Failure {
  /** What the caller gets when no further try is made. */
  readonly error: Error;
  /** Whether a further try makes sense. */
  readonly retry: boolean;
  /** Milliseconds that the server asked to wait; null: it did not say. */
  readonly waitMs: number | null;
  /** The reason in a few words, for the notice of a retry. */
  readonly reason: Text;
}

/** Options of {@linkcode withRetries}. */
export interface RetryOptions {
  /** How many tries follow the first. */
  readonly retries: number;
  /** Ends a wait at once. */
  readonly signal: AbortSignal;
  /** Judges what a try threw. */
  readonly judge: (error: unknown) => Failure;
  /** Called before each wait with one line. */
  readonly onNotice?: (text: Text) => void;
  /** Default: a timer. */
  readonly sleep?: Sleep;
  /** 0 to 1, default Math.random. */
  readonly random?: () => number;
}

/** The longest wait that a server may ask for, in milliseconds. */
export const LONGEST_WAIT_MS = 120_000;

const FIRST_WAIT_MS = 500;
const LONGEST_OWN_WAIT_MS = 8_000;

/**
 * Makes a try, and further ones while the failure may pass: after as long as the server asked for,
 * else 0.5, 1, 2, ... 8 seconds, shortened by up to a quarter at random. A server that asks for
 * more than {@linkcode LONGEST_WAIT_MS} is not waited for.
 *
 * @throws The error of the last try as `judge` gives it, or the reason of the signal.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { retries, signal, judge, onNotice, sleep = timerSleep, random = Math.random } = options;
  for (let tried = 1;; tried++) {
    try {
      return await attempt();
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = judge(thrown);
      const waitMs = failure.waitMs ?? backOffMs(tried, random());
      if (!failure.retry || tried > retries || waitMs > LONGEST_WAIT_MS) throw failure.error;
      onNotice?.(text("{reason}; retry {tried} of {retries} in {seconds} s", {
        reason: failure.reason,
        tried,
        retries,
        seconds: Math.ceil(waitMs / 100) / 10,
      }));
      await untilAborted(sleep(waitMs, signal), signal);
    }
  }
}

function backOffMs(tried: number, random: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_OWN_WAIT_MS) * (1 - random / 4);
}

const timerSleep: Sleep = (ms, signal) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    resolve();
  };
  const timer = setTimeout(stop, ms);
  signal.addEventListener("abort", stop);
  return promise;
};
