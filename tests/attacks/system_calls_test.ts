/** What the program does to the system while a hostile model drives it, as the kernel sees it. */

import { succeeds } from "../../scripts/test_needs.ts";
import { assert, assertEquals } from "@std/assert";
import { isAbsolute, join, resolve } from "@std/path";
import { CALLS, PATH_ATTEMPTS } from "./path_attempts.ts";
import { PATTERN_ATTEMPTS } from "./pattern_attempts.ts";
import { type Arena, asEachUser, hostileRun, makeArena, OTHER_SESSION } from "./support.ts";

const REASON = await hasStrace() ? "" : " (left out: needs strace, and the right to trace)";
const ignore = REASON !== "";

async function hasStrace(): Promise<boolean> {
  return Deno.build.os === "linux" && await succeeds("strace", ["-o", "/dev/null", "true"]);
}

/** All that changes a file, reaches another process or another machine. */
const TRACED = [
  ...["open", "openat", "openat2", "creat", "rename", "renameat", "renameat2"],
  ...["unlink", "unlinkat", "rmdir", "mkdir", "mkdirat", "mknod", "mknodat", "symlink"],
  ...["symlinkat", "link", "linkat", "truncate", "chmod", "fchmodat", "chown", "lchown"],
  ...["fchownat", "utime", "utimes", "utimensat", "mount", "umount2", "chdir", "chroot"],
  ...["execve", "execveat", "connect", "bind", "sendto", "ptrace", "kill", "setuid"],
];

/** A system call that did not fail. */
interface Call {
  readonly name: string;
  /** As strace shows them. */
  readonly args: string;
  /** Every path in it, absolute. */
  readonly paths: readonly string[];
  /** The real path of what it opened; empty for nothing. */
  readonly opened: string;
}

/** Where threads come between its beginning and its end, strace shows a call in two pieces. */
function wholeLines(trace: string): string[] {
  const begun = new Map<string, string>();
  return trace.split("\n").flatMap((line) => {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*?) *<unfinished \.\.\.>$/.exec(rest) ?? [];
    if (start !== undefined) {
      begun.set(thread, start);
      return [];
    }
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? [];
    return [end === undefined ? line : `${thread} ${begun.get(thread) ?? ""}${end}`];
  });
}

function parse(trace: string, cwd: string): Call[] {
  const calls: Call[] = [];
  for (const line of wholeLines(trace)) {
    const match = /^\d+ +(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?/.exec(line);
    if (match === null) continue;
    const [, name = "", args = "", result = "", opened = ""] = match;
    // A connection that is under way is none that failed.
    if (result.startsWith("-") && !line.includes("EINPROGRESS")) continue;
    const texts = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
    const paths = texts.map((text) => isAbsolute(text) ? resolve(text) : resolve(cwd, text));
    calls.push({ name, args, paths, opened });
  }
  return calls;
}

/** Calls that neither change a file nor reach another process or machine. */
function isHarmless(call: Call, { work, outside }: Arena, port: string): boolean {
  const { name, args, paths, opened } = call;
  // Read or written: what is beside the workspace is not even opened, nor is another session.
  if (opened.startsWith(outside) || opened.includes(OTHER_SESSION)) return false;
  const inside = (path: string) => path.startsWith(`${work}/`) && !path.includes("/.git/");
  switch (name) {
    case "open":
    case "openat":
    case "openat2":
      return !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(args) || paths.every(inside) ||
        paths.every((path) => path === "/dev/null" || path === "/dev/tty");
    case "connect":
      return args.includes(`htons(${port})`) && args.includes('inet_addr("127.0.0.1")');
    case "bind":
    case "sendto":
      return /AF_NETLINK|, NULL, 0$/.test(args);
    case "kill":
      return args.endsWith(", 0");
    case "chdir":
      return paths.every((path) => path === work || inside(path));
    default:
      return paths.length > 0 && paths.every(inside);
  }
}

async function trace(
  arena: Arena,
  calls: readonly { readonly name: string; readonly args?: unknown }[],
  flags: readonly string[],
): Promise<{ readonly calls: readonly Call[]; readonly odd: readonly Call[] }> {
  const file = join(arena.work, "..", "trace.txt");
  const through = ["strace", "-f", "-y", "-qq", "-s", "4096", "-e", `trace=${TRACED.join(",")}`];
  const { requests } = await hostileRun(arena, calls, flags, {
    through: [...through, "-e", "signal=none", "-o", file],
  });
  const port = new URL(`http://${requests[0]!.headers.get("host")}`).port;
  const made = parse(await Deno.readTextFile(file), arena.work);
  // The first is strace starting the program.
  const [start, ...rest] = made;
  assertEquals(start?.name, "execve");
  return { calls: rest, odd: rest.filter((call) => !isHarmless(call, arena, port)) };
}

function shown(calls: readonly Call[]): string[] {
  return calls.map(({ name, args }) => `${name}(${args})`);
}

/** One of each way is enough: tracing makes every call slow. */
const TRIED = PATH_ATTEMPTS.flatMap(({ path, tools = Object.keys(CALLS) }, index) => {
  const name = tools[index % tools.length]!;
  return [{ name, path }];
});

Deno.test({
  name: `a hostile model makes the program do nothing to the system beyond the workspace${REASON}`,
  ignore,
  fn: (t) =>
    asEachUser(t, async (arena) => {
      for (const { setup } of PATH_ATTEMPTS) await setup?.(arena);
      await Deno.symlink("../outside", join(arena.work, "out"));
      await Deno.symlink("../outside/secret.txt", join(arena.work, "out.txt"));
      await Deno.link(join(arena.outside, "secret.txt"), join(arena.work, "shared.txt"));
      const paths = TRIED.map(({ name, path }) => ({ name, args: CALLS[name]!(path(arena)) }));
      const fine = [
        { name: "write_file", args: { path: "new/file.txt", content: "x" } },
        { name: "delete_file", args: { path: "new/file.txt" } },
      ];
      const { calls, odd } = await trace(arena, [...paths, ...PATTERN_ATTEMPTS, ...fine], []);
      assertEquals(shown(odd), []);
      // It does see what happens: what was fine is there.
      const names = calls.map(({ name }) => name);
      assert(calls.some(({ opened }) => opened === join(arena.work, "a.txt")));
      assert(names.includes("rename") && names.includes("unlink") && names.includes("connect"));
      assertEquals(names.includes("execve"), false);
    }),
});

Deno.test({
  name: `an agent that only reads writes nothing but its session${REASON}`,
  ignore,
  fn: async () => {
    await using arena = await makeArena();
    const tried = Object.entries(CALLS).map(([name, args]) => ({ name, args: args("a.txt") }));
    const { calls, odd } = await trace(arena, tried, ["-a", "plan"]);
    assertEquals(shown(odd), []);
    const state = join(arena.work, ".architect/");
    const elsewhere = calls.filter(({ name, args, paths }) =>
      !/^(?:connect|bind|sendto|kill|chdir)$/.test(name) &&
      (!name.startsWith("open") || /O_WRONLY|O_RDWR|O_CREAT/.test(args)) &&
      !paths.every((path) => path.startsWith(state) || path.startsWith("/dev/"))
    );
    assertEquals(shown(elsewhere), []);
  },
});

Deno.test({
  name: `a command is started by the shell alone, and nothing else is${REASON}`,
  ignore,
  fn: async () => {
    await using arena = await makeArena();
    const tried = [
      { name: "run_command", args: { command: "exit 0" } },
      { name: "run_command", args: { command: "exit 0", cwd: ".." } },
      { name: "run_command", args: { command: "exit 0; rm -rf /" } },
    ];
    const { odd } = await trace(arena, tried, ["--allow-commands"]);
    const started = odd.filter(({ name }) => name === "execve");
    assertEquals(started.map(({ args }) => args.split(", 0x")[0]), [
      '"/bin/sh", ["/bin/sh", "-c", "exit 0"]',
    ]);
    // Its whole group is ended after it, and that is all.
    const others = odd.filter(({ name }) => name !== "execve");
    assertEquals(
      others.filter(({ name, args }) => name !== "kill" || !/^-\d+, SIGKILL$/.test(args)),
      [],
    );
  },
});
