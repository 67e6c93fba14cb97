/** Tells whether what a person was shown is English. */

/** Words without which English says little, and which are neither Spanish nor a name of architect's. */
const WORDS = new RegExp(
  String
    .raw`(?<![\w./_-])(?:the|is|are|was|were|it|its|of|to|and|or|not|cannot|with|without|for|from|by|` +
    String.raw`this|that|these|there|here|than|what|which|who|one|all|each|any|more|most|nothing|` +
    String
      .raw`step|steps|sessions? (?!show|fork|stats|export|import|delete|verify)|file|files|folder|tool|tools|` +
    String
      .raw`removed|kept|would|could|wanted|given|give|set|see|list|show|print|start|try|again|` +
    String
      .raw`warning|usage|options|commands|examples|cost|status|task|age|time|unknown|missing|empty)(?![\w/_=-])`,
  "gi",
);

/**
 * The English words in a text. Code between backticks is none, nor is what follows `architect`
 * on its line: a command line.
 *
 * @param text What a person was shown.
 * @returns The words, each once.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { englishWords } from "./english_words.ts";
 *
 * assertEquals(englishWords("Cannot read it: see `the --help`"), ["cannot", "it", "see"]);
 * assertEquals(englishWords("Siga con: architect run --timeout 5 the task"), []);
 * ```
 */
export function englishWords(text: string): string[] {
  const prose = text.replaceAll(/`[^`\n]*`/g, "").replaceAll(/\barchitect .*$/gm, "");
  return [...new Set([...prose.matchAll(WORDS)].map(([word]) => word.toLowerCase()))];
}
