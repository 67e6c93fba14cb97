import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  answer,
  chatServer,
  cutAfter,
  delta,
  endAfter,
  events,
  hang,
  plain,
  raw,
  type Reply,
  status,
} from "../support/chat_server.ts";
import { ask, endpointOf, failureOf, providerFor } from "./support.ts";

const HI = answer({ content: "hi" });

Deno.test("openaiProvider() retries what may pass, and tells", async (t) => {
  const cases: [string, Reply, string][] = [
    ["429", status(429), "HTTP 429"],
    ["500", status(500), "HTTP 500"],
    ["503 with HTML", status(503, { body: "<html>busy</html>" }), "HTTP 503"],
    ["408", status(408), "HTTP 408"],
    ["409", status(409), "HTTP 409"],
    ["x-should-retry", status(418, { headers: { "x-should-retry": "true" } }), "HTTP 418"],
    ["a cut connection", cutAfter(2, { content: "half an answer" }), "127.0.0.1"],
    ["a stream without an end", endAfter(3, { content: "half an answer" }), "ended before"],
    ["an empty answer", raw(""), "empty"],
    ["malformed JSON", raw('{"choices": [{'), "malformed JSON"],
    ["malformed events", raw('data: {"choices"\n\n', "text/event-stream"), "malformed JSON"],
    ["an HTML page", raw("<html>hello</html>", "text/html"), "neither JSON nor"],
    ["no choices", raw('{"choices": []}'), "no message"],
    ["an error in a 200", raw('{"error": {"code": 502, "message": "upstream"}}'), "HTTP 502"],
    [
      "an error in mid-stream",
      () => events([delta({ content: "a" }), { error: { message: "overloaded" } }]),
      "told of an error",
    ],
    ["a call without a name", plain({ calls: [{ name: "" }] }), "without a name"],
  ];
  for (const [name, reply, notice] of cases) {
    await t.step(name, async () => {
      await using server = chatServer([reply, HI]);
      const provider = providerFor(server);
      const notices: string[] = [];
      const { message } = await ask(provider, { onNotice: (text) => notices.push(String(text)) });
      assertEquals(message, { role: "assistant", content: "hi" });
      assertEquals([server.requests.length, provider.waits], [2, [500]]);
      assertEquals(notices.length, 1);
      assertStringIncludes(notices[0] ?? "", notice);
      assertStringIncludes(notices[0] ?? "", "retry 1 of 2 in 0.5 s");
    });
  }
});

Deno.test("openaiProvider() gives up after its retries", async () => {
  await using server = chatServer([status(500)]);
  const provider = providerFor(server, { retries: 3 });
  const error = await failureOf(provider);
  assertEquals([error.kind, server.requests.length], ["request", 4]);
  assertEquals(provider.waits, [500, 1000, 2000]);
  assertStringIncludes(error.message, 'Cannot ask model "test-model": HTTP 500 from 127.0.0.1');
  assertStringIncludes(error.message, "scripted 500");
});

Deno.test("openaiProvider() honours Retry-After, within bounds", async (t) => {
  const date = new Date(Date.now() + 90_000).toUTCString();
  const cases: [string, Record<string, string>, (waits: number[]) => boolean][] = [
    ["seconds", { "retry-after": "7" }, (waits) => waits[0] === 7000],
    ["zero", { "retry-after": "0" }, (waits) => waits[0] === 0],
    ["milliseconds", { "retry-after-ms": "70" }, (waits) => waits[0] === 70],
    ["a date", { "retry-after": date }, ([ms = 0]) => ms > 60_000 && ms <= 90_000],
    ["nonsense", { "retry-after": "soon" }, (waits) => waits[0] === 500],
  ];
  for (const [name, headers, fits] of cases) {
    await t.step(name, async () => {
      await using server = chatServer([status(429, { headers }), HI]);
      const provider = providerFor(server);
      await ask(provider);
      assert(fits(provider.waits), `${provider.waits}`);
    });
  }
  await t.step("too long is not waited for", async () => {
    await using server = chatServer([status(429, { headers: { "retry-after": "3600" } }), HI]);
    const provider = providerFor(server);
    const error = await failureOf(provider);
    assertEquals([server.requests.length, provider.waits], [1, []]);
    assertStringIncludes(String(error.suggestion), "3600 s");
  });
});

Deno.test("openaiProvider() does not retry what will not pass", async (t) => {
  const context = { error: { message: "too long", code: "context_length_exceeded" } };
  const llamaCpp = { error: { message: "the request exceeds the available context size" } };
  const gemini = [{ error: { code: 400, message: "API key not valid. Please pass one." } }];
  const quota = { error: { message: "You exceeded your quota", code: "insufficient_quota" } };
  const cases: [string, Reply, string, string][] = [
    ["401", status(401), "auth", "scripted 401"],
    ["403", status(403, { body: "" }), "auth", "HTTP 403"],
    ["400 about the key", status(400, { body: gemini }), "auth", "API key not valid"],
    ["context", status(400, { body: context }), "context", "too long"],
    ["context of llama.cpp", status(400, { body: llamaCpp }), "context", "context size"],
    ["413", status(413), "context", "HTTP 413"],
    ["400", status(400), "request", "scripted 400"],
    ["404", status(404, { body: { detail: "no such model" } }), "request", "no such model"],
    ["quota", status(429, { body: quota }), "request", "quota"],
    ["x-should-retry", status(500, { headers: { "x-should-retry": "false" } }), "request", "500"],
  ];
  for (const [name, reply, kind, text] of cases) {
    await t.step(name, async () => {
      await using server = chatServer([reply, HI]);
      const error = await failureOf(providerFor(server));
      assertEquals([error.kind, server.requests.length], [kind, 1]);
      assertStringIncludes(error.message, text);
    });
  }
});

Deno.test("openaiProvider() names the variable of a refused key, and never the key", async () => {
  const key = "sk-secret-0123456789";
  await using server = chatServer([
    status(401, { body: { error: { message: `Incorrect API key provided: ${key}` } } }),
  ]);
  const endpoint = endpointOf(server.baseUrl, key);
  const error = await failureOf(providerFor(server, { endpoint }));
  assertStringIncludes(String(error.suggestion), "OPENAI_API_KEY");
  assertStringIncludes(error.message, "[redacted:key]");
  assert(!Deno.inspect(error).includes(key));
});

Deno.test("openaiProvider() does not follow a redirect", async () => {
  await using target = chatServer([HI]);
  await using server = chatServer([
    status(307, { headers: { location: `${target.baseUrl}/chat/completions?key=1` } }),
  ]);
  const error = await failureOf(providerFor(server));
  assertEquals([error.kind, target.requests.length, server.requests.length], ["request", 0, 1]);
  assertStringIncludes(error.message, `redirect to ${target.baseUrl}/chat/completions,`);
});

Deno.test("openaiProvider() tells why a server cannot be reached", async () => {
  const server = chatServer([HI]);
  await server[Symbol.asyncDispose]();
  const provider = providerFor(server);
  const error = await failureOf(provider);
  assertEquals([error.kind, provider.waits.length], ["unreachable", 2]);
  assertStringIncludes(error.message, "refused");
});

Deno.test("openaiProvider() gives up on silence", async (t) => {
  const silent: [string, Reply, boolean][] = [
    ["before the headers", hang(), true],
    ["in mid-stream", hang(2, { content: "hello world" }), true],
    ["of a plain answer", hang(), false],
  ];
  for (const [name, reply, stream] of silent) {
    await t.step(name, async () => {
      await using server = chatServer([reply]);
      const error = await failureOf(providerFor(server, { timeoutMs: 30, retries: 1, stream }));
      assertEquals([error.kind, server.requests.length], ["unreachable", 2]);
      assertStringIncludes(error.message, "nothing was received for 0.03 s");
      assertStringIncludes(String(error.suggestion), "llm.timeout");
    });
  }
});

Deno.test("openaiProvider() measures the silence from the last byte on", async () => {
  await using server = chatServer([hang(3, { content: "hello world" })]);
  const controller = new AbortController();
  const elapse: (() => void)[] = [];
  const startTimer = (elapsed: () => void) => {
    elapse.push(elapsed);
    return () => {};
  };
  const seen = Promise.withResolvers<void>();
  const failure = failureOf(providerFor(server, { startTimer, retries: 0 }), {
    signal: controller.signal,
    onProgress: (characters) => characters === 11 && seen.resolve(),
  });
  await seen.promise;
  // At the start, with the headers, and with what followed.
  assert(elapse.length >= 3, `${elapse.length} timers`);
  elapse.at(-1)?.();
  assertEquals((await failure).kind, "unreachable");
});

Deno.test("openaiProvider() does not listen to an answer without end", async () => {
  await using server = chatServer([raw(JSON.stringify({ long: "x".repeat(5000) }))]);
  const error = await failureOf(providerFor(server, { mostBytes: 4000, retries: 0 }));
  assertEquals(error.kind, "request");
  assertStringIncludes(error.message, "the answer is too large");
});
