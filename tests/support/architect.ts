/**
 * Starts architect as a user would: the compiled binary that `ARCHITECT_BIN` names, else
 * `src/main.ts` under the permissions that the binary is compiled with.
 */

import { fromSource, MAIN } from "./from_source.ts";
import { checkDocument, checkEvent } from "./output_schema.ts";

/** The permissions that are baked into the binary. */
export const BASE_PERMISSIONS: readonly string[] = [
  "--allow-read=.,.architect",
  "--allow-write=.,.architect",
  "--allow-env",
  "--allow-net",
  "--allow-run",
  "--allow-sys=hostname",
];

/** Variables that Deno itself, or the OS, needs to start a program. */
const PASSED_ON = ["PATH", "HOME", "DENO_DIR", "XDG_CACHE_HOME", "DENO_TLS_CA_STORE", "SystemRoot"];

/** How a process is started. */
export interface ArchitectOptions {
  /** The workspace. */
  readonly cwd: string;
  /** All that the process finds in its environment, besides what Deno needs to start. */
  readonly env?: Readonly<Record<string, string>>;
  /** Text to send and end with; `open`: a pipe that stays open (see `writeStdin`); default: null device. */
  readonly stdin?: string | Uint8Array<ArrayBuffer> | "open";
  /** Deno's permission flags; the binary has its own. Default {@linkcode BASE_PERMISSIONS}. */
  readonly permissions?: readonly string[];
  /** Give the reader of stdout up as soon as the process has started. Default false. */
  readonly closeStdout?: boolean;
  /** Pause before each read of stdout, in milliseconds. Default none. */
  readonly slowReaderMs?: number;
  /** Another user and group to run it as, where this one is root. Default: this user. */
  readonly uid?: number;
  /** The program. Default: the one that {@linkcode binaryPath} names, else the source. */
  readonly binary?: string;
  /** A program and its first arguments, which is given the command and starts it. Default none. */
  readonly through?: readonly string[];
}

/** What became of a process. */
export interface ArchitectResult {
  /** Exit code. */
  readonly code: number;
  /** The signal that ended it, or null. */
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as one JSON document, checked by the schema. Throws with both outputs when it is none. */
  // deno-lint-ignore no-explicit-any
  json(): any;
  /**
   * stdout as the lines of `--events`, each checked by the schema.
   *
   * @param options `cut`: the process was killed, so that the last line may be torn and the end is
   * missing. Default false.
   */
  events(options?: { readonly cut?: boolean }): PrintedEvent[];
}

/** A line of `--events`. */
export interface PrintedEvent {
  readonly type: string;
  readonly at: string;
  // deno-lint-ignore no-explicit-any
  readonly [key: string]: any;
}

/** A process that runs. Await `result` before the test ends. */
export interface ArchitectProcess {
  readonly pid: number;
  /** Resolves when the process has ended and its outputs are read. */
  readonly result: Promise<ArchitectResult>;
  /** Sends a signal; nothing happens when the process has ended. */
  kill(signal: Deno.Signal): void;
  /** Writes to a stdin that was opened with `open`. */
  writeStdin(text: string): Promise<void>;
  /** Ends a stdin that was opened with `open`. */
  closeStdin(): Promise<void>;
  /** Resolves with the match once stderr holds it; rejects when the process ends without it. */
  stderrMatches(pattern: RegExp): Promise<RegExpExecArray>;
  /** As {@linkcode stderrMatches}, of stdout. */
  stdoutMatches(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for something that the process is to cause; rejects when it ends without it. */
  until<T>(event: Promise<T>): Promise<T>;
}

/** Text that grows, and who waits for it. */
class Output {
  #text = "";
  #ended = false;
  #waiting: (() => void)[] = [];

  get text(): string {
    return this.#text;
  }

  async readFrom(stream: ReadableStream<Uint8Array<ArrayBuffer>>, pauseMs: number): Promise<void> {
    try {
      for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
        this.#text += chunk;
        this.#wake();
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    } finally {
      this.#ended = true;
      this.#wake();
    }
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async matches(pattern: RegExp): Promise<RegExpExecArray> {
    while (true) {
      const match = pattern.exec(this.#text);
      if (match !== null) return match;
      if (this.#ended) throw new Error(`Output ended without ${pattern}:\n${this.#text}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The binary to test, or null: the source. */
export function binaryPath(): string | null {
  return Deno.env.get("ARCHITECT_BIN") ?? null;
}

/**
 * Starts architect and gives the running process.
 *
 * @param args Its arguments.
 * @param options How it is started.
 */
export async function startArchitect(
  args: readonly string[],
  options: ArchitectOptions,
): Promise<ArchitectProcess> {
  const { cwd, env = {}, stdin, permissions = BASE_PERMISSIONS, slowReaderMs = 0 } = options;
  const { uid, binary, through = [] } = options;
  const program = binary === undefined ? await commandLine(permissions) : [binary];
  const command = [...through, ...program, ...args];
  const passed: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = Deno.env.get(name);
    if (value !== undefined) passed[name] = value;
  }
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    cwd,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    clearEnv: true,
    env: { ...passed, ...env },
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();

  const writer = stdin === undefined ? null : child.stdin.getWriter();
  if (writer !== null && stdin !== "open") {
    const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin!;
    // A process that ends without reading its stdin is no failure of the test.
    await writer.write(bytes).catch(() => {});
    await writer.close().catch(() => {});
  }

  const stdout = new Output();
  const stderr = new Output();
  const reading = [stderr.readFrom(child.stderr, 0)];
  if (options.closeStdout) {
    reading.push(child.stdout.cancel());
    stdout.end();
  } else {
    reading.push(stdout.readFrom(child.stdout, slowReaderMs));
  }

  const result = Promise.all([child.status, ...reading]).then(async ([status]) => {
    if (stdin === "open") await writer?.close().catch(() => {});
    return {
      code: status.code,
      signal: status.signal,
      stdout: stdout.text,
      stderr: stderr.text,
      json() {
        const document = parsed(stdout.text);
        checkDocument(args, document);
        return document;
      },
      events({ cut = false } = {}) {
        const lines = stdout.text.split("\n");
        const torn = lines.pop();
        const events = lines.map(parsed);
        events.forEach(checkEvent);
        if (cut) return events;
        const ends = events.flatMap(({ type }, index) => type === "run_finished" ? [index] : []);
        if (torn === "" && ends.length === 1 && ends[0] === events.length - 1) return events;
        throw new Error(`Not one run_finished, at the end:\n${stdout.text}\n${stderr.text}`);
      },
    };

    // deno-lint-ignore no-explicit-any
    function parsed(text: string): any {
      try {
        return JSON.parse(text);
      } catch (cause) {
        throw new Error(
          `No JSON on stdout (exit code ${status.code}):\n${stdout.text}\n--- stderr\n${stderr.text}`,
          { cause },
        );
      }
    }
  });

  return {
    pid: child.pid,
    result,
    kill(signal) {
      try {
        child.kill(signal);
      } catch (error) {
        // The process has ended by itself.
        if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
    async writeStdin(text) {
      await writer?.write(new TextEncoder().encode(text));
    },
    async closeStdin() {
      await writer?.close().catch(() => {});
    },
    stderrMatches: (pattern) => stderr.matches(pattern),
    stdoutMatches: (pattern) => stdout.matches(pattern),
    until: (event) => Promise.race([event, result.then(endedEarly)]),
  };
}

function endedEarly({ code, stderr }: ArchitectResult): never {
  throw new Error(`The process ended too early (exit code ${code}):\n${stderr}`);
}

/**
 * Runs architect to its end.
 *
 * @param args Its arguments.
 * @param options How it is started.
 */
export async function architect(
  args: readonly string[],
  options: ArchitectOptions,
): Promise<ArchitectResult> {
  const process = await startArchitect(args, options);
  return await process.result;
}

async function commandLine(permissions: readonly string[]): Promise<string[]> {
  const binary = binaryPath();
  if (binary !== null) return [binary];
  return [Deno.execPath(), ...await fromSource(MAIN, ["--no-prompt", ...permissions])];
}
