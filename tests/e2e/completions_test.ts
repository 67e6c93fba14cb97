/** The Tab key in the real shells. */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { exists } from "@std/fs/exists";
import { binaryPath } from "../support/architect.ts";
import { atTerminal, noTerminal } from "../support/at_terminal.ts";
import { onPath } from "../support/tools_on_path.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

const BINARY = binaryPath();
const NO_TERMINAL = await noTerminal();

async function without(shell: string): Promise<string> {
  if (BINARY === null) return " (left out: needs ARCHITECT_BIN)";
  if (Deno.build.os === "windows") return " (left out: needs a POSIX system)";
  return await onPath(shell) === null ? ` (left out: there is no ${shell} here)` : "";
}

const NO_BASH = await without("bash");
const NO_ZSH = await without("zsh");
const NO_FISH = await without("fish");

const ID = {
  plain: "20260223-143022-a1b2c3",
  wide: "20260223-151045-d4e5f6",
  hostile: "20260224-090000-0badc0",
  damaged: "20260225-090000-0c0ffe",
};

/** Would leave a file behind wherever a shell evaluated any part of it. */
const HOSTILE = "$(touch pwned) `touch pwned`; touch pwned #' \" \n touch pwned\r\t%(!.x.y) " +
  "*?[a-z]{b,c} \\ \x1b[2J\u009b2J ${HOME@P} | touch pwned & <(touch pwned)";

/** Calls a test with a folder that has sessions, and the environment in which architect is on PATH. */
async function inWorkspace(
  test: (workspace: string, env: Record<string, string>) => Promise<void>,
): Promise<void> {
  await withWorkspace(async (folder) => {
    const workspace = `${folder}/work`;
    await Deno.mkdir(`${folder}/bin`);
    await Deno.mkdir(workspace);
    await Deno.symlink(await Deno.realPath(BINARY!), `${folder}/bin/architect`);
    const status = "interrupted";
    await saveSession(workspace, { sessionId: ID.plain, task: "añade tests a user.py" }, 4);
    await saveSession(workspace, { sessionId: ID.wide, task: "日本語のタスク 👩‍💻", status }, 3);
    await saveSession(workspace, { sessionId: ID.hostile, task: HOSTILE, status }, 2);
    await Deno.writeTextFile(`${workspace}/.architect/sessions/${ID.damaged}.json`, "");
    const agents = ["docs", "a b", "$(touch pwned)", "--yolo"].map((name) =>
      `  ${JSON.stringify(name)}: {max_steps: 3}\n`
    );
    await Deno.writeTextFile(
      `${workspace}/.architect/config.yaml`,
      `agents:\n${agents.join("")}`,
    );
    await Deno.writeTextFile(`${workspace}/my config.yaml`, "");
    const env = {
      PATH: `${folder}/bin:${Deno.env.get("PATH")}`,
      HOME: folder,
      LANG: "C.UTF-8",
      HISTFILE: "/dev/null",
      PS1: "READY> ",
    };
    await test(workspace, env);
    assertEquals(await exists(`${workspace}/pwned`), false);
  });
}

async function output(
  command: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command[0]!, {
    args: command.slice(1),
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  assert(success, text.decode(stderr));
  assertEquals(text.decode(stderr), "");
  return text.decode(stdout);
}

/** Words as bash breaks them, to what it offers. */
const IN_BASH = `
source <(architect completions bash)
COMP_WORDS=(architect "$@") COMP_CWORD=$# COMP_LINE="architect $*" COMP_TYPE=63
COMP_POINT=\${#COMP_LINE}
_architect_complete
(( \${#COMPREPLY[@]} == 0 )) || printf '%s\\0' "\${COMPREPLY[@]}"
`;

async function bash(
  words: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<readonly string[]> {
  const line = ["bash", "--norc", "--noprofile", "-c", IN_BASH, "bash", ...words];
  return (await output(line, cwd, env)).split("\0").slice(0, -1);
}

Deno.test({
  name: `bash offers commands, flags, values, agents, files and sessions${NO_BASH}`,
  ignore: NO_BASH !== "",
  fn: (t) =>
    inWorkspace(async (workspace, env) => {
      const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
        [["resu"], ["resume"]],
        [["sessions", "sho"], ["show"]],
        [["resume", "--budg"], ["--budget"]],
        [["run", "--mode", "y"], ["yolo"]],
        [["run", "--mode", "=", "y"], ["yolo"]],
        [["--lang", "e"], ["en", "es"]],
        [["sessions", "show", "--lang", "=", "es"], ["es"]],
        [["--lang", "es", "sessions", "sho"], ["show"]],
        [["run", "--mode="], ["--mode=confirm-all", "--mode=confirm-sensitive", "--mode=yolo"]],
        [["sessions", "--status", "su"], ["success"]],
        [["run", "-a", "d"], ["docs"]],
        [["run", "-a", "-"], []],
        [["resume", "20260223-1430"], [ID.plain]],
        [["resume", "la"], ["last"]],
        [["run", "--session", "=", "20260224"], [ID.hostile]],
        [["sessions", "delete", "20260225"], [ID.damaged]],
        [["sessions", "delete", "la"], []],
        [["run", "-c", "my"], ["my config.yaml"]],
        [["run", "-", "<", "my"], ["my config.yaml"]],
        [["run", ""], []],
        [["resume", ID.plain, "$(touch pwned)"], []],
        [["resume", "$(touch pwned)"], []],
      ];
      for (const [words, wanted] of cases) {
        await t.step(words.join(" "), async () => {
          assertEquals(await bash(words, workspace, env), wanted);
        });
      }
      await t.step("in the language of the config, else of LANG", async () => {
        const inSpanish = { ...env, LANG: "es_ES.UTF-8", COLUMNS: "100" };
        const last = (await bash(["resume", ""], workspace, inSpanish)).at(-1);
        assertEquals(
          last,
          "last                    la sesión más reciente en la que nadie está trabajando",
        );
        const flags = await bash(["schema", "--"], workspace, inSpanish);
        assertEquals(flags, [
          "--lang  Idioma de lo que se muestra: en o es.",
          "--help  Muestra esta ayuda.",
        ]);
        const config = `${workspace}/.architect/config.yaml`;
        const before = await Deno.readTextFile(config);
        await Deno.writeTextFile(config, `${before}language: en\n`);
        assertEquals(
          (await bash(["schema", "--"], workspace, inSpanish))[1],
          "--help  Show this help.",
        );
        await Deno.writeTextFile(config, `${before}language: es\n`);
        assertEquals(
          (await bash(["schema", "--"], workspace, env))[1],
          "--help  Muestra esta ayuda.",
        );
        await Deno.writeTextFile(config, before);
      });
      await t.step("sessions with their tasks, newest first", async () => {
        const lines = await bash(["resume", ""], workspace, { ...env, COLUMNS: "70" });
        assertEquals(lines.map((line) => line.split(" ")[0]), [
          ID.hostile,
          ID.wide,
          ID.plain,
          ID.damaged,
          "last",
        ]);
        assertEquals(lines[3], `${ID.damaged}  corrupt: empty file`);
        assertEquals(lines[2], `${ID.plain}  success: añade tests a user.py`);
        assertMatch(lines[0]!, /^\S+ {2}interrupted: \$\(touch pwned\) `touch pwned`; .*…$/);
        // deno-lint-ignore no-control-regex
        for (const line of lines) assertEquals(/[\x00-\x1f\x7f-\x9f]/.test(line), false);
      });
    }),
});

Deno.test({
  name: `bash puts an id into the line, and shows what each is${NO_BASH || NO_TERMINAL}`,
  ignore: NO_BASH !== "" || NO_TERMINAL !== "",
  fn: () =>
    inWorkspace(async (workspace, env) => {
      const shell = atTerminal(["bash", "--norc", "--noprofile", "-i"], workspace, { env });
      await shell.shows(/READY> /);
      await shell.type(
        `bind 'set show-all-if-ambiguous on'; source <(architect completions bash)\n`,
      );
      await shell.shows(/READY> $/);
      await shell.type("architect sessions show 202602\t");
      const [list] = await shell.shows(
        new RegExp(`${ID.hostile}[^]*READY> architect sessions show 2026022$`),
      );
      assertStringIncludes(list, `${ID.plain}  success: añade tests a user.py`);
      assertStringIncludes(list, `${ID.hostile}  interrupted: $(touch pwned) \`touch pwned\`; `);
      await shell.type("4\t| head -1\n");
      await shell.shows(new RegExp(`Session +${ID.hostile}[^]*READY> $`));
      await shell.type("exit\n");
      assertEquals((await shell.result).code, 0);
    }),
});

Deno.test({
  name: `zsh puts an id into the line, and shows what each is${NO_ZSH || NO_TERMINAL}`,
  ignore: NO_ZSH !== "" || NO_TERMINAL !== "",
  fn: () =>
    inWorkspace(async (workspace, env) => {
      const shell = atTerminal(["zsh", "-f", "-i"], workspace, { env });
      await shell.shows(/READY> /);
      const source = "source <(architect completions zsh)";
      await shell.type(`autoload -Uz compinit && compinit -u -D && ${source}; echo begin\n`);
      await shell.shows(/\nbegin\r\n[^]*READY> /);
      await shell.type("architect sessions show 202602\t");
      await shell.shows(/architect sessions show 2026022/);
      await shell.type("\t");
      const [list] = await shell.shows(new RegExp(`${ID.hostile}[^]*${ID.wide}[^]*${ID.plain}.*`));
      assertStringIncludes(list, "interrupted: $(touch pwned) `touch pwned`; ");
      assertStringIncludes(list, "日本語のタスク");
      await shell.type("4\t| head -1\n");
      await shell.shows(new RegExp(`Session +${ID.hostile}`));
      const cases = [
        ["architect run --mode=y\t", "--mode=yolo"],
        ["architect run -a do\t", "-a docs"],
        ["architect resume --session=20260223-15\t", `--session=${ID.wide}`],
        ["architect run -c my\t", "my\\\\ config\\.yaml"],
      ];
      for (const [typed, shown] of cases) {
        // The line that was typed before is taken away.
        await shell.type(`\x15${typed}`);
        await shell.shows(new RegExp(shown!));
      }
      await shell.type("\x15exit\n");
      assertEquals((await shell.result).code, 0);
    }),
});

Deno.test({
  name: `zsh says what it needs where completion is not on${NO_ZSH}`,
  ignore: NO_ZSH !== "",
  fn: () =>
    inWorkspace(async (workspace, env) => {
      const line = "source <(architect completions zsh) 2>&1";
      assertEquals(
        await output(["zsh", "-f", "-c", line], workspace, env),
        "architect: completion needs compinit: autoload -Uz compinit && compinit\n",
      );
      assertEquals(
        await output(["zsh", "-f", "-c", line], workspace, { ...env, ARCHITECT_LANGUAGE: "es" }),
        "architect: el autocompletado necesita compinit: autoload -Uz compinit && compinit\n",
      );
    }),
});

Deno.test({
  name: `fish offers commands, flags, values, agents, files and sessions${NO_FISH}`,
  ignore: NO_FISH !== "",
  fn: (t) =>
    inWorkspace(async (workspace, env) => {
      const offered = async (line: string): Promise<readonly string[]> => {
        const words = ["fish", "--no-config", "-c"];
        const script = `architect completions fish | source; complete -C $argv[1]`;
        return (await output([...words, script, line], workspace, env)).split("\n").slice(0, -1);
      };
      const cases: readonly (readonly [string, readonly string[]])[] = [
        ["architect resu", [
          "resume\tGo on where a session stopped: its id, a unique prefix, or last.",
        ]],
        ["architect run --mode y", ["yolo"]],
        ["architect run --mode=y", ["--mode=yolo"]],
        ["architect run -a d", ["docs\tfrom the config"]],
        ["architect resume 20260223", [
          `${ID.wide}\tinterrupted: 日本語のタスク 👩‍💻`,
          `${ID.plain}\tsuccess: añade tests a user.py`,
        ]],
        ["architect run --session=20260225", [`--session=${ID.damaged}\tcorrupt: empty file`]],
        ["architect run -c my", ["my config.yaml"]],
        ["architect run --config=my", ["--config=my config.yaml"]],
        ["architect run 'fix it' --bu", [
          "--budget\tMost the session may cost; +USD: on top of what is spent.",
        ]],
        ["architect resume '$(touch pwned)", []],
      ];
      for (const [line, wanted] of cases) {
        await t.step(line, async () => assertEquals(await offered(line), wanted));
      }
      await t.step("a hostile task is text in one line", async () => {
        const [line, ...more] = await offered("architect resume 20260224");
        assertEquals(more, []);
        assertStringIncludes(line!, `${ID.hostile}\tinterrupted: $(touch pwned) \`touch pwned\`; `);
        // deno-lint-ignore no-control-regex
        assertEquals(/[\x00-\x08\x0a-\x1f\x7f-\x9f]/.test(line!), false);
      });
    }),
});

Deno.test({
  name: `the Tab key shows no error where the sessions cannot be read${NO_BASH}`,
  ignore: NO_BASH !== "",
  fn: async (t) => {
    const damages: Readonly<Record<string, (state: string) => Promise<void>>> = {
      "no folder": (state) => Deno.remove(state, { recursive: true }),
      "a link instead of the folder": async (state) => {
        await Deno.rename(state, `${state}.elsewhere`);
        await Deno.symlink(`${state}.elsewhere`, state);
      },
      "a file instead of the folder": async (state) => {
        await Deno.remove(state, { recursive: true });
        await Deno.writeTextFile(state, "");
      },
      "a config that is none": (state) => Deno.writeTextFile(`${state}/config.yaml`, "agents: ["),
      "a pipe instead of the config": async (state) => {
        await Deno.remove(`${state}/config.yaml`);
        const { success } = await new Deno.Command("mkfifo", { args: [`${state}/config.yaml`] })
          .output();
        assert(success);
      },
    };
    for (const [name, damage] of Object.entries(damages)) {
      await t.step(name, () =>
        inWorkspace(async (workspace, env) => {
          await damage(`${workspace}/.architect`);
          const ids = await bash(["resume", "2026"], workspace, env);
          assertEquals(ids.length, name.includes("config") ? 4 : 0);
          assertEquals(await bash(["run", "-a", "d"], workspace, env), []);
        }));
    }
  },
});
