/** `architect run` and `architect resume`: one session, from its prompt to its exit code. */

import { openRedactor, openSessions } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { readConfigFiles } from "../config/read_config_files.ts";
import { ArchitectError } from "../errors.ts";
import { PROVIDER_KEY_VARIABLES } from "../llm/endpoint.ts";
import type { Redactor } from "../secrets.ts";
import { text, verbatim } from "../text.ts";
import type { CommandContext, RunFlags } from "./context.ts";
import { openSession } from "./open_session.ts";
import { readPrompt } from "./read_prompt.ts";
import { finishedOutcome, RunReport } from "./run_report.ts";
import { startRun } from "./start_run.ts";

/**
 * Runs a task, or goes on with a session when `flags.session` names one.
 *
 * @param given The prompt; `-` for stdin; null for none, with a session only.
 * @param flags The flags of the call.
 * @param outside The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} The run could not begin; nothing was changed.
 */
export async function run(
  given: string | null,
  flags: RunFlags,
  outside: CommandContext,
): Promise<number> {
  const interrupt = outside.interruptSignal();
  const prompt = await readPrompt(given, interrupt);
  const config = loadConfig({
    files: await readConfigFiles(outside.workspace, flags.configFile),
    environment: outside.environment,
    keyVariables: PROVIDER_KEY_VARIABLES,
    flags,
  });
  await outside.speak(config.language);
  const redactor = openRedactor(config);
  const context = withoutSecrets(outside, redactor);
  const task = prompt === null ? null : redactor.text(prompt);
  const report = new RunReport(flags, context, redactor, task);
  for (const warning of config.warnings) report.warn(warning);
  const sessions = openSessions(context.workspace, config);
  refuseResumeWithoutSaving(flags, config);

  await using opened = flags.session === undefined
    ? null
    : flags.fork === undefined
    ? await openSession(sessions, flags.session, context, { prompt: task, flags, report })
    : await (await import("./open_fork.ts")).openFork(sessions, flags.session, context, {
      step: flags.fork.step,
      report,
    });
  try {
    if (opened !== null && task === null && opened.state.status === "success") {
      const { state } = await opened.begin();
      return await report.finish(finishedOutcome(state));
    }
    return await startRun(task, opened, interrupt, {
      flags,
      context,
      config,
      redactor,
      sessions,
      report,
    });
  } catch (error) {
    if (opened === null || !(error instanceof ArchitectError)) throw error;
    throw error.about(opened.idOnDisk());
  }
}

/** A key may stand in any flag or file, by mistake: nothing that is said to a person has one. */
function withoutSecrets(context: CommandContext, redactor: Redactor): CommandContext {
  return {
    ...context,
    note: (line) => context.note(verbatim(redactor.text(context.translate(line)))),
  };
}

function refuseResumeWithoutSaving(flags: RunFlags, config: Config): void {
  if (flags.session === undefined || config.sessions.autoSave) return;
  throw new ArchitectError(
    "config",
    text('Cannot resume "{session}": saving is off, and what the run does would be lost', {
      session: flags.session,
    }),
    {
      suggestion: text('Take "{setting}" out of the config.', {
        setting: "sessions: {auto_save: false}",
      }),
    },
  );
}
