/** What is secret reaches neither the model nor the disk nor whoever reads the output. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { walk } from "@std/fs/walk";
import { join } from "@std/path";
import { answer, chatServer, type ScriptedCall, status } from "../support/chat_server.ts";
import { KEY, ORDINARY, PEM, PEM_BODY, SECRET_ATTEMPTS } from "./secret_attempts.ts";
import { type Arena, hostileRun, ignore, makeArena } from "./support.ts";

const FILE = "secrets.txt";
const SECRETS = SECRET_ATTEMPTS.map(({ secret }) => secret.replaceAll('"', ""));

/** Everything below `.architect`, as one text. */
async function saved({ work }: Arena): Promise<string> {
  let text = "";
  for await (const { path } of walk(join(work, ".architect"), { includeDirs: false })) {
    text += await Deno.readTextFile(path);
  }
  return text;
}

function assertWithout(text: string, secrets: readonly string[], where: string): void {
  for (const secret of secrets) {
    const at = text.indexOf(secret);
    const around = text.slice(Math.max(0, at - 60), at + 60);
    assertEquals(at, -1, `${where} has ${secret}: ${around}`);
  }
}

/** Ways in which the text of a file, or of a command, comes to the model. */
const WAYS: readonly (ScriptedCall & { readonly way: string })[] = [
  { way: "read whole", name: "read_file", args: { path: FILE } },
  { way: "read through a link", name: "read_file", args: { path: "link.txt" } },
  { way: "found by a pattern", name: "search_code", args: { pattern: ".", max_results: 1000 } },
  { way: "found by a text", name: "grep", args: { text: "e", path: FILE, max_results: 1000 } },
  { way: "said by a command", name: "run_command", args: { command: `cat ${FILE}` } },
  { way: "complained of", name: "run_command", args: { command: `cat ${FILE} >&2; exit 3` } },
  { way: "as a diff", name: "run_command", args: { command: `diff a.txt ${FILE}` } },
  { way: "a key from its middle on", name: "read_file", args: { path: "key.pem", start_line: 5 } },
  {
    way: "a line of a key",
    name: "read_file",
    args: { path: "key.pem", start_line: 4, end_line: 4 },
  },
  { way: "a key line by line", name: "search_code", args: { pattern: "^MII", path: "key.pem" } },
  { way: "a key by what it holds", name: "grep", args: { text: "Qx7/", path: "key.pem" } },
  { way: "a key by a command", name: "run_command", args: { command: "cat key.pem" } },
  { way: "names of files", name: "list_files", args: { path: "names" } },
  { way: "names that are looked for", name: "find_files", args: { pattern: "gh*", path: "names" } },
];

/** Ways in which the model itself says a secret, in its own call. */
function sayings(secret: string): (ScriptedCall & { readonly way: string })[] {
  return [
    { way: "a path", name: "read_file", args: { path: `${secret}.txt` } },
    { way: "a new file", name: "write_file", args: { path: "new.txt", content: `x ${secret} y` } },
    { way: "a new name", name: "write_file", args: { path: `names/${secret}.md`, content: "x" } },
    {
      way: "an edit",
      name: "edit_file",
      args: { path: "a.txt", old_str: "alpha", new_str: secret },
    },
    { way: "a text to look for", name: "grep", args: { text: secret } },
    { way: "a pattern", name: "search_code", args: { pattern: `(${secret}` } },
    { way: "a command", name: "run_command", args: { command: `echo ${secret}` } },
    { way: "a variable", name: "run_command", args: { command: "id", env: { X: secret } } },
    { way: "a tool", name: secret, args: {} },
    { way: "arguments that are no JSON", name: "read_file", args: `{"path": "${secret}` },
    { way: "an argument that there is not", name: "read_file", args: { path: "a", [secret]: 1 } },
  ];
}

Deno.test({
  name: "no secret of a file, a command or a call reaches the model, the disk or the output",
  ignore,
  fn: async (t) => {
    await using arena = await makeArena();
    const github = SECRETS.find((secret) => secret.startsWith("ghp_"))!;
    await arena.write(FILE, SECRET_ATTEMPTS.map(({ line }) => `${line}\n`).join(""));
    await arena.write("key.pem", PEM);
    await arena.write(`names/${github}.txt`, "x");
    await Deno.symlink(FILE, join(arena.work, "link.txt"));
    const calls = [...WAYS, ...[KEY, github].flatMap(sayings)];
    const { told, requests, result } = await hostileRun(
      arena,
      calls,
      ["--allow-commands", "--record", "c.jsonl"],
      { env: { ARCHITECT_API_KEY: KEY } },
    );
    const sent = JSON.stringify(requests.map(({ body }) => body));
    const listed = await Promise.all([
      arena.run(["sessions", "--json"]),
      arena.run(["sessions", "show", "last"]),
    ]);
    const places: readonly (readonly [string, string])[] = [
      ["the model", sent],
      ["the disk", await saved(arena)],
      ["the cassette", await Deno.readTextFile(join(arena.work, "c.jsonl"))],
      ["the output", result.stdout + result.stderr],
      ["the list", listed.map(({ stdout, stderr }) => stdout + stderr).join("")],
    ];
    for (const [index, { name }] of SECRET_ATTEMPTS.entries()) {
      await t.step(name, () => {
        for (const [where, text] of places) assertWithout(text, [SECRETS[index]!], where);
      });
    }
    await t.step("private keys", () => {
      for (const [where, text] of places) {
        assertWithout(text, PEM_BODY.map((line) => line.slice(0, 20)), where);
      }
    });
    for (const [index, { way }] of calls.entries()) {
      await t.step(`${way}: told without`, () => {
        const { content } = told[index]!;
        assert(content !== "");
        assertWithout(content, [...SECRETS, ...PEM_BODY], way);
      });
    }
    await t.step("what the model said in the place of a secret is not written", async () => {
      assertEquals(await Deno.readTextFile(join(arena.work, "a.txt")), "alpha\n");
      const names = await Array.fromAsync(Deno.readDir(arena.work), ({ name }) => name);
      assertEquals(names.includes("new.txt"), false);
      assertEquals((await Array.fromAsync(Deno.readDir(join(arena.work, "names")))).length, 1);
    });
    await t.step("line numbers are those of the file", () => {
      const last = PEM.split("\n").length - 1;
      const read = told[WAYS.findIndex(({ way }) => way === "a key from its middle on")]!;
      assertStringIncludes(read.content, `[lines 5 to ${last} of ${last}]`);
      assertStringIncludes(read.content, "after the keys");
    });
  },
});

Deno.test({
  name: "ordinary text that looks a little like a secret comes to the model as it is",
  ignore,
  fn: async (t) => {
    await using arena = await makeArena();
    await arena.write("text.txt", ORDINARY.map((line) => `${line}\n`).join(""));
    const calls = [
      { name: "read_file", args: { path: "text.txt" } },
      ...ORDINARY.map((line, index) => ({
        name: "write_file",
        args: { path: `copy/${index}.txt`, content: line },
      })),
    ];
    const { told } = await hostileRun(arena, calls, [], { env: { ARCHITECT_API_KEY: KEY } });
    const lines = told[0]!.content.split("\n");
    for (const [index, line] of ORDINARY.entries()) {
      await t.step(line.slice(0, 60), async () => {
        assertEquals(lines[index], line);
        assertEquals(await Deno.readTextFile(join(arena.work, `copy/${index}.txt`)), line);
      });
    }
  },
});

const SHAPED = SECRETS.find((secret) => secret.startsWith("sk-proj-"))!;

/** Places in which a person, a config or a server may have put a key. */
const PLACES: readonly {
  readonly name: string;
  readonly args: (base: string) => readonly string[];
  readonly config?: string;
  readonly secret: string;
}[] = [
  {
    name: "the prompt",
    args: (base) => ["run", `use ${SHAPED}`, "--api-base", base],
    secret: SHAPED,
  },
  {
    name: "the password of the base URL",
    args: (base) => ["run", "x", "--api-base", base.replace("//", "//user:hunter2-x@")],
    secret: "hunter2-x",
  },
  {
    name: "the query of the base URL",
    args: (base) => ["run", "x", "--api-base", `${base}?key=${KEY}`],
    secret: KEY,
  },
  {
    name: "the path of the base URL",
    args: (base) => ["run", "x", "--api-base", `${base}/${SHAPED}/404`],
    secret: SHAPED,
  },
  {
    name: "the path of a base URL that nobody listens at",
    args: () => ["run", "x", "--api-base", `http://127.0.0.1:1/${SHAPED}`, "-c", "c.yaml"],
    secret: SHAPED,
  },
  { name: "an unknown flag", args: () => ["run", "x", `--${SHAPED}`], secret: SHAPED },
  { name: "an unknown command", args: () => [SHAPED], secret: SHAPED },
  { name: "a session", args: () => ["resume", SHAPED], secret: SHAPED },
  { name: "an agent", args: () => ["run", "x", "-a", SHAPED], secret: SHAPED },
  { name: "a mode", args: () => ["run", "x", "-m", SHAPED], secret: SHAPED },
  { name: "a file", args: () => ["run", "x", "-c", SHAPED], secret: SHAPED },
  {
    name: "the model",
    args: (base) => ["run", "x", "--api-base", base, "--model", SHAPED],
    secret: SHAPED,
  },
  {
    name: "a key of the config",
    args: (base) => ["run", "x", "--api-base", base],
    config: `llm: {${SHAPED}: 1}\n`,
    secret: SHAPED,
  },
  {
    name: "a value of the config",
    args: (base) => ["run", "x", "--api-base", base],
    config: `llm: {timeout: ${SHAPED}}\n`,
    secret: SHAPED,
  },
  {
    name: "YAML that is none",
    args: (base) => ["run", "x", "--api-base", base],
    config: `llm: {timeout: "${SHAPED}\n`,
    secret: SHAPED,
  },
  {
    name: "a tool of an agent of the config",
    args: (base) => ["run", "x", "--api-base", base, "-a", "mine", "--no-session"],
    config: `agents: {mine: {allowed_tools: [read_file, ${SHAPED}]}}\n`,
    secret: SHAPED,
  },
];

Deno.test({
  name: "a key in the wrong place is shown and kept nowhere",
  ignore,
  fn: async (t) => {
    for (const { name, args, config, secret } of PLACES) {
      await t.step(name, async () => {
        await using arena = await makeArena();
        await arena.write("c.yaml", "llm: {retries: 0}\n");
        if (config !== undefined) await arena.write(".architect/config.yaml", config);
        await using server = chatServer([
          (request) =>
            request.path.includes("404")
              ? status(404, { body: { error: { message: `no ${request.path}` } } })
              : answer({ content: "done" }),
        ]);
        for (const more of [[], ["--json", "-v"]]) {
          const given = args(server.baseUrl);
          const flags = given[0] === "run" ? ["--mode", "yolo"] : [];
          const all = [
            ...given.slice(0, 2),
            ...flags.filter(() => !given.includes("-m")),
            ...given.slice(2),
            ...more,
          ];
          const { stdout, stderr } = await arena.run(all, {
            env: { ARCHITECT_API_KEY: KEY, ARCHITECT_DEBUG: "1" },
          });
          assertWithout(stdout + stderr, [secret], "the output");
        }
        assertWithout((await saved(arena)).replace(config ?? "", ""), [secret], "the disk");
      });
    }
  },
});

Deno.test({
  name: "a server that knows the key tells it to nobody",
  ignore,
  fn: async (t) => {
    const calls = [{ id: `call ${KEY}`, name: "read_file", args: { path: "a.txt" } }];
    await using evil = chatServer([answer({ content: "evil" })]);
    const replies = [
      ["in the id of a call", [answer({ calls, content: KEY }), answer({ content: KEY })]],
      ["in an error", [status(400, { body: { error: { message: `bad ${KEY}`, code: KEY } } })]],
      ["in an error that is no JSON", [status(500, { body: `<p>${KEY}</p>` })]],
      ["in a refusal of the key", [status(401, { body: { error: { message: `not ${KEY}` } } })]],
      ["in a redirect to another server", [
        status(307, { headers: { location: `${evil.baseUrl}/chat/completions?key=${KEY}` } }),
      ]],
      ["in a field that nobody asked for", [
        answer({ calls, extra: { reasoning_content: KEY, [KEY]: KEY } }),
        answer({ content: "done" }),
      ]],
    ] as const;
    for (const [name, script] of replies) {
      await t.step(name, async () => {
        await using arena = await makeArena();
        await arena.write("c.yaml", "llm: {retries: 0}\n");
        await using server = chatServer(script);
        const args = ["run", "x", "--json", "-v", "--mode", "yolo", "--record", "r.jsonl"];
        const { stdout, stderr } = await arena.run(
          [...args, "--api-base", server.baseUrl, "--model", "local", "-c", "c.yaml"],
          { env: { ARCHITECT_API_KEY: KEY } },
        );
        assertEquals(server.requests[0]?.headers.get("authorization"), `Bearer ${KEY}`);
        assertEquals(JSON.stringify(server.requests.map(({ body }) => body)).includes(KEY), false);
        assertWithout(stdout + stderr, [KEY], "the output");
        assertWithout(await saved(arena), [KEY], "the disk");
        const cassette = await Deno.readTextFile(join(arena.work, "r.jsonl"));
        assertWithout(cassette, [KEY], "the cassette");
        assertEquals(evil.requests.length, 0);
      });
    }
  },
});

Deno.test({
  name: "a session that holds a secret in clear is sent on without it",
  ignore,
  fn: async () => {
    await using arena = await makeArena();
    const id = "20260202-020202-cccccc";
    const call = { name: "read_file", arguments: JSON.stringify({ path: SHAPED }) };
    const times = { started_at: 1.7e9, updated_at: 1.7e9 };
    const session = {
      ...{ session_id: id, agent: "plan", model: "local", status: "interrupted", task: `x ${KEY}` },
      ...times,
      messages: [
        { role: "user", content: `x ${KEY}` },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "1", type: "function", function: call }],
        },
        { role: "tool", tool_call_id: "1", content: `${SHAPED}\n${PEM}` },
      ],
    };
    await arena.write(`.architect/sessions/${id}.json`, JSON.stringify(session));
    await using server = chatServer([answer({ content: `done ${KEY}` })]);
    const { code, stdout, stderr } = await arena.run(
      ["resume", id, "--json", "-v", "--api-base", server.baseUrl],
      { env: { ARCHITECT_API_KEY: KEY } },
    );
    assertEquals(code, 0, stderr);
    const secrets = [KEY, SHAPED, PEM_BODY[0]!];
    assertWithout(JSON.stringify(server.requests[0]!.body), secrets, "the model");
    assertWithout(stdout + stderr, secrets, "the output");
  },
});
