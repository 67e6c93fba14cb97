/** Commands that try for more than a command is given. */

import type { ScriptedCall } from "../support/chat_server.ts";

/** One command, and how to see that it got nothing. */
export interface CommandAttempt {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the model is told. */
  readonly told: RegExp;
  /** What it must not be told. */
  readonly never?: RegExp;
}

/** Comes first in a command that would do harm if it ran: an attack that succeeds must not. */
const HARMLESS = "exit 0; ";

function runs(name: string, command: string, told: RegExp, more: Partial<CommandAttempt> = {}) {
  return { name, args: { command }, told, ...more };
}

function neverRuns(command: string): CommandAttempt {
  return {
    name: `never: ${command}`,
    args: { command: HARMLESS + command },
    told: /^Cannot run the command: it /,
  };
}

function refused(name: string, args: Readonly<Record<string, unknown>>): CommandAttempt {
  return { name, args, told: /^(?:Cannot |Wrong arguments)/ };
}

/** A command that leaves something running, which tells its number in a file. */
function leaves(name: string, command: string, timeout?: number): CommandAttempt {
  return {
    name: `left running: ${name}`,
    args: { command, ...(timeout === undefined ? {} : { timeout }) },
    told: timeout === undefined ? /^\[exit code 0\]/ : /^\[timed out after/,
  };
}

/** In one run, with commands allowed and a key under several names in the environment. */
export const COMMAND_ATTEMPTS: readonly CommandAttempt[] = [
  runs("the environment", "env", /^\[exit code 0\]/, { never: /KEY|TOKEN|SECRET|OTHER|redacted/ }),
  runs("the environment of the shell", "set; export -p", /exit code 0/, { never: /KEY=|redacted/ }),
  runs(
    "exactly what a command is given",
    "env | cut -d = -f 1 | sort | tr '\\n' ' '",
    /^\[exit code 0\]\n(?:(?:HOME|LANG|PASSED|PATH|PWD|SHLVL|TMPDIR|_) )*$/,
  ),
  runs(
    "a key by its name",
    'echo "[$OPENAI_API_KEY$ARCHITECT_API_KEY$CORP_LOGIN]"',
    /^\[.*\]\n\[\]$/,
  ),
  runs("a prompt that nobody answers", 'read x; echo "got [$x]"', /got \[\]/),
  runs("all of stdin", "cat; echo end", /^\[exit code 0\]\nend$/),
  runs("the terminal", "{ echo evil > /dev/tty; } 2>/dev/null || echo none", /none$/),
  runs("files that are open", "readlink /proc/self/fd/*; :", /^\[exit code 0\]/, {
    never: /socket:|anon_inode|\.lock|\.jsonl?\b|\.tmp/,
  }),
  runs("a flood of lines", "yes | head -c 30000000", /bytes left out/),
  runs("a flood without a line break", "head -c 30000000 /dev/zero | tr '\\0' x", /bytes left out/),
  runs("a flood of bytes that are no text", "head -c 3000000 /dev/urandom", /bytes left out/),
  runs("a flood of errors", "yes | head -c 30000000 >&2", /bytes left out/),
  runs("two floods", "yes | head -c 9000000; yes no | head -c 9000000 >&2", /bytes left out/),
  {
    name: "a flood without an end",
    args: { command: "yes", timeout: 1 },
    told: /timed out after 1 s/,
  },
  leaves("a child", "sleep 300 & echo $! > 1.pid"),
  leaves("a child's child", "(sleep 300 & echo $! > 2.pid) & wait"),
  leaves("a child that hears no hang-up", "nohup sleep 300 >/dev/null 2>&1 & echo $! > 3.pid"),
  leaves("a child that holds the output", "sleep 300 2>&1 & echo $! > 4.pid; echo told"),
  leaves(
    "a child of such a shell",
    "trap '' TERM; sleep 300 & echo $! > 6.pid; wait; sleep 300",
    1,
  ),
  leaves("a pipe of three", "echo $$ > 7.pid; sleep 300 | sleep 300 | sleep 300", 1),
  refused("a folder outside", { command: "pwd", cwd: ".." }),
  refused("a folder by an absolute path", { command: "pwd", cwd: "/" }),
  refused("a folder behind a link", { command: "pwd", cwd: "out" }),
  refused("the folder of the state", { command: "pwd", cwd: ".architect/sessions" }),
  refused("a file as a folder", { command: "pwd", cwd: "a.txt" }),
  refused("no command", { command: " " }),
  refused("a NUL", { command: "echo a\0b" }),
  refused("a command that is too long", { command: `: ${"x".repeat(40_000)}` }),
  refused("a list of words", { command: ["sh", "-c", "id"] }),
  refused("no time limit", { command: "id", timeout: 0 }),
  refused("a time limit of years", { command: "id", timeout: 1e9 }),
  refused("a marker for a secret", { command: "echo [redacted:openai]" }),
  refused("a marker in a variable", { command: "id", env: { X: "[redacted:openai]" } }),
  refused("a variable that is two", { command: "id", env: { "A=1\nB": "x" } }),
  refused("a variable without a name", { command: "id", env: { "": "x" } }),
  refused("a variable with a NUL", { command: "id", env: { A: "a\0b" } }),
  refused("a variable that is a list", { command: "id", env: { A: ["b"] } }),
  refused("an argument that there is not", { command: "id", shell: "/bin/bash" }),
  neverRuns("rm -rf /"),
  neverRuns("rm -fr --  /*"),
  neverRuns("rm -r -f ~"),
  neverRuns('rm --recursive --force "$HOME"'),
  neverRuns("sudo rm -rf / --no-preserve-root"),
  neverRuns("mkfs.ext4 /dev/sda1"),
  neverRuns("dd if=/dev/zero of=/dev/sda"),
  neverRuns("echo x > /dev/sda"),
  neverRuns("shred /dev/nvme0n1"),
  neverRuns(":(){ :|:& };:"),
  neverRuns("shutdown -h now"),
  neverRuns("exec reboot"),
  neverRuns("systemctl poweroff"),
  neverRuns("chmod -R 777 /"),
];

/** In one run in which only `git status` and `echo` are allowed. */
export const ALLOWED_ATTEMPTS: readonly CommandAttempt[] = [
  runs("what is allowed", "echo fine", /fine/),
  ...[
    "id",
    "git push",
    "gitstatus",
    "git statusx",
    "./git status",
    "/usr/bin/git status",
    "echo a; id",
    "echo a && id",
    "echo a || id",
    "echo a | sh",
    "echo a & id",
    "echo a\nid",
    "echo a\r\nid",
    "echo $(id)",
    "echo `id`",
    'echo "$(id)"',
    'echo "`id`"',
    "echo ${IFS}",
    "echo <(id)",
    "echo a > evil.txt",
    "echo a >> evil.txt",
    "cat < ../outside/secret.txt",
    "echo 'open",
    "X=1 echo a",
    "\\echo a",
    "exec echo a",
  ].map((command) => refused(`not allowed: ${JSON.stringify(command)}`, { command })),
  refused("another folder for programs", { command: "echo a", env: { PATH: "." } }),
  refused("a library to load", { command: "echo a", env: { LD_PRELOAD: "./evil.so" } }),
  refused("a file for the shell", { command: "echo a", env: { ENV: "./evil.sh" } }),
];

/**
 * The calls of some attempts.
 *
 * @param attempts The attempts.
 */
export function commandCalls(attempts: readonly CommandAttempt[]): ScriptedCall[] {
  return attempts.map(({ args }) => ({ name: "run_command", args }));
}
