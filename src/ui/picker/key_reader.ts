import { type Key, parseKeys } from "./keys.ts";

/** The part of a terminal that keys are read from. */
export interface KeyInput {
  read(buffer: Uint8Array): Promise<number | null>;
}

/** How long a sequence may be on its way: what is alone for longer is the Escape key. */
const SEQUENCE_MS = 50;

/** Reads the keys that a person presses. */
export class KeyReader {
  readonly #input: KeyInput;
  readonly #buffer = new Uint8Array(1024);
  readonly #decoder = new TextDecoder();
  #reading: Promise<number | null> | null = null;
  #rest = "";

  /** @param input The terminal, which gives each key at once and shows none. */
  constructor(input: KeyInput) {
    this.#input = input;
  }

  /**
   * Waits for the next keys.
   *
   * @returns The keys, in order; none when what came is not a whole one yet; null when the terminal is
   * gone.
   */
  async next(): Promise<readonly Key[] | null> {
    // A read cannot be taken back: one that was not waited for is the next one.
    this.#reading ??= this.#read();
    const count = this.#rest === "" ? await this.#reading : await soon(this.#reading);
    if (count === "late") {
      const isKey = this.#rest === "\x1b";
      this.#rest = "";
      return isKey ? ["leave"] : [];
    }
    this.#reading = null;
    if (count === null) return null;
    const text = this.#decoder.decode(this.#buffer.subarray(0, count), { stream: true });
    const { keys, rest } = parseKeys(this.#rest + text);
    this.#rest = rest;
    return keys;
  }

  async #read(): Promise<number | null> {
    try {
      return await this.#input.read(this.#buffer);
    } catch (error) {
      // A terminal that was closed may say so with an error.
      if (error instanceof Error) return null;
      throw error;
    }
  }
}

async function soon<T>(work: Promise<T>): Promise<T | "late"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), SEQUENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
