/** What is secret reaches neither the model nor the disk nor whoever reads the output. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { answer, chatServer, type ScriptedCall } from "../support/chat_server.ts";
import { assertWithout, saved } from "./look_for_secrets.ts";
import { KEY, ORDINARY, PEM, PEM_BODY, SECRET_ATTEMPTS } from "./secret_attempts.ts";
import { hostileRun, ignore, makeArena } from "./support.ts";

const FILE = "secrets.txt";
const SECRETS = SECRET_ATTEMPTS.map(({ secret }) => secret.replaceAll('"', ""));

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
      ...["md", "html", "json"].map((format) =>
        arena.run(["sessions", "export", "last", "--format", format])
      ),
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

Deno.test({
  name: "a session that holds a secret in clear is sent on without it",
  ignore,
  fn: async () => {
    const shaped = SECRETS.find((secret) => secret.startsWith("sk-proj-"))!;
    await using arena = await makeArena();
    const id = "20260202-020202-cccccc";
    const call = { name: "read_file", arguments: JSON.stringify({ path: shaped }) };
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
        { role: "tool", tool_call_id: "1", content: `${shaped}\n${PEM}` },
      ],
    };
    await arena.write(`.architect/sessions/${id}.json`, JSON.stringify(session));
    await using server = chatServer([answer({ content: `done ${KEY}` })]);
    const { code, stdout, stderr } = await arena.run(
      ["resume", id, "--json", "-v", "--api-base", server.baseUrl],
      { env: { ARCHITECT_API_KEY: KEY } },
    );
    assertEquals(code, 0, stderr);
    const secrets = [KEY, shaped, PEM_BODY[0]!];
    assertWithout(JSON.stringify(server.requests[0]!.body), secrets, "the model");
    assertWithout(stdout + stderr, secrets, "the output");
  },
});
