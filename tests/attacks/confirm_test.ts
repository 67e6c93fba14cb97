/** A person who is asked sees all of what would be run, and nothing that the command only paints. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { binaryPath } from "../support/architect.ts";
import { answer, chatServer, type ScriptedCall } from "../support/chat_server.ts";
import { makeArena, snapshot } from "./support.ts";
import { atTerminal, hasScript } from "../support/at_terminal.ts";

const REASON = await hasScript() ? "" : " (left out: needs script of util-linux)";
const ignore = REASON !== "";

/** What somebody at a terminal sees who says no to each tool, as it asks. */
async function declines(
  cwd: string,
  args: readonly string[],
  tools: readonly string[],
): Promise<string> {
  const terminal = atTerminal([binaryPath()!, ...args], cwd, { columns: 200 });
  for (const tool of tools) {
    await terminal.shows(new RegExp(`Run ${tool}\\?`));
    await terminal.type("n\r");
  }
  return (await terminal.result).shown;
}

/** Each has a tool of its own, so that each question is another. */
const ATTEMPTS: readonly (ScriptedCall & { readonly shows: readonly string[] })[] = [
  {
    name: "run_command",
    args: {
      command:
        "echo harmless \u001b[2K\u001b[1A\r; echo evil > evil.txt \u001b[8m# \u202Ehidden\u0000"
          .replace("\u0000", "\u009b2K") + `${" ".repeat(600)}; echo the end`,
      cwd: "sub",
      env: { LD_PRELOAD: "./evil.so\n\u001b[2K" },
    },
    shows: [
      "(in sub)",
      'LD_PRELOAD="./evil.so\\n\\u001b[2K"',
      "echo harmless \\x1b[2K\\x1b[1A\\r; echo evil > evil.txt \\x1b[8m# \\u202ehidden\\x9b2K",
      "; echo the end",
    ],
  },
  {
    name: "write_file",
    args: { path: "evil.txt", content: "one\n\u001b[2J\u001b]0;title\u0007\r two\n" },
    shows: ["evil.txt", "+one", "+\\x1b[2J\\x1b]0;title\\x07\\r two"],
  },
];

Deno.test({
  name: `a person is shown the whole of a call, its control characters as text${REASON}`,
  ignore,
  fn: async () => {
    await using arena = await makeArena();
    const before = await snapshot(arena.work, (path) => path.startsWith(".architect"));
    await using server = chatServer([answer({ calls: ATTEMPTS }), answer({ content: "done" })]);
    const args = ["run", "x", "--allow-commands", "--model", "local", "--api-base", server.baseUrl];
    const shown = await declines(arena.work, args, ATTEMPTS.map(({ name }) => name));
    for (const text of ATTEMPTS.flatMap(({ shows }) => shows)) assertStringIncludes(shown, text);
    for (const { role, content } of server.requests[1]!.messages) {
      if (role === "tool") assertMatch(String(content), /declined/);
    }
    assertEquals(await snapshot(arena.work, (path) => path.startsWith(".architect")), before);
  },
});
