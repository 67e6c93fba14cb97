import { assertEquals } from "@std/assert";
import type { RunEvent } from "../../src/agent/run_session.ts";
import { createRedactor } from "../../src/secrets.ts";
import { createSession } from "../../src/session/session_state.ts";
import {
  createEventStream,
  type EventStream,
  type EventStreamStart,
} from "../../src/ui/event_stream.ts";
import type { OutputEvent } from "../../src/ui/output_event.ts";
import { checkBySchema } from "../support/output_schema.ts";
import { call, calls, text } from "../support/scripted_provider.ts";
import { verbatim } from "../../src/text.ts";

const AT = "2026-01-02T03:04:05.000Z";
const ID = "20260223-143022-a1b2c3";
const SECRET = "correct horse battery";
const PEM = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(4) +
  "-----END PRIVATE KEY-----";

function begun(changes: Partial<EventStreamStart> = {}): EventStreamStart {
  const session = { task: "say hello", agent: "build", model: "gpt-4o", sessionId: ID };
  const state = createSession(session);
  return { state, resumed: false, saves: true, widened: [], ...changes };
}

/** What is told while a stream is given something. */
function told(
  give: (stream: EventStream) => void,
  options: { readonly text?: boolean } = {},
): OutputEvent[] {
  const lines: string[] = [];
  const stream = createEventStream({
    line: (line) => lines.push(line),
    redactor: createRedactor([{ kind: "api_key", value: SECRET }]),
    text: options.text ?? false,
    now: () => new Date(AT),
  });
  give(stream);
  return lines.map((line) => {
    assertEquals([line.split("\n").length, line.endsWith("\n")], [2, true]);
    const { at, ...event } = JSON.parse(line);
    checkBySchema(`${event.type}_event`, { at, ...event });
    assertEquals(at, AT);
    return event;
  });
}

function saved(first: boolean, revision = 1, steps = 0): RunEvent {
  return { type: "session_saved", sessionId: ID, first, revision, steps };
}

const STARTED: OutputEvent = {
  type: "session_started",
  session_id: ID,
  agent: "build",
  model: "gpt-4o",
  task: "say hello",
  resumed: false,
  widened: [],
  steps: 0,
  total_cost_usd: 0,
};

Deno.test("createEventStream() names a session once it can be resumed", async (t) => {
  await t.step("a new one: after its first save", () => {
    assertEquals(
      told((stream) => {
        stream.begin(begun());
        stream.warn("before it is there");
        stream.show(saved(true));
        stream.show(saved(false, 2, 1));
      }),
      [
        { type: "warning", message: "before it is there" },
        STARTED,
        { type: "saved", revision: 1, steps: 0 },
        { type: "saved", revision: 2, steps: 1 },
      ],
    );
  });
  await t.step("one that goes on: at once", () => {
    const start = begun({ resumed: true, widened: ["mode: yolo"] });
    Object.assign(start.state, { stepsCompleted: 3, totalCost: 0.5 });
    assertEquals(
      told((stream) => {
        stream.begin(start);
        stream.show(saved(true, 8, 4));
      }),
      [
        {
          ...STARTED,
          resumed: true,
          widened: ["mode: yolo"],
          steps: 3,
          total_cost_usd: 0.5,
        },
        { type: "saved", revision: 8, steps: 4 },
      ],
    );
  });
  await t.step("one that is not saved: it has no name", () => {
    const events = told((stream) => stream.begin(begun({ saves: false })));
    assertEquals(events, [{ ...STARTED, session_id: null }]);
  });
});

Deno.test("createEventStream() tells of steps and tools", () => {
  const asked = call("c1", "write_file", { path: "a.txt", content: "x" });
  const start = begun();
  const message = { role: "tool", tool_call_id: "c1", content: "written" } as const;
  const result = { success: true, content: "written", path: "a.txt" };
  const events = told((stream) => {
    stream.begin(start);
    stream.show({ type: "step_started", step: 4 });
    start.state.totalCost = 0.75;
    const answer = calls(asked);
    stream.show({ type: "answer", ...answer, message: { ...answer.message, content: "I write." } });
    stream.show({ type: "tool_started", call: asked, path: "a.txt" });
    stream.show({ type: "tool_finished", call: asked, message, result });
    const failed = { success: false, content: "no", error: verbatim("declined by the user") };
    stream.show({ type: "tool_finished", call: asked, message, result: failed });
    const dry = { ...result, wouldDo: verbatim("write a.txt") };
    stream.show({ type: "tool_finished", call: asked, message, result: dry });
    stream.show({ type: "message", message: { role: "user", content: "go on" } });
    stream.show({ type: "warning", text: verbatim("cut off") });
    stream.show({ type: "summary", ...text("so far", null), usage: null });
    stream.show({ type: "stopped", reason: "max_steps", error: null });
  });
  const finished = { type: "tool_finished", call_id: "c1", tool: "write_file" } as const;
  assertEquals(events, [
    { type: "step_started", step: 4 },
    {
      type: "step_finished",
      step: 4,
      text: "I write.",
      tool_calls: [{
        call_id: "c1",
        tool: "write_file",
        arguments: { path: "a.txt", content: "x" },
      }],
      cost_usd: 0.01,
      total_cost_usd: 0.75,
      input_tokens: 10,
      output_tokens: 5,
    },
    { type: "tool_started", call_id: "c1", tool: "write_file", path: "a.txt" },
    { ...finished, success: true, path: "a.txt" },
    { ...finished, success: false, error: "declined by the user" },
    { ...finished, success: true, path: "a.txt", would_do: "write a.txt" },
    { type: "warning", message: "cut off" },
    {
      type: "summary",
      text: "so far",
      cost_usd: null,
      total_cost_usd: 0.75,
      input_tokens: null,
      output_tokens: null,
    },
  ]);
});

Deno.test("createEventStream() leaves arguments out that nest too deep to be shown", () => {
  const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const answer = calls(call("c1", "grep", deep), call("c2", "grep", "no JSON"));
  const [, event] = told((stream) => {
    stream.show({ type: "step_started", step: 1 });
    stream.show({ type: "answer", ...answer });
  });
  const shown = event?.type === "step_finished" ? event.tool_calls : [];
  assertEquals(shown.map((asked) => asked.arguments), [{}, {}]);
});

Deno.test("createEventStream() takes secrets out of everything", () => {
  const named = call("c1", "grep", { text: SECRET, api_key: "a1b2c3d4e5" });
  const start = begun({ widened: [SECRET] });
  Object.assign(start.state, { model: SECRET, agent: SECRET });
  const message = { role: "tool", tool_call_id: "c1", content: "x" } as const;
  const events = told((stream) => {
    stream.begin(start);
    stream.show(saved(true));
    stream.show({ type: "step_started", step: 1 });
    for (const character of `${SECRET}\n${PEM}`) stream.received(character);
    stream.show({ type: "answer", ...text(`${SECRET}\n${PEM}`) });
    stream.show({ type: "answer", ...calls(named) });
    stream.show({ type: "tool_started", call: named, path: SECRET });
    const told = verbatim(SECRET);
    const result = { success: false, content: "", path: SECRET, error: told, wouldDo: told };
    stream.show({ type: "tool_finished", call: named, message, result });
    stream.show({ type: "warning", text: verbatim(SECRET) });
    stream.show({ type: "summary", ...text(SECRET) });
    stream.warn(SECRET);
  }, { text: true });
  const all = JSON.stringify(events);
  for (const secret of [SECRET, "MIIE", "a1b2c3d4e5"]) {
    assertEquals(all.includes(secret), false, all);
  }
  assertEquals(events.filter(({ type }) => type === "text"), [
    { type: "text", step: 1, text: "[redacted:api_key]\n" },
    { type: "text", step: 1, text: "[redacted:private_key]\n\n\n\n\n" },
  ]);
});

Deno.test("createEventStream() tells a text as it arrives, all of it once", async (t) => {
  const answers: readonly (readonly [string, readonly (string | null)[], string])[] = [
    ["in lines", [null, "one\ntw", "o\n\nthr", "ee"], "one\ntwo\n\nthree"],
    ["whole only", [], "one\ntwo"],
    ["anew", [null, "one\ntw", null, "zwei\ndr", "ei\n"], "zwei\ndrei\n"],
    ["and another at the end", [null, "one\n", "two\n"], "one\n2\n"],
    ["a shorter one at the end", [null, "one\n", "two\n"], "one"],
    ["none", [null], ""],
    [
      "with a key of several lines",
      [null, `see\n${PEM.slice(0, 60)}`, `${PEM.slice(60)}\nok`],
      "see\n[redacted:private_key]\n\n\n\n\n\nok",
    ],
  ];
  for (const [name, pieces, whole] of answers) {
    await t.step(name, () => {
      const events = told((stream) => {
        stream.show({ type: "step_started", step: 1 });
        for (const piece of pieces) stream.received(piece);
        stream.show({ type: "answer", ...text(whole) });
      }, { text: true });
      const last = events.findLastIndex(({ type }) => type === "text_discarded");
      const texts = events.slice(last + 1).map((event) => event.type === "text" ? event.text : "");
      assertEquals(texts.join(""), whole);
      const discards = events.filter(({ type }) => type === "text_discarded").length;
      assertEquals(discards, /anew|another|shorter/.test(name) ? 1 : 0);
      assertEquals(events.at(-1)?.type, "step_finished");
    });
  }
});

Deno.test("createEventStream() tells lines before the answer is whole", () => {
  const events = told((stream) => {
    stream.show({ type: "step_started", step: 2 });
    stream.received("one\ntwo\nthr");
  }, { text: true });
  assertEquals(events, [
    { type: "step_started", step: 2 },
    { type: "text", step: 2, text: "one\ntwo\n" },
  ]);
});

Deno.test("createEventStream() tells that the text of a step that is asked again is void", () => {
  const events = told((stream) => {
    stream.show({ type: "step_started", step: 1 });
    stream.received("half\n");
    stream.show({ type: "step_started", step: 1 });
  }, { text: true });
  assertEquals(events.map(({ type }) => type), [
    "step_started",
    "text",
    "text_discarded",
    "step_started",
  ]);
});

Deno.test("createEventStream() tells no text where none is asked for", () => {
  const events = told((stream) => {
    stream.show({ type: "step_started", step: 1 });
    stream.received("one\ntwo\n");
    stream.show({ type: "answer", ...text("one\ntwo\n") });
  });
  assertEquals(events.map(({ type }) => type), ["step_started", "step_finished"]);
});

Deno.test("createEventStream() tells nothing after the end", () => {
  const costs = { total_cost_usd: 0, run_cost_usd: 0, complete: true };
  const result = {
    session_id: ID,
    status: "success",
    stop_reason: "llm_done",
    output: SECRET,
    ...{ steps: 1, run_steps: 1, tools_used: [], files_modified: [], duration_seconds: 1 },
    costs: { ...costs, input_tokens: 0, output_tokens: 0 },
    ...{ model: "m", agent: "build", truncated: false, persisted: true, error: null },
  };
  const events = told((stream) => {
    stream.finish(result);
    stream.received("late\n");
    stream.warn("late");
    stream.finish(result);
  }, { text: true });
  assertEquals(events, [
    { type: "run_finished", result: { ...result, output: "[redacted:api_key]" } },
  ]);
});
