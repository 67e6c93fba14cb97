/** What every command shows at terminals of any width, of sessions in any script. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import { HELP_TEXTS } from "../../src/cli/help_texts.ts";
import { displayWidth } from "../../src/ui/display_width.ts";
import { architect, binaryPath } from "../support/architect.ts";
import { atTerminal, noTerminal } from "../support/at_terminal.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";

const NO_TERMINAL = await noTerminal();
const BUILDS = [
  ["the full build", binaryPath(), NO_TERMINAL],
  [
    "the sandbox build",
    Deno.env.get("ARCHITECT_SANDBOX_BIN") ?? null,
    Deno.env.has("ARCHITECT_SANDBOX_BIN")
      ? NO_TERMINAL
      : " (left out: needs ARCHITECT_SANDBOX_BIN)",
  ],
] as const;

const TASKS = {
  "20260223-143022-a1b2c3": `日本語のタスク：${"テストを追加してください、".repeat(20)}`,
  "20260223-151045-d4e5f6": `👩‍💻 fix the 🐛 in the 🇪🇸 module ${"🎉".repeat(120)}`,
  "20260224-090000-0badc0": "añade tests\r\n\x1b[31mred\x1b[0m\t\u202eoverride",
} as const;
const IDS = Object.keys(TASKS);

/** Every command that prints by itself; `show` of a session of each script. */
const COMMANDS = [
  "sessions",
  ...IDS.map((id) => `sessions show ${id}`),
  "sessions stats",
  "sessions verify",
  "permissions",
  "cleanup --dry-run --older-than 0",
  "--version",
  ...Object.keys(HELP_TEXTS).map((words) => `${words} --help`.trim()),
];

async function saveAll(workspace: string): Promise<void> {
  for (const [sessionId, task] of Object.entries(TASKS)) {
    const messages = [{ role: "user", content: task }, {
      role: "assistant",
      content: task,
    }] as const;
    const model = "ollama/日本語";
    await saveSession(workspace, { sessionId, task, model, messages: [...messages] });
  }
}

/** What a terminal shows of each command. */
async function shown(
  program: string,
  workspace: string,
  columns: number,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const script = COMMANDS.map((command) => `"$0" ${command} || echo "[failed $?]"; echo "[next]"`);
  const line = ["sh", "-c", script.join("\n"), program];
  const { shown } = await atTerminal(line, workspace, { columns, env }).result;
  assertNotMatch(shown, /\[failed/);
  return shown.replaceAll("\r\n", "\n").split("[next]\n").slice(0, -1);
}

for (const [name, program, reason] of BUILDS) {
  Deno.test({
    name: `${name} keeps columns straight at any width, whatever the script${reason}`,
    ignore: reason !== "",
    fn: async (t) => {
      await withWorkspace(async (workspace) => {
        await saveAll(workspace);
        for (const columns of [40, 80, 200]) {
          await t.step(`${columns} columns`, async () => {
            const texts = await shown(program!, workspace, columns, { NO_COLOR: "1" });
            assertEquals(texts.length, COMMANDS.length);
            assertEquals(texts.filter((text) => text.includes("\x1b")), []);

            const [list = ""] = texts;
            const [head = "", ...rows] = list.trimEnd().split("\n");
            const before = head.indexOf("Task");
            assertEquals(rows.length, IDS.length);
            for (const row of rows) {
              // All before the task is as wide as it is long.
              assertEquals(row.slice(before - 2, before), "  ", row);
              const room = Math.max(columns, before + 12);
              assert(displayWidth(row) <= room, `${displayWidth(row)} > ${room}: ${row}`);
            }
            for (const steps of texts.slice(1, 1 + IDS.length)) {
              const [, table = ""] = /\nSteps\n(.*?)\n\n/s.exec(steps) ?? [];
              const lines = table.split("\n");
              assertEquals(lines.length, 3, steps);
              for (const line of lines) assert(displayWidth(line) <= columns, line);
              assertMatch(
                lines[0]!,
                columns === 40 ? /Step {2}Cost +What$/ : /Step {2}Time +Cost +What$/,
              );
            }
            const helps = texts.slice(-Object.keys(HELP_TEXTS).length);
            assertEquals(helps, Object.values(HELP_TEXTS));
            for (const line of helps.join("").split("\n")) assert(displayWidth(line) <= 80, line);
          });
        }
      });
    },
  });
}

Deno.test("a pipe gets everything whole, and no colours", () =>
  withWorkspace(async (cwd) => {
    await saveAll(cwd);
    const list = await architect(["sessions"], { cwd });
    const all = [list.stdout];
    for (const id of IDS) all.push((await architect(["sessions", "show", id], { cwd })).stdout);
    for (const task of [TASKS["20260223-143022-a1b2c3"], TASKS["20260223-151045-d4e5f6"]]) {
      assertStringIncludes(all[0]!, `  ${task}\n`);
      assertEquals(all.slice(1).filter((text) => text.includes(`Task      ${task}\n`)).length, 1);
    }
    assertEquals(all.filter((text) => text.includes("\x1b") || text.includes("…")), []);
  }));
