/** Ctrl+C and its kin, as an abort signal. */

import { ArchitectError } from "./errors.ts";
import { text } from "./text.ts";

/** What ends a run. SIGHUP: the terminal is gone. Windows has no SIGTERM. */
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Gives the function that a command asks for its interrupt signal. Nothing is installed before it is
 * called: until then a signal ends the process at once.
 *
 * @param exitNow Called at the second signal.
 * @returns Gives the signal, the same at each call; aborted with an `ArchitectError` of code
 * `user_interrupt`.
 */
export function createInterrupt(exitNow: () => void): () => AbortSignal {
  let controller: AbortController | null = null;
  return () => {
    if (controller !== null) return controller.signal;
    const own = controller = new AbortController();
    for (const signal of SIGNALS) {
      Deno.addSignalListener(signal, () => {
        if (own.signal.aborted) exitNow();
        else {own.abort(
            new ArchitectError("user_interrupt", text("Interrupted by {signal}", { signal })),
          );}
      });
    }
    return own.signal;
  };
}
