import { assertEquals } from "@std/assert";
import {
  type RepeatedFlags,
  resumeCommand,
  type ResumeNeeds,
} from "../../src/commands/resume_command.ts";

Deno.test("resumeCommand() repeats what no session keeps, and quotes it for a shell", async (t) => {
  const given: RepeatedFlags = {
    agent: "plan",
    model: "my model",
    budget: { usd: 2, onTop: true },
  };
  const cases: [string, RepeatedFlags, ResumeNeeds, string][] = [
    ["nothing", {}, {}, "ID"],
    ["agent, model and budget are kept", given, {}, "ID"],
    [
      "unless nothing was saved",
      given,
      { unsaved: true, prompt: "go" },
      "ID go -a plan --model 'my model' --budget +2",
    ],
    [
      "the budget that is needed",
      given,
      { unsaved: true, budgetOnTop: 3 },
      "ID -a plan --model 'my model' --budget +3",
    ],
    ["a budget without the dust of floats", {}, { budgetOnTop: 0.1 + 0.2 }, "ID --budget +0.3"],
    ["the mode that is needed", { mode: "confirm-all" }, { mode: "yolo" }, "ID --mode yolo"],
    [
      "rights and places",
      {
        mode: "yolo",
        commands: true,
        dryRun: true,
        configFile: "a b.yaml",
        apiBase: "http://x/v1",
        language: "es",
      },
      {},
      "ID --mode yolo --allow-commands --dry-run -c 'a b.yaml' --api-base http://x/v1 --lang es",
    ],
    [
      "what holds for one call is not repeated",
      { timeoutSeconds: 9, maxSteps: 3, json: true, stream: false, exitCodeOnPartial: 0 },
      {},
      "ID",
    ],
    [
      "unless that call did not begin",
      {
        commands: false,
        timeoutSeconds: 9,
        maxSteps: 3,
        stream: false,
        record: "a b.jsonl",
        json: true,
        quiet: true,
        exitCodeOnPartial: 0,
      },
      { unsaved: true, prompt: "-v" },
      "ID --no-commands --timeout 9 --max-steps 3 --no-stream --record 'a b.jsonl' --json --quiet " +
      "--exit-code-on-partial 0 -- -v",
    ],
    ["events, if it did not begin", { events: { text: false } }, { unsaved: true }, "ID --events"],
    ["with text", { events: { text: true } }, { unsaved: true }, "ID --events-text"],
    ["commands that are forbidden", { commands: false, dryRun: false }, {}, "ID"],
    ["a fork", {}, { unsaved: true, prompt: "go", fork: { step: null } }, "ID go --fork"],
    ["from a step", {}, { fork: { step: 0 } }, "ID --from-step 0"],
    ["a prompt with a quote", {}, { prompt: "what's left" }, "ID 'what'\\''s left'"],
    ["a prompt like a flag", { mode: "yolo" }, { prompt: "-v too" }, "ID --mode yolo -- '-v too'"],
    ["a prompt of two lines", {}, { prompt: "a\nb" }, "ID PROMPT"],
    ["a prompt that nobody reads", {}, { prompt: "a".repeat(1001) }, "ID PROMPT"],
  ];
  for (const [name, flags, needs, expected] of cases) {
    await t.step(name, () => {
      assertEquals(resumeCommand("ID", flags, needs), `architect resume ${expected}`);
    });
  }
});
