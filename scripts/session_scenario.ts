/** What a scenario needs: folders of its own, the program in them, and a count of what held. */
import { generateSessionId } from "../src/session/session_id.ts";

/** What the program printed as JSON. */
export interface JsonResult {
  readonly code: number;
  // deno-lint-ignore no-explicit-any
  readonly value: any;
}

/** Runs the program, and counts the assertions. */
export class Scenario {
  readonly program: string;
  passed = 0;
  failed = 0;

  /** @param program Absolute path of the binary. */
  constructor(program: string) {
    this.program = program;
  }

  /**
   * @param check What the assertions made there belong to.
   * @returns An empty folder to work in, removed when it is disposed of.
   */
  async workspace(check: string): Promise<Workspace> {
    return new Workspace(this, check, await Deno.makeTempDir({ prefix: "architect-check-" }));
  }
}

/** A folder with sessions. */
export class Workspace {
  readonly #scenario: Scenario;
  readonly #check: string;
  readonly #dir: string;
  /** Flags of a run whose answers come from the cassette that was written last. */
  readonly replay: readonly string[] = ["--model", "replay:answers.jsonl", "--agent", "plan"];

  /** Use {@linkcode Scenario.workspace}. */
  constructor(scenario: Scenario, check: string, dir: string) {
    this.#scenario = scenario;
    this.#check = check;
    this.#dir = dir;
  }

  /**
   * Prints whether something holds, and counts it.
   *
   * @param claim What holds.
   * @param assert Throws when it does not.
   */
  holds(claim: string, assert: () => void): void {
    try {
      assert();
      this.#scenario.passed++;
      console.log(`ok      ${this.#check}: ${claim}`);
    } catch (error) {
      this.#scenario.failed++;
      console.log(`FAILED  ${this.#check}: ${claim}\n        ${error}`);
    }
  }

  /**
   * Runs the program here.
   *
   * @param args Its arguments.
   * @returns Its exit code and what it printed.
   */
  async run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const { code, stdout, stderr } = await new Deno.Command(this.#scenario.program, {
      args,
      cwd: this.#dir,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /**
   * Runs the program here with `--json`.
   *
   * @param args Its other arguments.
   * @returns Its exit code and the document that it printed.
   * @throws {Error} It did not print exactly one document.
   */
  async json(...args: string[]): Promise<JsonResult> {
    const { code, stdout, stderr } = await this.run(...args, "--json");
    try {
      return { code, value: JSON.parse(stdout) };
    } catch (cause) {
      const command = args.join(" ").slice(0, 200);
      throw new Error(`Cannot read what "architect ${command}" printed: ${stdout}${stderr}`, {
        cause,
      });
    }
  }

  /**
   * Writes the cassette of {@linkcode Workspace.replay}: each answer costs $0.01 and lists the folder,
   * but for the last, which ends the task.
   *
   * @param answers How many.
   */
  async writeCassette(answers: number): Promise<void> {
    const lines = [JSON.stringify({ cassette: 1, model: "gpt-4o" })];
    for (let number = 1; number <= answers; number++) {
      const content = `answer ${number}`;
      const list = { name: "list_files", arguments: '{"path":"."}' };
      const tool_calls = [{ id: `call_${number}`, type: "function", function: list }];
      const message = number === answers
        ? { role: "assistant", content }
        : { role: "assistant", content, tool_calls };
      const usage = { input_tokens: 1_000, output_tokens: 10 };
      lines.push(JSON.stringify({ kind: "answer", number, message, usage, cost_usd: 0.01 }));
    }
    await Deno.writeTextFile(`${this.#dir}/answers.jsonl`, lines.join("\n") + "\n");
  }

  /**
   * Adds a session as a run left it some time ago.
   *
   * @param options How long ago it was updated.
   * @returns Its id.
   */
  async addSession(options: { readonly ageMs: number }): Promise<string> {
    const at = new Date(Date.now() - options.ageMs);
    const id = generateSessionId(at);
    await this.writeState({
      session_id: id,
      agent: "plan",
      model: "gpt-4o",
      status: "success",
      steps_completed: 1,
      total_cost: 0.01,
      started_at: at.toISOString(),
      updated_at: at.toISOString(),
      stop_reason: "llm_done",
      task: "count",
      files_modified: [],
      metadata: { schema: 1, revision: 2, answers_saved: 1 },
      messages: [{ role: "user", content: "count" }, { role: "assistant", content: "answer 1" }],
    });
    return id;
  }

  /** Writes a state file, `session_id` says which. */
  async writeState(state: { readonly session_id: string; [key: string]: unknown }): Promise<void> {
    await Deno.mkdir(`${this.#dir}/.architect/sessions`, { recursive: true, mode: 0o700 });
    const text = JSON.stringify(state, null, 2) + "\n";
    await Deno.writeTextFile(this.statePath(state.session_id), text, { mode: 0o600 });
  }

  /** @returns The stored state of a session. */
  // deno-lint-ignore no-explicit-any
  async state(id: string): Promise<any> {
    return JSON.parse(await Deno.readTextFile(this.statePath(id)));
  }

  /** @returns The path of a session's state file. */
  statePath(id: string): string {
    return `${this.#dir}/.architect/sessions/${id}.json`;
  }

  /** @returns The names of all state files. */
  async stateNames(): Promise<string[]> {
    const entries = await Array.fromAsync(Deno.readDir(`${this.#dir}/.architect/sessions`));
    return entries.map(({ name }) => name).filter((name) => name.endsWith(".json"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#dir, { recursive: true });
  }
}
