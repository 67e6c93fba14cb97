/** What happened in a session, step by step: what a report, a comment and a page are made of. Pure. */

import { messageText } from "../agent/message_text.ts";
import type { StepMessage } from "../session/session_steps.ts";
import { type Text, text, verbatim } from "../text.ts";
import { callSubject } from "./call_subject.ts";

/** A tool call with what came of it. */
export interface StoryCall {
  readonly name: string;
  /** JSON text of a model, which may be anything. */
  readonly arguments: string;
  /** Its file or its most telling argument; empty when it has none. */
  readonly subject: string;
  /** The file that it changed; null for none that is known. */
  readonly changed: string | null;
  /** What the model was told; null: nothing yet. */
  readonly result: string | null;
}

/** Something that was said or done. */
export interface StoryItem {
  /**
   * `step`: a model's answer with its calls. `summary`: one that is no step. `user` and `system`: what
   * it was told. `result`: of a call that is gone.
   */
  readonly kind: "system" | "user" | "step" | "summary" | "result";
  /** The number of its first message. */
  readonly number: number;
  /** Null when it is unknown. */
  readonly step: number | null;
  /** ISO 8601, UTC; null when it is unknown. */
  readonly at: string | null;
  /** USD; null: unknown, or no answer of a model. */
  readonly cost: number | null;
  readonly text: string;
  readonly calls: readonly StoryCall[];
}

/**
 * Tells a session from its messages.
 *
 * @param messages Oldest first; some may be missing.
 * @returns What happened, in order: results stand with their calls.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { sessionStory } from "./session_story.ts";
 *
 * const known = { step: 1, at: null, cost: 0.5 };
 * const id = "call_1";
 * const call = { id, type: "function", function: { name: "grep", arguments: '{"text":"a"}' } } as const;
 * const [step] = sessionStory([
 *   { ...known, number: 1, message: { role: "assistant", content: "", tool_calls: [call] } },
 *   { ...known, number: 2, message: { role: "tool", tool_call_id: id, content: "none" } },
 * ]);
 * assertEquals([step?.kind, step?.calls[0]?.subject, step?.calls[0]?.result], ["step", "a", "none"]);
 * ```
 */
export function sessionStory(messages: readonly StepMessage[]): StoryItem[] {
  const items: StoryItem[] = [];
  let before: StepMessage | null = null;
  let asked: Answer | null = null;
  for (const entry of messages) {
    const { role } = entry.message;
    if (role === "assistant") {
      asked = new Answer(entry, itemOf(entry, before));
      items.push(asked.item);
    } else if (role !== "tool" || !asked?.take(entry)) {
      items.push(itemOf(entry, before));
    }
    before = entry;
  }
  return items;
}

/** An answer whose calls get their results as they come. */
class Answer {
  readonly item: StoryItem;
  readonly #open = new Map<string, number>();
  readonly #calls: StoryCall[];

  constructor({ message }: StepMessage, item: StoryItem) {
    this.#calls = (message.tool_calls ?? []).map(({ id, function: called }, index) => {
      // Two calls of one id: the first result is that of the first.
      if (!this.#open.has(id)) this.#open.set(id, index);
      return {
        name: called.name,
        arguments: called.arguments,
        subject: callSubject(called.arguments),
        changed: null,
        result: null,
      };
    });
    this.item = { ...item, calls: this.#calls };
  }

  /** Whether it is the result of a call that has none. */
  take({ message, path }: StepMessage): boolean {
    const index = this.#open.get(message.tool_call_id ?? "");
    if (index === undefined) return false;
    this.#open.delete(message.tool_call_id ?? "");
    const call = this.#calls[index]!;
    this.#calls[index] = {
      ...call,
      subject: callSubject(call.arguments, path),
      changed: path ?? null,
      result: messageText(message),
    };
    return true;
  }
}

function itemOf(entry: StepMessage, before: StepMessage | null): StoryItem {
  const { number, step, at, cost, message } = entry;
  const isAnswer = message.role === "assistant";
  const kind = message.role === "tool"
    ? "result"
    : message.role !== "assistant"
    ? message.role
    : isSummary(entry, before)
    ? "summary"
    : "step";
  return {
    kind,
    number,
    step: kind === "step" ? step : null,
    at,
    cost: isAnswer ? cost : null,
    text: messageText(message),
    calls: [],
  };
}

/** An answer that counts as no step of its own. */
function isSummary({ number, step }: StepMessage, before: StepMessage | null): boolean {
  return step !== null && before?.step === step && before.number === number - 1;
}

/** How what a tool says of its own effect begins; anything else is what it found. */
const TELLING =
  /^(?:Created|Wrote|Appended|Edited|Patched|Deleted|Cannot|There is no tool|The user declined|The arguments of this call|The run was interrupted|Dry run:|\(no output\)|\[(?:exit code|timed out|ended by))/;

/** A result of one line that is no longer is shown as it is. */
const SHORT = 60;

/**
 * What came of a call, in a few words.
 *
 * @param call The call.
 * @returns One line, not escaped. What the tool said itself is as the model was told it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { resultWords } from "./session_story.ts";
 *
 * assertEquals(String(resultWords({ result: "Edited a.ts at line 3 (now 20 bytes)." })),
 *   "Edited a.ts at line 3 (now 20 bytes)");
 * assertEquals(String(resultWords({ result: "import a\nimport b\n" })), "2 lines");
 * assertEquals(String(resultWords({ result: null })), "no result");
 * ```
 */
export function resultWords({ result }: Pick<StoryCall, "result">): Text {
  if (result === null) return text("no result");
  const lines = result.trimEnd().split("\n");
  const first = lines[0]!;
  if (TELLING.test(first)) return verbatim(first.replace(/[.:]$/, ""));
  if (lines.length > 1) return text("{count} lines", { count: lines.length });
  if (first.length <= SHORT) return verbatim(first);
  return text("{count} characters", { count: first.length });
}
