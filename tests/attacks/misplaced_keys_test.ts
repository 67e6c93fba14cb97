/** A key that a person, a config or a server has put in the wrong place. */

import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { answer, chatServer, status } from "../support/chat_server.ts";
import { assertWithout, saved } from "./look_for_secrets.ts";
import { KEY, SECRET_ATTEMPTS } from "./secret_attempts.ts";
import { ignore, makeArena } from "./support.ts";

const SHAPED = SECRET_ATTEMPTS.find(({ secret }) => secret.startsWith("sk-proj-"))!.secret;

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
