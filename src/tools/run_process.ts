/** Running a program so that it and everything it started ends when it is to end. */

/** What to run. */
export interface ProcessOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of each stream, what is kept; the middle of more is left out. */
  readonly maxBytes: number;
  /** Takes secrets out of text, before the middle is left out. */
  readonly redact: (text: string) => string;
}

/** What became of it. */
export interface ProcessResult {
  /** Null when it was ended by a signal. */
  readonly code: number | null;
  /** The signal's name. */
  readonly endedBy: string | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Time between asking a group to end and ending it. */
const GRACE_MS = 2000;
/** Time for the last output, once nothing is left that could write it. */
const DRAIN_MS = 500;
/** Bytes at a cut that are read and not shown: a secret that is cut there is still seen whole. */
const MARGIN = 24 * 1024;

/**
 * Runs a program to its end, its time limit or the signal. stdin is empty. Whatever it started and
 * left in its group is ended with it; a process that left the group is not waited for.
 *
 * Needs run permission, unscoped (to end a group).
 *
 * @param options What to run.
 * @returns What became of it.
 * @throws The signal's reason, after the group was ended; or that there is no such program.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessResult> {
  const { program, args, cwd, env, timeoutMs, signal, maxBytes, redact } = options;
  signal.throwIfAborted();
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    env,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const stdout = collect(child.stdout, maxBytes);
  const stderr = collect(child.stderr, maxBytes);
  const ended = child.status;
  let timedOut = false;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => stop = resolve);
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, timeoutMs);
  signal.addEventListener("abort", stop);
  let aborted = false;
  try {
    await Promise.race([ended, stopped]);
    aborted = signal.aborted;
    if (timedOut || aborted) {
      killGroup(child.pid, "SIGTERM");
      await within(GRACE_MS, ended);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    // Also after a normal end: nothing it started goes on, or holds its pipes.
    killGroup(child.pid, "SIGKILL");
  }
  const status = await ended;
  await within(DRAIN_MS, Promise.all([stdout.done, stderr.done]));
  await Promise.all([stdout.cancel(), stderr.cancel()]);
  if (aborted) throw signal.reason;
  return {
    code: status.signal === null ? status.code : null,
    endedBy: status.signal,
    timedOut,
    stdout: stdout.text(redact),
    stderr: stderr.text(redact),
  };
}

/** Resolves when the work is done or the time is over. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  await Promise.race([work, over]);
  clearTimeout(timer);
}

function killGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    // Windows has no groups; what a child started there is ended by itself or by the user.
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, signal);
  } catch (error) {
    // Nobody is left in the group.
    if (error instanceof Deno.errors.NotFound || Deno.build.os === "windows") return;
    // macOS says so of a group of which only a dead member is left.
    if (error instanceof Deno.errors.PermissionDenied) return;
    throw error;
  }
}

/** Reads a stream to its end, keeping only its first and last bytes. */
function collect(stream: ReadableStream<Uint8Array>, maxBytes: number) {
  const shown = Math.floor(maxBytes / 2);
  const half = shown + MARGIN;
  const head: Uint8Array[] = [];
  let headLength = 0;
  let tail = new Uint8Array();
  let total = 0;
  const reader = stream.getReader();
  const done = (async () => {
    while (true) {
      const { value, done } = await reader.read();
      if (done) return;
      total += value.length;
      const taken = value.subarray(0, half - headLength);
      if (taken.length > 0) head.push(taken);
      headLength += taken.length;
      const rest = value.subarray(taken.length);
      if (rest.length >= half) tail = rest.slice(rest.length - half);
      else if (rest.length > 0) {
        const kept = tail.subarray(Math.max(0, tail.length + rest.length - half));
        const joined = new Uint8Array(kept.length + rest.length);
        joined.set(kept);
        joined.set(rest, kept.length);
        tail = joined;
      }
    }
  })();
  return {
    done,
    cancel: () => reader.cancel(),
    text(redact: (text: string) => string): string {
      const whole = total <= 2 * half;
      const parts = whole ? [decode([...head, tail])] : [decode(head), decode([tail])];
      const texts = parts.map(redact);
      const first = encode(texts[0] ?? "");
      const last = encode(texts.at(-1) ?? "");
      if (whole && first.length <= 2 * shown) return texts[0] ?? "";
      const left = (whole ? first.length : total) - 2 * shown;
      const [start, end] = [first.subarray(0, shown), last.subarray(-shown)];
      return `${decode([start])}\n[... ${left} bytes left out ...]\n${decode([end])}`;
    },
  };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function decode(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
