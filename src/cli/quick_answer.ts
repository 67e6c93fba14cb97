/** Answers to what scripts ask most often, without the time that a parser of command lines takes. */

import { dropFor } from "../permissions.ts";
import { createOutput, readTerminal } from "../ui/output.ts";
import { VERSION } from "../version.ts";

/**
 * Answers `--version`, and `--help` of a command as text without colours.
 *
 * @param args The command line.
 * @returns Whether it was answered; if not, nothing was done.
 * @throws {ArchitectError} `no_permission`: as every command.
 */
export async function quickAnswer(args: readonly string[]): Promise<boolean> {
  const answer = await answerTo(args);
  if (answer === null) return false;
  await dropFor("help");
  await createOutput().print(answer);
  return true;
}

async function answerTo(args: readonly string[]): Promise<string | null> {
  const last = args.at(-1);
  if (args.length === 1 && (last === "--version" || last === "-V")) return `architect ${VERSION}\n`;
  if ((last !== "--help" && last !== "-h") || readTerminal().color) return null;
  const { HELP_TEXTS } = await import("./help_texts.ts");
  const command = args.slice(0, -1).join(" ");
  return Object.hasOwn(HELP_TEXTS, command) ? HELP_TEXTS[command]! : null;
}
