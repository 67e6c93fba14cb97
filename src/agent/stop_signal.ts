/** Why a run is to stop in the middle of what it does. */

import type { StopReason } from "../session/session_state.ts";

/** The reason of an aborted {@linkcode StopSignal}. */
export class StopRequest extends Error {
  override readonly name = "StopRequest";
  /** What the run is to report. */
  readonly reason: Extract<StopReason, "user_interrupt" | "timeout">;

  /** @param reason What the run is to report. */
  constructor(reason: Extract<StopReason, "user_interrupt" | "timeout">) {
    super(reason === "timeout" ? "the time of this run is over" : "interrupted");
    this.reason = reason;
  }
}

/** A signal that is aborted with a {@linkcode StopRequest}; dispose it to stop the clock. */
export interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Joins a person's interrupt and the time limit of a run.
 *
 * @param interrupt Aborted by Ctrl+C and the like.
 * @param timeoutMs Milliseconds from now; null for no limit.
 * @returns The joint signal.
 */
export function createStopSignal(interrupt: AbortSignal, timeoutMs: number | null): StopSignal {
  const controller = new AbortController();
  const onInterrupt = () => controller.abort(new StopRequest("user_interrupt"));
  if (interrupt.aborted) onInterrupt();
  interrupt.addEventListener("abort", onInterrupt, { once: true });
  const timer = timeoutMs === null
    ? undefined
    // A longer delay than a 32-bit integer holds would fire at once.
    : setTimeout(
      () => controller.abort(new StopRequest("timeout")),
      Math.min(timeoutMs, 2 ** 31 - 1),
    );
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      interrupt.removeEventListener("abort", onInterrupt);
    },
  };
}

/**
 * The stop reason that an aborted signal stands for.
 *
 * @param signal An aborted signal.
 * @returns The reason.
 */
export function stopReasonOf(signal: AbortSignal): StopReason {
  return signal.reason instanceof StopRequest ? signal.reason.reason : "user_interrupt";
}
