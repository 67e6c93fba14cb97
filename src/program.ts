/** The program: parse, drop rights, load the command; an error becomes a message and an exit code. */

import { ValidationError } from "@cliffy/command";
import { createCli } from "./cli.ts";
import { layOutHelp } from "./cli/help.ts";
import { beforeLiterals } from "./cli/before_literals.ts";
import { takeLanguage } from "./cli/language_flag.ts";
import { refuseEmptyValues, usageError } from "./cli/usage.ts";
import type { CommandContext } from "./commands/context.ts";
import type { GrantedRights } from "./commands/granted_rights.ts";
import { emptyProcessEnvironment, readEnvironment, readVariables } from "./environment.ts";
import { ArchitectError, EXIT_CODES } from "./errors.ts";
import { ownLanguage } from "./config/own_language.ts";
import { createInterrupt } from "./interrupt.ts";
import { chooseLanguage, type Language, LANGUAGE_VARIABLES, Speech } from "./language.ts";
import { type CommandName, dropFor, RIGHTS } from "./permissions.ts";
import { text } from "./text.ts";
import type { ErrorDocument } from "./ui/error_report.ts";
import { createOutput, readTerminal } from "./ui/output.ts";

const output = createOutput();
const speech = new Speech();
const terminal = readTerminal();
const { language: flag, rest } = takeLanguage(Deno.args);
const flags = beforeLiterals(Deno.args);
/** They go with no other flag, says Cliffy. */
const asksForHelp = ["-h", "--help", "-V", "--version"].some((flag) => flags.includes(flag));
/** Where both are given, which is refused, one line is read by who wants lines and by who wants a document. */
const wantsEvents = flags.includes("--events") || flags.includes("--events-text");
const wantsJson = wantsEvents || flags.includes("--json");

let debug = flags.includes("-v") || flags.includes("--verbose");
let variables: Readonly<Record<string, string>> | undefined;
let interruptSignal: CommandContext["interruptSignal"];

/**
 * Runs the command line that this process was started with.
 *
 * @param exit Ends the process: at a second Ctrl+C, and after a failure that nobody awaited.
 * @returns The exit code.
 */
export async function runProgram(exit: (code: number) => void): Promise<number> {
  interruptSignal = createInterrupt(() => exit(EXIT_CODES.user_interrupt));
  // What nobody awaited ends as what somebody did.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    // A report that fails is not reported again: that would have no end.
    report(event.reason).then(exit, () => exit(EXIT_CODES.internal));
  });
  return await runCommandLine();
}

async function runCommandLine(): Promise<number> {
  let code = 0;
  try {
    await speech.speak(await languageOf());
  } catch (error) {
    return await report(error);
  }
  const cli = createCli(async (command, run, before) => {
    code = await run(await begin(command, before));
  }, {
    color: terminal.color,
    asks: terminal.stdin && terminal.stderr,
    translate: speech.translate,
  });
  try {
    refuseEmptyValues(Deno.args);
    await cli.parse([...asksForHelp ? rest : Deno.args]);
    return code;
  } catch (error) {
    if (!(error instanceof ValidationError)) return await report(error);
    if (!wantsJson) output.note(layOutHelp((error.cmd ?? cli).getHelp(), speech.translate));
    return await report(usageError(error, Deno.args));
  }
}

/** Reads what is readable only now, and drops every right that the command does not need. */
async function begin(
  command: CommandName,
  before?: (workspace: string) => Promise<void>,
): Promise<CommandContext> {
  const { values, hidden } = await readEnvironment(knownVariables);
  debug ||= Boolean(values.ARCHITECT_DEBUG);
  const isRun = command === "run" || command === "resume";
  const workspace = RIGHTS[command].state === "none" ? "" : await realWorkspace();
  // Only the command that tells of them asks what the rights were.
  const granted = command === "permissions" ? await queryGranted() : undefined;
  await before?.(workspace);
  await dropFor(command);
  emptyProcessEnvironment();
  if (RIGHTS[command].state !== "none") await speech.speak(await languageOf(workspace));
  const environment = isRun ? values : {};
  return {
    ...{ workspace, environment, hidden, granted, terminal, interruptSignal },
    ...{ translate: speech.translate, speak: (language) => speech.speak(language) },
    print: output.print,
    note: (line) => output.note(speech.translate(line)),
  };
}

/** The language as far as it is known before the command reads its config. */
async function languageOf(workspace?: string): Promise<Language> {
  variables ??= (await readVariables(LANGUAGE_VARIABLES)).values;
  const asked = flag !== undefined || variables.ARCHITECT_LANGUAGE;
  const config = asked || workspace === undefined ? undefined : await ownLanguage(workspace);
  return chooseLanguage({ flag, environment: variables, config });
}

async function queryGranted(): Promise<GrantedRights> {
  const { queryGranted } = await import("./commands/granted_rights.ts");
  return await queryGranted();
}

async function knownVariables(): Promise<readonly string[]> {
  return (await import("./commands/known_variables.ts")).KNOWN_VARIABLES;
}

async function realWorkspace(): Promise<string> {
  try {
    const { state } = await Deno.permissions.query({ name: "read", path: "." });
    // Without the right to the folder itself the system's word must do; only Windows may leave a link in it.
    return state === "granted" ? await Deno.realPath(".") : Deno.cwd();
  } catch (cause) {
    throw new ArchitectError("config", text("Cannot use the current folder: it cannot be read"), {
      cause,
      suggestion: text("Start architect in a folder that exists."),
    });
  }
}

/** What only a failure needs is loaded only then: it is not to slow every start. */
async function report(thrown: unknown): Promise<number> {
  const { asArchitectError, errorDocument, errorLines } = await import("./ui/error_report.ts");
  const { jsonDocument } = await import("./ui/json_document.ts");
  const { createRedactor } = await import("./secrets.ts");
  const redactor = createRedactor([]);
  const error = asArchitectError(thrown);
  const tell = (failure: ArchitectError): void => {
    const lines = errorLines(failure, { translate: speech.translate, debug });
    for (const line of lines) output.note(redactor.text(line));
  };
  tell(error);
  if (wantsJson) {
    const result = redactor.value(errorDocument(error));
    const document = wantsEvents ? await lastEvent(result) : jsonDocument(result);
    // To report this failure would fail again, for ever.
    await output.print(document).catch((failure) => tell(asArchitectError(failure)));
  }
  return error.exitCode;
}

async function lastEvent(result: ErrorDocument): Promise<string> {
  const { eventLine } = await import("./ui/output_event.ts");
  return eventLine({ type: "run_finished", result }, new Date());
}
