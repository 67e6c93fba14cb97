import { assertEquals, assertRejects } from "@std/assert";
import { jsonDocument } from "../../src/ui/json_document.ts";
import { createOutput } from "../../src/ui/output.ts";

/** Takes at most so many bytes at a time. */
function slowSink(
  bytesAtOnce: number,
): { text: () => string; write(b: Uint8Array): Promise<number> } {
  const written: number[] = [];
  return {
    text: () => new TextDecoder().decode(new Uint8Array(written)),
    async write(bytes) {
      await Promise.resolve();
      const taken = bytes.subarray(0, bytesAtOnce);
      written.push(...taken);
      return taken.length;
    },
  };
}

Deno.test("createOutput().print() writes all of it, however little is taken at once", async () => {
  const sink = slowSink(3);
  await createOutput(sink).print("añade tests 👩‍💻");
  assertEquals(sink.text(), "añade tests 👩‍💻");
});

Deno.test("createOutput().print() keeps the order of prints that nobody awaits", async () => {
  const sink = slowSink(1);
  const output = createOutput(sink);
  await Promise.all([output.print("first "), output.print("second")]);
  assertEquals(sink.text(), "first second");
});

Deno.test("createOutput().print() writes no lone surrogate", async () => {
  const sink = slowSink(100);
  await createOutput(sink).print("a\ud83d");
  assertEquals(sink.text(), "a\ufffd");
});

Deno.test("createOutput().print() is silent once the reader is gone", async () => {
  let writes = 0;
  const output = createOutput({
    write() {
      writes++;
      return Promise.reject(new Deno.errors.BrokenPipe());
    },
  });
  await output.print("a");
  await output.print("b");
  assertEquals(writes, 1);
});

Deno.test("createOutput().print() reports another failure to its own caller only", async () => {
  let writes = 0;
  const output = createOutput({
    write(bytes) {
      writes++;
      return writes === 1 ? Promise.reject(new Error("disk full")) : Promise.resolve(bytes.length);
    },
  });
  const error = await assertRejects(() => output.print("a"), Error, "Cannot write to stdout");
  assertEquals((error.cause as Error).message, "disk full");
  await output.print("b");
  assertEquals(writes, 2);
});

Deno.test("createOutput().note() writes no lone surrogate", () => {
  const lines: string[] = [];
  createOutput(slowSink(1), (line) => lines.push(line)).note("a\ud83d");
  assertEquals(lines, ["a\ufffd"]);
});

Deno.test("jsonDocument() replaces lone surrogates in values and names", () => {
  const document = jsonDocument({ "a\ud83d": ["b\ude00", { c: "😀" }] });
  assertEquals(document.includes("\\ud"), false);
  assertEquals(JSON.parse(document), { "a\ufffd": ["b\ufffd", { c: "😀" }] });
});
