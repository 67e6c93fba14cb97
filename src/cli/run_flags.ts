/** The flags that `run` and `resume` share. */

import type { RunFlags } from "../commands/context.ts";
import type { Language } from "../language.ts";
import { budget, count, days, exitCode, httpUrl, mode, notBlank, seconds } from "./flag_types.ts";
import type { AnyCommand, Say } from "./start.ts";

/** What Cliffy makes of the flags that both commands share. */
export interface ParsedRunFlags {
  readonly session?: string | false;
  readonly fork?: true;
  readonly fromStep?: number;
  readonly agent?: string;
  readonly mode?: ReturnType<typeof mode>;
  readonly model?: string;
  readonly apiBase?: string;
  readonly apiKey?: string;
  readonly budget?: ReturnType<typeof budget>;
  readonly timeout?: number;
  readonly maxSteps?: number;
  readonly dryRun?: true;
  readonly json?: true;
  readonly events?: true;
  readonly eventsText?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly config?: string;
  readonly allowCommands?: true;
  readonly commands: boolean;
  readonly stream: boolean;
  readonly record?: string;
  readonly exitCodeOnPartial?: number;
  readonly lang?: Language;
}

/**
 * Adds the flags to a command.
 *
 * @param command The command.
 * @param say Says it in the language of the help.
 * @param options `resumes`: the command is given a session by itself, and its help leaves out the
 * flags that are about one. Default false.
 * @returns The same command.
 */
export function withRunFlags(
  command: AnyCommand,
  say: Say,
  options: { readonly resumes?: boolean } = {},
): AnyCommand {
  const hidden = options.resumes ?? false;
  return command
    .type("text", notBlank)
    .type("url", httpUrl)
    .type("budget", budget)
    .type("seconds", seconds)
    .type("count", count)
    .type("step", days)
    .type("exit-code", exitCode)
    .type("mode", mode)
    .option("--session <id:text>", say("Session to go on with: an id, a unique prefix, or last."), {
      hidden,
    })
    .option("--no-session", say("Save nothing."), { hidden })
    .option("--fork", say("Go on in a new session; the one that is named stays as it is."))
    .option(
      "--from-step <step:step>",
      say("--fork, from the end of a step on; 0: from the beginning."),
    )
    .option("-a, --agent <agent:text>", say("build, plan, resume, review or one from the config."))
    .option("-m, --mode <mode:mode>", say("confirm-all, confirm-sensitive or yolo."))
    .option("--model <name:text>", say("Model, such as gpt-4o, ollama/qwen3 or replay:FILE."))
    .option("--api-base <url:url>", say("Server that speaks the chat-completions protocol."))
    .option("--api-key <key:text>", say("Key for it; better given as ARCHITECT_API_KEY."))
    .option(
      "--budget <usd:budget>",
      say("Most the session may cost; +USD: on top of what is spent."),
    )
    .option("--timeout <seconds:seconds>", say("Time limit of this run."))
    .option("--max-steps <n:count>", say("Step limit of this run."))
    .option("--dry-run", say("Change nothing; report what would be changed."))
    .option("--json", say("Print one JSON document."))
    .option("--events", say("Print JSON Lines as things happen, the document of --json last."), {
      conflicts: ["json"],
    })
    .option("--events-text", say("--events, with the model's text as it arrives."), {
      conflicts: ["json"],
    })
    .option("--quiet", say("No progress on stderr."))
    .option("-v, --verbose", say("More progress; a stack for unexpected errors."), {
      conflicts: ["quiet"],
    })
    .option("-c, --config <file:text>", say("Config file inside the workspace, or -."))
    .option("--allow-commands", say("Let the agent run commands."))
    .option("--no-commands", say("Do not, whatever the config says."), {
      conflicts: ["allow-commands"],
    })
    .option("--no-stream", say("Ask for whole answers."))
    .option("--record <file:text>", say("Record the model's answers as a cassette."))
    .option(
      "--exit-code-on-partial <code:exit-code>",
      say("Exit code of a partial run, instead of 2."),
    );
}

function forkOf({ fork, fromStep }: ParsedRunFlags): RunFlags["fork"] {
  if (fromStep !== undefined) return { step: fromStep };
  return fork === undefined ? undefined : { step: null };
}

/**
 * The flags as a run takes them.
 *
 * @param parsed What Cliffy made of them.
 * @returns The flags; one that was not given is undefined.
 */
export function toRunFlags(parsed: ParsedRunFlags): RunFlags {
  return {
    session: parsed.session === false ? undefined : parsed.session,
    fork: forkOf(parsed),
    save: parsed.session !== false,
    agent: parsed.agent,
    mode: parsed.mode,
    model: parsed.model,
    apiBase: parsed.apiBase,
    apiKey: parsed.apiKey,
    budget: parsed.budget,
    timeoutSeconds: parsed.timeout,
    maxSteps: parsed.maxSteps,
    dryRun: parsed.dryRun ?? false,
    json: parsed.json ?? false,
    events: parsed.events || parsed.eventsText ? { text: parsed.eventsText ?? false } : undefined,
    quiet: parsed.quiet ?? false,
    verbose: parsed.verbose ?? false,
    configFile: parsed.config,
    commands: parsed.allowCommands ?? (parsed.commands ? undefined : false),
    stream: parsed.stream ? undefined : false,
    record: parsed.record,
    exitCodeOnPartial: parsed.exitCodeOnPartial ?? 2,
    language: parsed.lang,
  };
}
