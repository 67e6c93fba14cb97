/** Text that every reader of JSON takes: no half of a surrogate pair. */

/**
 * A value of JSON with every lone surrogate, in texts and in keys, replaced by U+FFFD.
 *
 * @param value The value. It is not changed.
 * @returns The same value where nothing had to be replaced, else a copy.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { wellFormed } from "./well_formed.ts";
 *
 * assertEquals(wellFormed({ a: ["\ud83d", 1] }), { a: ["\ufffd", 1] });
 * ```
 */
export function wellFormed<T>(value: T): T {
  return hasSoundTexts(value) ? value : replaced(value) as T;
}

/**
 * The JSON text of a value without lone surrogates.
 *
 * @param value The value.
 * @param indent Spaces of a level; 0: all in one line. Default 2.
 * @returns The text.
 */
export function wellFormedJson(value: unknown, indent = 2): string {
  return JSON.stringify(wellFormed(value), null, indent);
}

/** A walk: the engine knows of most texts at once that they are sound. */
function hasSoundTexts(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(hasSoundTexts);
  const record = value as Record<string, unknown>;
  for (const key in record) {
    if (!key.isWellFormed() || !hasSoundTexts(record[key])) return false;
  }
  return true;
}

/**
 * Parses JSON and replaces lone surrogates.
 *
 * @param text JSON.
 * @param maxDepth Levels that it may nest: what reads it on goes down by recursion.
 * @returns The value.
 * @throws {SyntaxError} It is not JSON, nested deeper, or holds a number that would be Infinity, which
 * JSON writes as null.
 */
export function parseWellFormed(text: string, maxDepth: number): unknown {
  const value: unknown = JSON.parse(text);
  return isWellFormed(value, maxDepth) ? value : replaced(value);
}

/** One walk tells all: to search the text takes far longer, as it is mostly long strings. */
function isWellFormed(value: unknown, maxDepth: number): boolean {
  const visit = (inner: unknown, levels: number): boolean => {
    if (typeof inner === "string") return inner.isWellFormed();
    if (typeof inner === "number" && !Number.isFinite(inner)) {
      throw new SyntaxError("a number is too large");
    }
    if (typeof inner !== "object" || inner === null) return true;
    if (levels === 0) throw new SyntaxError(`it is nested deeper than ${maxDepth} levels`);
    let sound = true;
    // Neither keys nor members are put into lists: this is most of what a load adds to the parser's work.
    if (Array.isArray(inner)) {
      for (const member of inner) sound = visit(member, levels - 1) && sound;
      return sound;
    }
    const record = inner as Record<string, unknown>;
    for (const key in record) {
      if (!key.isWellFormed()) sound = false;
      sound = visit(record[key], levels - 1) && sound;
    }
    return sound;
  };
  return visit(value, maxDepth);
}

function replaced(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== "object" || value === null) return value;
  // What is a string in JSON is one here too: a copy would lose that.
  if ("toJSON" in value && typeof value.toJSON === "function") return replaced(value.toJSON());
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), replaced(member)]),
  );
}
