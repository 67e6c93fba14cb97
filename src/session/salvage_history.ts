/** What can still be read of a damaged history, as a history that is whole. */

import { concat } from "../files/concat.ts";
import type { Message } from "../llm/provider.ts";
import { unlessDamaged } from "./fields.ts";
import {
  decodeLine,
  encodeEntry,
  encodeHeader,
  type HistoryEntry,
  type HistoryHeader,
} from "./history_line.ts";
import { advance } from "./rebuild.ts";
import type { SessionState } from "./session_state.ts";

/** Options of {@linkcode salvageHistory}. */
export interface SalvageHistoryOptions {
  /** What stands for a first header that is damaged; null: what is before the next one is lost. */
  readonly head: SessionState | null;
  /** A message that is known from elsewhere, by its number: for a line that cannot be read. */
  readonly known?: (number: number) => Message | undefined;
  /** Messages with a higher number are left out. Default: none is. */
  readonly upTo?: number;
}

/** A history without its damage. */
export interface SalvagedHistory {
  /** The content of a file. Where lines are lost, a header says at which message it goes on. */
  readonly bytes: Uint8Array;
  /** Messages in it. */
  readonly messages: number;
  /** Lines that could not be read. */
  readonly lost: number;
}

/**
 * Takes the lines of a history that can be read. A line that cannot is taken for one message, and
 * for the one that is known by its number.
 *
 * @param bytes The content of the file.
 * @param id The session.
 * @param options The head; how far.
 * @returns The lines.
 * @throws {ArchitectError} `session_too_new`.
 */
export function salvageHistory(
  bytes: Uint8Array,
  id: string,
  options: SalvageHistoryOptions,
): SalvagedHistory {
  const { head, known = () => undefined, upTo = Infinity } = options;
  const lines: Uint8Array[] = [];
  let header: HistoryHeader | null = null;
  let since: HistoryEntry[] = [];
  let [number, messages, lost] = [1, 0, 0];
  let gap = false;
  for (const raw of wholeLines(bytes)) {
    const line = unlessDamaged(() => decodeLine(raw.subarray(0, -1), id));
    if (line === null) {
      lost++;
      // In the place of the first header no message is lost.
      if (lost === 1 && lines.length === 0) continue;
      const message = number > upTo ? undefined : known(number);
      if (message === undefined || header === null) gap = true;
      else if (!gap) {
        const entry = filled(message, since.at(-1) ?? startOf(header));
        lines.push(encodeEntry(entry));
        since.push(entry);
        messages++;
      }
      number++;
    } else if ("header" in line) {
      header = line.header;
      since = [];
      number = header.first;
      gap = number > upTo;
      if (!gap) lines.push(raw);
    } else {
      header ??= head === null ? null : { first: number, state: { ...head, messages: [] } };
      if (header === null) lost++;
      else if (number <= upTo) {
        if (gap || lines.length === 0) {
          // What was read before is counted in it, and not again at the next gap.
          const before = advance(header.state, since);
          header = { first: number, state: withLostAnswers(before, line.entry) };
          since = [];
          lines.push(encodeHeader(header));
        }
        gap = false;
        lines.push(raw);
        since.push(line.entry);
        messages++;
      }
      number++;
    }
  }
  return { bytes: concat(lines), messages, lost };
}

/** What it cost is not known; what else the line said is what the one before it says. */
function filled(message: Message, before: Pick<HistoryEntry, "step" | "at">): HistoryEntry {
  const answer = message.role === "assistant";
  const step = before.step + (answer ? 1 : 0);
  return { step, at: before.at, cost: answer ? null : 0, message };
}

/**
 * The state behind lines that are lost. How many answers were among them tells the step of the entry
 * that follows; what they cost is not known.
 */
function withLostAnswers(before: SessionState, { step, message }: HistoryEntry): SessionState {
  const { metadata } = before;
  const done = message.role === "assistant" ? step - 1 : step;
  const lost = Math.max(0, done - before.stepsCompleted);
  const { answers_saved = 0, cost_unknown_calls = 0 } = metadata;
  return {
    ...before,
    stepsCompleted: before.stepsCompleted + lost,
    messages: [],
    metadata: lost === 0 ? metadata : {
      ...metadata,
      answers_saved: answers_saved + lost,
      cost_unknown_calls: cost_unknown_calls + lost,
    },
  };
}

function startOf({ state }: HistoryHeader): Pick<HistoryEntry, "step" | "at"> {
  return { step: state.stepsCompleted, at: state.updatedAt };
}

/** Each with its line end. */
function* wholeLines(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let end = bytes.indexOf(0x0A); end !== -1; end = bytes.indexOf(0x0A, start)) {
    yield bytes.subarray(start, end + 1);
    start = end + 1;
  }
}
