import { assertEquals } from "@std/assert";
import { eventLine } from "../../src/ui/output_event.ts";

Deno.test("eventLine() is one line for every reader, and gives back what it was given", () => {
  const message = "a\nb\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\x1b[2J\x9b\x7f\0 añade 🎉 \ud83d end";
  const line = eventLine({ type: "warning", message }, new Date(0));
  // All that Python's splitlines() and the like take for an end, and what controls a terminal.
  // deno-lint-ignore no-control-regex
  assertEquals(line.search(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/), line.length - 1);
  assertEquals(line.at(-1), "\n");
  assertEquals(line.isWellFormed(), true);
  assertEquals(JSON.parse(line), {
    type: "warning",
    at: "1970-01-01T00:00:00.000Z",
    message: message.toWellFormed(),
  });
});
