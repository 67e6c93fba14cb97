/** A program at a real terminal, made by `script` of util-linux. */

import { succeeds } from "../../scripts/test_needs.ts";
import { binaryPath } from "./architect.ts";

/** A program at a terminal of its own. */
export interface AtTerminal {
  /** Types. */
  type(text: string): Promise<void>;
  /** Resolves once the terminal has shown it, after what was matched before. */
  shows(pattern: RegExp): Promise<RegExpExecArray>;
  /** Gives the terminal another size, as a person who drags its window does. */
  resize(columns: number, rows: number): Promise<void>;
  /** Exit code of the program, what the terminal showed, and how it was left. */
  readonly result: Promise<TerminalResult>;
}

/** How a program at a terminal ended. */
export interface TerminalResult {
  readonly code: number;
  readonly shown: string;
  /** What `stty -a` tells afterwards. */
  readonly settings: string;
  /** Whether the settings are, to the last one, those from before the program. */
  readonly restored: boolean;
}

/** How a terminal is. */
export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What of the program goes elsewhere, in the words of a shell: `> out.json`. */
  readonly redirect?: string;
  /** Default 100. */
  readonly columns?: number;
  /** Default 30. */
  readonly rows?: number;
}

/**
 * Why no terminal can be made here, to be put behind the name of a test that needs one.
 *
 * @returns Empty where one can be made.
 */
export async function noTerminal(): Promise<string> {
  if (binaryPath() === null) return " (left out: needs ARCHITECT_BIN)";
  return await hasScript() ? "" : " (left out: needs script of util-linux)";
}

/** Whether the program `script` can make one. */
export async function hasScript(): Promise<boolean> {
  return Deno.build.os === "linux" && await succeeds("script", ["-qec", "true", "/dev/null"]);
}

/** Far longer than anything takes: a test that waits for ever tells nothing. */
const PATIENCE_MS = 60_000;

async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}

/**
 * Starts a program at a terminal.
 *
 * @param command The program and its arguments.
 * @param cwd Where.
 * @param options How the terminal is.
 * @returns The program.
 */
export function atTerminal(
  command: readonly string[],
  cwd: string,
  options: TerminalOptions = {},
): AtTerminal {
  const { env = {}, redirect = "", columns = 100, rows = 30 } = options;
  // The shell is in the same group: it must outlive Ctrl+C.
  const line = `trap : INT; stty cols ${columns} rows ${rows}; before=$(stty -g); ` +
    `echo "[terminal $(tty)]"; ${quoted(command)} ${redirect}; ` +
    `echo "[exit $?]"; [ "$before" = "$(stty -g)" ] && echo "[restored]"; stty -a`;
  const child = new Deno.Command("script", {
    args: ["-qec", line, "/dev/null"],
    cwd,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", TERM: "xterm", SHELL: "/bin/sh", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  let shown = "";
  let from = 0;
  let ended = false;
  let wake = () => {};
  const reading = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      shown += chunk;
      wake();
    }
    ended = true;
    wake();
  })();
  const matches = async (pattern: RegExp, start: () => number): Promise<RegExpExecArray> => {
    while (true) {
      const match = pattern.exec(shown.slice(start()));
      if (match !== null) return match;
      if (ended) throw new Error(`The terminal never showed ${pattern}:\n${shown}`);
      await within(PATIENCE_MS, new Promise<void>((resolve) => wake = resolve), () => {
        child.kill("SIGKILL");
        return new Error(`The terminal does not show ${pattern}:\n${JSON.stringify(shown)}`);
      });
    }
  };
  return {
    type: (text) => writer.write(new TextEncoder().encode(text)),
    async shows(pattern) {
      const match = await matches(pattern, () => from);
      from += match.index + match[0].length;
      return match;
    },
    async resize(columns, rows) {
      const [, device = ""] = await matches(/\[terminal ([^\]]+)\]/, () => 0);
      const args = ["-F", device, "cols", String(columns), "rows", String(rows)];
      const { success } = await new Deno.Command("stty", { args }).output();
      if (!success) throw new Error(`Cannot give ${device} another size`);
    },
    result: reading.then(async () => {
      await writer.close().catch(() => {});
      await child.status;
      const [, before = "", code, settings = ""] =
        /^\[terminal [^\]]+\]\r\n([^]*)\[exit (\d+)\]([^]*)$/.exec(shown) ?? [];
      const restored = settings.includes("[restored]");
      return { code: Number(code), shown: before, settings, restored };
    }),
  };
}
