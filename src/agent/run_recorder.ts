/** The state and the figures of one run, as its events change them. */

import type { ArchitectError } from "../errors.ts";
import type { Message } from "../llm/provider.ts";
import { addUsd } from "../usd.ts";
import type { RunRecord, SessionState, StopReason } from "../session/session_state.ts";
import type { AgentEvent, RunError, ToolFinished, ToolStarted } from "./events.ts";
import { statusOf } from "./limits.ts";
import { messageText } from "./message_text.ts";
import type { RunOutcome, ToolUse } from "./run_outcome.ts";
import type { SessionRun, SessionSaved } from "./run_session.ts";

/** Runs that `metadata.runs` keeps. */
const KEPT_RUNS = 50;

/** Keeps the state and the figures of one run. */
export class RunRecorder {
  readonly #run: SessionRun;
  readonly #state: SessionState;
  readonly #started: Date;
  readonly #toolsUsed: ToolUse[] = [];
  #stop: { reason: StopReason | null; error: RunError | null } = { reason: null, error: null };
  #output: string | null = null;
  #steps = 0;
  #costUsd = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #saved = false;
  #failedToSave = false;

  constructor(run: SessionRun) {
    this.#run = run;
    this.#state = run.state;
    this.#started = run.now();
    run.state.status = "running";
    run.state.stopReason = null;
    const { metadata } = run.state;
    metadata.runs = [...metadata.runs ?? [], this.#record(null)].slice(-KEPT_RUNS);
  }

  /** Saves the state and tells so; neither where nothing is saved in this run. */
  async *save(): AsyncGenerator<SessionSaved, void> {
    if (this.#run.store === null) return;
    await this.#run.store.save(this.#state);
    const first = !this.#saved;
    this.#saved = true;
    const { sessionId, stepsCompleted: steps, metadata: { revision = 0 } } = this.#state;
    yield { type: "session_saved", sessionId, first, revision, steps };
  }

  /** Takes an event into the state; true when it must be saved before it is passed on. */
  apply(event: AgentEvent): boolean {
    switch (event.type) {
      case "answer":
        this.#state.stepsCompleted++;
        this.#steps++;
        this.#state.metadata.answers_saved = (this.#state.metadata.answers_saved ?? 0) + 1;
        this.#addMessage(event.message);
        this.#addCost(event);
        if (!event.message.tool_calls?.length) {
          this.#output = messageText(event.message);
          // Saved with the answer: a process that dies before the run is closed left a finished task.
          this.#state.status = statusOf("llm_done");
          this.#state.stopReason = "llm_done";
        }
        break;
      case "summary":
        this.#addMessage(event.message);
        this.#addCost(event);
        this.#output = messageText(event.message);
        break;
      case "message":
        this.#addMessage(event.message);
        return false;
      case "tool_started":
        this.#mark(event);
        break;
      case "tool_finished":
        this.#finishTool(event);
        break;
      case "stopped":
        this.#stop = event;
        this.#state.status = statusOf(event.reason);
        this.#state.stopReason = event.reason;
        this.#updateRecord(event.reason);
        return this.#saved;
      default:
        return false;
    }
    this.#updateRecord(null);
    return true;
  }

  /** The state on disk stays the last one that was saved. */
  fail(error: ArchitectError): void {
    this.#failedToSave = true;
    const { code, text, suggestion } = error;
    this.#stop = {
      reason: code === "save_error" ? code : null,
      error: { code, message: text, suggestion },
    };
    this.#state.status = "failed";
  }

  outcome(): RunOutcome {
    const onDisk = this.#saved || (this.#run.store !== null && !this.#run.saveFirst);
    return {
      state: this.#state,
      sessionId: onDisk ? this.#state.sessionId : null,
      status: this.#state.status,
      stopReason: this.#stop.reason,
      error: this.#stop.error,
      persisted: this.#run.store !== null && !this.#failedToSave,
      output: this.#output,
      runSteps: this.#steps,
      runCostUsd: this.#costUsd,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      toolsUsed: this.#toolsUsed,
      durationMs: this.#run.now().getTime() - this.#started.getTime(),
    };
  }

  #addMessage(message: Message): void {
    this.#state.messages = [...this.#state.messages, message];
  }

  #addCost({ usage, costUsd }: Extract<AgentEvent, { type: "answer" | "summary" }>): void {
    const { metadata } = this.#state;
    if (costUsd === null) metadata.cost_unknown_calls = (metadata.cost_unknown_calls ?? 0) + 1;
    this.#costUsd = addUsd(this.#costUsd, costUsd ?? 0);
    this.#state.totalCost = addUsd(this.#state.totalCost, costUsd ?? 0);
    this.#inputTokens += usage?.inputTokens ?? 0;
    this.#outputTokens += usage?.outputTokens ?? 0;
  }

  #mark({ call, mark }: ToolStarted): void {
    this.#state.metadata.pending = [{
      tool_call_id: call.id,
      name: call.function.name,
      started_at: this.#run.now().toISOString(),
      ...(mark === undefined ? {} : { file: mark }),
    }];
  }

  #finishTool({ call, message, result }: ToolFinished): void {
    const { metadata } = this.#state;
    this.#addMessage(message);
    const others = metadata.pending?.filter((pending) => pending.tool_call_id !== call.id) ?? [];
    if (others.length > 0) metadata.pending = others;
    else delete metadata.pending;
    const { success, path, changed } = result;
    const error = String(result.error ?? "");
    const name = call.function.name;
    this.#toolsUsed.push({ name, success, ...(path && { path }), ...(error && { error }) });
    if (changed === undefined) return;
    const { path: changedPath, sha256, bytes } = changed;
    if (!this.#state.filesModified.includes(changedPath)) {
      this.#state.filesModified = [...this.#state.filesModified, changedPath];
    }
    metadata.files = { ...metadata.files, [changedPath]: { sha256, bytes } };
  }

  #record(reason: StopReason | null): RunRecord {
    return {
      started_at: this.#started.toISOString(),
      ended_at: reason === null ? null : this.#run.now().toISOString(),
      steps: this.#steps,
      cost_usd: this.#costUsd,
      stop_reason: reason,
      version: this.#run.version,
      widened: this.#run.widened,
    };
  }

  #updateRecord(reason: StopReason | null): void {
    this.#state.metadata.runs = [
      ...(this.#state.metadata.runs ?? []).slice(0, -1),
      this.#record(reason),
    ];
  }
}
