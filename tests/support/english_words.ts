/** Tells whether what a person was shown is English. */

/** Words without which English says little, and which are neither Spanish nor a name of architect's. */
const WORDS = new Set(
  ("the is are was were it its of to and or not cannot with without for from by this that these there here than " +
    "what which who one all each any more most nothing step steps session sessions file files folder tools " +
    "removed kept would could wanted given give set see print start try again warning usage options commands " +
    "examples cost task age time unknown missing empty").split(" "),
);

/** Names and code, which are the same in every language. */
const NAMES = [
  /`[^`\n]*`/g,
  // A command line, and what it may hold.
  /\barchitect .*$/gm,
  /\bsessions (?:show|stats|export|import|fork|verify|delete)\b/g,
  /^ *(?:sessions|completions|permissions|resume|run)\b/gm,
  /<[a-z]+>|\[[a-z.]+\]/g,
  // Flags, keys, paths, constants.
  /[\w./:-]*[./:_-]\w[\w./:-]*/g,
  /\b[A-Z]+\b/g,
];

/**
 * The English words in a text, names and command lines left out.
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
  const prose = NAMES.reduce((rest, names) => rest.replaceAll(names, " "), text).toLowerCase();
  return [...new Set(prose.match(/\p{L}+/gu) ?? [])].filter((word) => WORDS.has(word));
}
