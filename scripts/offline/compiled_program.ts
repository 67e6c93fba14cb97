/**
 * Reads a program that `deno compile` made before Deno 2.9: the runtime, followed by a data section
 * that holds the untouched sources of all remote modules, and a trailer that says where it starts.
 * The format is that of cli/rt/binary.rs in Deno's repository.
 */

/** What a compiled program holds. */
export interface CompiledProgram {
  /** The runtime alone: what `deno compile` takes as `DENORT_BIN`. */
  readonly runtime: Uint8Array;
  /** Specifier (a URL) to source. */
  readonly modules: ReadonlyMap<string, Uint8Array>;
  /** Specifier as imported to the one that it led to. */
  readonly redirects: ReadonlyMap<string, string>;
}

const MAGIC = "d3n0l4nd";
const TRAILER_BYTES = 24;
/** Flags of a module: each says that one more block of bytes follows its source. */
const EXTRA_BLOCKS = [1, 2, 4];

/** Little-endian numbers and blocks, one after another. */
class Reader {
  #view: DataView;
  #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  u8(): number {
    return this.#view.getUint8(this.#at++);
  }
  u32(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }
  u64(): number {
    this.#at += 8;
    return Number(this.#view.getBigUint64(this.#at - 8, true));
  }
  take(length: number): Uint8Array {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  text(length: number): string {
    return new TextDecoder().decode(this.take(length));
  }
}

function indexOfMagic(section: Uint8Array): number {
  const at = new TextDecoder("latin1").decode(section.subarray(0, 65_536)).indexOf(MAGIC);
  if (at < 0) throw new Error("Cannot read the program: its data has no beginning");
  return at;
}

/**
 * Takes a compiled program apart.
 *
 * @param program The bytes of the executable file.
 * @returns Its runtime and its remote modules.
 * @throws {Error} It was not made by `deno compile`, or by a version with another format.
 */
export function readCompiledProgram(program: Uint8Array): CompiledProgram {
  const end = program.length - TRAILER_BYTES;
  const trailer = new Reader(program.subarray(end));
  if (trailer.text(8) !== MAGIC) throw new Error("Cannot read the program: it has no trailer");
  trailer.u64();
  const start = end - trailer.u64();
  // The section begins with a note whose length varies.
  const section = program.subarray(start, end);
  const data = new Reader(section.subarray(indexOfMagic(section) + MAGIC.length));
  data.take(data.u64()); // metadata
  data.take(data.u64()); // npm snapshot

  const specifiers = new Map<number, string>();
  for (let left = data.u32(); left > 0; left--) {
    const text = data.text(data.u32());
    specifiers.set(data.u32(), text);
  }
  const specifier = (): string => {
    const id = data.u32();
    const text = specifiers.get(id);
    if (text === undefined) throw new Error(`Cannot read the program: no specifier ${id}`);
    return text;
  };
  const redirects = new Map<string, string>();
  for (let left = data.u32(); left > 0; left--) {
    const from = specifier();
    redirects.set(from, specifier());
  }
  const modules = new Map<string, Uint8Array>();
  for (let left = data.u32(); left > 0; left--) {
    const name = specifier();
    data.u8(); // media type
    modules.set(name, data.take(data.u32()));
    const flags = data.u8();
    for (const flag of EXTRA_BLOCKS) if (flags & flag) data.take(data.u32());
  }
  return { runtime: program.subarray(0, start), modules, redirects };
}
