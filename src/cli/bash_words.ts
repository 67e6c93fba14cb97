/** What bash makes of a command line while it completes. */

/** Words after bash has broken them, put together again. */
export interface BashWords {
  /** The words; the last one is under the cursor. */
  readonly words: readonly string[];
  /** What of the last word bash leaves alone: it replaces only what follows. */
  readonly kept: string;
  /** Whether a file is read from or written to there. */
  readonly redirected: boolean;
}

const REDIRECTION = /^&?[<>][<>&|]*$/;

/**
 * Puts words together that bash breaks at `=` and `:` (its COMP_WORDBREAKS), and leaves out what is
 * redirected.
 *
 * @param broken COMP_WORDS without the program's name, up to the word under the cursor.
 * @returns The words as the program would get them.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { bashWords } from "./bash_words.ts";
 *
 * const { words, kept } = bashWords(["resume", "--mode", "=", "y"]);
 * assertEquals([words, kept], [["resume", "--mode=y"], "--mode="]);
 * ```
 */
export function bashWords(broken: readonly string[]): BashWords {
  const words: string[] = [];
  let kept = "";
  let open = false;
  let redirected = false;
  for (const [index, word] of broken.entries()) {
    const last = index === broken.length - 1;
    if (!last && REDIRECTION.test(word)) {
      redirected = true;
      open = false;
      continue;
    }
    const isBreak = /^[=:]+$/.test(word);
    if (words.length > 0 && (isBreak || open)) {
      kept = words.at(-1)! + (isBreak ? word : "");
      words.push(words.pop()! + word);
    } else {
      kept = "";
      if (last || !redirected && !isOpened(word, broken[index + 1])) words.push(word);
    }
    open = isBreak;
    if (!last) redirected = false;
  }
  return { words, kept, redirected };
}

/** Whether a word is what is redirected: the 2 of `2>`. */
function isOpened(word: string, next: string | undefined): boolean {
  return /^\d$/.test(word) && next !== undefined && REDIRECTION.test(next);
}
