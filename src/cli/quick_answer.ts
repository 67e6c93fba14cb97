/** Answers to what scripts ask most often, without the time that a parser of command lines takes. */

import { readVariables } from "../environment.ts";
import { ArchitectError } from "../errors.ts";
import { chooseLanguage, type Language, LANGUAGE_VARIABLES } from "../language.ts";
import { dropFor } from "../permissions.ts";
import { createOutput, readTerminal } from "../ui/output.ts";
import { VERSION } from "../version.ts";
import { takeLanguage } from "./language_flag.ts";

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
  const { language: flag, rest } = takeLanguage(args);
  const last = rest.at(-1);
  if (rest.length === 1 && (last === "--version" || last === "-V")) return `architect ${VERSION}\n`;
  if ((last !== "--help" && last !== "-h") || readTerminal().color) return null;
  const language = await languageOf(flag);
  if (language === null) return null;
  const { HELP_TEXTS } = language === "es"
    ? await import("./help_texts_es.ts")
    : await import("./help_texts.ts");
  const command = rest.slice(0, -1).join(" ");
  return Object.hasOwn(HELP_TEXTS, command) ? HELP_TEXTS[command]! : null;
}

/** Null for a variable that is wrong: the program tells of it. */
async function languageOf(flag: Language | undefined): Promise<Language | null> {
  try {
    const { values } = await readVariables(LANGUAGE_VARIABLES);
    return chooseLanguage({ flag, environment: values });
  } catch (error) {
    if (error instanceof ArchitectError) return null;
    throw error;
  }
}
