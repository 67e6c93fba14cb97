/** `architect run` and `architect resume`: two ways to one run. */

import { Command } from "@cliffy/command";
import type { CommandContext } from "../commands/context.ts";
import { text } from "../text.ts";
import { notBlank } from "./flag_types.ts";
import { type ParsedRunFlags, toRunFlags, withRunFlags } from "./run_flags.ts";
import type { AnyCommand, Say, Start } from "./start.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Makes the command `run`.
 *
 * @param start Begins the work.
 * @param say Says it in the language of the help.
 * @returns The command, to be added to the tree.
 */
export function runCommand(start: Start, say: Say): AnyCommand {
  const command = withRunFlags(new Command(), say)
    .description(say("Run a task: the session is saved after each step."))
    .usage("<prompt> [flags]")
    // Optional to Cliffy only, which keeps what follows -- elsewhere.
    .arguments("[prompt:text]")
    .example(say("A task:"), say(`architect run "add tests to user.py" --mode yolo`))
    .example(say("In CI:"), say(`architect run "fix it" --mode yolo --budget 1.50 --json`))
    .example(say("A long prompt:"), "architect run - < task.md")
    .example(say("A prompt like a flag:"), say(`architect run -- "-v is not documented, fix that"`))
    .action(async (options: ParsedRunFlags, prompt?: string) => {
      const prompts = argumentsOf(command, prompt === undefined ? [] : [prompt]);
      if (prompts.length > 1) throw new UsageError(TOO_MANY);
      refuseStdinTwice(prompts[0], options);
      const flags = toRunFlags(options);
      if (prompts.length === 0 && flags.session === undefined) {
        throw new UsageError(text("Cannot start a run: there is no prompt"));
      }
      if (flags.fork !== undefined && flags.session === undefined) {
        throw new UsageError(text("Cannot fork: there is no --session"));
      }
      await start(flags.session === undefined ? "run" : "resume", async (context) => {
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
 * @param say Says it in the language of the help.
 * @param options `asks`: a person can be asked which session is meant. Default false.
 * @returns The command, to be added to the tree.
 */
export function resumeCommand(
  start: Start,
  say: Say,
  options: { readonly asks?: boolean } = {},
): AnyCommand {
  const { asks = false } = options;
  const command = withRunFlags(new Command(), say, { resumes: true })
    .description(say("Go on where a session stopped: its id, a unique prefix, or last."))
    .usage("[id] [prompt] [flags]")
    .arguments("[id:text] [prompt:text]")
    .example(say("The newest session:"), "architect resume last")
    .example(say("Pick one:"), "architect resume")
    .example(say("With a new budget:"), "architect resume 20260223-143022-a1b2c3 --budget +1.00")
    .example(say("Another way:"), say(`architect resume 20260223-14 --from-step 4 "no class"`))
    .example(say("With a new wish:"), say(`architect resume 20260223-14 "now the documentation"`))
    .action(async (options: ParsedRunFlags, ...given: (string | undefined)[]) => {
      const [id, prompt, ...more] = argumentsOf(
        command,
        given.filter((item) => item !== undefined),
      );
      if (more.length > 0) throw new UsageError(TOO_MANY);
      refuseStdinTwice(prompt, options);
      const flags = toRunFlags(options);
      if (!flags.save) throw new UsageError(text("Cannot use --no-session with resume"));
      if (id === undefined && (!asks || flags.session !== undefined)) {
        throw new UsageError(text("Cannot resume: there is no session id"));
      }
      if (flags.session !== undefined && flags.session !== id) {
        const session = JSON.stringify(flags.session);
        const given = JSON.stringify(id) ?? "";
        throw new UsageError(
          text("Cannot use --session {session}: resume was given <id> {given}", { session, given }),
        );
      }
      await start("resume", async (context) => {
        const session = id ?? await picked(context, flags.fork !== undefined);
        const { run } = await import("../commands/run.ts");
        return await run(prompt ?? null, { ...flags, session }, context);
      });
    });
  return command;
}

async function picked(context: CommandContext, forks: boolean): Promise<string> {
  const { pickSessionToResume } = await import("../commands/pick_session.ts");
  return await pickSessionToResume(context, { forks });
}

const TOO_MANY = text("Cannot tell the prompt: there are too many arguments, quote it");

function refuseStdinTwice(prompt: string | undefined, { config }: ParsedRunFlags): void {
  if (prompt !== "-" || config !== "-") return;
  throw new UsageError(text("Cannot read the prompt and --config from stdin, both are -"));
}

/** The arguments, those after `--` too, none of them blank. */
function argumentsOf(command: AnyCommand, parsed: readonly string[]): readonly string[] {
  const literal = command.getLiteralArgs().map((value) =>
    notBlank({ label: "Argument", name: "prompt", value })
  );
  return [...parsed, ...literal];
}
