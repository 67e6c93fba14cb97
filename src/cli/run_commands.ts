/** `architect run` and `architect resume`: two ways to one run. */

import { Command, ValidationError } from "@cliffy/command";
import type { RunFlags } from "../commands/context.ts";
import { budget, count, exitCode, httpUrl, mode, seconds, text } from "./flag_types.ts";
import type { AnyCommand, Start } from "./start.ts";

/** What Cliffy makes of the flags that both commands share. */
interface ParsedRunFlags {
  readonly session?: string | false;
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
  readonly quiet?: true;
  readonly verbose?: true;
  readonly config?: string;
  readonly allowCommands?: true;
  readonly commands: boolean;
  readonly stream: boolean;
  readonly record?: string;
  readonly exitCodeOnPartial?: number;
}

/**
 * Makes the command `run`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function runCommand(start: Start): AnyCommand {
  const command = withRunFlags(new Command())
    .description("Run a task: the session is saved after each step.")
    .usage("<prompt> [flags]")
    // Optional to Cliffy only, which keeps what follows -- elsewhere.
    .arguments("[prompt:text]")
    .example("A task", `architect run "add tests to user.py" --mode yolo`)
    .example("In CI", `architect run "fix the build" --mode yolo --budget 1.50 --json`)
    .example("A long prompt", `architect run - < task.md`)
    .example("A prompt that begins with -", `architect run -- "-v is not documented, fix that"`)
    .action(async (options: ParsedRunFlags, prompt?: string) => {
      const prompts = argumentsOf(command, prompt === undefined ? [] : [prompt]);
      if (prompts.length > 1) throw new ValidationError(TOO_MANY);
      const flags = toRunFlags(options);
      if (prompts.length === 0 && flags.session === undefined) {
        throw new ValidationError("Cannot start a run: there is no prompt");
      }
      await start("run", async (context) => {
        const { run } = await import("../commands/run.ts");
        return await run(prompts[0] ?? null, flags, context);
      });
    });
  return command;
}

/**
 * Makes the command `resume`.
 *
 * @param start Begins the work.
 * @returns The command, to be added to the tree.
 */
export function resumeCommand(start: Start): AnyCommand {
  const command = withRunFlags(new Command())
    .description("Go on with a session exactly where it stopped.")
    .usage("<id> [prompt] [flags]")
    .arguments("[id:text] [prompt:text]")
    .example("The newest session", `architect resume last`)
    .example("With a new budget", `architect resume 20260223-143022-a1b2c3 --budget +1.00`)
    .example("With a new wish", `architect resume 20260223-14 "now the documentation"`)
    .action(async (options: ParsedRunFlags, ...given: (string | undefined)[]) => {
      const [id, prompt, ...more] = argumentsOf(
        command,
        given.filter((item) => item !== undefined),
      );
      if (id === undefined) throw new ValidationError("Cannot resume: there is no session id");
      if (more.length > 0) throw new ValidationError(TOO_MANY);
      const flags = toRunFlags(options);
      if (!flags.save) throw new ValidationError("Cannot use --no-session with resume");
      if (flags.session !== undefined && flags.session !== id) {
        throw new ValidationError(
          `Cannot use --session ${JSON.stringify(flags.session)}: resume was given <id> ${
            JSON.stringify(id)
          }`,
        );
      }
      await start("resume", async (context) => {
        const { run } = await import("../commands/run.ts");
        return await run(prompt ?? null, { ...flags, session: id }, context);
      });
    });
  return command;
}

const TOO_MANY = "Cannot tell the prompt: there are too many arguments, quote it";

/** The arguments, those after `--` too, none of them blank. */
function argumentsOf(command: AnyCommand, parsed: readonly string[]): readonly string[] {
  const literal = command.getLiteralArgs().map((value) =>
    text({ label: "Argument", name: "prompt", value })
  );
  return [...parsed, ...literal];
}

function withRunFlags(command: AnyCommand): AnyCommand {
  return command
    .type("text", text)
    .type("url", httpUrl)
    .type("budget", budget)
    .type("seconds", seconds)
    .type("count", count)
    .type("exit-code", exitCode)
    .type("mode", mode)
    .option("--session <id:text>", "Session to go on with: an id, a unique prefix, or last.")
    .option("--no-session", "Save nothing.")
    .option("-a, --agent <name:text>", "build, plan, resume, review or one from the config.")
    .option("-m, --mode <mode:mode>", "confirm-all, confirm-sensitive or yolo.")
    .option("--model <name:text>", "Model, such as gpt-4o, ollama/qwen3 or replay:FILE.")
    .option("--api-base <url:url>", "Server that speaks the chat-completions protocol.")
    .option("--api-key <key:text>", "Key for it; better given as ARCHITECT_API_KEY.")
    .option("--budget <usd:budget>", "Most the session may cost; +USD: on top of what is spent.")
    .option("--timeout <seconds:seconds>", "Time limit of this run.")
    .option("--max-steps <n:count>", "Step limit of this run.")
    .option("--dry-run", "Change nothing; report what would be changed.")
    .option("--json", "Print one JSON document.")
    .option("--quiet", "No progress on stderr.")
    .option("-v, --verbose", "More progress; a stack for unexpected errors.", {
      conflicts: ["quiet"],
    })
    .option("-c, --config <file:text>", "Config file inside the workspace, or -.")
    .option("--allow-commands", "Let the agent run commands.")
    .option("--no-commands", "Do not, whatever the config says.", {
      conflicts: ["allow-commands"],
    })
    .option("--no-stream", "Ask for whole answers.")
    .option("--record <file:text>", "Record the model's answers as a cassette.")
    .option("--exit-code-on-partial <code:exit-code>", "Exit code of a partial run, instead of 2.");
}

function toRunFlags(parsed: ParsedRunFlags): RunFlags {
  return {
    session: parsed.session === false ? undefined : parsed.session,
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
    quiet: parsed.quiet ?? false,
    verbose: parsed.verbose ?? false,
    configFile: parsed.config,
    commands: parsed.allowCommands ?? (parsed.commands ? undefined : false),
    stream: parsed.stream ? undefined : false,
    record: parsed.record,
    exitCodeOnPartial: parsed.exitCodeOnPartial ?? 2,
  };
}
