import { assertEquals } from "@std/assert";
import { SseParser } from "../../src/llm/sse.ts";

function parse(pieces: readonly string[]): string[] {
  const parser = new SseParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}

Deno.test("SseParser gives the data of events", async (t) => {
  const cases: [string, string, string[]][] = [
    ["line feeds", "data: a\n\ndata: b\n\n", ["a", "b"]],
    ["carriage returns", "data: a\r\rdata: b\r\r", ["a", "b"]],
    ["both", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["no space", "data:a\n\n", ["a"]],
    ["two spaces", "data:  a\n\n", [" a"]],
    ["several lines", "data: a\ndata: b\n\n", ["a\nb"]],
    ["comments and other fields", ": hi\nevent: x\nid: 1\ndata: a\n\n", ["a"]],
    ["only comments", ": hi\n\n: there\n\n", []],
    ["no empty line at the end", "data: a\n\ndata: b", ["a", "b"]],
    ["nothing", "", []],
  ];
  for (const [name, text, expected] of cases) {
    await t.step(name, () => {
      assertEquals(parse([text]), expected);
      assertEquals(parse([...text]), expected, "cut after each character");
    });
  }
});

Deno.test("SseParser takes linear time, also for a line that comes in thousands of pieces", () => {
  const parser = new SseParser();
  const piece = "a".repeat(1024);
  const start = performance.now();
  parser.push("data: ");
  // Something quadratic takes minutes.
  for (let count = 0; count < 16_384 && performance.now() - start < 5000; count++) {
    parser.push(piece);
  }
  assertEquals(parser.end()[0]?.length, 16 * 1024 * 1024);
});
