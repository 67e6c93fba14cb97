/** From source, with the flags that the README tells, and with fewer. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createCli } from "../src/cli.ts";
import type { AnyCommand } from "../src/cli/start.ts";
import { tableRows } from "../src/commands/permissions.ts";
import { concat } from "../src/files/concat.ts";
import { needed } from "../src/permissions/grants.ts";
import { createSession, encodeBundle } from "../src/session/mod.ts";
import { binaryPath } from "./support/architect.ts";
import { answer, chatServer } from "./support/chat_server.ts";
import { fromSource, MAIN } from "./support/from_source.ts";
import { readmeTables } from "./support/readme_tables.ts";
import { saveSession, withWorkspace } from "./support/workspace.ts";
import { hasScript } from "./support/at_terminal.ts";

const HOST = "api.openai.com";
const OLD = "20260223-143022-a1b2c3";
/** The binary has flags of its own. */
const ignore = binaryPath() !== null;

interface SourceRow {
  /** As it is typed, with what makes it the row's. */
  readonly args: readonly string[];
  /** As the README has it. */
  readonly name: string;
  readonly flags: readonly string[];
}

/** How each row of the README is typed. */
const ARGS: Readonly<Record<string, readonly string[]>> = {
  "--help": ["--help"],
  "--version": ["--version"],
  completions: ["completions", "bash"],
  "completions complete": ["completions", "complete", "bash", "--", "resume", ""],
  permissions: ["permissions"],
  schema: ["schema"],
  sessions: ["sessions"],
  "sessions show": ["sessions", "show", OLD],
  "sessions stats": ["sessions", "stats"],
  "sessions export": ["sessions", "export", OLD],
  "sessions import": ["sessions", "import", "old.bundle"],
  "sessions fork": ["sessions", "fork", OLD],
  "sessions delete": ["sessions", "delete", OLD],
  "sessions verify": ["sessions", "verify"],
  "sessions verify --repair": ["sessions", "verify", "--repair"],
  cleanup: ["cleanup", "--older-than", "0"],
  "run: only reading": ["run", "x", "-a", "plan"],
  "resume: only reading": ["resume", OLD, "y", "--dry-run", "--mode", "yolo"],
  run: ["run", "x", "--mode", "yolo"],
  resume: ["resume", OLD, "y", "--mode", "yolo"],
  "run: --allow-commands": ["run", "x", "--mode", "yolo", "--allow-commands"],
  "resume: --allow-commands": ["resume", OLD, "y", "--mode", "yolo", "--allow-commands"],
};

const readme = await readmeTables();
const rows: readonly SourceRow[] = readme.flags.filter(isThere).map(({ name, flags }) => {
  const args = ARGS[name];
  if (args === undefined) throw new Error(`How is "${name}" of the README typed?`);
  return { name, args, flags };
});

/** Rights may be there before their command is. */
function isThere({ name }: { readonly name: string }): boolean {
  let command: AnyCommand | undefined = createCli(() => Promise.resolve());
  for (const word of name.replace(/:? ?--.*|:.*/, "").split(" ").filter((word) => word !== "")) {
    command = command?.getCommand(word);
  }
  return command !== undefined;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without --no-prompt: that nothing asks is the program's own doing. */
async function start(
  args: readonly string[],
  flags: readonly string[],
  cwd: string,
  terminal = false,
): Promise<Ended> {
  const deno = [Deno.execPath(), ...await fromSource(MAIN, flags), ...args];
  const line = deno.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const env: Record<string, string> = { OPENAI_API_KEY: "sk-test", TERM: "xterm" };
  for (const name of ["PATH", "HOME", "DENO_DIR", "XDG_CACHE_HOME", "DENO_TLS_CA_STORE"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  const [program, ...rest] = terminal ? ["script", "-qec", line, "/dev/null"] : deno;
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    args: rest,
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
    // What asks would wait for ever.
    signal: AbortSignal.timeout(60_000),
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

async function inWorkspace(test: (cwd: string) => Promise<void>): Promise<void> {
  await withWorkspace(async (cwd) => {
    await saveSession(cwd, { sessionId: OLD }, 30);
    await saveBundle(cwd);
    await test(cwd);
  });
}

/** A session of another machine. */
async function saveBundle(cwd: string): Promise<void> {
  const state = createSession({ task: "from elsewhere", agent: "build", model: "gpt-4o" });
  const pieces = await encodeBundle({ state, history: [] });
  await Deno.writeFile(`${cwd}/old.bundle`, concat(pieces));
}

Deno.test("the README's rights of each command are those of the program", () => {
  const word = { none: "-", read: "read", write: "read, write" };
  const yes = (value: boolean): string => value ? "yes" : "-";
  const expected = tableRows().flatMap(({ commands, when, rights }) =>
    commands.map((command) => [
      when === null ? command : `${command}: ${when}`,
      [word[rights.workspace], word[rights.state], yes(rights.net), yes(rights.run)]
        .concat(yes(rights.hostname)).join(" | "),
    ])
  );
  assertEquals(
    readme.rights.map(({ name, cells }) => [name, cells.join(" | ")]).toSorted(),
    expected.toSorted(),
  );
});

Deno.test("the README's flags of each command are the fewest for its rights", () => {
  const expected = tableRows().flatMap(({ commands, when, rights }) =>
    commands.map((command) => {
      const flags = needed(rights).map(({ flag }) =>
        flag === "--allow-net" ? `${flag}=${HOST}` : flag
      );
      if (rights.net) flags.push(`--allow-env=${rights.run ? "PATH," : ""}OPENAI_API_KEY`);
      return [when === null ? command : `${command}: ${when}`, flags.toSorted().join(" ")];
    })
  );
  const told = readme.flags.map(({ name, flags }) => [name, flags.toSorted().join(" ")]);
  assertEquals(told.toSorted(), expected.toSorted());
});

for (const { name, args, flags } of rows) {
  Deno.test({
    name: `main runs from source with the README's flags: ${name}`,
    ignore,
    fn: () =>
      inWorkspace(async (cwd) => {
        await using server = chatServer([answer({ content: "All done." })]);
        const host = new URL(server.baseUrl).host;
        const model = flags.some((flag) => flag.startsWith("--allow-net"))
          ? ["--model", "local", "--api-base", server.baseUrl]
          : [];
        const given = flags.map((flag) => flag.replace(HOST, host));
        const { code, stderr } = await start([...args, ...model], given, cwd);
        assertEquals(code, 0, stderr);
        if (model.length === 0) return;
        assertEquals(server.requests[0]?.headers.get("authorization"), "Bearer sk-test");
      }),
  });

  if (flags.length === 0) continue;
  Deno.test({
    name: `main names the one flag of the README's that is left out: ${name}`,
    ignore,
    fn: async (t) => {
      for (const flag of flags) {
        await t.step(flag, () =>
          inWorkspace(async (cwd) => {
            const before = await Deno.readTextFile(`${cwd}/.architect/sessions/${OLD}.json`);
            const others = flags.filter((other) => other !== flag);
            const { code, stdout, stderr } = await start(args, others, cwd);

            assertEquals([code, stdout], [3, ""], stderr);
            const line = /^error: Cannot start [^\n]*: ([^\n]*) is missing\n$/.exec(stderr)?.[1];
            // What a session's agent may do stands in the session, which is locked first.
            const locks = name.startsWith("resume") && flag === "--allow-write=.";
            assertEquals(line, locks ? "--allow-write=.architect" : flag, stderr);
            assertEquals(
              await Deno.readTextFile(`${cwd}/.architect/sessions/${OLD}.json`),
              before,
            );
          }));
      }
    },
  });
}

const noTerminal = ignore || !await hasScript();
const REASON = noTerminal ? " (left out: needs the source, and script of util-linux)" : "";

Deno.test({
  name: `main asks nothing at a terminal, whatever flag is missing${REASON}`,
  ignore: noTerminal,
  fn: async (t) => {
    const some = ["sessions show", "cleanup", "run: only reading", "run: --allow-commands"];
    for (const { name, args, flags } of rows.filter(({ name }) => some.includes(name))) {
      for (const flag of ["all of them", ...flags]) {
        await t.step(`${name} without ${flag}`, () =>
          inWorkspace(async (cwd) => {
            const others = flags.filter((other) => other !== flag && flag !== "all of them");
            const { code, stdout } = await start(args, others, cwd, true);
            assertEquals(code, 3, stdout);
            assert(/^error: Cannot start [^\n]* (is|are) missing\r\n$/.test(stdout), stdout);
          }));
      }
    }
  },
});

Deno.test({
  name: `main asks nothing at a terminal while a model tries what it may not${REASON}`,
  ignore: noTerminal,
  fn: () =>
    inWorkspace(async (cwd) => {
      await Deno.symlink("/etc", `${cwd}/link`);
      const paths = ["/etc/passwd", "../x", "link/passwd", ".architect/config.yaml"];
      const calls = paths.flatMap((path, index) => [
        { id: `r${index}`, name: "read_file", args: { path } },
        { id: `l${index}`, name: "list_files", args: { path } },
        { id: `w${index}`, name: "write_file", args: { path, content: "x", mode: "overwrite" } },
      ]);
      await using server = chatServer([answer({ calls }), answer({ content: "All done." })]);
      const flags = readme.flags.find(({ name }) => name === "run")!.flags
        .map((flag) => flag.replace(HOST, new URL(server.baseUrl).host));
      const args = ["run", "x", "--mode", "yolo", "--model", "local", "--api-base", server.baseUrl];
      const { code, stdout } = await start(args, flags, cwd, true);
      assertEquals(code, 0, stdout);
      assertStringIncludes(stdout, "All done.");
      const results = server.requests[1]!.messages.filter(({ role }) => role === "tool");
      assertEquals(results.length, calls.length);
      for (const { content } of results) assertStringIncludes(String(content), "Cannot use path");
    }),
});

Deno.test({
  name: "main does not start with more than it can give up",
  ignore,
  fn: async (t) => {
    const cases: readonly (readonly [readonly string[], readonly string[], string])[] = [
      [["sessions"], ["-A"], "--allow-read"],
      [["sessions"], ["--allow-read"], "--allow-read"],
      [["sessions", "show", OLD], ["--allow-read=.,.."], "--allow-read=.."],
      [["cleanup"], ["--allow-read=.architect", "--allow-write"], "--allow-write"],
      [
        ["run", "x", "--mode", "yolo"],
        ["--allow-read=.", "--allow-write=.", "--allow-sys"],
        "--allow-sys",
      ],
      [["run", "x", "--mode", "yolo"], ["-A"], "--allow-sys"],
    ];
    for (const [args, flags, named] of cases) {
      await t.step(`${args.join(" ")} with ${flags.join(" ")}`, () =>
        inWorkspace(async (cwd) => {
          const { code, stdout, stderr } = await start(args, flags, cwd);
          assertEquals([code, stdout], [3, ""], stderr);
          assertStringIncludes(stderr, `it would have more rights than it needs, ${named}\n`);
          assertStringIncludes(stderr, "Start it with no more than: --allow-read=.");
        }));
    }
  },
});

Deno.test({
  name: "main gives up what it does not need, whatever it was given",
  ignore,
  fn: async (t) => {
    const cases: readonly (readonly [readonly string[], readonly string[], string])[] = [
      [["--version"], ["-A"], "architect "],
      [["cleanup"], ["--allow-read=..,.architect", "--allow-write=.,..,.architect"], "removed "],
      [["sessions"], ["--allow-read=.architect", "--allow-net", "--allow-env=PATH"], "ID "],
    ];
    for (const [args, flags, begin] of cases) {
      await t.step(`${args.join(" ")} with ${flags.join(" ")}`, () =>
        inWorkspace(async (cwd) => {
          const { code, stdout, stderr } = await start(args, flags, cwd);
          assertEquals([code, stdout.slice(0, begin.length)], [0, begin], stderr);
        }));
    }
  },
});
