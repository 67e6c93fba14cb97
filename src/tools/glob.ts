/** Patterns of file names, matched in linear time. */

import { globToRegExp } from "@std/path";
import { RE2JS } from "re2js";
import { ToolError } from "./tool.ts";

const MAX_PATTERN = 500;

/**
 * Compiles a glob: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any number of folders.
 *
 * @param pattern The glob. Without a `/` it is matched against the name alone, else against the
 * whole path relative to where the search begins.
 * @returns Whether a path (relative, `/` separators) matches.
 * @throws {ToolError} It is too long, or not a glob that can be matched in linear time.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { compileGlob } from "./glob.ts";
 *
 * assert(compileGlob("*.ts")("src/deep/a.ts"));
 * assert(compileGlob("src/**" + "/*.{ts,js}")("src/deep/a.ts"));
 * assert(!compileGlob("src/*.ts")("src/deep/a.ts"));
 * ```
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const shown = JSON.stringify(pattern.slice(0, 100));
  if (pattern === "" || pattern.length > MAX_PATTERN) {
    throw new ToolError(`Cannot use pattern ${shown}: 1 to ${MAX_PATTERN} characters are allowed`);
  }
  const glob = pattern.replace(/^(?:\.\/)+/, "");
  let compiled: RE2JS;
  try {
    // The expression of every system takes "/" between folders.
    compiled = RE2JS.compile(globToRegExp(glob).source, RE2JS.DOTALL);
  } catch (error) {
    throw new ToolError(`Cannot use pattern ${shown}: it is no glob of *, **, ?, [a-z] and {a,b}`, {
      cause: error,
    });
  }
  const nameOnly = !glob.includes("/");
  return (path) => compiled.test(nameOnly ? path.slice(path.lastIndexOf("/") + 1) : path);
}
