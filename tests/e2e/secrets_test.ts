/** Keys go where they should and nowhere else. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { walk } from "@std/fs/walk";
import { answer, chatServer, status } from "../support/chat_server.ts";
import { DONE, inWorkspace, model, onlySession, onlySessionText, writes } from "./support.ts";

const KEY = "kx-5f0d9a7b31c2e4";
/** Made up; each has the shape of a real one. */
const SHAPES: Readonly<Record<string, string>> = {
  anthropic: "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx",
  openai: "sk-proj-AbCdEfGhIjKlMnOpQrStUvWx0123",
  aws: "AKIAIOSFODNN7EXAMPLE",
  github: "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
};

/** Everything below `.architect`, as one text. */
async function allSaved(workspace: string): Promise<string> {
  let text = "";
  for await (const { path } of walk(`${workspace}/.architect`, { includeDirs: false })) {
    text += await Deno.readTextFile(path);
  }
  return text;
}

Deno.test("a key is sent to the server that it is for, and told to nobody else", async (t) => {
  const ways: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
    ["ARCHITECT_API_KEY", { ARCHITECT_API_KEY: KEY }, []],
    ["--api-key", {}, ["--api-key", KEY]],
    ["OPENAI_API_KEY", { OPENAI_API_KEY: KEY }, []],
    ["LITELLM_API_KEY", { LITELLM_API_KEY: KEY }, []],
    ["the flag before the variable", { ARCHITECT_API_KEY: "another-key-1" }, ["--api-key", KEY]],
  ];
  for (const [name, env, flags] of ways) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        // A server that says the key back, and a model that was told it.
        await using server = chatServer([
          writes("a.txt", `key ${KEY}\n`, { content: `your key is ${KEY}` }),
          status(400, { body: { error: { message: `bad key ${KEY}` } } }),
          answer({ content: `it was ${KEY}` }),
        ]);
        const args = ["--json", "-v", ...model(server), ...flags];
        const failed = await run(["run", `use ${KEY}`, ...args], { env });
        assertEquals(failed.code, 1, failed.stderr);
        const resumed = await run(["resume", "last", ...args], { env });
        assertEquals(resumed.code, 0, resumed.stderr);
        for (const { headers, body } of server.requests) {
          assertEquals(headers.get("authorization"), `Bearer ${KEY}`);
          assertEquals(JSON.stringify(body).includes(KEY), false);
          const others = [...headers].filter(([header]) => header !== "authorization");
          assertEquals(JSON.stringify(others).includes(KEY), false);
        }
        for (const { stdout, stderr } of [failed, resumed]) {
          assertEquals([stdout.includes(KEY), stderr.includes(KEY)], [false, false]);
        }
        assertEquals((await allSaved(workspace)).includes(KEY), false);
        assertMatch(resumed.json().output, /^it was \[redacted:[\w-]+\]$/);
        for (
          const args of [
            ["sessions"],
            ["sessions", "--json"],
            ["sessions", "show", "last"],
            ["sessions", "export", "last", "--format", "json"],
          ]
        ) {
          assertEquals((await run(args)).stdout.includes(KEY), false);
        }
      }));
  }
});

Deno.test("a key of one provider is not sent to the host of another", async (t) => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ["ANTHROPIC_API_KEY", "local", null],
    ["ANTHROPIC_API_KEY", "anthropic/claude-3", "anthropic/claude-3"],
    ["GEMINI_API_KEY", "anthropic/claude-3", null],
    ["OLLAMA_API_KEY", "local", null],
  ];
  for (const [variable, name, sent] of cases) {
    await t.step(`${variable} and ${name}`, () =>
      inWorkspace(async (run) => {
        await using server = chatServer([DONE]);
        const result = await run(["run", "x", ...model(server, name)], {
          env: { [variable]: KEY },
        });
        assertEquals(result.code, 0, result.stderr);
        const expected = sent === null ? null : `Bearer ${KEY}`;
        assertEquals(server.requests[0]!.headers.get("authorization"), expected);
      }));
  }
});

Deno.test("a config of a cloned repository sends no key to its own server", async (t) => {
  await t.step(
    "api_base in .architect/config.yaml is refused",
    () =>
      inWorkspace(async (run, workspace) => {
        await using server = chatServer([DONE]);
        await Deno.mkdir(`${workspace}/.architect`);
        await Deno.writeTextFile(
          `${workspace}/.architect/config.yaml`,
          `llm: {api_base: "${server.baseUrl}"}\n`,
        );
        const env = { OPENAI_API_KEY: KEY };
        const result = await run(["run", "x", "--mode", "yolo", "--json"], { env });
        assertEquals([result.code, result.json().error.code], [3, "config"]);
        assertStringIncludes(
          `${result.json().error.message} ${result.json().error.suggestion}`,
          "-c",
        );
        assertEquals(server.requests.length, 0);
      }),
  );
  await t.step(
    "api_base in -c FILE gets no provider's own key",
    () =>
      inWorkspace(async (run, workspace) => {
        await using server = chatServer([DONE]);
        await Deno.writeTextFile(`${workspace}/c.yaml`, `llm: {api_base: "${server.baseUrl}"}\n`);
        const flags = ["--mode", "yolo", "--model", "local", "-c", "c.yaml"];
        const result = await run(["run", "x", ...flags], { env: { OPENAI_API_KEY: KEY } });
        assertEquals(result.code, 0, result.stderr);
        assertEquals(server.requests[0]!.headers.get("authorization"), null);
      }),
  );
});

Deno.test("a server that needs no key is called without one", () =>
  inWorkspace(async (run) => {
    await using server = chatServer([DONE]);
    assertEquals((await run(["run", "x", ...model(server)])).code, 0);
    const { headers } = server.requests[0]!;
    assertEquals(headers.get("authorization"), null);
    // Nothing that describes this machine.
    assertEquals([...headers.keys()].filter((name) => name.startsWith("x-")), []);
  }));

Deno.test("what looks like a key in a tool's result reaches neither provider nor disk", () =>
  inWorkspace(async (run, workspace) => {
    const lines = Object.entries(SHAPES).map(([name, key]) => `${name.toUpperCase()}=${key}`);
    const pem = "-----BEGIN RSA PRIVATE KEY-----\n" + `${"Ab0/".repeat(16)}\n`.repeat(4) +
      "-----END RSA PRIVATE KEY-----\n";
    await Deno.writeTextFile(`${workspace}/.env`, `${lines.join("\n")}\nPLAIN=kept\n${pem}`);
    const calls = [
      { id: "1", name: "read_file", args: { path: ".env" } },
      { id: "2", name: "grep", args: { text: "AKIA" } },
      { id: "3", name: "run_command", args: { command: "cat .env; cat .env >&2; exit 3" } },
    ];
    await using server = chatServer([
      answer({ calls }),
      answer({ content: `the key is ${SHAPES.github}` }),
    ]);
    const args = ["--json", "-v", "--allow-commands", "--record", "c.jsonl", ...model(server)];
    const result = await run(["run", `what is ${SHAPES.aws}?`, ...args]);
    assertEquals(result.code, 0, result.stderr);

    const sent = JSON.stringify(server.requests.map(({ body }) => body));
    const saved = await allSaved(workspace);
    const cassette = await Deno.readTextFile(`${workspace}/c.jsonl`);
    const said = result.stdout + result.stderr;
    const listed = (await run(["sessions", "--json"])).stdout;
    for (const secret of [...Object.values(SHAPES), "Ab0/Ab0/Ab0/"]) {
      for (const text of [sent, saved, cassette, said, listed]) {
        assertEquals(text.includes(secret), false, secret);
      }
    }
    const read = String(server.requests[1]!.messages[3]!.content);
    for (const kind of [...Object.keys(SHAPES), "private_key"]) {
      assertStringIncludes(read, `[redacted:${kind}]`);
    }
    assertStringIncludes(read, "PLAIN=kept");
    assertEquals(result.json().output, "the key is [redacted:github]");
    assertEquals((await onlySession(workspace)).task, "what is [redacted:aws]?");
  }));

Deno.test("a write that would put a marker in the place of a secret is refused", () =>
  inWorkspace(async (run, workspace) => {
    const env = `GITHUB=${SHAPES.github}\n`;
    await Deno.writeTextFile(`${workspace}/.env`, env);
    await using server = chatServer([writes(".env", "GITHUB=[redacted:github]\nMORE=1\n"), DONE]);
    const result = await run(["run", "x", "--json", ...model(server)]);
    assertEquals([result.code, result.json().tools_used[0].success], [0, false]);
    assertEquals(await Deno.readTextFile(`${workspace}/.env`), env);
  }));

Deno.test("a command gets no keys of the environment", () =>
  inWorkspace(async (run) => {
    const calls = [{ name: "run_command", args: { command: "env" } }];
    await using server = chatServer([answer({ calls }), DONE]);
    const result = await run(["run", "x", "--allow-commands", ...model(server)], {
      env: { ARCHITECT_API_KEY: KEY, OPENAI_API_KEY: "o-1234567890", OTHER: "not passed on" },
    });
    assertEquals(result.code, 0, result.stderr);
    const told = String(server.requests[1]!.messages.at(-1)!.content);
    assertEquals(/KEY|redacted|OTHER/.test(told), false, told);
    assertMatch(told, /^PATH=/m);
  }));

Deno.test("sessions are for their owner only, and not for a repository", () =>
  inWorkspace(async (run, workspace) => {
    await using server = chatServer([DONE]);
    await run(["run", "x", ...model(server)]);
    const ignored = await Deno.readTextFile(`${workspace}/.architect/.gitignore`);
    assertEquals(ignored.split("\n").slice(0, 3), ["*", "!.gitignore", "!config.yaml"]);
    assertMatch(await onlySessionText(workspace), /^\{\n {2}"session_id"/);
    if (Deno.build.os === "windows") return;
    for await (const { path, isDirectory } of walk(`${workspace}/.architect`)) {
      if (path.endsWith(".gitignore")) continue;
      const { mode } = await Deno.stat(path);
      assertEquals(mode! & 0o777, isDirectory ? 0o700 : 0o600, path);
    }
  }));
