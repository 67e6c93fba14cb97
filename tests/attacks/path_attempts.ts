/** Ways out of the workspace, each of which every tool that takes a path is to refuse. */

import { join } from "@std/path";
import type { ScriptedCall } from "../support/chat_server.ts";
import { type Arena, OTHER_SESSION } from "./support.ts";

/** Where a path leads that no tool may go to. */
export interface PathAttempt {
  readonly name: string;
  /** Made for the arena, as the model is to give it. */
  readonly path: (arena: Arena) => string;
  /** Makes what the path needs. */
  readonly setup?: (arena: Arena) => Promise<void>;
  /** The tools that try it. Default: all ten. */
  readonly tools?: readonly string[];
}

/** What is tried on the system itself: an attack that succeeds must not harm who tests it. */
const READING = ["read_file", "list_files", "find_files", "search_code", "grep", "run_command"];
const CHANGING = ["write_file", "edit_file", "apply_patch", "delete_file"];
/** Tools that could make a file. */
const CREATING = ["write_file", "apply_patch"];

function fixed(name: string, path: string, tools?: readonly string[]): PathAttempt {
  return { name, path: () => path, tools };
}

/** A symlink in the workspace, tried by itself and with what is behind it. */
function link(
  name: string,
  target: string,
  rest = "",
  tools?: readonly string[],
): PathAttempt {
  const file = `link-${name.replaceAll(/\W+/g, "-")}`;
  return {
    name: `a link ${name}`,
    path: () => file + rest,
    setup: ({ work }) => Deno.symlink(target, join(work, file)),
    tools,
  };
}

const CREATE = "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+evil\n";

/** The ten tools, each as it would be used on a path. */
export const CALLS: Readonly<Record<string, (path: string) => ScriptedCall["args"]>> = {
  read_file: (path) => ({ path }),
  write_file: (path) => ({ path, content: "evil\n" }),
  edit_file: (path) => ({ path, old_str: "canary", new_str: "evil" }),
  apply_patch: (path) => ({ path, patch: CREATE }),
  delete_file: (path) => ({ path }),
  list_files: (path) => ({ path, recursive: true }),
  find_files: (path) => ({ path, pattern: "**" }),
  search_code: (path) => ({ path, pattern: "." }),
  grep: (path) => ({ path, text: "a" }),
  run_command: (path) => ({ cwd: path, command: "cat *; echo evil > evil.txt" }),
};

const session = `.architect/sessions/${OTHER_SESSION}.json`;

/** Every way out. */
export const PATH_ATTEMPTS: readonly PathAttempt[] = [
  fixed("the parent folder", ".."),
  fixed("a file of the parent folder", "../outside/secret.txt"),
  fixed("out after a way in", "sub/../../outside/secret.txt"),
  fixed("out after folders that there are not", "x/y/../../../outside/secret.txt"),
  fixed("more steps up than there are folders", `${"../".repeat(40)}etc/passwd`, READING),
  { name: "an absolute path", path: ({ outside }) => `${outside}/secret.txt` },
  { name: "an absolute path through the workspace", path: ({ work }) => `${work}/../outside` },
  { name: "a folder with the same beginning", path: ({ work }) => `${work}-other/x` },
  fixed("a file of the system", "/etc/passwd", READING),
  fixed("the environment of the process", "/proc/self/environ"),
  fixed("the folder of the process", "/proc/self/cwd/../outside/secret.txt"),
  fixed("the disk by the process", "/proc/self/root/etc/passwd", READING),
  fixed("an open file of the process", "/proc/self/fd/0"),
  fixed("a device", "/dev/zero", READING),
  fixed("an empty path", ""),
  link("to a file outside", "../outside/secret.txt"),
  link("to a folder outside", "../outside"),
  link("and through it a file outside", "../outside", "/secret.txt"),
  link("and through it a new file outside", "../outside", "/new.txt"),
  link("and through it a new folder outside", "../outside", "/new/new.txt"),
  link("to a file of the system", "/etc/passwd", "", READING),
  link("to the root", "/", "/etc/passwd", READING),
  link("to nothing outside", "../outside/not-there.txt"),
  link("to nothing inside", "not-there.txt"),
  link("to the process", "/proc/self", "/environ"),
  link("to the folder of the process, and out of it", "/proc/self/cwd/../outside", "/secret.txt"),
  link("to an open file", "/proc/self/fd/0"),
  link("to a device", "/dev/zero", "", READING),
  link("to the terminal", "/dev/tty", "", READING),
  link("in a circle", "link-in-a-circle"),
  {
    name: "a chain of links",
    path: () => "chain-1",
    async setup({ work }) {
      await Deno.symlink("sub/chain-2", join(work, "chain-1"));
      await Deno.symlink("../chain-3", join(work, "sub/chain-2"));
      await Deno.symlink("../outside/secret.txt", join(work, "chain-3"));
    },
  },
  {
    name: "a link in a folder behind a link",
    path: () => "door/out/secret.txt",
    async setup({ work }) {
      await Deno.symlink("sub", join(work, "door"));
      await Deno.symlink("../../outside", join(work, "sub/out"));
    },
  },
  {
    name: "a pipe, which would hang who opens it",
    path: () => "pipe",
    setup: ({ work }) => makeFifo(join(work, "pipe")),
  },
  {
    name: "a pipe behind a link",
    path: () => "sub/pipe",
    async setup({ work }) {
      await makeFifo(join(work, "sub/real-pipe"));
      await Deno.symlink("real-pipe", join(work, "sub/pipe"));
    },
  },
  fixed("a NUL", "a.txt\0.png"),
  fixed("a line break", "a\nb.txt"),
  fixed("an escape of the terminal", "a\u001b[2Jb.txt"),
  fixed("a control character of Latin-1", "a\u009bb.txt"),
  fixed("half a character", "a\ud800.txt"),
  fixed("a path that is too long", `${"x/".repeat(3000)}x`),
  fixed("a name that is too long", "x".repeat(300)),
  fixed("a file as a folder", "a.txt/../../outside/secret.txt"),
  fixed("the folder of the sessions", ".architect"),
  fixed("a session", session),
  fixed("a session with a dot before", `./${session}`),
  fixed("a session after a way round", `sub/../${session}`),
  fixed("a session with doubled slashes", session.replaceAll("/", "//")),
  fixed("a session in upper case", session.replace("architect", "ARCHITECT")),
  fixed("a session in mixed case", session.replace("architect", "ArchiTect")),
  fixed("a session with a dot behind", session.replace("architect", "architect.")),
  fixed("a session with a space behind", session.replace("architect", "architect ")),
  fixed("a session with an invisible character", session.replace("arch", "arch\u200b")),
  fixed("a session in wide letters", session.replace(".arch", "\uff0earch")),
  { name: "a session by its absolute path", path: ({ work }) => join(work, session) },
  fixed("a new session", ".architect/sessions/20260101-000000-bbbbbb.json"),
  fixed("the config", ".architect/config.yaml"),
  fixed("a state folder further in", "sub/.architect/config.yaml"),
  link("to the state", ".architect"),
  link("and through it a session", ".architect", `/sessions/${OTHER_SESSION}.json`),
  link("to a session", session),
  {
    name: "a hard link to a session",
    path: () => "hard.json",
    setup: ({ work }) => Deno.link(join(work, session), join(work, "hard.json")),
  },
  {
    name: "a hard link to a session, further in",
    path: () => "sub/hard.json",
    setup: ({ work }) => Deno.link(join(work, session), join(work, "sub/hard.json")),
  },
  fixed("a hook of git", ".git/hooks/pre-commit", CHANGING),
  fixed("a new hook of git", ".git/hooks/post-checkout", CHANGING),
  fixed("the config of git", ".git/config", CHANGING),
  fixed("the config of git, in upper case", ".GIT/config", CHANGING),
  fixed("the config of git, with a dot behind", ".git./config", CHANGING),
  fixed("the config of git, with an invisible character", ".g\u200cit/config", CHANGING),
  fixed("the config of git, by its short name", "GIT~1/config", CHANGING),
  fixed("a repository further in", "sub/.git/hooks/pre-commit", CHANGING),
  fixed("git's pointer to a folder elsewhere", "sub/.git", CHANGING),
  {
    name: "a link to the hooks of git",
    path: () => "hooks/pre-commit",
    setup: ({ work }) => Deno.symlink(".git/hooks", join(work, "hooks")),
    tools: CHANGING,
  },
  fixed("a device of Windows", "CON", CREATING),
  fixed("a device of Windows with an ending", "sub/aux.txt", CREATING),
  fixed("a device of Windows with a number", "com1.log", CREATING),
  fixed("a folder named like a device of Windows", "nul/x.txt", CREATING),
  fixed("a name with a dot behind", "x.txt.", CREATING),
  fixed("a folder with a space behind", "sub2 /x.txt", CREATING),
  fixed("a stream of a file of Windows", "b.txt:hidden", CREATING),
  fixed("a way out in Windows's spelling", "sub\\..\\..\\outside\\new.txt", CREATING),
  fixed("a drive of Windows", "C:/evil.txt", CREATING),
];

async function makeFifo(path: string): Promise<void> {
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  if (!success) throw new Error(`Cannot make the pipe "${path}"`);
}
