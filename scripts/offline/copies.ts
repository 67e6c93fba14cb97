/** The folder of copies while it is being filled. */
import type { CompiledProgram } from "./compiled_program.ts";

/** A module of a JSR package as a registry's URL names it. */
const MODULE_URL = /^https:\/\/[^/]+\/(@(?:cliffy|std)\/[^/]+\/[^/]+\/.+)$/;

/**
 * The TypeScript files below a folder, in a fixed order.
 *
 * @param dir The folder.
 * @returns Paths relative to it, with `/`.
 */
export async function* sources(dir: string): AsyncGenerator<string> {
  const entries = await Array.fromAsync(Deno.readDir(dir));
  for (const { name, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (isDirectory) {
      for await (const path of sources(`${dir}/${name}`)) yield `${name}/${path}`;
    } else if (name.endsWith(".ts")) yield name;
  }
}

/** Writes into one folder, and remembers what the copied modules call each other. */
export class Copies {
  /** The folder, without a slash at its end. */
  readonly dir: string;
  /** `jsr:` specifier to the path of the module that it leads to. */
  readonly redirects: Map<string, string> = new Map();

  /** @param dir The folder; it exists. */
  constructor(dir: string) {
    this.dir = dir;
  }

  /**
   * Writes one file, with the folders above it.
   *
   * @param path Relative to the folder.
   * @param content What it holds.
   */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const file = `${this.dir}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    if (typeof content === "string") await Deno.writeTextFile(file, content);
    else await Deno.writeFile(file, content);
  }

  /**
   * Copies the modules of a compiled program.
   *
   * @param program The program.
   * @param wanted What the paths of the modules match: `@scope/name/version/...`.
   */
  async take(program: CompiledProgram, wanted: RegExp): Promise<void> {
    for (const [url, source] of program.modules) {
      const path = MODULE_URL.exec(url)?.[1];
      if (path !== undefined && wanted.test(path)) await this.write(path, source);
    }
    for (const [from, to] of program.redirects) {
      const path = MODULE_URL.exec(to)?.[1];
      if (path !== undefined) this.redirects.set(plainSpecifier(from), path);
    }
  }

  /**
   * @param path Relative to the folder.
   * @returns Whether there is something at that path.
   */
  async has(path: string): Promise<boolean> {
    try {
      await Deno.stat(`${this.dir}/${path}`);
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }
}

/**
 * @param specifier `jsr:/@scope/...` or `jsr:@scope/...`.
 * @returns The second form, which both mean.
 */
export function plainSpecifier(specifier: string): string {
  return specifier.replace(/^jsr:\/@/, "jsr:@");
}
