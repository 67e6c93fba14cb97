import { assertEquals } from "@std/assert";
import denoJson from "../deno.json" with { type: "json" };
import { VERSION } from "../src/version.ts";

Deno.test("VERSION is that of deno.json", () => {
  assertEquals(VERSION, denoJson.version);
});
