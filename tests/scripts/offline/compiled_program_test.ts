import { assertEquals, assertThrows } from "@std/assert";
import { readCompiledProgram } from "../../../scripts/offline/compiled_program.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const concat = (parts: Uint8Array[]): Uint8Array => new Uint8Array(parts.flatMap((it) => [...it]));

function number(value: number, bytes: 4 | 8): Uint8Array {
  const buffer = new Uint8Array(bytes);
  new DataView(buffer.buffer).setUint32(0, value, true);
  return buffer;
}

function block(text: string, bytes: 4 | 8 = 4): Uint8Array {
  return concat([number(encode(text).length, bytes), encode(text)]);
}

/** A program with two modules, of which the first has a transpiled form, and one redirect. */
function program(runtime: Uint8Array): Uint8Array {
  const section = concat([
    encode("a note"),
    encode("d3n0l4nd"),
    block("{}", 8),
    block("", 8),
    number(3, 4),
    ...["jsr:a@1", "https://r/a.ts", "https://r/b.ts"].flatMap((text, id) => [
      block(text),
      number(id, 4),
    ]),
    number(1, 4),
    number(0, 4),
    number(1, 4),
    number(2, 4),
    ...[number(1, 4), new Uint8Array([0]), block("const a = 1;"), new Uint8Array([1]), block("js")],
    ...[number(2, 4), new Uint8Array([0]), block("const b = 2;"), new Uint8Array([0])],
  ]);
  const trailer = [encode("d3n0l4nd"), number(0, 8), number(section.length, 8)];
  return concat([runtime, section, ...trailer]);
}

Deno.test("readCompiledProgram() gives the runtime, the sources and the redirects", () => {
  const runtime = encode("\x7fELF");
  const read = readCompiledProgram(program(runtime));
  assertEquals(read.runtime, runtime);
  const sources = [...read.modules].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
  assertEquals(sources, [["https://r/a.ts", "const a = 1;"], ["https://r/b.ts", "const b = 2;"]]);
  assertEquals([...read.redirects], [["jsr:a@1", "https://r/a.ts"]]);
});

Deno.test("readCompiledProgram() refuses what deno compile did not make", () => {
  const error = assertThrows(() => readCompiledProgram(new Uint8Array(100)), Error);
  assertEquals(error.message, "Cannot read the program: it has no trailer");
});
