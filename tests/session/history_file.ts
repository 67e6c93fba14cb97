/** Histories to test with: their lines, and those of a file. */

import type { Message } from "../../src/llm/provider.ts";
import { encodeEntry, encodeHeader, type HistoryEntry } from "../../src/session/history_line.ts";
import { decodeHistory, type History } from "../../src/session/read_history.ts";
import type { SessionState } from "../../src/session/session_state.ts";
import { ID, NOW, sample } from "./samples.ts";
import type { Workspace } from "./workspace.ts";

/** A header of a session that has done nothing yet. */
export function header(first: number, change: Partial<SessionState> = {}): Uint8Array {
  const fresh = sample({
    status: "running",
    stopReason: null,
    stepsCompleted: 0,
    totalCost: 0,
    filesModified: [],
    messages: [],
  });
  return encodeHeader({ state: { ...fresh, ...change }, first });
}

/** A message; it costs a cent when it is an answer. */
export function entry(message: Message, change: Partial<HistoryEntry> = {}): Uint8Array {
  const cost = message.role === "assistant" ? 0.01 : 0;
  return encodeEntry({ step: 0, at: NOW.toISOString(), cost, message, ...change });
}

/** A message of the user, of which the text is the number. */
export function said(...numbers: number[]): Uint8Array[] {
  return numbers.map((number) => entry(user(number)));
}

/** What {@linkcode said} makes an entry of. */
export function user(number: number): Message {
  return { role: "user", content: String(number) };
}

/** A line, several, or raw text. */
export type Piece = Uint8Array | string | readonly Uint8Array[];

/** Lines and raw text as the content of a file. */
export function content(...pieces: Piece[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const bytes = pieces.flatMap((piece) => {
    if (typeof piece === "string") return [...encoder.encode(piece)];
    return piece instanceof Uint8Array ? [...piece] : piece.flatMap((line) => [...line]);
  });
  return new Uint8Array(bytes);
}

/** A history of such content. */
export function history(...pieces: Piece[]): History {
  const read = decodeHistory(content(...pieces), ID);
  if (read === null) throw new Error("there is no line in it");
  return read;
}

/** The lines of a session's history file, parsed; what is torn at its end is an error. */
// deno-lint-ignore no-explicit-any
export async function fileLines(workspace: Workspace, id = ID): Promise<any[]> {
  const text = await Deno.readTextFile(workspace.file(`${id}.jsonl`));
  if (!text.endsWith("\n")) throw new Error(`the history does not end with a line:\n${text}`);
  return text.slice(0, -1).split("\n").map((line) => JSON.parse(line));
}

/** The lines of a session's history in short: what a header begins with, or the role. */
export async function outline(workspace: Workspace, id = ID): Promise<string[]> {
  const lines = await fileLines(workspace, id);
  return lines.map((line) =>
    line.message === undefined ? `header ${line.first_message}` : line.message.role
  );
}
