import { assertEquals } from "@std/assert";
import { inEnglish, type Translate } from "../../src/language.ts";
import { SPANISH } from "../../src/spanish.ts";
import { text } from "../../src/text.ts";
import { type CheckedSession, verifyReport } from "../../src/ui/verify_report.ts";

const SOUND: CheckedSession = {
  id: "20260223-151045-d4e5f6",
  status: "ok",
  findings: [],
  repaired: [],
  kept: [],
};

const FLAWED: CheckedSession = {
  ...SOUND,
  status: "flawed",
  findings: [
    {
      level: "flaw",
      problem: text("its history lacks message {number}", { number: 3 }),
      repair: text("mark the gap"),
    },
    { level: "flaw", problem: text("its lock is {kind}", { kind: "\x1b[2J" }), repair: null },
  ],
};

const inSpanish: Translate = (words) => words.in(SPANISH);

Deno.test("verifyReport() tells what is wrong and what a repair does, in both languages", async (t) => {
  const indent = " ".repeat("20260223-151045-d4e5f6  flawed   ".length);
  const cases: [string, CheckedSession[], boolean, Translate, string][] = [
    [
      "one session",
      [SOUND],
      false,
      inSpanish,
      `ID                      Estado
20260223-151045-d4e5f6  ok
1 sesión comprobada: 1 ok.
`,
    ],
    [
      "a flaw",
      [SOUND, FLAWED],
      false,
      inEnglish,
      `ID                      Status
20260223-151045-d4e5f6  ok
20260223-151045-d4e5f6  flawed   its history lacks message 3 (repair: mark the gap)
${indent}its lock is \\x1b[2J
2 sessions checked: 1 ok, 1 flawed. Repair with: architect sessions verify --repair
`,
    ],
    [
      "a flaw in a dry run",
      [SOUND, FLAWED],
      true,
      inSpanish,
      `ID                      Estado
20260223-151045-d4e5f6  ok
20260223-151045-d4e5f6  flawed   a su historial le falta el mensaje 3 (se haría: marcar el hueco)
${indent}su archivo de bloqueo es \\x1b[2J
2 sesiones comprobadas: 1 ok, 1 flawed. Para reparar: architect sessions verify --repair
`,
    ],
    ["no session", [], false, inEnglish, "ID                      Status\n0 sessions checked.\n"],
  ];
  for (const [name, sessions, dryRun, translate, expected] of cases) {
    await t.step(name, () => {
      const report = verifyReport(sessions, { repair: false, dryRun, translate });
      assertEquals(report, expected);
    });
  }
});
