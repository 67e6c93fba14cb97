/**
 * Keeping secrets out of a text that is shown while it arrives.
 *
 * May be imported by every file; imports only what belongs to secrets.
 */

import { leavesKeyOpen } from "./secret_shapes.ts";
import type { Redactor } from "./secrets.ts";

/**
 * Redacts a text that arrives in pieces. What a piece holds is given only once its line is whole, and a
 * private key only once its end has come: a secret that is cut anywhere is never given in part. What is
 * still held when the text ends is never given.
 *
 * It takes time in proportion to the text, whatever its pieces.
 *
 * @param redactor What replaces secrets.
 * @returns Takes the next piece; gives the lines that can be shown by now, each with its line end, without
 * secrets, or empty text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createRedactor } from "./secrets.ts";
 * import { redactLines } from "./secret_lines.ts";
 *
 * const push = redactLines(createRedactor([{ kind: "api_key", value: "correct horse" }]));
 * assertEquals(push("first\nit is corr"), "first\n");
 * assertEquals(push("ect horse"), "");
 * assertEquals(push("\n"), "it is [redacted:api_key]\n");
 * ```
 */
export function redactLines(redactor: Redactor): (piece: string) => string {
  let line = "";
  let held = "";
  let inKey = false;

  return (piece) => {
    // A key of several lines could begin in any of them.
    if (redactor.spansLines) return "";
    let ready = "";
    const parts = piece.split("\n");
    for (const [index, part] of parts.entries()) {
      line += part;
      if (index === parts.length - 1) break;
      held += `${line}\n`;
      inKey = leavesKeyOpen(line, inKey);
      line = "";
      if (inKey) continue;
      ready += held;
      held = "";
    }
    return ready === "" ? "" : redactor.text(ready);
  };
}
