/** Every command line of the README, run with the built program. */

import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { HELP_TEXTS } from "../../src/cli/help_texts.ts";
import { loadConfig } from "../../src/config.ts";
import type { Message } from "../../src/llm/provider.ts";
import { binaryPath } from "../support/architect.ts";
import { answer, chatServer, type Reply } from "../support/chat_server.ts";
import {
  commandsIn,
  outputPattern,
  readmeBlocks,
  recordedIn,
  withoutComment,
} from "../support/readme_commands.ts";
import { onPath, standIns } from "../support/tools_on_path.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const README = await Deno.readTextFile(`${ROOT}README.md`);
const BLOCKS = readmeBlocks(README);
/** Their own tests run the recipes, as whole jobs: tests/scripts/recipes_test.ts. */
const OWN = BLOCKS.filter(({ headings }) => !headings.includes("Recipes"));
const SHELL = OWN.filter(({ language }) => ["sh", "bash"].includes(language));
const RECORDINGS = OWN.filter(({ language }) => language === "console");
const COMMANDS = SHELL.flatMap(({ lines }) => commandsIn(lines)).map(withoutComment);

const BINARY = binaryPath();
const REASON = BINARY === null
  ? " (left out: needs ARCHITECT_BIN)"
  : Deno.build.os === "windows"
  ? " (left out: needs a POSIX system)"
  : await onPath("bash") === null
  ? " (left out: there is no bash)"
  : "";

/** What is not run here, and who runs it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "sh scripts/quickstart.sh": "takes a minute; the gate builds, and runs the demo",
  "sh scripts/build.sh": "takes a minute; a stage of the gate",
  "sh scripts/build.sh --profile sandbox": "takes a minute; a stage of the gate",
  "sh scripts/build.sh --all": "needs JSR and five runtimes; the release workflow runs it",
  "sh scripts/test.sh": "is the gate, which runs this test",
  "sh scripts/test.sh --rounds 20": "is the gate, which runs this test",
  "sh scripts/bench.sh": "takes minutes; its tests measure with small counts",
  "sh scripts/bench.sh --quick": "takes minutes; its tests measure with small counts",
  "sh scripts/bench.sh --only save,load": "takes minutes; its tests measure with small counts",
  "sh scripts/bench.sh --json bench.json": "takes minutes; its tests measure with small counts",
  "sh scripts/deno.sh test -A tests/session": "the gate runs these tests",
  "sh scripts/deno.sh run -A scripts/make_help.ts": "writes to the source; its test compares",
  "sh scripts/deno.sh run -A scripts/make_reference.ts": "writes to the README; its test compares",
  "deno run --allow-read=.architect ../architect/src/main.ts sessions":
    "tests/permissions_source_test.ts starts the source with the flags of each row",
  "deno run --allow-read=.,.architect --allow-write=.architect ../architect/src/main.ts cleanup":
    "tests/permissions_source_test.ts starts the source with the flags of each row",
};

/** What does not end with 0 here. */
const OTHER_CODES: Readonly<Record<string, number>> = {
  // It would ask, and there is no terminal; tests/e2e/terminal_test.ts answers at one.
  'architect run "add tests for src/user.py"': 3,
};

/** What stands in the README for something of the reader's own. */
const SERVER = "http://127.0.0.1:8000/v1";

/** The session that the README names by its id. */
const ID = "20260223-143022-a1b2c3";

/** Looks at the folder four times, then is done. */
const ANSWER: Reply = ({ messages }) => {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const results = messages.slice(asked).filter(({ role }) => role === "tool").length;
  return results >= 4
    ? answer({ content: "All done." })
    : answer({ calls: [{ id: `call_${results}`, name: "list_files", args: { path: "." } }] });
};

/** What a session holds that was stopped after five steps. */
function fiveSteps(): Message[] {
  const steps = [1, 2, 3, 4, 5].flatMap((step): Message[] => [
    {
      role: "assistant",
      content: "",
      tool_calls: [{
        id: `call_${step}`,
        type: "function",
        function: { name: "list_files", arguments: '{"path":"."}' },
      }],
    },
    { role: "tool", tool_call_id: `call_${step}`, content: "src/" },
  ]);
  return [{ role: "user", content: "add tests" }, ...steps];
}

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Calls a test with a folder to work in, where the program is on PATH as `architect`. */
async function inPlace(binary: string, test: (place: Place) => Promise<void>): Promise<void> {
  await withWorkspace(async (folder) => {
    const [work, home] = [`${folder}/work`, `${folder}/home`];
    for (const path of [`${work}/src`, `${work}/dist`, home]) {
      await Deno.mkdir(path, { recursive: true });
    }
    const program = await Deno.realPath(binary);
    // Where there is no jq, what it would read is read all the same.
    const jq = await onPath("jq");
    const PATH = await standIns(`${folder}/bin`, jq === null ? { jq: "cat > /dev/null" } : {});
    await Deno.symlink(program, `${folder}/bin/architect`);
    await Deno.symlink(program, `${work}/dist/architect`);
    await test({ folder: work, env: { PATH, HOME: home, TMPDIR: folder } });
  });
}

/** Runs commands in one bash, and gives the exit code of each. */
async function run(
  commands: readonly string[],
  { folder, env }: Place,
): Promise<{ codes: number[]; log: string }> {
  const told = `${env["HOME"]}/codes`;
  const script = commands.map((command) => `${command}\nprintf '%s\\n' "$?" >> '${told}'`);
  const { stdout } = await new Deno.Command("bash", {
    args: ["-c", ["exec 2>&1", "set -o pipefail", ...script].join("\n")],
    cwd: folder,
    clearEnv: true,
    env,
    stdin: "null",
    stderr: "null",
  }).output();
  const codes = await Deno.readTextFile(told);
  await Deno.remove(told);
  const log = new TextDecoder().decode(stdout);
  return { codes: codes.trimEnd().split("\n").map(Number), log };
}

Deno.test("the README's lines that tests leave out, or that fail, are still there", () => {
  const named = [...Object.keys(LEFT_OUT), ...Object.keys(OTHER_CODES)];
  assertEquals(named.filter((command) => !COMMANDS.includes(command)), []);
});

Deno.test("the README's scripts are there", async () => {
  for (const command of COMMANDS) {
    for (const [path] of command.matchAll(/\bscripts\/\w+\.\w+/g)) await Deno.stat(ROOT + path);
  }
});

Deno.test("the README's commands all stand in blocks that are known for them", () => {
  const others = OWN.filter((block) => !SHELL.includes(block) && !RECORDINGS.includes(block));
  const languages = new Set(others.map(({ language }) => language));
  assertEquals([...languages].filter((language) => !["", "json", "yaml"].includes(language)), []);
  const lines = others.flatMap((block) => block.lines);
  assertEquals(lines.filter((line) => /^\s*(\$|sh|architect) /.test(line)), []);
});

Deno.test("the README's words name commands and flags that there are", () => {
  const text = README.replace(/^```.*?^```$/gms, "");
  const named = [...text.matchAll(/`architect ([^`]+)`/g)].map(([, words]) => words!.split(" "));
  const wrong = named.filter((words) => {
    const depth = [3, 2, 1].find((depth) => HELP_TEXTS[words.slice(0, depth).join(" ")]);
    if (words[0] === "COMMAND") return false;
    const help = HELP_TEXTS[words.slice(0, depth).join(" ")];
    return help === undefined ||
      words.some((word) => word.startsWith("--") && !help.includes(`${word} `));
  });
  assertEquals(wrong.map((words) => words.join(" ")), []);
});

Deno.test("the README's config is one that the program takes", () => {
  const yaml = OWN.filter(({ language }) => language === "yaml");
  assertEquals(yaml.length, 1);
  const text = yaml[0]!.lines.join("\n");
  const config = loadConfig({ files: [{ name: "README", text, trusted: false }] });
  assertEquals([config.costs.budgetUsd, Object.keys(config.agents)], [2.5, ["docs"]]);
  assertEquals(config.warnings, []);
});

Deno.test("the README's keys of the Python tool are refused, or passed over, as it says", () => {
  const [, table = ""] = /^\| its config key .*\n.*\n((?:\|.*\n)+)/m.exec(README) ?? [];
  const keys = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map(([, key]) => key!)
  );
  assertEquals(keys.length, 7);
  for (const key of keys) {
    const nested = key.split(".").toReversed().reduce<unknown>(
      (inner, name) => ({ [name]: inner }),
      "x",
    );
    const load = () =>
      loadConfig({ files: [{ name: "a.yaml", text: JSON.stringify(nested), trusted: true }] });
    if (/^(agents|commands)\./.test(key)) {
      assertThrows(load, Error, `${key} is not a key of the config`);
    } else assertEquals(load().warnings.length, 1, key);
  }
});

const SANDBOX = Deno.env.get("ARCHITECT_SANDBOX_BIN") ?? null;
const NO_SANDBOX = SANDBOX === null ? " (left out: needs ARCHITECT_SANDBOX_BIN)" : REASON;
const BUILDS = [["full", BINARY, REASON], ["sandbox", SANDBOX, NO_SANDBOX]] as const;

for (const [build, binary, reason] of BUILDS) {
  Deno.test({
    name: `the README's command lines do what they say, with the ${build} build${reason}`,
    ignore: reason !== "",
    fn: async (t) => {
      for (const { headings, line, lines } of SHELL) {
        const commands = commandsIn(lines).filter((command) =>
          !(withoutComment(command) in LEFT_OUT)
        );
        if (commands.length === 0) continue;
        await t.step(`${headings.at(-1)}, line ${line}`, () =>
          inPlace(binary!, async (place) => {
            const { folder } = place;
            await using server = chatServer([ANSWER]);
            await Deno.writeTextFile(`${folder}/src/user.py`, "class User: pass\n");
            await Deno.writeTextFile(`${folder}/task.md`, "Add tests.\n");
            const session = { agent: "plan", status: "interrupted", stepsCompleted: 5 } as const;
            const messages = fiveSteps();
            await saveSession(folder, { ...session, sessionId: ID, messages }, 1);
            await saveSession(folder, { ...session, messages });
            const env = { ...place.env, ARCHITECT_API_BASE: server.baseUrl };
            const typed = commands.map((command) => command.replace(SERVER, server.baseUrl));
            const { codes, log } = await run(typed, { folder, env });
            assertEquals(
              commands.map((command, index) => `${codes[index]}: ${command}`),
              commands.map((command) => `${OTHER_CODES[withoutComment(command)] ?? 0}: ${command}`),
              log,
            );
          }));
      }
    },
  });
}

Deno.test({
  name: `the README's recording is what the program prints${REASON}`,
  ignore: REASON !== "",
  fn: async () => {
    assertEquals(RECORDINGS.length, 1);
    await inPlace(BINARY!, async (place) => {
      const { folder } = place;
      const demo = `${ROOT}scripts/demo`;
      await run([`cp -R '${demo}/sample/.' . && cp '${demo}/expenses.jsonl' answers.jsonl`], place);
      assertEquals((await Deno.stat(`${folder}/answers.jsonl`)).isFile, true);
      for (const { command, output } of recordedIn(RECORDINGS[0]!.lines)) {
        const { log } = await run([command], place);
        assertMatch(log, outputPattern(output), command);
      }
    });
  },
});
