import { assert, assertEquals } from "@std/assert";
import { ArchitectError } from "../../src/errors.ts";
import { asArchitectError, errorDocument, errorLines } from "../../src/ui/error_report.ts";
import { verbatim } from "../../src/text.ts";

Deno.test("asArchitectError() leaves an ArchitectError as it is", () => {
  const error = new ArchitectError("config", verbatim("x"));
  assert(asArchitectError(error) === error);
});

Deno.test("asArchitectError() gives everything else a code, and one line", async (t) => {
  const cases: readonly (readonly [unknown, string, string, number])[] = [
    [new Deno.errors.NotCapable("Requires net access"), "no_permission", "Requires net access", 3],
    [new TypeError("first\nsecond"), "internal", "first", 1],
    ["a text", "internal", "a text", 1],
    [undefined, "internal", "undefined", 1],
  ];
  for (const [thrown, code, message, exitCode] of cases) {
    await t.step(String(thrown), () => {
      const error = asArchitectError(thrown);
      assertEquals([error.code, error.message, error.exitCode], [code, message, exitCode]);
    });
  }
});

Deno.test("errorLines() shows a stack only when debugging, and of the unexpected only", () => {
  const unexpected = asArchitectError(new TypeError("broken"));
  assertEquals(errorLines(unexpected), [
    "error: broken",
    "Set ARCHITECT_DEBUG=1 to see where it came from.",
  ]);
  const [, stack] = errorLines(unexpected, { debug: true });
  assert(stack!.startsWith("TypeError: broken\n    at "), stack);
  const expected = new ArchitectError("config", verbatim("a"), {
    suggestion: verbatim("b"),
    cause: new Error("c"),
  });
  assertEquals(errorLines(expected, { debug: true }), ["error: a", "b"]);
});

Deno.test("errorLines() lets nothing control the terminal", () => {
  const error = new ArchitectError("config", verbatim("a\x1b[2J\nb"), {
    suggestion: verbatim("c\x1b"),
  });
  assertEquals(errorLines(error), ["error: a\\x1b[2J\\nb", "c\\x1b"]);
});

Deno.test("errorDocument() is what every failure gives a program", () => {
  const error = new ArchitectError("session_locked", verbatim("in use"), { sessionId: "an id" });
  assertEquals(errorDocument(error), {
    session_id: "an id",
    status: "failed",
    error: { code: "session_locked", message: "in use", suggestion: null },
  });
});
