/** The text of a model while it arrives, and that no key gets into an event. */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startArchitect } from "../support/architect.ts";
import { answer, chatServer, cutAfter, hang, type Reply, status } from "../support/chat_server.ts";
import { saveSession, withWorkspace } from "../support/workspace.ts";
import { DONE, inWorkspace, model } from "./support.ts";

const KEY = "kx-5f0d9a7b31c2e4";
const PEM = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(6) +
  "-----END PRIVATE KEY-----";

Deno.test("--events-text tells the lines of an answer before it is whole", () =>
  withWorkspace(async (cwd) => {
    const content = "one\ntwo\nthree";
    await using server = chatServer([hang(8, { content, chunkSize: 2 })]);
    const process = await startArchitect(["run", "x", "--events-text", ...model(server)], { cwd });
    await process.stdoutMatches(/"type":"text".*"text":"one\\n/);
    process.kill("SIGTERM");
    const told = (await process.result).events();
    const texts = told.filter(({ type }) => type === "text").map(({ text }) => text);
    assert(content.startsWith(texts.join("")), JSON.stringify(texts));
    assertEquals(told.some(({ type }) => type === "step_finished"), false);
  }));

Deno.test("--events-text tells each text once, and voids what a cut answer told", async (t) => {
  const content = "uno\ndos\ntres añade 🎉";
  const ways: readonly (readonly [string, readonly Reply[], readonly string[]])[] = [
    ["streamed", [answer({ content, chunkSize: 1 })], []],
    ["whole", [answer({ content })], ["--no-stream"]],
    ["cut at first", [cutAfter(6, { content: "half\nof", chunkSize: 2 }), answer({ content })], []],
  ];
  for (const [name, replies, flags] of ways) {
    await t.step(name, () =>
      inWorkspace(async (run) => {
        await using server = chatServer(replies);
        const args = ["run", "x", "--events-text", ...model(server), ...flags];
        const { code, events, stderr } = await run(args);
        assertEquals(code, 0, stderr);
        const told = events();
        const last = told.findLastIndex(({ type }) => type === "text_discarded");
        assertEquals(last > 0, name === "cut at first");
        const texts = told.slice(last + 1).filter(({ type }) => type === "text");
        assertEquals(texts.map(({ text }) => text).join(""), content);
        assertEquals(told.find(({ type }) => type === "step_finished")!.text, content);
        const warned = told.filter(({ type }) => type === "warning");
        assertEquals(warned.length > 0, name === "cut at first");
      }));
  }
});

Deno.test("nothing of a key gets into an event, wherever the stream cuts it", async (t) => {
  const content = `the key is ${KEY} and\n${PEM}\nAKIAIOSFODNN7EXAMPLE\nend ${KEY}`;
  const secrets = [KEY, KEY.slice(0, 8), "MIIEvQ", "AKIAIOSF"];
  for (const chunkSize of [1, 5, 64]) {
    await t.step(`pieces of ${chunkSize}`, () =>
      inWorkspace(async (run) => {
        const calls = [
          { name: "read_file", args: { path: `${KEY}.txt` } },
          { name: KEY, args: { text: PEM } },
        ];
        await using server = chatServer([
          answer({ content, calls, chunkSize }),
          status(400, { body: { error: { message: `bad ${KEY}` } } }),
        ]);
        const args = ["run", `use ${KEY}`, "--events-text", ...model(server)];
        const { stdout, events } = await run(args, { env: { ARCHITECT_API_KEY: KEY } });
        for (const secret of secrets) assertEquals(stdout.includes(secret), false, stdout);
        const told = events();
        const { text } = told.find(({ type }) => type === "step_finished")!;
        assertStringIncludes(text, "[redacted:private_key]");
        const texts = told.filter(({ type }) => type === "text");
        assertEquals(texts.map((event) => event.text).join(""), text);
        assertEquals(texts.length > 1, true);
        assertEquals(told.some(({ type }) => type === "text_discarded"), false);
        assertMatch(told[0]!.task, /^use \[redacted/);
        assertMatch(told.at(-1)!.result.error.message, /bad \[redacted/);
      }));
  }
});

Deno.test("nothing that another program wrote into a session brings a key into an event", () =>
  inWorkspace(async (run, workspace) => {
    const messages = [
      { role: "user", content: "x" },
      { role: "assistant", content: `it is ${KEY}` },
    ] as const;
    const { sessionId } = await saveSession(workspace, { task: KEY, messages: [...messages] });
    const options = { env: { ARCHITECT_API_KEY: KEY } };
    await using server = chatServer([DONE]);
    for (const more of [[], ["more", ...model(server)]]) {
      const { stdout, events } = await run(["resume", sessionId, ...more, "--events"], options);
      assertEquals(stdout.includes(KEY), false);
      assertEquals(events().at(-1)!.result.status, "success");
    }
    const { stdout } = await run(["resume", sessionId, "--json"], options);
    assertEquals(stdout.includes(KEY), false);
  }));
