/** The lines of a history, made anew for another session or another machine. Pure. */

import { encodeEntry, encodeHeader, type HistoryEntry } from "./history_line.ts";
import type { History } from "./read_history.ts";
import type { SessionState } from "./session_state.ts";

/** What a copy of a history is to hold. */
export interface CopyOptions {
  /** Number of the first message; a header begins there. Default: all that is there. */
  readonly from?: number;
  /** Number of the last message. Default: all that is there. */
  readonly to?: number;
  /** What becomes of the state in each header. Default: itself. */
  readonly state?: (state: SessionState) => SessionState;
  /** What becomes of each message. Default: itself. */
  readonly entry?: (entry: HistoryEntry) => HistoryEntry;
}

/**
 * Copies a history: what later lines replaced, and what is torn, is left out.
 *
 * @param history The history.
 * @param options What of it, and what is changed on the way.
 * @returns Lines, each with its line end; none where nothing is left.
 */
export function copyHistory(history: History, options: CopyOptions = {}): Uint8Array[] {
  const { from = 1, to = Infinity } = options;
  const { state: ofState = (state) => state, entry: ofEntry = (entry) => entry } = options;
  const lines: Uint8Array[] = [];
  let at = history.entries.findIndex(({ number }) => number >= from);
  if (at === -1) return lines;
  const headers = history.headers.filter(({ first }) => first >= from && first <= to);
  for (const [index, { state, first }] of headers.entries()) {
    const end = Math.min(headers[index + 1]?.first ?? Infinity, to + 1);
    lines.push(encodeHeader({ state: ofState(state), first }));
    for (let one = history.entries[at]; one && one.number < end; one = history.entries[++at]) {
      const { number: _number, line: _line, ...entry } = one;
      lines.push(encodeEntry(ofEntry(entry)));
    }
  }
  return lines;
}
