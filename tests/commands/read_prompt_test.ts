import { assertEquals, assertRejects } from "@std/assert";
import { readPrompt } from "../../src/commands/read_prompt.ts";
import { ArchitectError } from "../../src/errors.ts";
import { verbatim } from "../../src/text.ts";

const NEVER = new AbortController().signal;

function stdin(content: string | Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([content]).stream();
}

/** A pipe that somebody forgot to close. */
function openPipe(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream();
}

Deno.test("readPrompt() reads stdin for - and for nothing else", async (t) => {
  await t.step("a prompt", async () => assertEquals(await readPrompt("x", NEVER, openPipe()), "x"));
  await t.step("none", async () => assertEquals(await readPrompt(null, NEVER, openPipe()), null));
  await t.step("-", async () => {
    assertEquals(await readPrompt("-", NEVER, stdin("línea 1\nline 2\n")), "línea 1\nline 2");
  });
});

Deno.test("readPrompt() refuses what is no prompt", async (t) => {
  const cases: [string, ReadableStream<Uint8Array<ArrayBuffer>>, string][] = [
    ["nothing", stdin(""), "there is none"],
    ["white space", stdin(" \n\n"), "there is none"],
    ["no text", stdin(new Uint8Array([0xff, 0xfe])), "not UTF-8"],
    ["too much", stdin("x".repeat(8 * 1024 * 1024 + 1)), "8 MiB"],
  ];
  for (const [name, stream, words] of cases) {
    await t.step(name, async () => {
      const error = await assertRejects(
        () => readPrompt("-", NEVER, stream),
        ArchitectError,
        words,
      );
      assertEquals(error.exitCode, 3);
    });
  }
});

Deno.test("readPrompt() ends its wait at an interrupt", async (t) => {
  const reason = new ArchitectError("user_interrupt", verbatim("Interrupted by SIGINT"));
  await t.step("that comes while it waits", async () => {
    const interrupt = new AbortController();
    const reading = readPrompt("-", interrupt.signal, openPipe());
    interrupt.abort(reason);
    await assertRejects(() => reading, ArchitectError, "Interrupted");
  });
  await t.step("that was there before", async () => {
    const reading = readPrompt("-", AbortSignal.abort(reason), openPipe());
    await assertRejects(() => reading, ArchitectError, "Interrupted");
  });
});
