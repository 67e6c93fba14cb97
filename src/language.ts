/** In which language people are spoken to. */

import { ArchitectError } from "./errors.ts";
import { type Text, text } from "./text.ts";

/** A language that there are texts in. */
export type Language = "en" | "es";

/** All of them. */
export const LANGUAGES: readonly Language[] = ["en", "es"];

/** The variables that may ask for one. */
export const LANGUAGE_VARIABLES: readonly string[] = ["ARCHITECT_LANGUAGE", "LANG"];

/** Gives a text in the language that people are spoken to in. */
export type Translate = (text: Text) => string;

/** Gives a text as it was written. */
export const inEnglish: Translate = String;

/**
 * What translates into a language. The table of one that is not English is loaded only then.
 *
 * @param language The language.
 * @returns The translation.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { translationInto } from "./language.ts";
 * import { text } from "./text.ts";
 *
 * const translate = await translationInto("es");
 * assertEquals(translate(text("interrupted by {signal}", { signal: "SIGINT" })), "interrumpido por SIGINT");
 * ```
 */
export async function translationInto(language: Language): Promise<Translate> {
  if (language === "en") return inEnglish;
  const { SPANISH } = await import("./spanish.ts");
  return (text) => text.in(SPANISH);
}

/** Where a wish for a language was found; what is empty or undefined was not given. */
export interface LanguageWishes {
  /** `--lang`. */
  readonly flag?: Language;
  /** What {@linkcode LANGUAGE_VARIABLES} hold, by name. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `language` of the config. */
  readonly config?: Language;
}

/**
 * The language: flag, then `ARCHITECT_LANGUAGE`, then config, then `LANG`, which speaks of the whole
 * machine, so that any wish that is meant for architect goes before it.
 *
 * @param wishes Where a wish may be.
 * @returns The language.
 * @throws {ArchitectError} `config`: `ARCHITECT_LANGUAGE` counts and is no language.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { chooseLanguage } from "./language.ts";
 *
 * assertEquals(chooseLanguage({ environment: { LANG: "es_ES.UTF-8" } }), "es");
 * assertEquals(chooseLanguage({ environment: { LANG: "es_ES.UTF-8" }, config: "en" }), "en");
 * ```
 */
export function chooseLanguage(wishes: LanguageWishes): Language {
  const { flag, environment = {}, config } = wishes;
  if (flag !== undefined) return flag;
  const own = environment.ARCHITECT_LANGUAGE;
  if (own) {
    if (own === "en" || own === "es") return own;
    // Not shown: a key could stand there by mistake.
    throw new ArchitectError(
      "config",
      text("Cannot use variable {name}: {wanted} is wanted", {
        name: "ARCHITECT_LANGUAGE",
        wanted: text("en or es"),
      }),
      { suggestion: text("Set it to en or es, or unset it.") },
    );
  }
  return config ?? (/^es([_.@-]|$)/i.test(environment.LANG ?? "") ? "es" : "en");
}

/** How a process speaks: in English until it is told of another language. */
export class Speech {
  #translate: Translate = inEnglish;

  /** Gives a text in the language of now. */
  readonly translate: Translate = (text) => this.#translate(text);

  /** @param language What is spoken from now on. */
  async speak(language: Language): Promise<void> {
    this.#translate = await translationInto(language);
  }
}
