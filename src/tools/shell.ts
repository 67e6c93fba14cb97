/** The tool that runs a command. */

import { resolveWorkspacePath } from "../files/workspace_path.ts";
import { hasNewMarker } from "../secrets.ts";
import { text as words, verbatim } from "../text.ts";
import { defineArguments, integer, optional, text, texts } from "./arguments.ts";
import { capResult, MAX_RESULT_BYTES } from "./cap_result.ts";
import { neverRun, notAllowed } from "./command_rules.ts";
import { defineTool } from "./define_tool.ts";
import { type ProcessResult, runProcess } from "./run_process.ts";
import { type Tool, ToolError, type ToolResult } from "./tool.ts";

/** How commands run. */
export interface CommandOptions {
  /** Time limit of a command for which the model asks for none. */
  readonly timeoutSeconds: number;
  /** First words of the commands that may run; empty: all. */
  readonly allowed: readonly string[];
  /** Names of further variables that commands get. Names of keys never pass. */
  readonly env: readonly string[];
  /** The environment that the variables are taken from. */
  readonly environment: Readonly<Record<string, string>>;
}

const MAX_TIMEOUT_SECONDS = 3600;
const MAX_COMMAND = 32_768;
/** What programs need to work at all. */
const PASSED = [
  ...["PATH", "HOME", "LANG", "TMPDIR"],
  ...["SystemRoot", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE"],
];
const KEY_NAME = /API_?KEY$/i;

/**
 * Makes `run_command(command, cwd?, timeout?, env?)`.
 *
 * A command runs with the rights of the user: it is not held inside the workspace.
 *
 * @param options How commands run.
 * @returns The tool.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createRunCommand } from "./shell.ts";
 *
 * const tool = createRunCommand({ timeoutSeconds: 30, allowed: [], env: [], environment: {} });
 * assertEquals([tool.name, tool.changes], ["run_command", true]);
 * ```
 */
export function createRunCommand(options: CommandOptions): Tool {
  const { timeoutSeconds, allowed } = options;
  return defineTool({
    name: "run_command",
    description:
      "Runs a shell command in the workspace and gives its exit code and output. stdin " +
      "is empty; what it leaves running in the background is ended." +
      (allowed.length === 0 ? "" : ` Allowed commands: ${allowed.join(", ")}.`),
    args: defineArguments({
      command: text("The command line."),
      cwd: optional(
        text("Folder to run it in, relative to the workspace. Default: the workspace."),
      ),
      timeout: optional(
        integer(`Seconds. Default ${timeoutSeconds}.`, 1, MAX_TIMEOUT_SECONDS),
      ),
      env: optional(texts("Further environment variables.")),
    }),
    changes: true,
    async prepare({ command, cwd = ".", timeout = timeoutSeconds, env = {} }, context) {
      checkCommand(command, allowed);
      checkEnvironment(env, options);
      const folder = await resolveWorkspacePath(context.workspace, cwd);
      if (folder.kind !== "folder") {
        throw new ToolError(`Cannot run a command in "${folder.relative}": it is no folder`);
      }
      const set = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)} `);
      const line = `${set.join("")}${command}`;
      return {
        preview: folder.relative === "."
          ? verbatim(line)
          : words("(in {folder}) {command}", { folder: folder.relative, command: line }),
        async run() {
          const again = await resolveWorkspacePath(context.workspace, cwd);
          if (again.path !== folder.path) {
            throw new ToolError(`Cannot run a command in "${folder.relative}": it was swapped`);
          }
          const [program, ...args] = shellOf(command);
          const result = await runProcess({
            program,
            args,
            cwd: folder.path,
            env: { ...passed(options), ...env },
            timeoutMs: timeout * 1000,
            signal: context.signal,
            maxBytes: MAX_RESULT_BYTES / 2 - 1024,
            redact: context.redact,
          });
          return resultOf(result, timeout);
        },
      };
    },
  });
}

function checkCommand(command: string, allowed: readonly string[]): void {
  if (command.trim() === "" || command.length > MAX_COMMAND || command.includes("\0")) {
    throw new ToolError(`Cannot run the command: 1 to ${MAX_COMMAND} characters are allowed`);
  }
  if (hasNewMarker(null, command)) {
    throw new ToolError(
      "Cannot run the command: it holds a marker [redacted:...] where a secret was taken out",
    );
  }
  const reason = neverRun(command) ??
    notAllowed(command, allowed, Deno.build.os === "windows");
  if (reason !== null) throw new ToolError(`Cannot run the command: ${reason}`);
}

/** With a list of allowed commands, variables such as PATH and LD_PRELOAD would run others. */
function checkEnvironment(
  env: Readonly<Record<string, string>>,
  { allowed, env: names }: CommandOptions,
): void {
  for (const [name, value] of Object.entries(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,200}$/.test(name) || value.includes("\0")) {
      throw new ToolError(`Cannot set the variable ${JSON.stringify(name.slice(0, 100))}`);
    }
    if (hasNewMarker(null, value)) {
      throw new ToolError(`Cannot set ${name}: its value was taken out, as it is a secret`);
    }
    if (allowed.length > 0 && !names.includes(name)) {
      throw new ToolError(`Cannot set ${name}: only commands.env may be set with allowed commands`);
    }
  }
}

function passed({ env, environment }: CommandOptions): Record<string, string> {
  const names = [...PASSED, ...env].filter((name) =>
    Object.hasOwn(environment, name) && !KEY_NAME.test(name)
  );
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? ""]));
}

function shellOf(command: string): [string, ...string[]] {
  return Deno.build.os === "windows"
    ? ["cmd", "/d", "/s", "/c", command]
    : ["/bin/sh", "-c", command];
}

function resultOf(result: ProcessResult, timeout: number): ToolResult {
  const { code, endedBy, timedOut, stdout, stderr } = result;
  const outcome = timedOut
    ? words("timed out after {seconds} s and was ended", { seconds: timeout })
    : code === null
    ? words("ended by {signal}", { signal: String(endedBy) })
    : words("exit code {code}", { code });
  const parts = [`[${outcome}]`];
  if (stdout !== "") parts.push(stdout.replace(/\n$/, ""));
  if (stderr !== "") parts.push(`[stderr]\n${stderr.replace(/\n$/, "")}`);
  const success = code === 0 && !timedOut;
  return {
    success,
    content: capResult(parts.join("\n"), MAX_RESULT_BYTES - 1024),
    ...(success ? {} : { error: outcome }),
  };
}
