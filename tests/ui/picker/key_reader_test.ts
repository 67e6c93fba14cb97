import { assertEquals } from "@std/assert";
import { KeyReader } from "../../../src/ui/picker/key_reader.ts";

/** A terminal that sends what it is told to, once somebody reads. */
class Terminal {
  readonly #sent: (Uint8Array | null | Error)[] = [];
  #wake: (() => void) | null = null;
  reads = 0;

  send(text: string | Uint8Array | null | Error): void {
    this.#sent.push(typeof text === "string" ? new TextEncoder().encode(text) : text);
    this.#wake?.();
  }

  async read(buffer: Uint8Array): Promise<number | null> {
    this.reads++;
    while (this.#sent.length === 0) await new Promise<void>((resolve) => this.#wake = resolve);
    const bytes = this.#sent.shift();
    if (bytes instanceof Error) throw bytes;
    if (bytes === null || bytes === undefined) return null;
    buffer.set(bytes);
    return bytes.length;
  }
}

Deno.test("KeyReader.next() gives the keys as they come", async () => {
  const terminal = new Terminal();
  const keys = new KeyReader(terminal);
  terminal.send("fi");
  terminal.send("\x1b[B\r");
  terminal.send(null);
  assertEquals(await keys.next(), [{ text: "fi" }]);
  assertEquals(await keys.next(), ["down", "enter"]);
  assertEquals(await keys.next(), null);
});

Deno.test("KeyReader.next() puts together what comes in pieces", async () => {
  const terminal = new Terminal();
  const keys = new KeyReader(terminal);
  const [first, second] = [new Uint8Array([0xe6, 0x97]), new Uint8Array([0xa5])];
  for (const piece of ["\x1b", "[", "A", first, second]) terminal.send(piece);
  const pressed = [];
  for (let i = 0; i < 5; i++) pressed.push(...await keys.next() ?? []);
  assertEquals(pressed, ["up", { text: "日" }]);
});

Deno.test("KeyReader.next() takes Escape for the key when nothing follows, and loses no key", async () => {
  const terminal = new Terminal();
  const keys = new KeyReader(terminal);
  terminal.send("\x1b");
  assertEquals(await keys.next(), []);
  assertEquals(await keys.next(), ["leave"]);
  // The read that found nothing goes on.
  terminal.send("a");
  assertEquals(await keys.next(), [{ text: "a" }]);
  assertEquals(terminal.reads, 2);
});

Deno.test("KeyReader.next() passes over a sequence that is never finished", async () => {
  const terminal = new Terminal();
  const keys = new KeyReader(terminal);
  terminal.send("\x1b[1;");
  assertEquals(await keys.next(), []);
  assertEquals(await keys.next(), []);
  terminal.send("A");
  assertEquals(await keys.next(), [{ text: "A" }]);
});

Deno.test("KeyReader.next() takes a terminal that fails for one that is gone", async () => {
  const terminal = new Terminal();
  terminal.send(new Error("Input/output error (os error 5)"));
  assertEquals(await new KeyReader(terminal).next(), null);
});
