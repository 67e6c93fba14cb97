/** What the built program asks of the system, command by command: strace sees what no right hides. */

import { succeeds } from "../../scripts/test_needs.ts";
import { assert, assertEquals } from "@std/assert";
import { binaryPath } from "../support/architect.ts";
import { answer, chatServer } from "../support/chat_server.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";
import { DONE, model } from "./support.ts";

const BINARY = binaryPath();
const REASON = BINARY === null
  ? " (left out: needs ARCHITECT_BIN)"
  : await hasStrace()
  ? ""
  : " (left out: needs strace)";
const ignore = REASON !== "";
const OLD = "20260223-143022-a1b2c3";

async function hasStrace(): Promise<boolean> {
  return await succeeds("strace", ["-o", "/dev/null", "true"]);
}

/** What a program did to the world. */
interface Calls {
  /** Files of the workspace that were opened to read, relative to it. */
  readonly read: readonly string[];
  /** What was made, changed or removed there. */
  readonly written: readonly string[];
  /** What was done to files anywhere else, but to read them. */
  readonly outside: readonly string[];
  /** Addresses that were connected to, or listened at. */
  readonly net: readonly string[];
  /** Programs that were started, its own left out. */
  readonly started: readonly string[];
}

const TRACED = "execve,execveat,connect,bind,sendto,open,openat,openat2,creat,mkdir,mkdirat," +
  "rename,renameat,renameat2,unlink,unlinkat,rmdir,symlink,symlinkat,link,linkat,truncate,chmod," +
  "fchmodat,mknod,mknodat";

async function callsOf(args: readonly string[], cwd: string): Promise<Calls> {
  const log = await Deno.makeTempFile({ prefix: "architect_test_" });
  try {
    const { code, stderr } = await new Deno.Command("strace", {
      args: ["-f", "-qq", "-s", "4096", "-e", `trace=${TRACED}`, "-o", log, BINARY!, ...args],
      cwd,
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH") ?? "" },
      stdin: "null",
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    return parseCalls(await Deno.readTextFile(log), cwd);
  } finally {
    await Deno.remove(log);
  }
}

function parseCalls(log: string, cwd: string): Calls {
  const calls = { read: [] as string[], written: [] as string[], outside: [] as string[] };
  const [net, started]: [string[], string[]] = [[], []];
  for (const line of log.split("\n")) {
    const [, name = "", given = ""] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
    if (name === "") continue;
    if (/^(connect|bind|sendto)$/.test(name)) {
      if (/AF_INET|AF_UNIX/.test(given)) net.push(given);
      continue;
    }
    if (name.startsWith("exec")) {
      started.push(given);
      continue;
    }
    const reads = name.startsWith("open") && !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(given);
    for (const [, path = ""] of given.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
      const absolute = path.startsWith("/") ? path : `${cwd}/${path}`;
      if (absolute.startsWith(`${cwd}/`)) {
        (reads ? calls.read : calls.written).push(absolute.slice(cwd.length + 1));
      } else if (!reads && !/^\/dev\/(null|tty)$|^\/proc\/self\//.test(absolute)) {
        calls.outside.push(`${name} ${absolute}`);
      }
    }
  }
  return { ...calls, net, started: started.slice(1) };
}

/** The folders of the paths, each once: `.architect`, or `.` for the workspace itself. */
function folders(paths: readonly string[]): string[] {
  const inState = (path: string) => path === ".architect" || path.startsWith(".architect/");
  return [...new Set(paths.map((path) => inState(path) ? ".architect" : "."))].sort();
}

Deno.test({
  name: `the built program does no more than each command may${REASON}`,
  ignore,
  fn: async (t) => {
    const cases: readonly (readonly [readonly string[], readonly string[], readonly string[]])[] = [
      [["--version"], [], []],
      [["completions", "bash"], [], []],
      [["permissions"], [], []],
      [["schema"], [], []],
      [["sessions"], [".architect"], []],
      [["sessions", "show", OLD], [".architect"], []],
      [["sessions", "stats"], [".architect"], []],
      [["sessions", "export", OLD], [".architect"], []],
      [["sessions", "export", OLD, "-o", "a.md"], [".architect"], ["."]],
      [["sessions", "delete", OLD], [".architect"], [".architect"]],
      [["cleanup", "--older-than", "0"], [".architect"], [".architect"]],
    ];
    for (const [args, read, written] of cases) {
      await t.step(args.join(" "), () =>
        withWorkspace(async (cwd) => {
          await saveSession(cwd, { sessionId: OLD }, 30);
          await Deno.writeTextFile(`${cwd}/notes.txt`, "x");
          const calls = await callsOf(args, cwd);
          assertEquals([folders(calls.read), folders(calls.written)], [read, written]);
          assertEquals([calls.outside, calls.net, calls.started], [[], [], []]);
        }));
    }
  },
});

Deno.test({
  name: `the built program's runs write, connect and start what they may${REASON}`,
  ignore,
  fn: async (t) => {
    const command = { name: "run_command", args: { command: "true" } };
    const cases: readonly (readonly [string, readonly string[], readonly string[], number])[] = [
      ["an agent that only reads", ["-a", "plan"], [".architect"], 0],
      ["a dry run", ["--dry-run"], [".architect"], 0],
      ["an agent that writes", [], [".", ".architect"], 0],
      ["commands", ["--allow-commands"], [".", ".architect"], 1],
    ];
    for (const [name, flags, written, started] of cases) {
      await t.step(name, () =>
        withWorkspace(async (cwd) => {
          const calls = [
            { id: "1", name: "write_file", args: { path: "a", content: "x", mode: "overwrite" } },
            { id: "2", ...command },
          ];
          await using server = chatServer([answer({ calls }), DONE]);
          const seen = await callsOf(["run", "x", ...model(server), ...flags], cwd);
          assertEquals(folders(seen.written), written);
          assertEquals(seen.outside, []);
          assertEquals(seen.started.filter((line) => line.includes('"/bin/sh"')).length, started);
          assert(started > 0 || seen.started.length === 0, seen.started.join("\n"));
          const port = new URL(server.baseUrl).port;
          assertEquals(seen.net.filter((line) => !line.includes(`htons(${port})`)), []);
          assert(seen.net.length > 0);
        }));
    }
  },
});
