/** The contract of a tool that the model can call. */

import type { ToolDefinition } from "../llm/provider.ts";
import type { Text } from "../text.ts";

/** What every call of a tool is given. */
export interface ToolContext {
  /** Real path of the workspace: no symlink in it. */
  readonly workspace: string;
  /** Aborted on Ctrl+C and on a timeout: a tool stops soon and throws the signal's reason. */
  readonly signal: AbortSignal;
  /**
   * Takes secrets out of a text; the number of its lines stays. What a tool cuts out of a text or
   * looks for in it, it cuts out of and looks for in the text without secrets: of half a key nobody
   * could tell what it is, and a search that finds or does not find would tell a key piece by piece.
   */
  redact(text: string): string;
}

/**
 * What a file tool is about to leave, so that a run that died can be judged by the hash of the file
 * that it finds.
 */
export interface FileMark {
  /** Relative to the workspace, `/` separators. */
  readonly path: string;
  /** SHA-256 of the file before the call, hex; null when there was none. */
  readonly before: string | null;
  /** SHA-256 of the file after the call, hex; null when there will be none. */
  readonly after: string | null;
  /** Size of the file after the call; 0 when there will be none. */
  readonly bytes: number;
  /** The temporary file that the call writes first, relative to the workspace; null for none. */
  readonly temp: string | null;
  /** The content of the tool result of a call that was done. */
  readonly result: string;
}

/** What became of a call. */
export interface ToolResult {
  readonly success: boolean;
  /** What the model reads. */
  readonly content: string;
  /** The file that the call was about, relative to the workspace. */
  readonly path?: string;
  /** The file that was changed, as the call left it; `sha256` null when it was deleted. */
  readonly changed?: {
    readonly path: string;
    readonly sha256: string | null;
    readonly bytes: number;
  };
  /** One line for a person, when `success` is false. */
  readonly error?: Text;
  /** In a dry run: what the call would have changed, for a person. */
  readonly wouldDo?: Text;
}

/** A call whose arguments are checked, and which has changed nothing yet. */
export interface PreparedCall {
  /** All that the call would change, for the person who is asked: the path and a diff, the command. */
  readonly preview: Text;
  /** The file that the call is about, relative to the workspace. */
  readonly path?: string;
  /** For a tool that changes a file. */
  readonly mark?: FileMark;
  /** Does it, once. Throws {@linkcode ToolError}, or the signal's reason when it was aborted. */
  run(): Promise<ToolResult>;
}

/**
 * A tool.
 *
 * `prepare` checks the arguments, reads what it needs and changes nothing; `PreparedCall.run` is the
 * only place with an effect. Between the two the session is saved.
 */
export interface Tool extends ToolDefinition {
  /** Whether a call changes a file or runs a command: what `confirm-sensitive` asks about. */
  readonly changes: boolean;
  /**
   * @param args The parsed arguments, unchecked.
   * @throws {ToolError} The arguments are wrong, the path leads out, there is no such file.
   */
  prepare(args: unknown, context: ToolContext): Promise<PreparedCall>;
}

/** A failure that the model reads as the result of its call. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
