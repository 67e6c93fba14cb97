/** Lets a person at a terminal pick a session. */

import type { Translate } from "../../language.ts";
import type { Text } from "../../text.ts";
import { untilAborted } from "../../until_aborted.ts";
import { writeToStderr } from "../stderr.ts";
import { choicesView, sessionsSeen } from "./choices_view.ts";
import { KeyReader } from "./key_reader.ts";
import { type Choice, SessionChoices } from "./session_choices.ts";

/** Options of {@linkcode pickSession}. */
export interface PickOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Whether the terminal may be coloured. */
  readonly color: boolean;
  /** Into the person's language. */
  readonly translate: Translate;
  /**
   * Looks at a session once more before it is picked: others may have been busy meanwhile.
   *
   * @returns Why it cannot be picked after all; null when it can.
   */
  readonly refusal: (id: string) => Promise<Text | null>;
}

/** ECMA-48, and DEC's autowrap: a terminal may take an emoji for wider than it is. */
const CLEAR = "\r\x1b[J";
const NO_WRAP = "\x1b[?7l";
const WRAP = "\x1b[?7h";

/** Windows tells of no new size; the next key draws anew. */
const REDRAWN_AT: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? []
  : ["SIGWINCH", "SIGCONT"];

/**
 * Shows sessions on stderr and lets a person pick one with the keys of the terminal that is stdin. They
 * are gone from the terminal afterwards, and it is as it was, however this ends.
 *
 * @param all The sessions, newest first.
 * @param options What ends it, and what is looked at.
 * @returns The id; null when the person left.
 * @throws The signal's reason when it is aborted first.
 */
export async function pickSession(
  all: readonly Choice[],
  options: PickOptions,
): Promise<string | null> {
  const { signal, color, translate, refusal } = options;
  signal.throwIfAborted();
  const choices = new SessionChoices(all, translate);
  const keys = new KeyReader(Deno.stdin);
  const draw = () => writeToStderr(frame(choices, { color, translate }));
  // Who stopped the program (Ctrl+Z) and goes on may have left the terminal otherwise.
  const again = () => {
    leaveKeys();
    takeKeys();
    draw();
  };
  takeKeys();
  for (const name of REDRAWN_AT) Deno.addSignalListener(name, again);
  try {
    draw();
    while (true) {
      const pressed = await untilAborted(keys.next(), signal);
      if (pressed === null) return null;
      for (const key of pressed) {
        const outcome = choices.press(key, sessionsSeen(size().rows));
        if (outcome === "left") return null;
        if (outcome === null) continue;
        const reason = await refusal(outcome.session.id);
        if (reason === null) return outcome.session.id;
        choices.refuse(reason);
      }
      draw();
    }
  } finally {
    for (const name of REDRAWN_AT) Deno.removeSignalListener(name, again);
    leaveKeys();
    writeToStderr(CLEAR);
  }
}

/** Each key at once, and none shown; cbreak leaves Ctrl+C to the terminal, which makes it a signal. */
function takeKeys(): void {
  Deno.stdin.setRaw(true, { cbreak: true });
}

function leaveKeys(): void {
  try {
    Deno.stdin.setRaw(false);
  } catch (error) {
    // A terminal that was closed needs it no more, and how this ended is to be told.
    if (!(error instanceof Error)) throw error;
  }
}

/** Drawn from the line of the cursor on, to which it goes back: what it clears then is this alone. */
function frame(
  choices: SessionChoices,
  options: Pick<PickOptions, "color" | "translate">,
): string {
  const { lines, cursorColumn } = choicesView(choices, { ...size(), ...options, now: new Date() });
  const up = lines.length > 1 ? `\x1b[${lines.length - 1}A` : "";
  const right = cursorColumn > 0 ? `\x1b[${cursorColumn}C` : "";
  return `${CLEAR}${NO_WRAP}${lines.join("\r\n")}${WRAP}${up}\r${right}`;
}

function size(): { readonly columns: number; readonly rows: number } {
  try {
    const { columns, rows } = Deno.consoleSize();
    return { columns: columns || 80, rows: rows || 24 };
  } catch (error) {
    // Some terminals (a serial line) have no size.
    if (error instanceof Error) return { columns: 80, rows: 24 };
    throw error;
  }
}
