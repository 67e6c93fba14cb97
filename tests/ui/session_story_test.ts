import { assertEquals } from "@std/assert";
import type { Message } from "../../src/llm/provider.ts";
import type { StepMessage } from "../../src/session/session_steps.ts";
import { resultWords, sessionStory } from "../../src/ui/session_story.ts";

/** Messages of a history: the step of each, and the message. */
function told(...pairs: readonly (readonly [number | null, Message])[]): StepMessage[] {
  return pairs.map(([step, message], index) => ({
    number: index + 1,
    step,
    at: null,
    cost: 0,
    message,
  }));
}

function asks(...ids: string[]): Message {
  return {
    role: "assistant",
    content: null,
    tool_calls: ids.map((id) => ({
      id,
      type: "function",
      function: { name: "read_file", arguments: `{"path":"${id}.ts"}` },
    })),
  };
}

function result(id: string, content: string): Message {
  return { role: "tool", tool_call_id: id, content };
}

/** Each item in short. */
function outline(messages: readonly StepMessage[]): unknown[] {
  return sessionStory(messages).map(({ kind, step, text, calls }) => [
    kind,
    step,
    text,
    ...calls.map(({ subject, result }) => `${subject} ${result}`),
  ]);
}

const USER: Message = { role: "user", content: "go" };

Deno.test("sessionStory() puts results to their calls", async (t) => {
  const cases: [string, StepMessage[], unknown[]][] = [
    ["in another order", told([1, asks("a", "b")], [1, result("b", "B")], [1, result("a", "A")]), [
      ["step", 1, "", "a.ts A", "b.ts B"],
    ]],
    [
      "ids that come again",
      told([1, asks("a")], [1, result("a", "1")], [2, asks("a")], [
        2,
        result("a", "2"),
      ]),
      [["step", 1, "", "a.ts 1"], ["step", 2, "", "a.ts 2"]],
    ],
    ["two calls of one id", told([1, asks("a", "a")], [1, result("a", "1")]), [
      ["step", 1, "", "a.ts 1", "a.ts null"],
    ]],
    ["a call without a result", told([1, asks("a")], [1, USER]), [
      ["step", 1, "", "a.ts null"],
      ["user", null, "go"],
    ]],
    ["a result without its call", told([1, result("a", "A")], [2, asks("b")]), [
      ["result", null, "A"],
      ["step", 2, "", "b.ts null"],
    ]],
    ["a second result", told([1, asks("a")], [1, result("a", "1")], [1, result("a", "2")]), [
      ["step", 1, "", "a.ts 1"],
      ["result", null, "2"],
    ]],
  ];
  for (const [name, messages, expected] of cases) {
    await t.step(name, () => assertEquals(outline(messages), expected));
  }
});

Deno.test("sessionStory() tells a summary from a step, where the steps are known", () => {
  const answer: Message = { role: "assistant", content: "done" };
  const known = told([0, USER], [1, answer], [1, USER], [1, answer], [2, answer]);
  assertEquals(outline(known).map((item) => (item as unknown[]).slice(0, 2)), [
    ["user", null],
    ["step", 1],
    ["user", null],
    ["summary", null],
    ["step", 2],
  ]);
  assertEquals(outline(told([null, answer], [null, answer])), [
    ["step", null, "done"],
    ["step", null, "done"],
  ]);
  // After a gap nobody knows what came right before.
  const [first, , , last] = known;
  assertEquals(outline([{ ...first!, step: 1 }, last!]), [["user", null, "go"], [
    "step",
    1,
    "done",
  ]]);
});

Deno.test("sessionStory() tells which file a call changed", () => {
  const [asked, answered] = told([1, asks("a")], [1, result("a", "Edited")]);
  const [item] = sessionStory([asked!, { ...answered!, path: "src/a.ts" }]);
  const { subject, changed } = item!.calls[0]!;
  assertEquals([subject, changed], ["src/a.ts", "src/a.ts"]);
});

Deno.test("sessionStory() takes arguments that are no JSON", () => {
  const call = { id: "a", type: "function", function: { name: "x", arguments: '{"pa' } } as const;
  const [item] = sessionStory(told([1, { role: "assistant", content: null, tool_calls: [call] }]));
  assertEquals(item!.calls, [
    { name: "x", arguments: '{"pa', subject: "", changed: null, result: null },
  ]);
});

Deno.test("resultWords() tells what came of a call in one line", async (t) => {
  const cases: [string | null, string][] = [
    [null, "no result"],
    ["", ""],
    ["Created a.ts (3 bytes).", "Created a.ts (3 bytes)"],
    ["[exit code 1]\nmany\nlines", "[exit code 1]"],
    ["[timed out after 30 s and was ended]", "[timed out after 30 s and was ended]"],
    ['Cannot edit "a.ts": old_str does not occur', 'Cannot edit "a.ts": old_str does not occur'],
    [
      "Dry run: nothing was changed. This call would do:\nx",
      "Dry run: nothing was changed. " +
      "This call would do",
    ],
    ["one line\n", "one line"],
    ["x".repeat(61), "61 characters"],
    ["a\nb\nc\n", "3 lines"],
  ];
  for (const [given, expected] of cases) {
    await t.step(
      String(given),
      () => assertEquals(String(resultWords({ result: given })), expected),
    );
  }
});
