import { assertEquals } from "@std/assert";
import type { RunEvent } from "../../src/agent/run_session.ts";
import { formatCost } from "../../src/ui/money.ts";
import { createProgress, type ProgressOptions } from "../../src/ui/run_progress.ts";
import { addUsd } from "../../src/usd.ts";
import { call, calls, text } from "../support/scripted_provider.ts";
import { SPANISH } from "../../src/spanish.ts";
import { text as words, verbatim } from "../../src/text.ts";

function show(events: readonly RunEvent[], options: Partial<ProgressOptions> = {}) {
  const lines: string[] = [];
  const live: string[] = [];
  const progress = createProgress({
    line: (line) => lines.push(line),
    live: (line) => live.push(line),
    quiet: false,
    verbose: false,
    costUsd: 0,
    ...options,
  });
  for (const event of events) progress.show(event);
  return { lines, live, progress };
}

const COMMAND = call("1", "run_command", { command: "sh check.sh" });
const SAVED = { type: "session_saved", sessionId: "20260223-143022-a1b2c3" } as const;
const STEP: RunEvent[] = [
  { ...SAVED, first: true, revision: 5, steps: 2 },
  { type: "step_started", step: 3 },
  {
    type: "answer",
    ...calls(COMMAND),
    message: { ...calls(COMMAND).message, content: "Let me see." },
  },
  { ...SAVED, first: false, revision: 6, steps: 3 },
  { type: "tool_started", call: COMMAND },
  {
    type: "tool_finished",
    call: COMMAND,
    message: { role: "tool", tool_call_id: "1", content: "1 failed\nmore" },
    result: { success: false, content: "1 failed\nmore", error: verbatim("exit code 1") },
  },
];

Deno.test("createProgress() shows the session, steps with costs, tools with what they are about", () => {
  assertEquals(show(STEP, { costUsd: 0.25 }).lines, [
    "session 20260223-143022-a1b2c3",
    "step 3  $0.26",
    "  run_command sh check.sh  failed: exit code 1",
  ]);
});

Deno.test("createProgress() shows what is under way at a terminal, and takes it away", () => {
  const { live, progress } = show(STEP.slice(0, 2));
  progress.received(1234);
  progress.clear();
  assertEquals(live.filter((line) => line !== ""), [
    "step 3  waiting for the model",
    "step 3  1234 characters received",
  ]);
  assertEquals(live.at(-1), "");
});

Deno.test("createProgress() tells more when asked", () => {
  assertEquals(show(STEP, { verbose: true }).lines, [
    "session 20260223-143022-a1b2c3",
    "step 3  $0.0100",
    "    Let me see.",
    "  run_command sh check.sh  failed: exit code 1",
    "    1 failed",
  ]);
});

Deno.test("createProgress() tells what a dry run would have changed", () => {
  const finished: RunEvent = {
    type: "tool_finished",
    call: call("1", "write_file", { path: "a.txt" }),
    message: { role: "tool", tool_call_id: "1", content: "Dry run: ..." },
    result: {
      success: true,
      content: "Dry run: ...",
      path: "a.txt",
      wouldDo: verbatim("+++ a.txt\n+\x1bhi\n"),
    },
  };
  assertEquals(show([finished], { verbose: true }).lines, [
    "  write_file a.txt  not done, as this is a dry run:",
    "    +++ a.txt",
    "    +\\x1bhi",
  ]);
});

Deno.test("createProgress() tells a failure once", () => {
  const finished: RunEvent = {
    type: "tool_finished",
    call: COMMAND,
    message: { role: "tool", tool_call_id: "1", content: "no such file" },
    result: { success: false, content: "no such file", error: verbatim("no such file") },
  };
  assertEquals(show([finished], { verbose: true }).lines, [
    "  run_command sh check.sh  failed: no such file",
  ]);
});

Deno.test("createProgress() is silent when asked, but for warnings", () => {
  const warning: RunEvent = { type: "warning", text: verbatim("cut off") };
  const { lines, live } = show([...STEP, warning], { quiet: true });
  assertEquals(lines, ["warning: cut off"]);
  assertEquals(live.filter((line) => line !== ""), []);
});

Deno.test("createProgress() says when a cost is not all of it", () => {
  const unknown: RunEvent = { type: "answer", ...text("done", null) };
  assertEquals(show([{ type: "step_started", step: 1 }, unknown]).lines, ["step 1  ≥ $0.00"]);
  const known: RunEvent = { type: "answer", ...text("done", 1) };
  const later = show([{ type: "step_started", step: 2 }, known], {
    costUsd: 1,
    costComplete: false,
  });
  assertEquals(later.lines, ["step 2  ≥ $2.00"]);
});

Deno.test("createProgress() adds costs up as the session does, also half-way between two digits", () => {
  // 10 tokens at 2.5 and 5 at 10 USD a million: 0.000075, and a float's dust.
  const cost = (10 * 2.5) / 1e6 + (5 * 10) / 1e6;
  const saved = addUsd(addUsd(0, cost), cost);
  const answer: RunEvent = { type: "answer", ...text("done", cost) };
  const { lines } = show([{ type: "step_started", step: 2 }, answer], { costUsd: addUsd(0, cost) });
  assertEquals(lines, [`step 2  ${formatCost(saved)}`]);
});

Deno.test("createProgress() escapes what a model wrote, and cuts it", () => {
  const hostile = call("1", "grep", { text: `\x1b[2J${"x".repeat(200)}` });
  const { lines } = show([{
    type: "tool_finished",
    call: hostile,
    message: { role: "tool", tool_call_id: "1", content: "" },
    result: { success: false, content: "", error: verbatim("\x07bell") },
  }]);
  assertEquals(lines, [`  grep \\x1b[2J${"x".repeat(53)}...  failed: \\x07bell`]);
});

Deno.test("createProgress() speaks the language of the person, and still escapes", () => {
  const dry: RunEvent = {
    type: "tool_finished",
    call: call("2", "write_file", { path: "a.bin" }),
    message: { role: "tool", tool_call_id: "2", content: "Dry run: ..." },
    result: {
      success: true,
      content: "Dry run: ...",
      path: "a\x1b.bin",
      wouldDo: words("{path} stays as it is", { path: "a\x1b.bin" }),
    },
  };
  const declined: RunEvent = {
    type: "tool_finished",
    call: COMMAND,
    message: { role: "tool", tool_call_id: "1", content: "The user declined this call." },
    result: {
      success: false,
      content: "The user declined this call.",
      error: words("declined by the user"),
    },
  };
  const warning: RunEvent = {
    type: "warning",
    text: words("The run could not be summed up: {why}", { why: "no\x1b" }),
  };
  const { lines, live, progress } = show([...STEP.slice(0, 3), declined, dry, warning], {
    translate: (told) => told.in(SPANISH),
    verbose: true,
  });
  progress.received(1234);
  assertEquals(lines, [
    "sesión 20260223-143022-a1b2c3",
    "paso 3  $0.0100",
    "    Let me see.",
    "  run_command sh check.sh  falló: rechazada por el usuario",
    // What the model reads is shown as it is.
    "    The user declined this call.",
    "  write_file a\\x1b.bin  no se hizo, pues es un simulacro:",
    "    a\\x1b.bin queda como está",
    "aviso: No se pudo resumir la ejecución: no\\x1b",
  ]);
  assertEquals(live.filter((line) => line !== ""), [
    "paso 3  esperando al modelo",
    "paso 3  1234 caracteres recibidos",
  ]);
});
