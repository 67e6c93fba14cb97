import { assertEquals } from "@std/assert";
import { addUsd } from "../src/usd.ts";

Deno.test("addUsd() adds without the dust of floats, and loses no millionth", () => {
  assertEquals(addUsd(0.1, 0.2), 0.3);
  assertEquals(addUsd(12.345678901, 0.000000001), 12.345678902);
});
