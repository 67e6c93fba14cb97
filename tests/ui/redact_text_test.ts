import { assertEquals } from "@std/assert";
import { createRedactor } from "../../src/secrets.ts";
import { SPANISH } from "../../src/spanish.ts";
import { text } from "../../src/text.ts";
import { redactText } from "../../src/ui/redact_text.ts";

const REDACTOR = createRedactor([{ kind: "api_key", value: "correct horse" }]);

Deno.test("redactText() leaves a text that holds no secret as it is", () => {
  const sound = text("{key} is missing", { key: "task" });
  assertEquals(redactText(sound, REDACTOR), sound);
});

Deno.test("redactText() takes a secret out of a text in every language, however deep it stands", () => {
  const damage = text("not valid JSON: {detail}", { detail: 'at "correct horse"' });
  const told = redactText(text("its state cannot be read: {reason}", { reason: damage }), REDACTOR);
  assertEquals(
    [String(told), told.in(SPANISH)],
    [
      'its state cannot be read: not valid JSON: at "[redacted:api_key]"',
      'su estado no se puede leer: no es JSON válido: at "[redacted:api_key]"',
    ],
  );
});

Deno.test("redactText() shows no secret that only the whole text tells", () => {
  const told = redactText(
    text("{path}: {state}", { path: "DB_PASSWORD", state: "x9!kLm2qqq" }),
    REDACTOR,
  );
  assertEquals([String(told), told.in(SPANISH)], Array(2).fill("DB_PASSWORD: [redacted:secret]"));
});
