/** A stderr that takes nothing: a terminal that was closed, a full disk. */

import { assertEquals } from "@std/assert";
import { binaryPath } from "../support/architect.ts";
import { chatServer, hang } from "../support/chat_server.ts";
import { withWorkspace } from "../support/workspace.ts";
import { DONE, model, onlySession, writes } from "./support.ts";

const BINARY = binaryPath();
const isLinux = Deno.build.os === "linux";
const REASON = BINARY === null
  ? " (left out: needs ARCHITECT_BIN)"
  : isLinux
  ? ""
  : " (left out: needs /dev/full and script of util-linux)";
const ignore = REASON !== "";

/** A run that went wrong never ended: it is killed then, and the test fails by its exit code. */
const DEADLINE_MS = 20_000;

async function shell(line: string, cwd: string): Promise<void> {
  const child = new Deno.Command("sh", {
    args: ["-c", line],
    cwd,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", TERM: "xterm", SHELL: "/bin/sh", BIN: BINARY! },
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const deadline = setTimeout(async () => {
    const pid = Number(await Deno.readTextFile(`${cwd}/pid`));
    Deno.kill(pid, "SIGKILL");
  }, DEADLINE_MS);
  // Whoever still runs holds it open.
  await new Response(child.stderr).text();
  clearTimeout(deadline);
  await child.stdin.close();
  await child.status;
}

Deno.test({
  name: `a run whose stderr is a full disk is done and saved all the same${REASON}`,
  ignore,
  fn: () =>
    withWorkspace(async (workspace) => {
      await using server = chatServer([writes("a.txt"), DONE]);
      const args = ["run", "x", ...model(server)].join(" ");
      await shell(
        `"$BIN" ${args} 9>&2 2>/dev/full & echo $! >pid; wait $!; echo $? >code`,
        workspace,
      );
      assertEquals(await Deno.readTextFile(`${workspace}/code`), "0\n");
      assertEquals((await onlySession(workspace)).status, "success");
    }),
});

Deno.test({
  name: `a run whose terminal is closed saves its session and ends${REASON}`,
  ignore,
  fn: async (t) => {
    const cases = [
      ["at a question", "confirm-sensitive", writes("a.txt"), "Run write_file"],
      ["in a model call", "yolo", hang(3, { content: "half" }), "received"],
    ] as const;
    for (const [name, mode, answer, seen] of cases) {
      await t.step(name, () =>
        withWorkspace(async (workspace) => {
          await using server = chatServer([answer]);
          const args = ["run", "x", "--model", "local", "--api-base", server.baseUrl, "-m", mode];
          // The shell inside outlives the terminal, to tell the exit code. `sh -c` is architect's pid.
          const inside = `trap : HUP; sh -c 'echo $$ >pid; exec "$BIN" ${args.join(" ")}'; ` +
            "echo $? >code";
          await Deno.writeTextFile(`${workspace}/inside.sh`, inside);
          // The terminal is gone with `script`, as soon as it has shown where the run is.
          const line = `exec 8<&0 9>&2; script -qfc 'sh inside.sh' shown >/dev/null <&8 & ` +
            `until grep -q '${seen}' shown 2>/dev/null; do :; done; kill -9 $!`;
          await shell(line, workspace);
          assertEquals(await Deno.readTextFile(`${workspace}/code`), "130\n");
          const { status, stop_reason } = await onlySession(workspace);
          assertEquals([status, stop_reason], ["interrupted", "user_interrupt"]);
        }));
    }
  },
});
