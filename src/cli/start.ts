import type { Command } from "@cliffy/command";
import type { CommandContext } from "../commands/context.ts";
import type { CommandName } from "../permissions.ts";
import type { text } from "../text.ts";

/**
 * How a parsed command line begins its work: drops the rights that the command does not need, and
 * only then calls `run`, which loads the command's modules.
 *
 * @param command Whose rights are kept.
 * @param run Resolves to the exit code.
 * @param before What must be done before rights are dropped, such as opening a file that `run` may no
 * longer open. It is given the real path of the workspace. Default: nothing.
 */
export type Start = (
  command: CommandName,
  run: (context: CommandContext) => Promise<number>,
  before?: (workspace: string) => Promise<void>,
) => Promise<void>;

/** Gives a text of the help in the language of the person. */
export type Say = (english: Parameters<typeof text>[0]) => string;

/** A command of any options and arguments: Cliffy's own types do not fit into one another. */
// deno-lint-ignore no-explicit-any
export type AnyCommand = Command<any>;
