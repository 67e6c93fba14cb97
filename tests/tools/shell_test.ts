import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createRunCommand } from "../../src/tools/shell.ts";
import { makeWorkspace } from "./workspace.ts";

const ENVIRONMENT = {
  PATH: "/usr/bin:/bin",
  HOME: "/nowhere",
  LANG: "C",
  OPENAI_API_KEY: "sk-never",
  EXTRA: "extra",
  HIDDEN: "hidden",
};

function command(options: { allowed?: string[]; env?: string[]; timeoutSeconds?: number } = {}) {
  return createRunCommand({
    timeoutSeconds: 30,
    allowed: [],
    env: [],
    environment: ENVIRONMENT,
    ...options,
  });
}

/** Waits for the end of a process that is not a child of this one. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", `${pid}`] })
      .output();
    const state = new TextDecoder().decode(stdout).trim();
    if (state === "" || state.startsWith("Z")) return true;
  }
  return false;
}

const POSIX = { ignore: Deno.build.os === "windows" };

Deno.test("run_command gives exit code and output", POSIX, async (t) => {
  await using ws = await makeWorkspace();
  await Deno.mkdir(`${ws.path}/sub`);
  const cases: readonly (readonly [Record<string, unknown>, boolean, string])[] = [
    [{ command: "echo out" }, true, "[exit code 0]\nout"],
    [{ command: "echo out; echo err >&2; exit 3" }, false, "[exit code 3]\nout\n[stderr]\nerr"],
    [{ command: "true" }, true, "[exit code 0]"],
    [{ command: "pwd", cwd: "sub" }, true, `[exit code 0]\n${ws.path}/sub`],
    [{ command: "pwd" }, true, `[exit code 0]\n${ws.path}`],
    [{ command: "cat; echo end" }, true, "[exit code 0]\nend"],
    [{ command: 'echo "$A"', env: { A: "b c" } }, true, "[exit code 0]\nb c"],
    [{ command: "kill -KILL $$" }, false, "[ended by SIGKILL]"],
    [{ command: "printf 'a\\0b\\377'" }, true, "[exit code 0]\na\ufffdb\ufffd"],
  ];
  for (const [args, success, content] of cases) {
    await t.step(JSON.stringify(args), async () => {
      const result = await ws.call(command(), args);
      assertEquals([result.success, result.content], [success, content]);
      assertEquals(result.error === undefined, success);
    });
  }
});

Deno.test("run_command passes the listed variables and never a key", POSIX, async () => {
  await using ws = await makeWorkspace();
  const tool = command({ env: ["EXTRA", "OPENAI_API_KEY", "MISSING"] });
  const { content } = await ws.call(tool, { command: "env" });
  const names = content.split("\n").slice(1).map((line) => line.split("=")[0])
    .filter((name) => !["PWD", "SHLVL", "_", "OLDPWD"].includes(name ?? ""));
  assertEquals(names.sort(), ["EXTRA", "HOME", "LANG", "PATH"]);
});

Deno.test("run_command ends a command at its time limit, with all it started", POSIX, async () => {
  await using ws = await makeWorkspace();
  const start = performance.now();
  const result = await ws.call(command(), {
    command:
      "echo begun; sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 100; done' & wait",
    timeout: 1,
  });
  assertStringIncludes(result.content, "[timed out after 1 s and was ended]\nbegun");
  assertEquals(result.success, false);
  assert(performance.now() - start < 20_000);
  assert(await isGone(Number(await ws.read("pid"))));
});

Deno.test("run_command takes its time limit from the options", POSIX, async () => {
  await using ws = await makeWorkspace();
  const result = await ws.call(command({ timeoutSeconds: 1 }), { command: "sleep 100" });
  assertEquals(result.content, "[timed out after 1 s and was ended]");
});

Deno.test("run_command does not wait for what it left in the background", POSIX, async () => {
  await using ws = await makeWorkspace();
  const start = performance.now();
  const result = await ws.call(command(), { command: "sleep 100 & echo $! > pid; echo done" });
  assertEquals(result.content, "[exit code 0]\ndone");
  assert(performance.now() - start < 20_000);
  assert(await isGone(Number(await ws.read("pid"))));
});

const hasSetsid = await new Deno.Command("sh", {
  args: ["-c", "command -v setsid"],
  stdout: "null",
})
  .output().then(({ success }) => success, () => false);

Deno.test("run_command does not wait for a process that left its group with the pipe", {
  ignore: !hasSetsid,
}, async () => {
  await using ws = await makeWorkspace();
  const start = performance.now();
  const result = await ws.call(command(), {
    command:
      "setsid sh -c 'echo $$ > pid; exec sleep 100' & while [ ! -s pid ]; do :; done; echo done",
  });
  assertEquals(result.content, "[exit code 0]\ndone");
  assert(performance.now() - start < 20_000);
  Deno.kill(Number(await ws.read("pid")), "SIGKILL");
});

Deno.test("run_command is ended by the signal", POSIX, async () => {
  const controller = new AbortController();
  await using ws = await makeWorkspace(controller.signal);
  const watcher = Deno.watchFs(ws.path);
  const running = ws.call(command(), { command: "echo $$ > pid; sleep 100" });
  for await (const event of watcher) {
    if (event.kind === "modify" && await ws.read("pid") !== "") break;
  }
  controller.abort(new Error("stop"));
  await assertRejects(() => running, Error, "stop");
  assert(await isGone(Number(await ws.read("pid"))));
});

Deno.test("run_command keeps the beginning and the end of a giant output", POSIX, async () => {
  await using ws = await makeWorkspace();
  const { content } = await ws.call(command(), {
    command: "echo first; head -c 50000000 /dev/zero | tr '\\0' x; echo last; echo error >&2",
  });
  assert(new TextEncoder().encode(content).length <= 64 * 1024);
  assert(content.startsWith("[exit code 0]\nfirst\nxxx"));
  assertStringIncludes(content, "bytes left out");
  assert(content.endsWith("xlast\n[stderr]\nerror"));
});

Deno.test("run_command is stopped in the middle of endless output", POSIX, async () => {
  await using ws = await makeWorkspace();
  const { content } = await ws.call(command(), { command: "yes", timeout: 1 });
  assertStringIncludes(content, "timed out");
});

Deno.test("run_command refuses before anything runs", POSIX, async (t) => {
  await using ws = await makeWorkspace();
  await ws.write("file", "");
  await Deno.symlink(ws.outside, `${ws.path}/out`);
  const cases: readonly (readonly [string[], Record<string, unknown>, string])[] = [
    [[], { command: "" }, "1 to"],
    [[], { command: " " }, "1 to"],
    [[], { command: "a\0b" }, "1 to"],
    [[], { command: "rm -rf /" }, "deletes everything"],
    [[], { command: "echo [redacted:aws]" }, "marker"],
    [[], { command: "x", env: { KEY: "[redacted:aws]" } }, "secret"],
    [[], { command: "x", env: { "A=B": "c" } }, "variable"],
    [[], { command: "x", env: { A: 1 } }, '"env"'],
    [[], { command: "x", cwd: ".." }, "out of the workspace"],
    [[], { command: "x", cwd: "out" }, "out of the workspace"],
    [[], { command: "x", cwd: "file" }, "no folder"],
    [[], { command: "x", cwd: ".architect" }, "closed"],
    [[], { command: "x", timeout: 0 }, '"timeout"'],
    [["git"], { command: "touch made" }, "allowed are: git"],
    [["touch"], { command: "touch a; touch made" }, "not possible"],
    [["touch"], { command: "touch a", env: { LD_PRELOAD: "x" } }, "Cannot set LD_PRELOAD"],
  ];
  for (const [allowed, args, reason] of cases) {
    await t.step(JSON.stringify(args), async () => {
      assertStringIncludes(await ws.refuses(command({ allowed }), args), reason);
    });
  }
  assertEquals(await ws.names(), ["file", "out"]);
});

Deno.test("run_command runs nothing in prepare and shows the whole command", POSIX, async () => {
  await using ws = await makeWorkspace();
  const long = `touch made # ${"x".repeat(5000)}`;
  const call = await command().prepare({ command: long, env: { A: "b" } }, ws.context);
  assertEquals(String(call.preview), `A="b" ${long}`);
  assertEquals(await ws.names(), []);
  await call.run();
  assertEquals(await ws.names(), ["made"]);
});
