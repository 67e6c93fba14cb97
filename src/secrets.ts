/**
 * Keeping secrets out of the history, the disk and the output.
 *
 * May be imported by every file; imports only its own two tables of shapes.
 */

import { isNamedSecret, replaceAssignments } from "./secret_assignments.ts";
import { replacePrivateKeys, replaceShapes } from "./secret_shapes.ts";

/** A key that this process uses. */
export interface KnownKey {
  /** What the marker names: letters, digits, `-` and `_`; anything else becomes `_`. */
  readonly kind: string;
  /** The key itself. Under 8 characters it is not looked for: it could be any word. */
  readonly value: string;
}

/** Replaces secrets by markers such as `[redacted:openai]`. */
export interface Redactor {
  /**
   * @param text Any text.
   * @returns The text without secrets; itself when it has none. Applying it again changes nothing.
   */
  text(text: string): string;
  /**
   * @param json A value of JSON.
   * @returns The value without secrets in its strings and names; itself when it has none.
   */
  value<T>(json: T): T;
  /**
   * @param jsonText The arguments of a tool call.
   * @returns The same text when nothing is secret, else the arguments written anew. Text that is not
   * JSON is treated as text.
   */
  arguments(jsonText: string): string;
  /** Whether a key in use has a line end in it: a line alone does not tell whether it is secret. */
  readonly spansLines: boolean;
}

const PRIVATE_KEY = markerOf("private_key");
const SECRET = markerOf("secret");
const MARKER = /(\[redacted:[A-Za-z0-9_-]{1,64}\])/;
const MIN_KEY_LENGTH = 8;
/** Words of which it is remembered what becomes of them, and how long one is. */
const MAX_WORDS = 200;
const MAX_WORD_LENGTH = 20;
/** No arguments and no message of a model nest deeper. */
const MAX_DEPTH = 200;

/**
 * Makes a redactor: for the values of keys in use, and for the shapes of well-known keys, tokens,
 * private keys, passwords in URLs and assignments to names such as `DB_PASSWORD`.
 *
 * It takes time in proportion to the text, whatever the text. A secret that has no known shape, no
 * telling name and is not among `keys` is not found.
 *
 * @param keys The keys in use. Their URL- and JSON-encoded forms are looked for too.
 * @returns The redactor.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createRedactor } from "./secrets.ts";
 *
 * const redactor = createRedactor([{ kind: "api_key", value: "correct horse" }]);
 * assertEquals(redactor.text("it is correct horse"), "it is [redacted:api_key]");
 * assertEquals(redactor.value({ id: ["AKIAIOSFODNN7EXAMPLE"] }), { id: ["[redacted:aws]"] });
 * ```
 */
export function createRedactor(keys: readonly KnownKey[]): Redactor {
  const known = keys.filter(({ value }) => value.length >= MIN_KEY_LENGTH)
    .flatMap(({ kind, value }) =>
      encodings(value).map((form) => ({ form, marker: markerOf(kind) }))
    )
    // A key that contains another one goes first.
    .sort((a, b) => b.form.length - a.form.length);

  function plain(text: string): string {
    let result = text;
    for (const { form, marker } of known) result = result.replaceAll(form, () => marker);
    // What is now a marker is left alone by everything after it.
    return result === text ? shapes(text) : betweenMarkers(result, shapes);
  }

  function text(input: string): string {
    const redacted = betweenMarkers(replacePrivateKeys(input, PRIVATE_KEY), plain);
    return replaceAssignments(redacted, SECRET);
  }

  const words = new Map<string, string>();

  /** The same few names and words stand in thousands of records. */
  function word(input: string): string {
    if (input.length > MAX_WORD_LENGTH) return text(input);
    let redacted = words.get(input);
    if (redacted === undefined) {
      redacted = text(input);
      if (words.size < MAX_WORDS) words.set(input, redacted);
    }
    return redacted;
  }

  function walk(json: unknown, depth: number): unknown {
    if (typeof json === "string") return word(json);
    if (typeof json !== "object" || json === null) return json;
    if (depth > MAX_DEPTH) throw new RangeError("Cannot redact a value: it is nested too deeply");
    if (Array.isArray(json)) {
      const items = json.map((item) => walk(item, depth + 1));
      return items.some((item, index) => item !== json[index]) ? items : json;
    }
    let changed = false;
    const entries = Object.entries(json).map(([name, value]: [string, unknown]) => {
      const named = typeof value === "string" && isNamedSecret(name, value);
      const entry = [word(name), named ? SECRET : walk(value, depth + 1)] as const;
      changed ||= entry[0] !== name || entry[1] !== value;
      return entry;
    });
    return changed ? Object.fromEntries(entries) : json;
  }

  return {
    text,
    spansLines: known.some(({ form }) => form.includes("\n")),
    // Only strings change, and into strings: the type stays.
    value: <T>(json: T): T => walk(json, 0) as T,
    arguments(jsonText) {
      try {
        const parsed: unknown = JSON.parse(jsonText);
        const redacted = walk(parsed, 0);
        return redacted === parsed ? jsonText : JSON.stringify(redacted);
      } catch (error) {
        if (error instanceof SyntaxError || error instanceof RangeError) return text(jsonText);
        throw error;
      }
    },
  };
}

/**
 * Whether a text holds a marker more often than the text it replaces: writing it would put a marker
 * where the secret itself was, or was meant to be.
 *
 * @param before The text that is there now; null for none.
 * @param after The text that is to be written.
 * @returns True when a marker was added.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { hasNewMarker } from "./secrets.ts";
 *
 * assert(hasNewMarker("KEY=abc", "KEY=[redacted:openai]"));
 * assert(!hasNewMarker("# [redacted:openai]", "## [redacted:openai]"));
 * ```
 */
export function hasNewMarker(before: string | null, after: string): boolean {
  const counts = countMarkers(before ?? "");
  for (const [marker, count] of countMarkers(after)) {
    if (count > (counts.get(marker) ?? 0)) return true;
  }
  return false;
}

function countMarkers(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [marker] of text.matchAll(new RegExp(MARKER, "g"))) {
    counts.set(marker, (counts.get(marker) ?? 0) + 1);
  }
  return counts;
}

function shapes(text: string): string {
  return replaceShapes(text, markerOf);
}

/** Odd pieces are the markers. */
function betweenMarkers(text: string, replace: (piece: string) => string): string {
  if (!text.includes("[redacted:")) return replace(text);
  return text.split(MARKER).map((piece, index) => index % 2 === 1 ? piece : replace(piece)).join(
    "",
  );
}

function encodings(value: string): string[] {
  // A lone surrogate has no URL encoding.
  const url = encodeURIComponent(value.toWellFormed());
  return [...new Set([value, url, JSON.stringify(value).slice(1, -1)])];
}

function markerOf(kind: string): string {
  return `[redacted:${kind.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "key"}]`;
}
