/** What a run says: progress on stderr, the result or the events on stdout. */

import { messageText } from "../agent/message_text.ts";
import type { RunOutcome } from "../agent/run_outcome.ts";
import type { RunEvent } from "../agent/run_session.ts";
import type { Redactor } from "../secrets.ts";
import type { SessionState } from "../session/mod.ts";
import { type BackgroundWriter, createBackgroundWriter } from "../ui/background_writer.ts";
import { escapeControls } from "../ui/escape.ts";
import { createEventStream, type EventStream, type EventStreamStart } from "../ui/event_stream.ts";
import { createLiveLine } from "../ui/live_line.ts";
import { isCostComplete } from "../ui/money.ts";
import { jsonDocument } from "../ui/json_document.ts";
import { createProgress, type Progress } from "../ui/run_progress.ts";
import { closingLines, runResult } from "../ui/run_result.ts";
import type { CommandContext, RunFlags } from "./context.ts";
import { type Text, text, verbatim } from "../text.ts";
import { resumeCommand } from "./resume_command.ts";

/** Shows one run. */
export class RunReport {
  readonly #flags: RunFlags;
  readonly #context: CommandContext;
  readonly #redactor: Redactor;
  readonly #prompt: string | null;
  readonly #stdout: BackgroundWriter;
  readonly #events: EventStream | null;
  #savedNow = false;
  #progress: Progress | null = null;

  /**
   * @param flags How much is shown.
   * @param context Where.
   * @param redactor Takes secrets out of messages of errors.
   * @param prompt The new prompt; null for none.
   */
  constructor(
    flags: RunFlags,
    context: CommandContext,
    redactor: Redactor,
    prompt: string | null,
  ) {
    this.#flags = flags;
    this.#context = context;
    this.#redactor = redactor;
    this.#prompt = prompt;
    const stdout = this.#stdout = createBackgroundWriter((piece) => context.print(piece));
    this.#events = flags.events === undefined ? null : createEventStream({
      line: (event) => stdout.write(event),
      redactor,
      text: flags.events.text,
    });
  }

  /** @param start How the run begins. */
  begin(start: EventStreamStart): void {
    const { terminal, translate } = this.#context;
    const { state } = start;
    this.#events?.begin(start);
    // A line that is replaced would be torn by the events that a terminal shows too.
    const live = terminal.stderr && !(terminal.stdout && this.#events !== null);
    this.#progress = createProgress({
      line: (line) => this.#context.note(verbatim(this.#redactor.text(line))),
      translate,
      live: live ? createLiveLine(terminal.columns) : undefined,
      quiet: this.#flags.quiet,
      verbose: this.#flags.verbose,
      costUsd: state.totalCost,
      costComplete: isCostComplete(state),
    });
  }

  /** @param event What happened. */
  show(event: RunEvent): void {
    this.#savedNow ||= event.type === "session_saved";
    this.#events?.show(event);
    this.#progress?.show(event);
  }

  /** @param message Something that a person should know, beside what happens. */
  warn(message: Text): void {
    this.#context.note(text("warning: {message}", { message }));
    this.#events?.warn(String(message));
  }

  /** @param message What the run waits for, or does without. */
  notice(message: Text): void {
    this.#context.note(message);
    this.#events?.warn(String(message));
  }

  /** @param characters Of the answer that is on its way. */
  received(characters: number): void {
    this.#progress?.received(characters);
  }

  /** @param piece Of the text of the answer; null: it begins anew. */
  receivedText(piece: string | null): void {
    this.#events?.received(piece);
  }

  /**
   * Takes away the line that changes while a person is asked.
   *
   * @param question Asks.
   * @returns The answer.
   */
  async ask(question: () => Promise<boolean>): Promise<boolean> {
    this.#progress?.clear();
    return await question();
  }

  /**
   * Prints the result.
   *
   * @param outcome What became of the run.
   * @param budgetUsd What the session may cost; null for no limit.
   * @returns 0.
   */
  async finish(outcome: RunOutcome, budgetUsd: number | null = null): Promise<0> {
    this.#progress?.clear();
    const next = this.#nextCommand(outcome, budgetUsd);
    const told = { ...outcome, error: withWayOut(outcome.error, next) };
    // What entered the history is redacted already; what another program wrote into it is not.
    const result = this.#redactor.value(runResult(told));
    if (!this.#flags.quiet || told.error !== null) {
      for (const line of closingLines(told, next, this.#context.translate)) {
        this.#context.note(verbatim(this.#redactor.text(line)));
      }
    }
    if (this.#events !== null) {
      this.#events.finish(result);
      await this.#stdout.done();
    } else if (this.#flags.json) {
      await this.#context.print(jsonDocument(result));
    } else if (result.output !== null && result.output !== "") {
      const shown = this.#context.terminal.stdout
        ? escapeControls(result.output, { newlines: true })
        // A consumer that cannot store a NUL is not given one.
        : result.output.replaceAll("\0", "\uFFFD");
      await this.#context.print(`${shown}\n`);
    }
    return 0;
  }

  #nextCommand(outcome: RunOutcome, budgetUsd: number | null): string | null {
    const { sessionId, stopReason, status } = outcome;
    if (sessionId === null || status === "success" || stopReason === null) return null;
    const more = stopReason === "budget_exceeded" && budgetUsd !== null
      ? budgetUsd || 1
      : undefined;
    // A resume that failed before its first answer left the file as it was: its prompt, agent and
    // model are in no file.
    const unsaved = !this.#savedNow;
    return resumeCommand(sessionId, this.#flags, {
      budgetOnTop: more,
      unsaved,
      ...(unsaved && this.#prompt !== null ? { prompt: this.#prompt } : {}),
    });
  }
}

/** An error without a way out gets the command that goes on. */
function withWayOut(error: RunOutcome["error"], next: string | null): RunOutcome["error"] {
  if (error === null || error.suggestion !== null || next === null) return error;
  return { ...error, suggestion: text("Go on with: {command}", { command: next }) };
}

/**
 * The outcome of resuming a session that has succeeded, without a new prompt: nothing happens, and
 * its last answer is printed.
 *
 * @param state The session.
 * @returns The outcome.
 */
export function finishedOutcome(state: SessionState): RunOutcome {
  const last = state.messages.findLast(({ role }) => role === "assistant");
  return {
    state,
    sessionId: state.sessionId,
    status: "success",
    stopReason: "llm_done",
    error: null,
    persisted: true,
    output: last === undefined ? null : messageText(last),
    runSteps: 0,
    runCostUsd: 0,
    inputTokens: 0,
    outputTokens: 0,
    toolsUsed: [],
    durationMs: 0,
  };
}
