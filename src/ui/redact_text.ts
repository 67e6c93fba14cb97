/** Texts that may hold data with secrets in it. */

import type { Redactor } from "../secrets.ts";
import { type Text, verbatim } from "../text.ts";

/**
 * Takes the secrets out of what stands in a text.
 *
 * @param text The text.
 * @param redactor Knows what is secret.
 * @returns The text without them; itself when it has none. Where a secret shows only in the whole,
 * such as a value behind its name, it is no longer translated.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createRedactor } from "../secrets.ts";
 * import { text } from "../text.ts";
 * import { redactText } from "./redact_text.ts";
 *
 * const told = text("{key} is missing", { key: "AKIAIOSFODNN7EXAMPLE" });
 * assertEquals(String(redactText(told, createRedactor([]))), "[redacted:aws] is missing");
 * ```
 */
export function redactText(text: Text, redactor: Redactor): Text {
  const english = String(text);
  const without = redactor.text(english);
  if (without === english) return text;
  const redacted = text.mapped((data) => redactor.text(data));
  return String(redacted) === without ? redacted : verbatim(without);
}
