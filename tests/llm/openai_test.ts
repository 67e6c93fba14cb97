import { assert, assertEquals, assertRejects } from "@std/assert";
import { openaiProvider } from "../../src/llm/openai.ts";
import {
  answer,
  type ChatRequest,
  chatServer,
  completion,
  cutAfter,
  delta,
  drip,
  events,
  hang,
  plain,
  raw,
  type Reply,
  status,
  streamed,
} from "../support/chat_server.ts";
import { ask, endpointOf, failureOf, PRICING, providerFor, requestOf } from "./support.ts";

const HI = answer({ content: "hi" });
const NET_ONLY = { net: true, env: false, read: false, write: false, run: false } as const;

Deno.test("openaiProvider() sends the messages as they are, and nothing else", async () => {
  await using server = chatServer([HI]);
  const messages = [
    { role: "system", content: "be kind" },
    { role: "user", content: "hello" },
    { role: "assistant", content: null, reasoning_content: "hm", tool_calls: [] },
  ] as const;
  await ask(providerFor(server), { messages });
  const [request] = server.requests;
  assertEquals(request?.path, "/v1/chat/completions");
  assertEquals(request?.body, {
    model: "test-model",
    messages: JSON.parse(JSON.stringify(messages)),
    stream: true,
    stream_options: { include_usage: true },
  });
});

Deno.test("openaiProvider() sends tools only where there are some", async () => {
  await using server = chatServer([HI]);
  const tool = { name: "read_file", description: "Reads", parameters: { type: "object" } };
  await ask(providerFor(server), { tools: [tool] });
  await ask(providerFor(server), { tools: [] });
  assertEquals(server.requests[0]?.body.tools, [{ type: "function", function: tool }] as unknown);
  assert(!("tools" in (server.requests[1]?.body ?? {})));
});

Deno.test("openaiProvider() sends the key, or no authorization at all", async () => {
  await using server = chatServer([HI]);
  const endpoint = endpointOf(server.baseUrl, "sk-test-1234");
  await ask(providerFor(server, { endpoint }));
  await ask(providerFor(server));
  const sent = server.requests.map(({ headers }) => headers.get("authorization"));
  assertEquals(sent, ["Bearer sk-test-1234", null]);
});

Deno.test("openaiProvider() tells a server nothing about the machine", async () => {
  await using server = chatServer([HI]);
  await ask(providerFor(server));
  const names = [...server.requests[0]?.headers.keys() ?? []];
  assertEquals(names.filter((name) => name.startsWith("x-")), []);
  assertEquals(server.requests[0]?.headers.get("user-agent"), "architect");
});

Deno.test({
  name: "openaiProvider() needs permission for the net and for nothing else",
  permissions: NET_ONLY,
  async fn() {
    await using server = chatServer([HI]);
    const given = await ask(providerFor(server));
    assertEquals(given.message.content, "hi");
  },
});

Deno.test("openaiProvider() is not changed by environment variables", async () => {
  const variables = {
    OPENAI_BASE_URL: "http://127.0.0.1:1/",
    OPENAI_API_KEY: "sk-of-the-environment",
    OPENAI_ADMIN_KEY: "sk-admin-of-the-environment",
    OPENAI_ORG_ID: "org-of-the-environment",
    OPENAI_PROJECT_ID: "project-of-the-environment",
    OPENAI_CUSTOM_HEADERS: "Authorization: of-the-environment\nX-Mine: of-the-environment",
    OPENAI_LOG: "debug",
  };
  const { debug } = console;
  let logged = 0;
  console.debug = () => logged++;
  const before = Object.keys(variables).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    await using server = chatServer([HI]);
    await ask(providerFor(server));
    const sent = JSON.stringify([...server.requests[0]?.headers ?? []]);
    assert(!sent.includes("of-the-environment"), sent);
    assertEquals(logged, 0);
  } finally {
    console.debug = debug;
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
});

Deno.test("openaiProvider() sends nothing before the first call", async () => {
  await using server = chatServer([HI]);
  providerFor(server);
  await ask(providerFor(server));
  assertEquals(server.requests.length, 1);
});

Deno.test("openaiProvider() tells window, price and cost", async () => {
  await using server = chatServer([HI]);
  const known = providerFor(server);
  assertEquals([known.model, known.contextTokens, known.priceKnown], ["test-model", 1000, true]);
  assertEquals((await ask(known)).costUsd, 0.11);
  assertEquals(providerFor(server, { contextTokens: 5 }).contextTokens, 5);
  const pricing = { known: false, contextTokens: null, costOf: () => null };
  const unknown = providerFor(server, { pricing });
  assertEquals([unknown.contextTokens, unknown.priceKnown], [128_000, false]);
  assertEquals((await ask(unknown)).costUsd, null);
});

Deno.test("openaiProvider() rejects with the signal's reason, at once", async (t) => {
  const reason = new Error("stopped by a test");
  const replies: [string, Reply][] = [
    ["before the headers", hang()],
    ["in a silent stream", hang(2, { content: "hello world" })],
    ["in an endless stream", drip()],
  ];
  for (const [name, reply] of replies) {
    await t.step(name, async () => {
      await using server = chatServer([reply]);
      const controller = new AbortController();
      const call = providerFor(server).complete(requestOf({ signal: controller.signal }));
      await server.received(1);
      controller.abort(reason);
      assertEquals(await assertRejects(() => call), reason);
      assertEquals(server.requests.length, 1);
    });
  }
  await t.step("while it waits for a retry", async () => {
    await using server = chatServer([status(500)]);
    const controller = new AbortController();
    const sleep = () => {
      controller.abort(reason);
      return new Promise<void>(() => {});
    };
    const call = providerFor(server, { sleep }).complete(requestOf({ signal: controller.signal }));
    assertEquals(await assertRejects(() => call), reason);
  });
  await t.step("with its own timer", async () => {
    await using server = chatServer([status(500, { headers: { "retry-after": "100" } })]);
    const controller = new AbortController();
    const provider = openaiProvider({
      model: "m",
      endpoint: endpointOf(server.baseUrl),
      pricing: PRICING,
    });
    const onNotice = () => queueMicrotask(() => controller.abort(reason));
    const call = provider.complete(requestOf({ signal: controller.signal, onNotice }));
    assertEquals(await assertRejects(() => call), reason);
  });
  await t.step("before anything is sent", async () => {
    await using server = chatServer([HI]);
    const call = providerFor(server).complete(requestOf({ signal: AbortSignal.abort(reason) }));
    assertEquals(await assertRejects(() => call), reason);
    assertEquals(server.requests.length, 0);
  });
});

Deno.test("openaiProvider() understands a server that ignores stream", async (t) => {
  for (
    const [name, reply, stream] of [["plain", plain, true], ["stream", streamed, false]] as const
  ) {
    await t.step(`${name} where the other was asked for`, async () => {
      await using server = chatServer([reply({ content: "héllo 🌍", calls: [{ name: "f" }] })]);
      const given = await ask(providerFor(server, { stream }));
      assertEquals(given.message.content, "héllo 🌍");
      assertEquals(given.message.tool_calls?.[0]?.function, { name: "f", arguments: "{}" });
      assertEquals(given.finishReason, "tool_calls");
    });
  }
});

Deno.test("openaiProvider() asks without stream_options where they are refused", async () => {
  const refusing = (request: ChatRequest): Reply =>
    "stream_options" in request.body
      ? status(400, { body: { error: { message: "Unknown parameter: 'stream_options'" } } })
      : HI;
  await using server = chatServer([refusing]);
  const provider = providerFor(server);
  const given = await ask(provider);
  assertEquals([given.message.content, given.usage, given.costUsd], ["hi", null, null]);
  await ask(provider);
  // Learnt: the second call is right at once.
  assertEquals([server.requests.length, provider.waits], [3, []]);
});

Deno.test("openaiProvider() leaves out foreign keys where they are refused", async () => {
  const refusing = (request: ChatRequest): Reply =>
    JSON.stringify(request.messages).includes("reasoning_content")
      ? status(400, { body: { error: { message: "property 'reasoning_content' is unsupported" } } })
      : HI;
  await using server = chatServer([refusing]);
  const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } } as const;
  const messages = [
    { role: "assistant", content: "x", reasoning_content: "hm", tool_calls: [call] },
    { role: "tool", content: "y", tool_call_id: "c" },
  ] as const;
  await ask(providerFor(server), { messages });
  assertEquals(server.requests.length, 2);
  assertEquals(server.requests[1]?.messages as unknown, [
    { role: "assistant", content: "x", tool_calls: [call] },
    { role: "tool", content: "y", tool_call_id: "c" },
  ]);
});

Deno.test("openaiProvider() does not try a refused request for ever", async () => {
  await using server = chatServer([
    status(400, { body: { error: { message: "stream_options, reasoning_content: no" } } }),
  ]);
  const messages = [{ role: "assistant", content: "x", reasoning_content: "hm" }] as const;
  const error = await failureOf(providerFor(server), { messages });
  assertEquals([error.kind, server.requests.length], ["request", 3]);
});

Deno.test("openaiProvider() tells how much has come", async () => {
  await using server = chatServer([answer({ content: "0123456789", chunkSize: 5 })]);
  const seen: number[] = [];
  await ask(providerFor(server), { onProgress: (characters) => seen.push(characters) });
  assertEquals(seen.at(-1), 10);
});

Deno.test("openaiProvider() tells the text of a streamed answer as it comes, anew at each try", async () => {
  const content = "añade 日本 🎉";
  const calls = [{ name: "grep", args: { text: "not a text" } }];
  await using server = chatServer([
    cutAfter(3, { content: "never told whole", chunkSize: 5 }),
    answer({ content, calls, chunkSize: 2 }),
  ]);
  const told: (string | null)[] = [];
  await ask(providerFor(server), { onText: (piece) => told.push(piece) });
  const last = told.lastIndexOf(null);
  assertEquals(told.slice(0, last).filter((piece) => piece === null).length, 1);
  assertEquals(told.slice(last + 1).join(""), content);
});

Deno.test("openaiProvider() makes a refusal the content", async (t) => {
  const body = completion({ extra: { refusal: "I will not" } });
  const replies: [string, Reply][] = [
    ["plain", raw(JSON.stringify(body))],
    ["streamed", () => events([delta({ refusal: "I will " }), delta({ refusal: "not" }, "stop")])],
  ];
  for (const [name, reply] of replies) {
    await t.step(name, async () => {
      await using server = chatServer([reply]);
      const { message } = await ask(providerFor(server));
      assertEquals(message, { role: "assistant", content: "I will not", refusal: "I will not" });
    });
  }
});
