/**
 * Cassettes: files of recorded model answers. JSON Lines, a header first, then one answer a line:
 *
 * ```jsonl
 * {"cassette":1,"model":"gpt-4o","recorded_at":"2026-02-23T14:30:22Z"}
 * {"kind":"answer","number":1,"message":{"role":"assistant","content":"hi"},"usage":{"input_tokens":9,"output_tokens":1},"cost_usd":0.0000325,"finish_reason":"stop"}
 * ```
 */

import * as v from "valibot";
import { ArchitectError } from "../errors.ts";
import { nestsDeeper } from "../json/nests_deeper.ts";
import { MAX_DEPTH } from "./chat_answer.ts";
import { type Text, text } from "../text.ts";
import { DEFAULT_CONTEXT_TOKENS } from "./context_tokens.ts";
import type { Answer, Message, ModelRequest, ToolCall, Usage } from "./provider.ts";

/** The first line of a cassette. */
export interface CassetteHeader {
  /** The model that was recorded. */
  readonly model: string;
  /** Its context window, in tokens. */
  readonly contextTokens: number;
}

/** One line of a cassette after the header. */
export interface CassetteAnswer {
  readonly kind: ModelRequest["kind"];
  /** The number of the answer in its session, from 1; null: a summary that fits any number. */
  readonly number: number | null;
  readonly message: Message;
  readonly usage: Usage | null;
  /** USD; null: unknown when it was recorded; undefined: to be priced from the usage. */
  readonly costUsd: number | null | undefined;
  readonly finishReason: string;
}

/** A cassette, read. */
export interface Cassette {
  readonly header: CassetteHeader;
  readonly answers: readonly CassetteAnswer[];
}

const WholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** USD, far more than any answer costs: a sum of such amounts stays a number. */
const Cost = v.pipe(v.number(), v.minValue(0), v.maxValue(1e9));

const HeaderLine = v.object({
  cassette: v.literal(1),
  model: v.pipe(v.string(), v.minLength(1)),
  context_tokens: v.optional(Positive, DEFAULT_CONTEXT_TOKENS),
});

const Call = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  type: v.optional(v.literal("function"), "function"),
  function: v.looseObject({ name: v.string(), arguments: v.string() }),
});

const AssistantMessage = v.looseObject({
  role: v.literal("assistant"),
  content: v.optional(v.nullable(v.union([v.string(), v.array(v.unknown())])), null),
  tool_calls: v.optional(v.pipe(
    v.array(Call),
    v.check((calls) => new Set(calls.map(({ id }) => id)).size === calls.length),
  )),
});

const UsageObject = v.object({
  input_tokens: WholeNumber,
  output_tokens: WholeNumber,
  cached_input_tokens: v.optional(WholeNumber),
});

const AnswerLine = v.object({
  kind: v.optional(v.picklist(["answer", "summary"]), "answer"),
  number: v.optional(Positive),
  message: AssistantMessage,
  usage: v.optional(v.nullable(UsageObject), null),
  cost_usd: v.optional(v.nullable(Cost)),
  finish_reason: v.optional(v.string()),
});

/**
 * Reads a cassette. Unknown keys are passed over. An answer without a number follows the one before
 * it; a summary without one fits any summary call.
 *
 * @param file Its name, for errors.
 * @param content Its content.
 * @throws {ArchitectError} `cassette_error`, naming file and line.
 */
export function parseCassette(file: string, content: string): Cassette {
  const lines = content.split("\n").map((line, index) => ({ line: line.trim(), at: index + 1 }))
    .filter(({ line }) => line !== "");
  const first = lines.shift();
  if (first === undefined) {
    throw refused(file, text("it is empty"), text("Record one with --record FILE."));
  }
  const header = parseLine(HeaderLine, file, first.at, first.line);
  let number = 0;
  const answers = lines.map(({ line, at }): CassetteAnswer => {
    const answer = parseLine(AnswerLine, file, at, line);
    if (answer.kind === "answer") number = answer.number ?? number + 1;
    const { tool_calls, ...message } = answer.message;
    const called = tool_calls !== undefined && tool_calls.length > 0;
    return {
      kind: answer.kind,
      number: answer.kind === "answer" ? number : answer.number ?? null,
      message: called
        ? { ...message, tool_calls: tool_calls as ToolCall[] }
        // An assistant message that calls nothing must have content.
        : { ...message, content: message.content ?? "" },
      usage: answer.usage === null ? null : {
        inputTokens: answer.usage.input_tokens,
        outputTokens: answer.usage.output_tokens,
        ...(answer.usage.cached_input_tokens === undefined
          ? {}
          : { cachedInputTokens: answer.usage.cached_input_tokens }),
      },
      costUsd: answer.cost_usd,
      finishReason: answer.finish_reason ?? (called ? "tool_calls" : "stop"),
    };
  });
  return { header: { model: header.model, contextTokens: header.context_tokens }, answers };
}

function parseLine<T extends v.GenericSchema>(
  schema: T,
  file: string,
  at: number,
  line: string,
): v.InferOutput<T> {
  const refuse = (state: Text) =>
    refused(file, state, text("Record it again with --record FILE, or mend the line."));
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // The parser's message would hold a piece of the answer.
    throw refuse(text("line {line} is not JSON", { line: at }));
  }
  // The line itself, and the message in it.
  if (nestsDeeper(value, MAX_DEPTH + 1)) {
    throw refuse(text("line {line} is nested too deeply", { line: at }));
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const key = v.getDotPath(issue);
  throw refuse(
    key === null
      ? text("line {line} is not an object of a cassette", { line: at })
      : text('line {line} has a wrong "{key}", wanted: {wanted}', {
        line: at,
        key,
        // Only what is checked by a function of ours has no words of the library.
        wanted: issue.expected ?? text("ids are unique"),
      }),
  );
}

function refused(file: string, state: Text, suggestion: Text): ArchitectError {
  return new ArchitectError(
    "cassette_error",
    text('Cannot replay cassette "{file}": {state}', { file, state }),
    { suggestion },
  );
}

/** The first line of a cassette, with its line feed. */
export function headerLine(header: CassetteHeader, recordedAt: Date): string {
  return `${
    JSON.stringify({
      cassette: 1,
      model: header.model,
      context_tokens: header.contextTokens,
      recorded_at: recordedAt.toISOString(),
    })
  }\n`;
}

/** The line of an answer, with its line feed. */
export function answerLine(kind: ModelRequest["kind"], number: number, answer: Answer): string {
  const { message, usage, costUsd, finishReason } = answer;
  return `${
    JSON.stringify({
      kind,
      number,
      message,
      usage: usage && {
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cached_input_tokens: usage.cachedInputTokens,
      },
      cost_usd: costUsd,
      finish_reason: finishReason,
    })
  }\n`;
}
