/** The program against a server that speaks the protocol, well and badly. */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  chatServer,
  cutAfter,
  drip,
  endAfter,
  hang,
  plain,
  raw,
  type Reply,
  status,
  streamed,
} from "../support/chat_server.ts";
import { DONE, inWorkspace, model, onlySession, writeConfig, writes } from "./support.ts";

/** A server that asks to be tried again at once. */
const NOW = { headers: { "retry-after-ms": "1" } };
const NO_RETRIES = "llm: {retries: 0}\n";

Deno.test("a task is done over HTTP, streamed and in whole answers", async (t) => {
  for (
    const [name, flags, streaming] of [["streamed", [], true], [
      "whole",
      ["--no-stream"],
      false,
    ]] as const
  ) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        await using server = chatServer([writes("a.txt", "añadido 🎉\n"), DONE]);
        const result = await run(["run", "say añade 🎉", ...model(server), ...flags]);
        assertEquals([result.code, result.stdout], [0, "All done.\n"], result.stderr);
        assertEquals(await Deno.readTextFile(`${workspace}/a.txt`), "añadido 🎉\n");
        assertEquals(server.requests.map(({ body }) => body.stream === true), [
          streaming,
          streaming,
        ]);
        assertEquals(server.requests[0]!.path, "/v1/chat/completions");
        assertEquals(server.requests[1]!.messages.map(({ role }) => role), [
          "system",
          "user",
          "assistant",
          "tool",
        ]);
        assertEquals(server.requests[1]!.messages[1]!.content, "say añade 🎉");
      }));
  }
});

Deno.test("a server that ignores what kind of answer was asked for is understood", async (t) => {
  const cases = [["whole for streamed", plain, []], ["streamed for whole", streamed, [
    "--no-stream",
  ]]] as const;
  for (const [name, kind, flags] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run) => {
        await using server = chatServer([kind({ content: "as I like" })]);
        const result = await run(["run", "x", ...model(server), ...flags]);
        assertEquals([result.code, result.stdout], [0, "as I like\n"], result.stderr);
      }));
  }
});

Deno.test("a key that is refused ends a run with 4, and another key goes on with it", async (t) => {
  for (
    const [name, code, body] of [
      ["401", 401, { error: { message: "no such key", code: "invalid_api_key" } }],
      ["403", 403, { error: { message: "not for you" } }],
      ["a 400 that says so", 400, [{ error: { message: "API key not valid. Please pass one." } }]],
    ] as const
  ) {
    for (const flags of [[], ["--no-stream"]]) {
      await t.step(`${name} ${flags}`, () =>
        inWorkspace(async (run) => {
          await using server = chatServer([status(code, { body }), DONE]);
          const refused = await run(["run", "x", "--json", ...model(server), ...flags], {
            env: { ARCHITECT_API_KEY: "bad-key-0001" },
          });
          assertEquals(refused.code, 4, refused.stderr);
          const { session_id, status: ended, stop_reason, error, persisted, steps } = refused
            .json();
          assertEquals([ended, stop_reason, error.code], ["failed", "auth_error", "auth_error"]);
          assertEquals([persisted, steps], [true, 0]);
          assertEquals(server.requests.length, 1);

          const resumed = await run(["resume", session_id, ...model(server), ...flags], {
            env: { ARCHITECT_API_KEY: "good-key-0001" },
          });
          assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
          assertEquals(server.requests[1]!.headers.get("authorization"), "Bearer good-key-0001");
          assertEquals(server.requests[1]!.messages, server.requests[0]!.messages);
        }));
    }
  }
});

Deno.test("a resume whose key is refused leaves the session as it was", async () => {
  await inWorkspace(async (run, workspace) => {
    await using server = chatServer([writes("a.txt"), status(400), status(401), DONE]);
    await run(["run", "x", ...model(server)]);
    const before = await onlySession(workspace);
    assertEquals([before.status, before.stop_reason, before.steps_completed], [
      "failed",
      "llm_error",
      1,
    ]);
    const refused = await run(["resume", "last", "--json", ...model(server)]);
    assertEquals([refused.code, refused.json().session_id], [4, before.session_id]);
    assertEquals(await onlySession(workspace), before);
    assertEquals((await run(["resume", "last", ...model(server)])).code, 0);
  });
});

Deno.test("a failure that may pass is tried again", async (t) => {
  const cases: readonly (readonly [string, readonly Reply[], RegExp])[] = [
    ["429 with Retry-After", [status(429, { headers: { "retry-after": "0" } })], /HTTP 429/],
    ["500, then 503", [status(500, NOW), status(503, NOW)], /HTTP 503/],
    ["429 with a page", [status(429, { ...NOW, body: "<html>slow down</html>" })], /HTTP 429/],
    ["a cut connection", [cutAfter(3, { content: "All do" })], /retry 1 of 2/],
    ["a stream that just ends", [endAfter(2, { content: "All do" })], /retry 1 of 2/],
    ["malformed JSON", [raw('{"choices": [{"mess')], /malformed JSON: .*; retry 1 of 2/],
    [
      "malformed events",
      [raw('data: {"choices": [{"delta"\n\ndata: [DONE]\n\n', "text/event-stream")],
      /malformed JSON: .*; retry 1 of 2/,
    ],
    ["nothing at all", [raw("")], /empty; retry 1 of 2/],
    ["a page", [raw("<!doctype html><p>Welcome", "text/html")], /neither JSON nor .* retry 1 of 2/],
    [
      "an error in mid-stream",
      [raw('data: {"error": {"message": "overloaded"}}\n\n', "text/event-stream")],
      /retry 1 of 2/,
    ],
  ];
  for (const [name, failures, told] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        await using server = chatServer([...failures, DONE]);
        const result = await run(["run", "x", ...model(server)]);
        assertEquals([result.code, result.stdout], [0, "All done.\n"], result.stderr);
        assertMatch(result.stderr, told);
        assertEquals(server.requests.length, failures.length + 1);
        const { messages, steps_completed } = await onlySession(workspace);
        assertEquals([messages.length, steps_completed], [3, 1]);
      }));
  }
});

Deno.test("a failure that stays ends a run with 1, and the session goes on later", async (t) => {
  const cases: readonly (readonly [string, Reply, number, RegExp])[] = [
    ["429", status(429, NOW), 3, /HTTP 429 from 127\.0\.0\.1:\d+: scripted 429/],
    ["500", status(500, NOW), 3, /HTTP 500/],
    ["400", status(400), 1, /HTTP 400 from .*: scripted 400/],
    ["404", status(404), 1, /HTTP 404/],
    ["x-should-retry: false", status(500, { headers: { "x-should-retry": "false" } }), 1, /500/],
    ["a wait of an hour", status(429, { headers: { "retry-after": "3600" } }), 1, /HTTP 429/],
    [
      "no quota left",
      status(429, { body: { error: { message: "pay first", code: "insufficient_quota" } } }),
      1,
      /pay first/,
    ],
  ];
  for (const [name, failure, requests, told] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        await using server = chatServer([
          writes("a.txt"),
          ...Array<Reply>(requests).fill(failure),
          DONE,
        ]);
        const failed = await run(["run", "x", "--json", ...model(server)]);
        assertEquals(failed.code, 1, failed.stderr);
        const { error, ...document } = failed.json();
        assertEquals([document.status, document.stop_reason], ["failed", "llm_error"]);
        assertEquals([document.persisted, document.steps, document.output], [true, 1, null]);
        assertEquals(error.code, "llm_error");
        assertMatch(error.message, told);
        assert(typeof error.suggestion === "string");
        assertEquals(server.requests.length, 1 + requests);
        assertEquals((await onlySession(workspace)).status, "failed");

        const resumed = await run(["resume", document.session_id, ...model(server)]);
        assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
        assertEquals(server.requests.at(-1)!.messages, server.requests[1]!.messages);
      }));
  }
});

Deno.test("an answer that cannot be read is not passed on when no try is left", async (t) => {
  const cases: readonly (readonly [string, Reply])[] = [
    ["malformed JSON", raw('{"choices": [{"mess')],
    ["malformed events", raw('data: {"choices": [{"del\n\n', "text/event-stream")],
    ["a cut connection", cutAfter(4, { content: "half of an answer" })],
    ["no choices", raw("{}")],
    ["a list", raw("[]")],
    ["null", raw("null")],
  ];
  for (const [name, reply] of cases) {
    await t.step(name, () =>
      inWorkspace(async (run, workspace) => {
        const config = await writeConfig(workspace, NO_RETRIES);
        await using server = chatServer([reply]);
        const result = await run(["run", "x", "--json", ...model(server), ...config]);
        const { status, stop_reason, error, output } = result.json();
        assertEquals([result.code, status, stop_reason], [1, "failed", "llm_error"]);
        assertEquals([error.code, output], ["llm_error", null]);
        assertEquals((await onlySession(workspace)).messages.length, 2);
      }));
  }
});

Deno.test("a server that is not there ends a run with 1", async () => {
  await inWorkspace(async (run, workspace) => {
    const config = await writeConfig(workspace, NO_RETRIES);
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const address = `127.0.0.1:${listener.addr.port}`;
    listener.close();
    const flags = ["--model", "local", "--api-base", `http://${address}/v1`, "--mode", "yolo"];
    const result = await run(["run", "x", "--json", ...flags, ...config]);
    const { status, stop_reason, error, session_id } = result.json();
    assertEquals([result.code, status, stop_reason], [1, "failed", "llm_error"]);
    assertStringIncludes(error.message, `Cannot reach ${address}`);
    assertEquals((await onlySession(workspace)).session_id, session_id);
  });
});

Deno.test("a redirect is not followed, and what it leads to gets nothing", async (t) => {
  for (const code of [301, 302, 307, 308]) {
    await t.step(String(code), () =>
      inWorkspace(async (run) => {
        await using other = chatServer([DONE]);
        const location = `${other.baseUrl}/chat/completions`;
        await using server = chatServer([status(code, { headers: { location } })]);
        const result = await run(["run", "x", "--json", ...model(server)], {
          env: { ARCHITECT_API_KEY: "only-for-one-host" },
        });
        assertEquals([result.code, result.json().error.code], [1, "llm_error"]);
        assertStringIncludes(result.json().error.message, "redirect");
        assertEquals([server.requests.length, other.requests.length], [1, 0]);
      }));
  }
});

Deno.test("a request that is too large ends a run with 2, and a larger model goes on", async () => {
  await inWorkspace(async (run) => {
    const body = {
      error: {
        message: "This model's maximum context length is 8",
        code: "context_length_exceeded",
      },
    };
    await using server = chatServer([status(400, { body }), DONE]);
    const full = await run(["run", "x", "--json", ...model(server)]);
    const { status: ended, stop_reason, session_id } = full.json();
    assertEquals([full.code, ended, stop_reason], [2, "partial", "context_full"], full.stderr);
    const resumed = await run(["resume", session_id, ...model(server, "large")]);
    assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
  });
});

Deno.test("--timeout ends a run with 5 whatever the server does", async (t) => {
  const cases: readonly (readonly [string, Reply])[] = [
    ["an endless answer", drip()],
    ["an answer that stops in the middle", hang(3, { content: "half of it" })],
    ["no answer at all", hang()],
    ["a long Retry-After", status(429, { headers: { "retry-after": "100" } })],
  ];
  for (const [name, reply] of cases) {
    for (const flags of [[], ["--no-stream"]]) {
      await t.step(`${name} ${flags}`, () =>
        inWorkspace(async (run, workspace) => {
          // Whatever the first run asks: on a slow machine its time may be up before it asks at all.
          let late = false;
          await using server = chatServer([() => late ? DONE : reply]);
          const limited = ["run", "x", "--json", "--timeout", "0.4"];
          const first = await run([...limited, ...model(server), ...flags]);
          late = true;
          assertEquals(first.code, 5, first.stderr);
          const { status, stop_reason, persisted, session_id, output, error } = first.json();
          assertEquals([status, stop_reason, persisted], ["partial", "timeout", true]);
          assertEquals([output, error], [null, null]);
          assertEquals((await onlySession(workspace)).stop_reason, "timeout");

          const resumed = await run(["resume", session_id, ...model(server), ...flags]);
          assertEquals([resumed.code, resumed.stdout], [0, "All done.\n"], resumed.stderr);
          assertEquals(server.requests.at(-1)!.messages, server.requests[0]!.messages);
        }));
    }
  }
});

Deno.test("a server that says nothing is given up after llm.timeout", async () => {
  await inWorkspace(async (run, workspace) => {
    const config = await writeConfig(workspace, "llm: {retries: 0, timeout: 0.2}\n");
    await using server = chatServer([hang(2, { content: "half" })]);
    const result = await run(["run", "x", "--json", ...model(server), ...config]);
    assertEquals([result.code, result.json().stop_reason], [1, "llm_error"]);
    assertStringIncludes(result.json().error.message, "nothing was received for 0.2 s");
  });
});
