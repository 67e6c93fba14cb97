import { assertEquals, assertRejects } from "@std/assert";
import { createBackgroundWriter } from "../../src/ui/background_writer.ts";
import { createOutput } from "../../src/ui/output.ts";

Deno.test("createBackgroundWriter() does not wait for a reader, and tells when all is written", async () => {
  const gate = Promise.withResolvers<void>();
  let written = "";
  const { print } = createOutput({
    async write(bytes) {
      await gate.promise;
      written += new TextDecoder().decode(bytes.subarray(0, 2));
      return Math.min(2, bytes.length);
    },
  });
  const writer = createBackgroundWriter(print);
  for (const line of ["first\n", "second\n", "third\n"]) writer.write(line);
  const done = writer.done();
  assertEquals(written, "");
  gate.resolve();
  await done;
  assertEquals(written, "first\nsecond\nthird\n");
});

Deno.test("createBackgroundWriter() tells a failure at the end, and writes nothing after it", async () => {
  const tried: string[] = [];
  const writer = createBackgroundWriter((text) => {
    tried.push(text);
    return text === "b" ? Promise.reject(new Error("the disk is full")) : Promise.resolve();
  });
  writer.write("a");
  writer.write("b");
  // Nobody awaits it yet: that must not end the process.
  await new Promise((resolve) => setTimeout(resolve, 0));
  writer.write("c");
  await assertRejects(() => writer.done(), Error, "the disk is full");
  assertEquals(tried, ["a", "b"]);
});
