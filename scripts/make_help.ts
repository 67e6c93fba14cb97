/**
 * Writes src/cli/help_texts.ts and src/cli/help_texts_es.ts anew: the help of every command as Cliffy
 * lays it out, which the program shows without loading Cliffy.
 *
 *     sh scripts/deno.sh run -A scripts/make_help.ts
 */
import { createCli } from "../src/cli.ts";
import { exitCodesHelp } from "../src/cli/help.ts";
import type { AnyCommand } from "../src/cli/start.ts";
import type { CommandContext } from "../src/commands/context.ts";
import { type Language, type Translate, translationInto } from "../src/language.ts";

/** Where the help of a language is kept. */
export const HELP_FILES: Readonly<Record<Language, string>> = {
  en: "src/cli/help_texts.ts",
  es: "src/cli/help_texts_es.ts",
};

/**
 * The help of every command.
 *
 * @param language In which language.
 * @returns Words of the command, such as `sessions show`, to its help; none for the program itself.
 */
export async function helpTexts(language: Language): Promise<Record<string, string>> {
  const translate = await translationInto(language);
  const texts: Record<string, string> = {};
  for (const words of commandsOf(createCli(() => Promise.resolve()))) {
    texts[words.join(" ")] = await helpOf(words, translate);
  }
  return texts;
}

function commandsOf(command: AnyCommand, words: readonly string[] = []): string[][] {
  const below = command.getCommands().flatMap((inner: AnyCommand) =>
    commandsOf(inner, [...words, inner.getName()])
  );
  return [[...words], ...below];
}

async function helpOf(words: readonly string[], translate: Translate): Promise<string> {
  let printed = "";
  const context = {
    print(text: string): Promise<void> {
      printed += text;
      return Promise.resolve();
    },
  } as CommandContext;
  await createCli(async (_command, run) => void await run(context), { translate })
    .parse([...words, "--help"]);
  return printed;
}

/**
 * The module that holds the texts.
 *
 * @param language In which language.
 * @param texts The texts.
 * @returns Its source.
 */
export async function helpModule(
  language: Language,
  texts: Readonly<Record<string, string>>,
): Promise<string> {
  // What every one of them ends with stands once.
  const end = exitCodesHelp(await translationInto(language));
  const literal = (text: string): string => `\`${text.replace(/[\\`$]/g, "\\$&")}`;
  const entries = Object.entries(texts).map(([words, text]) =>
    `  ${JSON.stringify(words)}: ${literal(text.slice(0, text.lastIndexOf(end)))}\${EXIT_CODES}\`,`
  );
  return `// Written by scripts/make_help.ts.

const EXIT_CODES = ${literal(end)}\`;

/** The help of every command, by its words: what \`--help\` prints where there are no colours. */
// deno-fmt-ignore
export const HELP_TEXTS: Readonly<Record<string, string>> = {
${entries.join("\n")}
};
`;
}

if (import.meta.main) {
  for (const [language, file] of Object.entries(HELP_FILES) as [Language, string][]) {
    const path = new URL(`../${file}`, import.meta.url);
    await Deno.writeTextFile(path, await helpModule(language, await helpTexts(language)));
  }
}
