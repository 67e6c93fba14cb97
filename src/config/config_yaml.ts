/** YAML as data, with the line of every key. */

import { isAlias, isCollection, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { ParsedNode } from "yaml";
import { TextError, textOf } from "../errors.ts";
import { type Text, text as words, verbatim } from "../text.ts";

/** A file with one YAML document. */
export interface ConfigYaml {
  /** Plain data; null for an empty file. */
  readonly value: unknown;
  /** The line, from 1, of the last key of a path that is there. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** YAML that cannot be read. */
export class ConfigYamlError extends TextError {
  override readonly name = "ConfigYamlError";
  /** Line in the file, from 1; null when it is not known. */
  readonly line: number | null;

  /**
   * @param message What is wrong.
   * @param line Where; null when it is not known.
   * @param cause What led to it.
   */
  constructor(message: Text, line: number | null, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

/**
 * So many aliases may there be, and for so many nodes may one stand: a few lines could else grow to
 * gigabytes, and the library looks through the whole document for each of them.
 */
const MAX_ALIASES = 100;

/**
 * Parses one YAML 1.2 document (https://yaml.org/spec/1.2.2/): core schema, no tags of its own, no key
 * twice, bounded aliases.
 *
 * @param text The file.
 * @returns Its data.
 * @throws {ConfigYamlError} It is not such a document.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseConfigYaml } from "./config_yaml.ts";
 *
 * const yaml = parseConfigYaml("llm:\n  model: gpt-4o\n");
 * assertEquals(yaml.value, { llm: { model: "gpt-4o" } });
 * assertEquals(yaml.lineOf(["llm", "model"]), 2);
 * ```
 */
export function parseConfigYaml(text: string): ConfigYaml {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ConfigYamlError) throw error;
    // Thousands of brackets in one another exhaust the stack; aliases beyond the bound throw too.
    throw new ConfigYamlError(textOf(error), null, error);
  }
}

function parse(text: string): ConfigYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    schema: "core",
    prettyErrors: false,
    logLevel: "error",
    // The library compares each key with every other one: of many thousands that takes minutes.
    uniqueKeys: false,
  });
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  // An unknown tag is a mere warning to the library.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    throw new ConfigYamlError(verbatim(problem.message), lineAt(problem.pos[0]));
  }
  const root = document.contents;
  checkNodes(root, lineAt);
  return {
    value: document.toJS({ maxAliasCount: MAX_ALIASES }),
    lineOf(path) {
      let node: ParsedNode | null = root;
      let line = 1;
      for (const key of path) {
        const next = step(node, key);
        if (next === null) break;
        line = lineAt(next.at);
        node = next.node;
      }
      return line;
    },
  };
}

/** Where a key is, and what it holds. */
function step(
  node: ParsedNode | null,
  key: PropertyKey,
): { readonly at: number; readonly node: ParsedNode | null } | null {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    return pair === undefined ? null : { at: pair.key.range[0], node: pair.value };
  }
  const item = isSeq(node) ? node.items[Number(key)] : undefined;
  return item === undefined ? null : { at: item.range[0], node: item };
}

/** Refuses what is YAML and no config: keys that are no text or there twice, and too many aliases. */
function checkNodes(root: ParsedNode | null, lineAt: (offset: number) => number): void {
  let aliases = 0;
  const check = (node: ParsedNode | null): void => {
    if (isAlias(node) && ++aliases > MAX_ALIASES) {
      throw new ConfigYamlError(
        words("there are more than {count} aliases", { count: MAX_ALIASES }),
        lineAt(node.range[0]),
      );
    }
    if (isMap(node)) {
      const keys = new Set<unknown>();
      for (const { key, value } of node.items) {
        // One that is a list or a map would silently become text.
        if (!isScalar(key)) {
          throw new ConfigYamlError(words("A key must be text"), lineAt(key.range[0]));
        }
        if (keys.has(key.value)) {
          throw new ConfigYamlError(words("Map keys must be unique"), lineAt(key.range[0]));
        }
        keys.add(key.value);
        check(value);
      }
    } else if (isCollection(node)) {
      for (const item of node.items) check(item as ParsedNode);
    }
  };
  check(root);
}
