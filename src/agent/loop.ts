/**
 * The agent: model call, tools, model call, until the model asks for no tool or a limit is reached.
 *
 * `runAgent` is a generator. It stops at each `yield` until the next event is asked for, so whoever
 * takes the events can save what led to a step before the step happens. It knows neither the disk
 * nor the terminal.
 */

import { type Text, text } from "../text.ts";
import {
  type Answer,
  type Message,
  type ModelRequest,
  type Provider,
  ProviderError,
} from "../llm/provider.ts";
import { addUsd } from "../usd.ts";
import type { AgentEvent, Stopped } from "./events.ts";
import { type FittedRequest, fitToContext } from "./context_window.ts";
import { mergeUsers } from "./history.ts";
import { isSpent, type Limits, reachedLimit } from "./limits.ts";
import { stopReasonOf } from "./stop_signal.ts";
import { NO_OUTPUT, unreadableArguments, withSoundCalls } from "./tool_calls.ts";
import { runToolCall, type ToolCallRules } from "./tool_run.ts";
import type { UnansweredCall } from "./unanswered_call.ts";

/** A run, ready to begin. */
export interface AgentRun extends ToolCallRules {
  readonly provider: Provider;
  /** What the model is sent, oldest first; the run appends to it. */
  readonly history: Message[];
  /** Calls of the last message of `history` that have no result yet, in the order asked. */
  readonly unanswered: readonly UnansweredCall[];
  /** Said by the user after those calls are answered; null for nothing. */
  readonly opening: Message | null;
  readonly limits: Limits;
  /** What the session has used before this run. */
  readonly before: {
    readonly steps: number;
    readonly costUsd: number;
    readonly answers: number;
  };
  /** Takes secrets out of what the model answered before it enters the history. */
  readonly redactMessage: (message: Message) => Message;
  /** Told as a streamed answer arrives. */
  readonly onProgress?: (receivedCharacters: number) => void;
  /** Told the text of a step as it arrives, with its secrets: see `ModelRequest`. */
  readonly onText?: (piece: string | null) => void;
  /** Told when the provider waits or tries again. */
  readonly onNotice?: (text: Text) => void;
}

/** Asks for the closing text of a run that may not go on. */
const SUMMARY_REQUEST: Message = {
  role: "user",
  content:
    "This run ends here. Without calling a tool, sum up in a few lines what was done, what " +
    "is left to do, and what to look out for.",
};

/**
 * Runs an agent.
 *
 * @param run What to run.
 * @returns What happens, in order; the last event is always `stopped`. An error that is thrown is a
 * fault of the program: what the model, the tools or the user do wrong is an event.
 */
export async function* runAgent(run: AgentRun): AsyncGenerator<AgentEvent, void> {
  const { history, signal, before } = run;
  const tools = [...run.tools.values()];
  const used = { runSteps: 0, totalCostUsd: before.costUsd };
  let contextTokens = run.provider.contextTokens;

  if (isSpent(run.limits.budgetUsd, before.costUsd)) return yield alreadySpent(run);
  for (const { call, result } of run.unanswered) {
    const message = yield* runToolCall(call, run, result);
    if (message === null) return yield stopped(stopReasonOf(signal));
    history.push(message);
  }
  if (run.opening !== null) {
    const last = history.at(-1);
    const joined = last === undefined ? [run.opening] : mergeUsers([last, run.opening]);
    history.splice(-1, 1, ...joined);
    yield { type: "message", message: run.opening };
  }

  while (true) {
    if (signal.aborted) return yield stopped(stopReasonOf(signal));
    const request = fitToContext(history, tools, contextTokens);
    const limit = reachedLimit(run.limits, used) ?? (request.fits ? null : "context_full");
    if (limit !== null) {
      if (limit !== "budget_exceeded") yield* summarise(run, contextTokens, used.runSteps);
      return yield stopped(signal.aborted ? stopReasonOf(signal) : limit);
    }

    yield { type: "step_started", step: before.steps + used.runSteps + 1 };
    let answer: Answer;
    try {
      answer = await askForAnswer(run, request, used.runSteps);
    } catch (error) {
      if (signal.aborted) return yield stopped(stopReasonOf(signal));
      // The window may be smaller than was thought: leave more out and ask again.
      const smaller = Math.floor(request.tokens * 0.75);
      const canShrink = isContextError(error) &&
        fitToContext(history, tools, smaller).elided > request.elided;
      if (!canShrink) return yield failed(error);
      contextTokens = smaller;
      continue;
    }

    const { message, unreadable } = withSoundCalls(run.redactMessage(answer.message));
    history.push(message);
    used.runSteps++;
    used.totalCostUsd = addUsd(used.totalCostUsd, answer.costUsd ?? 0);
    yield { type: "answer", message, usage: answer.usage, costUsd: answer.costUsd };
    yield* cutOffWarning(answer.finishReason);

    if (!message.tool_calls?.length) return yield stopped("llm_done");
    if (run.limits.budgetUsd !== null && answer.costUsd === null) return yield costUntold();
    for (const call of message.tool_calls) {
      const refused = unreadableArguments(unreadable.get(call.id));
      const result = yield* runToolCall(call, run, refused);
      if (result === null) return yield stopped(stopReasonOf(signal));
      history.push(result);
    }
  }
}

async function askForAnswer(
  run: AgentRun,
  request: FittedRequest,
  runSteps: number,
): Promise<Answer> {
  const answer = await ask(run, {
    messages: request.messages,
    tools: [...run.tools.values()],
    kind: "answer",
    answerNumber: run.before.answers + runSteps + 1,
    onText: run.onText,
  });
  if (answer === null) throw new Error("Cannot go on: the provider gave no answer to a step");
  return answer;
}

/** One more call, without tools; that it fails changes nothing about the run. */
async function* summarise(
  run: AgentRun,
  contextTokens: number,
  runSteps: number,
): AsyncGenerator<AgentEvent, void> {
  const asked = mergeUsers([...run.history, SUMMARY_REQUEST]);
  const { messages } = fitToContext(asked, [], contextTokens);
  try {
    const answerNumber = run.before.answers + runSteps;
    const answer = await ask(run, { messages, tools: [], kind: "summary", answerNumber });
    if (answer === null) return;
    const { tool_calls: _calls, ...told } = run.redactMessage(answer.message);
    const message: Message = { ...told, role: "assistant", content: told.content || NO_OUTPUT };
    run.history.push(message);
    yield { type: "summary", message, usage: answer.usage, costUsd: answer.costUsd };
  } catch (error) {
    if (run.signal.aborted) return;
    if (!(error instanceof ProviderError)) throw error;
    const why = error.text;
    yield { type: "warning", text: text("The run could not be summed up: {why}", { why }) };
  }
}

function ask(
  run: AgentRun,
  request: Pick<ModelRequest, "messages" | "tools" | "kind" | "answerNumber" | "onText">,
): Promise<Answer | null> {
  const { signal, onProgress, onNotice } = run;
  return run.provider.complete({ ...request, signal, onProgress, onNotice });
}

function isContextError(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === "context";
}

function* cutOffWarning(finishReason: string): Generator<AgentEvent> {
  if (finishReason === "length") {
    yield {
      type: "warning",
      text: text("The model's answer was cut off at its output limit."),
    };
  } else if (finishReason === "content_filter") {
    yield {
      type: "warning",
      text: text("The provider's content filter cut the model's answer off."),
    };
  }
}

function stopped(reason: Stopped["reason"]): Stopped {
  return { type: "stopped", reason, error: null };
}

function alreadySpent({ limits, before }: AgentRun): Stopped {
  const message = text("Cannot go on: {spent} of the budget of {budget} are spent", {
    spent: `$${before.costUsd.toFixed(4)}`,
    budget: `$${limits.budgetUsd}`,
  });
  const error = { code: "budget_exceeded", message, suggestion: null };
  return { type: "stopped", reason: "budget_exceeded", error };
}

/** A budget cannot be kept by somebody who is not told what is spent. */
function costUntold(): Stopped {
  const error = {
    code: "llm_error",
    message: text(
      "Cannot keep the budget: the server does not tell how many tokens a call used",
    ),
    suggestion: text("Go on without --budget, or with a server that tells its usage."),
  };
  return { type: "stopped", reason: "llm_error", error };
}

function failed(error: unknown): Stopped {
  if (!(error instanceof ProviderError)) throw error;
  if (error.kind === "context") return stopped("context_full");
  const reason = error.kind === "auth" ? "auth_error" : "llm_error";
  const code = error.kind === "cassette" ? "cassette_error" : reason;
  const { text: message, suggestion } = error;
  return { type: "stopped", reason, error: { code, message, suggestion } };
}
