import { assertEquals, assertThrows } from "@std/assert";
import { ValidationError } from "@cliffy/command";
import { beforeLiterals, refuseEmptyValues, usageError } from "../../src/cli/usage.ts";

Deno.test("beforeLiterals() ends at --", () => {
  assertEquals(beforeLiterals(["run", "--", "--json"]), ["run"]);
  assertEquals(beforeLiterals(["run", "--json"]), ["run", "--json"]);
});

Deno.test("refuseEmptyValues() refuses a flag whose value is an unset variable", () => {
  const error = assertThrows(() => refuseEmptyValues(["run", "--session=", "fix it"]), Error);
  assertEquals(error.message, 'Cannot use --session "": it is empty');
});

Deno.test("refuseEmptyValues() lets = pass in values and after --", () => {
  refuseEmptyValues(["run", "--model=a=", "x=", "--", "--session="]);
});

Deno.test("usageError() names --session and --no-session, not a flag given twice", () => {
  const twice = new ValidationError('Option "--session" can only occur once.');
  const error = usageError(twice, ["run", "--session", "a", "--no-session", "x"]);
  assertEquals(error.message, "Cannot use --session together with --no-session");
  assertEquals(error.exitCode, 3);
});

Deno.test("usageError() leaves a flag that is given twice as it is", () => {
  const twice = new ValidationError('Option "--session" can only occur once.');
  const error = usageError(twice, ["run", "--session", "a", "--session", "b"]);
  assertEquals(error.message, 'Option "--session" can only occur once');
});
