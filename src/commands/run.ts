/** `architect run` and `architect resume`: one session, from its prompt to its exit code. */

import { openRedactor, openSessions } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { readConfigFiles } from "../config/read_config_files.ts";
import { ArchitectError } from "../errors.ts";
import { PROVIDER_KEY_VARIABLES } from "../llm/endpoint.ts";
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
 * @param context The outside world.
 * @returns The exit code.
 * @throws {ArchitectError} The run could not begin; nothing was changed.
 */
export async function run(
  given: string | null,
  flags: RunFlags,
  context: CommandContext,
): Promise<number> {
  const interrupt = context.interruptSignal();
  const prompt = await readPrompt(given, interrupt);
  const config = loadConfig({
    files: await readConfigFiles(context.workspace, flags.configFile),
    environment: context.environment,
    keyVariables: PROVIDER_KEY_VARIABLES,
    flags,
  });
  for (const warning of config.warnings) context.note(`warning: ${warning}`);
  const redactor = openRedactor(config);
  const task = prompt === null ? null : redactor.text(prompt);
  const sessions = openSessions(context.workspace, config);
  refuseResumeWithoutSaving(flags, config);

  await using opened = flags.session === undefined
    ? null
    : await openSession(sessions, flags.session, context);
  const report = new RunReport(flags, context, redactor, task);
  if (opened !== null && task === null && opened.state.status === "success") {
    return await report.finish(finishedOutcome(opened.state));
  }
  try {
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
    throw error.about(opened.state.sessionId);
  }
}

function refuseResumeWithoutSaving(flags: RunFlags, config: Config): void {
  if (flags.session === undefined || config.sessions.autoSave) return;
  throw new ArchitectError(
    "config",
    `Cannot resume "${flags.session}": saving is off, and what the run does would be lost`,
    { suggestion: 'Take "sessions: {auto_save: false}" out of the config.' },
  );
}
