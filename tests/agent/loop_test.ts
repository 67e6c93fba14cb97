import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { AgentEvent } from "../../src/agent/events.ts";
import { type AgentRun, runAgent } from "../../src/agent/loop.ts";
import { StopRequest } from "../../src/agent/stop_signal.ts";
import { type Provider, ProviderError } from "../../src/llm/provider.ts";
import { verbatim } from "../../src/text.ts";
import { fail, fakeTools } from "../support/fake_tools.ts";
import { call, calls, scriptedProvider, text } from "../support/scripted_provider.ts";

function agentRun(provider: Provider, changes: Partial<AgentRun> = {}): AgentRun {
  return {
    provider,
    history: [{ role: "system", content: "You build." }, { role: "user", content: "task" }],
    unanswered: [],
    opening: null,
    limits: { maxSteps: 50, budgetUsd: null },
    before: { steps: 0, costUsd: 0, answers: 0 },
    tools: fakeTools({ look: {}, change: { changes: true } }),
    workspace: "/workspace",
    signal: new AbortController().signal,
    mode: "yolo",
    dryRun: false,
    confirm: () => Promise.reject(new Error("nobody is to be asked")),
    redact: (content) => content,
    redactMessage: (message) => message,
    maxResultBytes: 65536,
    ...changes,
  };
}

async function eventsOf(run: AgentRun): Promise<AgentEvent[]> {
  return await Array.fromAsync(runAgent(run));
}

function types(events: readonly AgentEvent[]): string[] {
  return events.map((event) => event.type === "stopped" ? event.reason : event.type);
}

Deno.test("runAgent() calls tools in the order asked until the model asks for none", async () => {
  const provider = scriptedProvider([
    calls(call("1", "look", { path: "a" }), call("2", "change", {})),
    text("done"),
  ]);
  const run = agentRun(provider);
  const events = await eventsOf(run);
  assertEquals(types(events), [
    "step_started",
    "answer",
    "tool_started",
    "tool_finished",
    "tool_started",
    "tool_finished",
    "step_started",
    "answer",
    "llm_done",
  ]);
  assertEquals(run.history.map((message) => message.role), [
    "system",
    "user",
    "assistant",
    "tool",
    "tool",
    "assistant",
  ]);
  assertEquals(run.history[3], { role: "tool", tool_call_id: "1", content: "look ran" });
  assertEquals(provider.requests.map((request) => request.answerNumber), [1, 2]);
});

Deno.test("runAgent() does nothing further while an event is not taken", async () => {
  let ran = 0;
  const provider = scriptedProvider([calls(call("1", "look", {})), text("done")]);
  const tools = fakeTools({ look: { run: () => `${++ran}` } });
  const events = runAgent(agentRun(provider, { tools }));
  assertEquals((await events.next()).value?.type, "step_started");
  assertEquals(provider.requests.length, 0);
  assertEquals((await events.next()).value?.type, "answer");
  assertEquals((await events.next()).value?.type, "tool_started");
  assertEquals(ran, 0);
  assertEquals((await events.next()).value?.type, "tool_finished");
  assertEquals([ran, provider.requests.length], [1, 1]);
  await events.return();
});

Deno.test("runAgent() gives what goes wrong with a tool to the model", async (t) => {
  const tools = fakeTools({
    broken: { run: () => fail("no such file") },
    picky: { prepare: () => fail("path is missing") },
    crash: {
      run: () => {
        throw new TypeError("a fault of the tool");
      },
    },
    empty: { run: () => "" },
  });
  const cases: [string, ReturnType<typeof call>, string][] = [
    ["a failing tool", call("1", "broken", {}), "no such file"],
    ["wrong arguments", call("1", "picky", {}), "path is missing"],
    ["an unexpected error", call("1", "crash", {}), "a fault of the tool"],
    ["an unknown tool", call("1", "fly", {}), "broken, picky, crash, empty"],
    ["arguments that are not JSON", call("1", "empty", '{"path": "a'), '{"path": "a'],
    ["arguments that are no object", call("1", "empty", "[1]"), "[1]"],
    ["no output", call("1", "empty", {}), "(no output)"],
  ];
  for (const [name, toolCall, expected] of cases) {
    await t.step(name, async () => {
      const provider = scriptedProvider([calls(toolCall), text("done")]);
      const run = agentRun(provider, { tools });
      assertEquals(types(await eventsOf(run)).at(-1), "llm_done");
      assertStringIncludes(String(run.history[3]?.content), expected);
    });
  }
});

Deno.test("runAgent() sends no arguments that are not JSON back to the model", async () => {
  const provider = scriptedProvider([calls(call("1", "look", "{oops")), text("done")]);
  await eventsOf(agentRun(provider));
  const sent = provider.requests[1]?.messages[2]?.tool_calls?.[0]?.function.arguments;
  assertEquals(sent, "{}");
});

Deno.test("runAgent() runs a call without arguments", async () => {
  const provider = scriptedProvider([calls(call("1", "look", "")), text("done")]);
  const run = agentRun(provider);
  await eventsOf(run);
  assertEquals(run.history[3]?.content, "look ran");
});

Deno.test("runAgent() asks for a summary at the step limit, without tools", async () => {
  const provider = scriptedProvider([calls(call("1", "look", {})), text("half done")]);
  const run = agentRun(provider, { limits: { maxSteps: 1, budgetUsd: null } });
  const events = await eventsOf(run);
  assertEquals(types(events).slice(-2), ["summary", "max_steps"]);
  assertEquals([provider.requests[1]?.kind, provider.requests[1]?.tools], ["summary", []]);
  assertEquals(run.history.at(-1)?.content, "half done");
});

Deno.test("runAgent() drops tool calls of a summary", async () => {
  const provider = scriptedProvider([
    calls(call("1", "look", {})),
    {
      ...calls(call("2", "look", {})),
      message: { role: "assistant", content: "x", tool_calls: [call("2", "look", {})] },
    },
  ]);
  const run = agentRun(provider, { limits: { maxSteps: 1, budgetUsd: null } });
  await eventsOf(run);
  assertEquals(run.history.at(-1), { role: "assistant", content: "x" });
});

Deno.test("runAgent() stops at the step limit without a summary", async (t) => {
  await t.step("where the provider has none", async () => {
    const provider = scriptedProvider([calls(call("1", "look", {})), null]);
    const run = agentRun(provider, { limits: { maxSteps: 1, budgetUsd: null } });
    assertEquals(types(await eventsOf(run)).slice(-2), ["tool_finished", "max_steps"]);
  });
  await t.step("with a warning where the call for it fails", async () => {
    const failure = new ProviderError("request", verbatim("server error"));
    const provider = scriptedProvider([calls(call("1", "look", {})), failure]);
    const run = agentRun(provider, { limits: { maxSteps: 1, budgetUsd: null } });
    assertEquals(types(await eventsOf(run)).slice(-2), ["warning", "max_steps"]);
  });
});

Deno.test("runAgent() makes no paid call once the budget is reached", async (t) => {
  await t.step("after a step, whose tools still run", async () => {
    const provider = scriptedProvider([calls(call("1", "look", {}))]);
    const run = agentRun(provider, { limits: { maxSteps: 50, budgetUsd: 0.01 } });
    assertEquals(types(await eventsOf(run)).slice(-2), ["tool_finished", "budget_exceeded"]);
    assertEquals(provider.requests.length, 1);
  });
  await t.step("at the step limit: no summary either", async () => {
    const provider = scriptedProvider([calls(call("1", "look", {}))]);
    const run = agentRun(provider, { limits: { maxSteps: 1, budgetUsd: 0.01 } });
    assertEquals(types(await eventsOf(run)).at(-1), "budget_exceeded");
    assertEquals(provider.requests.length, 1);
  });
  await t.step("when it was spent before: not even an open call is run", async () => {
    const provider = scriptedProvider([]);
    const run = agentRun(provider, {
      unanswered: [{ call: call("1", "look", {}), result: null }],
      limits: { maxSteps: 50, budgetUsd: 0.3 },
      before: { steps: 3, costUsd: 0.1 + 0.2, answers: 3 },
    });
    const events = await eventsOf(run);
    assertEquals(types(events), ["budget_exceeded"]);
    assert(events[0]?.type === "stopped");
    assertStringIncludes(String(events[0].error?.message), "$0.3");
  });
});

Deno.test("runAgent() does not go on under a budget that it cannot keep", async () => {
  const untold = { ...calls(call("1", "look", {})), costUsd: null };
  const run = agentRun(scriptedProvider([untold]), { limits: { maxSteps: 50, budgetUsd: 1 } });
  assertEquals(types(await eventsOf(run)), ["step_started", "answer", "llm_error"]);
});

Deno.test("runAgent() reports a failed model call by its kind", async (t) => {
  const cases: [ProviderError["kind"], string, string | undefined][] = [
    ["auth", "auth_error", "auth_error"],
    ["request", "llm_error", "llm_error"],
    ["unreachable", "llm_error", "llm_error"],
    ["cassette", "llm_error", "cassette_error"],
    ["context", "context_full", undefined],
  ];
  for (const [kind, reason, code] of cases) {
    await t.step(kind, async () => {
      const failure = new ProviderError(kind, verbatim("it failed"));
      const events = await eventsOf(agentRun(scriptedProvider([failure])));
      const last = events.at(-1);
      assert(last?.type === "stopped");
      assertEquals([last.reason, last.error?.code], [reason, code]);
    });
  }
});

Deno.test("runAgent() rejects with a fault of the program", async () => {
  const run = agentRun(scriptedProvider([new TypeError("a bug")]));
  await assertRejects(() => eventsOf(run), TypeError, "a bug");
});

Deno.test("runAgent() leaves more out when the server takes less than was thought", async () => {
  const big = "x".repeat(40_000);
  const provider = scriptedProvider([
    calls(call("1", "look", {})),
    calls(call("2", "look", {})),
    new ProviderError("context", verbatim("too long")),
    text("done"),
  ]);
  const run = agentRun(provider, { tools: fakeTools({ look: { run: () => big } }) });
  assertEquals(types(await eventsOf(run)).at(-1), "llm_done");
  assertEquals(provider.requests[2]?.messages[3]?.content, big);
  assertStringIncludes(String(provider.requests[3]?.messages[3]?.content), "left out");
  assertEquals(run.history[3]?.content, big);
});

Deno.test("runAgent() stops when a signal is given", async (t) => {
  for (const reason of ["user_interrupt", "timeout"] as const) {
    await t.step(`${reason} in a model call`, async () => {
      const stop = new AbortController();
      const provider = scriptedProvider([(request) => {
        stop.abort(new StopRequest(reason));
        request.signal.throwIfAborted();
        return null;
      }]);
      const events = await eventsOf(agentRun(provider, { signal: stop.signal }));
      assertEquals(types(events), ["step_started", reason]);
    });
    await t.step(`${reason} in a tool: its result stays open`, async () => {
      const stop = new AbortController();
      const tools = fakeTools({
        look: {
          run: () => {
            stop.abort(new StopRequest(reason));
            throw stop.signal.reason;
          },
        },
      });
      const provider = scriptedProvider([calls(call("1", "look", {}), call("2", "look", {}))]);
      const run = agentRun(provider, { signal: stop.signal, tools });
      assertEquals(types(await eventsOf(run)), ["step_started", "answer", "tool_started", reason]);
      assertEquals(run.history.at(-1)?.role, "assistant");
    });
  }
  await t.step("before anything: nothing is called", async () => {
    const stop = new AbortController();
    stop.abort(new StopRequest("user_interrupt"));
    const provider = scriptedProvider([]);
    const events = await eventsOf(agentRun(provider, { signal: stop.signal }));
    assertEquals(types(events), ["user_interrupt"]);
  });
});

Deno.test("runAgent() answers open calls before the opening message and the model", async () => {
  const provider = scriptedProvider([text("done")]);
  const run = agentRun(provider, {
    history: [
      { role: "user", content: "task" },
      {
        role: "assistant",
        content: null,
        tool_calls: [call("1", "look", {}), call("2", "look", {})],
      },
    ],
    unanswered: [
      { call: call("1", "look", {}), result: { success: true, content: "was done" } },
      { call: call("2", "look", {}), result: null },
    ],
    opening: { role: "user", content: "and the docs" },
    before: { steps: 1, costUsd: 0, answers: 1 },
  });
  const events = await eventsOf(run);
  assertEquals(types(events).slice(0, 4), [
    "tool_finished",
    "tool_started",
    "tool_finished",
    "message",
  ]);
  assertEquals(provider.requests[0]?.messages.slice(2).map((message) => message.content), [
    "was done",
    "look ran",
    "and the docs",
  ]);
  assertEquals(provider.requests[0]?.answerNumber, 2);
});

Deno.test("runAgent() never sends two messages of the user in a row", async () => {
  const provider = scriptedProvider([text("done")]);
  const opening = { role: "user", content: "and the docs" } as const;
  const run = agentRun(provider, { opening });
  const events = await eventsOf(run);
  assertEquals(run.history.slice(1, 2), [{ role: "user", content: "task\n\nand the docs" }]);
  assertEquals(provider.requests[0]?.messages, run.history.slice(0, 2));
  // What is saved is what was said: it is joined again when the session is loaded.
  assertEquals(events[0], { type: "message", message: opening });
});

Deno.test("runAgent() asks before a tool by mode", async (t) => {
  const cases: [AgentRun["mode"], string[]][] = [
    ["yolo", []],
    ["confirm-sensitive", ["change"]],
    ["confirm-all", ["look", "change"]],
  ];
  for (const [mode, expected] of cases) {
    await t.step(mode, async () => {
      const asked: string[] = [];
      const provider = scriptedProvider([
        calls(call("1", "look", {}), call("2", "change", {})),
        text("done"),
      ]);
      const run = agentRun(provider, {
        mode,
        confirm: ({ tool, preview }) => {
          asked.push(tool);
          assertEquals(String(preview), `${tool} would run`);
          return Promise.resolve(tool !== "change");
        },
      });
      await eventsOf(run);
      assertEquals(asked, expected);
      const result = String(run.history[4]?.content);
      assertEquals(result.includes("declined"), mode !== "yolo");
    });
  }
});

Deno.test("runAgent() changes nothing in a dry run and asks nobody", async () => {
  let changed = false;
  const tools = fakeTools({ change: { changes: true, run: () => `${changed = true}` } });
  const provider = scriptedProvider([calls(call("1", "change", {})), text("done")]);
  const run = agentRun(provider, { tools, dryRun: true, mode: "confirm-sensitive" });
  const events = await eventsOf(run);
  assertEquals(changed, false);
  assertStringIncludes(String(run.history[3]?.content), "change would run");
  const finished = events.find((event) => event.type === "tool_finished");
  assertStringIncludes(String(finished?.result.wouldDo), "change would run");
});

Deno.test("runAgent() redacts and caps what enters the history", async () => {
  const tools = fakeTools({ look: { run: () => `secret ${"x".repeat(100_000)}` } });
  const provider = scriptedProvider([calls(call("1", "look", {})), text("secret")]);
  const run = agentRun(provider, {
    tools,
    maxResultBytes: 1000,
    redact: (content) => content.replaceAll("secret", "[redacted:test]"),
    redactMessage: (message) => ({ ...message, content: "[redacted:test]" }),
  });
  await eventsOf(run);
  const result = String(run.history[3]?.content);
  assert(result.startsWith("[redacted:test]"));
  assert(result.length < 1500);
  assertEquals(run.history.at(-1)?.content, "[redacted:test]");
});

Deno.test("runAgent() warns of an answer that was cut off", async () => {
  const provider = scriptedProvider([{ ...text("half a"), finishReason: "length" }]);
  const events = await eventsOf(agentRun(provider));
  assertEquals(types(events), ["step_started", "answer", "warning", "llm_done"]);
});
