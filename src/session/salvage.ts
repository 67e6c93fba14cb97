/** What can still be read of a damaged state file: its head, and its messages up to the damage. */

import { parseWellFormed } from "../json/well_formed.ts";
import type { Message } from "../llm/provider.ts";
import { DICT, type Dict, unlessDamaged } from "./fields.ts";
import { FILE_KEYS, readState } from "./session_dict.ts";
import { MAX_STATE_DEPTH } from "./session_file.ts";
import type { SessionState } from "./session_state.ts";
import { readMessage } from "./stored_messages.ts";

const MESSAGES = '\n  "messages": [\n';
const HEAD_KEYS = FILE_KEYS.slice(0, FILE_KEYS.indexOf("task") + 1);

/**
 * Reads what is whole of a damaged state file that architect wrote. Its layout tells where a value
 * ends: a key of the head begins with two spaces, a message with four.
 *
 * @param bytes The content.
 * @param id The session.
 * @returns The session as far as it can be read; null when not even its head can. What stands behind
 * the damage is not in it, and neither is `metadata` when the damage is before the messages.
 * @throws {ArchitectError} `session_too_new`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { salvageState } from "./salvage.ts";
 * import { SessionEncoder } from "./session_file.ts";
 * import { createSession } from "./session_state.ts";
 *
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * state.messages.push({ role: "user", content: "say hello" }, { role: "user", content: "twice" });
 * const [...pieces] = new SessionEncoder().encode(state);
 * const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
 * const salvaged = salvageState(bytes.subarray(0, -20), state.sessionId);
 * assertEquals([salvaged?.task, salvaged?.messages.length], ["say hello", 1]);
 * ```
 */
export function salvageState(bytes: Uint8Array, id: string): SessionState | null {
  const hole = bytes.indexOf(0);
  const text = new TextDecoder().decode(hole === -1 ? bytes : bytes.subarray(0, hole));
  const start = text.indexOf(MESSAGES);
  const whole = start === -1 ? null : parse(`${text.slice(0, start).replace(/,$/, "")}\n}`);
  // Where the metadata is damaged, what a listing shows may be whole.
  const dict = whole ?? headLines(text);
  if (dict === null) return null;
  const messages = whole === null ? [] : wholeMessages(text.slice(start + MESSAGES.length));
  return unlessDamaged(() => readState({ ...dict, messages }, id));
}

function headLines(text: string): Dict | null {
  const lines = text.split("\n", HEAD_KEYS.length + 1);
  return parse(`${lines.join("\n").replace(/,$/, "")}\n}`);
}

function wholeMessages(text: string): Message[] {
  const messages: Message[] = [];
  let block = "";
  for (const line of text.split("\n")) {
    block += `${line}\n`;
    if (line !== "    }," && line !== "    }") continue;
    const dict = parse(block.replace(/,\n$/, ""));
    const message = dict === null ? null : unlessDamaged(() => readMessage(dict, "message"));
    if (message === null) break;
    messages.push(message);
    block = "";
  }
  return messages;
}

function parse(text: string): Dict | null {
  try {
    const value = parseWellFormed(text, MAX_STATE_DEPTH);
    return DICT.is(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
