import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSession, type SessionState } from "../../src/session/mod.ts";
import { joinSteps, type SessionSteps } from "../../src/session/session_steps.ts";
import { SPANISH } from "../../src/spanish.ts";
import { verbatim } from "../../src/text.ts";
import { sessionReport, type SessionReportOptions } from "../../src/ui/session_report.ts";

function session(changes: Partial<SessionState> = {}): SessionState {
  return {
    ...createSession({
      task: "añade tests",
      agent: "build",
      model: "gpt-4o",
      sessionId: "20260223-143022-a1b2c3",
      now: new Date("2026-02-23T14:30:22Z"),
    }),
    status: "partial",
    stopReason: "budget_exceeded",
    stepsCompleted: 2,
    totalCost: 1.23,
    filesModified: ["user_test.py"],
    metadata: {
      budget_usd: 2,
      mode: "yolo",
      runs: [{
        started_at: "2026-02-23T14:30:22.000Z",
        ended_at: "2026-02-23T14:31:22.000Z",
        steps: 2,
        cost_usd: 1.23,
        stop_reason: "budget_exceeded",
        version: "0.1.0",
        widened: ["mode: yolo"],
      }],
    },
    messages: [
      { role: "user", content: "añade tests" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{
          id: "call_1",
          type: "function",
          function: { name: "read_file", arguments: '{"path":"user.py"}' },
        }],
      },
      { role: "tool", tool_call_id: "call_1", content: "class User:\n    pass\n" },
      { role: "assistant", content: "First line\nsecond line" },
    ],
    ...changes,
  };
}

/** The session as it is known from its state alone. */
function steps(changes: Partial<SessionState> = {}): SessionSteps {
  return joinSteps(session(changes), null);
}

/** The session as its history tells it: a step a minute, a cent each. */
function toldSteps(): SessionSteps {
  const known = steps();
  const numbers = [0, 1, 1, 2];
  return {
    ...known,
    messages: known.messages.map((entry, index) => ({
      ...entry,
      step: numbers[index]!,
      at: `2026-02-23T14:3${index}:00.000Z`,
      cost: entry.message.role === "assistant" ? 0.01 : 0,
    })),
  };
}

const PLAIN: SessionReportOptions = {
  status: "partial",
  drift: [],
  messages: false,
  columns: null,
};

Deno.test("sessionReport() tells head, runs, steps and the last answer", () => {
  assertEquals(
    sessionReport(toldSteps(), PLAIN),
    `Session   20260223-143022-a1b2c3
Task      añade tests
Status    partial (budget_exceeded)
Agent     build, yolo
Model     gpt-4o
Started   2026-02-23T14:30:22.000Z
Updated   2026-02-23T14:30:22.000Z
Steps     2
Cost      $1.23 of $2.00
Files     user_test.py
Messages  4

Runs
  2026-02-23T14:30:22.000Z  2 steps, $1.23, budget_exceeded, widened: mode: yolo

Steps
  Step  Time                  Cost     What
        2026-02-23T14:30:00Z           user: añade tests
  1     2026-02-23T14:31:00Z  $0.0100  read_file user.py: 2 lines
  2     2026-02-23T14:33:00Z  $0.0100  answer: First line\\nsecond line

Last answer
First line
second line
`,
  );
});

Deno.test("sessionReport() leaves open what only a history knows", () => {
  assertStringIncludes(
    sessionReport(steps(), PLAIN),
    `Steps
  Step  Time  Cost  What
        -           user: añade tests
  -     -     -     read_file user.py: 2 lines
  -     -     -     answer: First line\\nsecond line
`,
  );
});

Deno.test("sessionReport() tells which files changed since", () => {
  const drift = [{ path: "user_test.py", state: "gone" }] as const;
  assertStringIncludes(
    sessionReport(steps(), { ...PLAIN, drift }),
    "Changed since\n  user_test.py: gone\n",
  );
});

Deno.test("sessionReport() shows messages whole when asked, with what is known of them", () => {
  const report = sessionReport(toldSteps(), { ...PLAIN, messages: true });
  assertStringIncludes(
    report,
    '    2  assistant  step 1  2026-02-23T14:31:00.000Z  $0.0100\ncalls read_file {"path":"user.py"}\n',
  );
  assertStringIncludes(report, "class User:\n    pass\n");
  const unknown = sessionReport(steps(), { ...PLAIN, messages: true });
  assertStringIncludes(unknown, '    2  assistant\ncalls read_file {"path":"user.py"}\n');
});

Deno.test("sessionReport() numbers messages from the first that ever was, and says what is gone", () => {
  const report = sessionReport(steps({ metadata: { messages_dropped: 20 } }), {
    ...PLAIN,
    messages: true,
  });
  assertStringIncludes(report, "   21  user\nañade tests\n");
  assertStringIncludes(report, "Not known\n  messages 1 to 20 are gone\n");
});

Deno.test("sessionReport() tells what a fork comes from", () => {
  const parent = { session_id: "20260101-000000-aaaaaa", step: 4 };
  const shown = sessionReport(steps({ metadata: { parent } }), PLAIN);
  assertStringIncludes(shown, "\nFork of   20260101-000000-aaaaaa, after step 4\n");
  const { metadata } = session({ metadata: JSON.parse('{"parent":"of another program"}') });
  assertEquals(sessionReport(steps({ metadata }), PLAIN).includes("Fork of"), false);
});

Deno.test("sessionReport() marks a cost that is not known whole", () => {
  const report = sessionReport(steps({ metadata: { cost_unknown_calls: 1 } }), PLAIN);
  assertStringIncludes(report, "Cost      ≥ $1.23\n");
});

Deno.test("sessionReport() lets nothing in a session control the terminal", () => {
  const evil = "\x1b[2J\u202e";
  const call = { id: evil, type: "function", function: { name: evil, arguments: evil } } as const;
  const evilSession: SessionSteps = {
    ...steps({
      task: evil,
      agent: evil,
      model: evil,
      filesModified: [evil],
      messages: [
        { role: "user", content: evil },
        { role: "assistant", content: evil, tool_calls: [call] },
        { role: "tool", tool_call_id: evil, content: evil },
        { role: "tool", tool_call_id: "gone", content: evil },
        { role: "assistant", content: evil },
      ],
    }),
    notes: [verbatim(evil)],
  };
  for (const messages of [false, true]) {
    const report = sessionReport(evilSession, {
      ...PLAIN,
      messages,
      status: evil,
      drift: [{ path: evil, state: "changed" }],
    });
    assertEquals([report.includes("\x1b"), report.includes("\u202e")], [false, false]);
  }
});

Deno.test("sessionReport() cuts the line of a step to the terminal", () => {
  const messages = [{ role: "user", content: "日本語".repeat(50) }] as const;
  const report = sessionReport(steps({ messages: [...messages] }), { ...PLAIN, columns: 70 });
  assertStringIncludes(report, `        -           user: ${"日本語".repeat(7)}…\n`);
});

Deno.test("sessionReport() leaves out the times in a narrow terminal", () => {
  const messages = [{ role: "user", content: "日本語".repeat(50) }] as const;
  const report = sessionReport(steps({ messages: [...messages] }), { ...PLAIN, columns: 40 });
  assertStringIncludes(report, "  Step  Cost  What\n              user: 日本語日本語日本語…\n");
});

Deno.test("sessionReport() tells all of a session in Spanish, and changes none of its data", () => {
  const told = steps({ messages: [...session().messages.slice(0, 2)], filesModified: [] });
  const gone = joinSteps(
    session({ messages: [], metadata: { messages_dropped: 1, truncated: true } }),
    null,
  );
  const report = sessionReport({ ...told, notes: joinSteps(gone.state, null).notes }, {
    ...PLAIN,
    drift: [{ path: "a.ts", state: "there again" }],
    translate: (words) => words.in(SPANISH),
  });
  assertEquals(
    report,
    `Sesión       20260223-143022-a1b2c3
Tarea        añade tests
Estado       partial (budget_exceeded)
Agente       build, yolo
Modelo       gpt-4o
Inicio       2026-02-23T14:30:22.000Z
Actualizada  2026-02-23T14:30:22.000Z
Pasos        2
Coste        $1.23 de $2.00
Archivos     ninguno
Mensajes     2

Ejecuciones
  2026-02-23T14:30:22.000Z  2 pasos, $1.23, budget_exceeded, ampliado: modo: yolo

Pasos
  Paso  Hora  Coste  Qué
        -            usuario: añade tests
  -     -     -      read_file user.py: sin resultado

Cambios desde entonces
  a.ts: vuelve a estar
`,
  );
});
