/** What main gives every command: the outside world that is left to it after the drop of rights. */

import type { Language, Translate } from "../language.ts";
import type { Text } from "../text.ts";
import type { Mode } from "../mode.ts";
import type { GrantedRights } from "./granted_rights.ts";

/** What a person's terminal is like. */
export interface Terminal {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  /** Width in columns; 80 where there is no terminal. */
  readonly columns: number;
  /** Whether stderr and stdout may be coloured: a terminal, and no NO_COLOR. */
  readonly color: boolean;
}

/** The outside world of a command. */
export interface CommandContext {
  /** Real path of the folder architect was started in. */
  readonly workspace: string;
  /** The environment, read once before it was dropped; empty for commands that need none. */
  readonly environment: Readonly<Record<string, string>>;
  /** The variables that architect knows and was not permitted to read. Default: none. */
  readonly hidden?: readonly string[];
  /** What the process was granted before the drop; for `permissions` only. */
  readonly granted?: GrantedRights;
  readonly terminal: Terminal;
  /**
   * Writes a result to stdout, whole, however slow the reader. A closed pipe is no error: what
   * follows is dropped in silence.
   */
  print(text: string): Promise<void>;
  /** Writes a line for a person to stderr, in the person's language. */
  note(line: Text): void;
  /** Gives a text in the person's language. */
  readonly translate: Translate;
  /** Goes on in another language: that of a config which is read later. */
  speak(language: Language): Promise<void>;
  /**
   * From the first call on, SIGINT, SIGTERM and SIGHUP abort this signal instead of ending the
   * process; the second one ends it at once with exit code 130.
   */
  interruptSignal(): AbortSignal;
}

/** The flags of `run` and `resume`, as given; a flag that was not given is undefined. */
export interface RunFlags {
  /** `--session ID`, or the ID of `resume`: an id, a prefix of one, or `last`. */
  readonly session?: string;
  /** `--fork`, or `--from-step N`: a new session of it goes on; `step` null: from its end. */
  readonly fork?: { readonly step: number | null };
  /** False with `--no-session`. */
  readonly save: boolean;
  readonly agent?: string;
  readonly mode?: Mode;
  readonly model?: string;
  readonly apiBase?: string;
  readonly apiKey?: string;
  /** `--budget`: USD in total, or on top of what is spent (`+USD`). */
  readonly budget?: { readonly usd: number; readonly onTop: boolean };
  readonly timeoutSeconds?: number;
  readonly maxSteps?: number;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** `--events`; `text` with `--events-text`. */
  readonly events?: { readonly text: boolean };
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `-c FILE`. */
  readonly configFile?: string;
  /** True with `--allow-commands`, false with `--no-commands`. */
  readonly commands?: boolean;
  /** False with `--no-stream`. */
  readonly stream?: boolean;
  /** `--record FILE`. */
  readonly record?: string;
  /** Default 2. */
  readonly exitCodeOnPartial: number;
  /** `--lang`. */
  readonly language?: Language;
}
