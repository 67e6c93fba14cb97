/**
 * Waits for work, but not beyond an abort: what is under way goes on, and nobody waits for it.
 *
 * @param work What is waited for.
 * @param signal Ends the wait.
 * @returns What the work resolves to.
 * @throws The signal's reason, as soon as it is aborted.
 *
 * @example
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { untilAborted } from "./until_aborted.ts";
 *
 * const never = new Promise<void>(() => {});
 * const signal = AbortSignal.abort(new Error("enough"));
 * await assertRejects(() => untilAborted(never, signal), Error, "enough");
 * ```
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
