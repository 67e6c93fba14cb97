/**
 * Writes src/cli/help_texts.ts anew: the help of every command as Cliffy lays it out, which the program
 * shows without loading Cliffy.
 *
 *     sh scripts/deno.sh run -A scripts/make_help.ts
 */
import { createCli } from "../src/cli.ts";
import { EXIT_CODES_HELP } from "../src/cli/help.ts";
import type { AnyCommand } from "../src/cli/start.ts";
import type { CommandContext } from "../src/commands/context.ts";

/**
 * The help of every command.
 *
 * @returns Words of the command, such as `sessions show`, to its help; none for the program itself.
 */
export async function helpTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const words of commandsOf(createCli(() => Promise.resolve()))) {
    texts[words.join(" ")] = await helpOf(words);
  }
  return texts;
}

function commandsOf(command: AnyCommand, words: readonly string[] = []): string[][] {
  const below = command.getCommands().flatMap((inner: AnyCommand) =>
    commandsOf(inner, [...words, inner.getName()])
  );
  return [[...words], ...below];
}

async function helpOf(words: readonly string[]): Promise<string> {
  let printed = "";
  const context = {
    print(text: string): Promise<void> {
      printed += text;
      return Promise.resolve();
    },
  } as CommandContext;
  await createCli(async (_command, run) => void await run(context)).parse([...words, "--help"]);
  return printed;
}

/**
 * The module that holds the texts.
 *
 * @param texts The texts.
 * @returns Its source.
 */
export function helpModule(texts: Readonly<Record<string, string>>): string {
  const entries = Object.entries(texts).map(([words, text]) => {
    // What every one of them ends with stands once, where Cliffy's own way takes it from.
    const own = text.slice(0, text.lastIndexOf(EXIT_CODES_HELP)).replace(/[\\`$]/g, "\\$&");
    return `  ${JSON.stringify(words)}: \`${own}\${EXIT_CODES_HELP}\`,`;
  });
  return `// Written by scripts/make_help.ts.
import { EXIT_CODES_HELP } from "./help.ts";

/** The help of every command, by its words: what \`--help\` prints where there are no colours. */
// deno-fmt-ignore
export const HELP_TEXTS: Readonly<Record<string, string>> = {
${entries.join("\n")}
};
`;
}

if (import.meta.main) {
  const path = new URL("../src/cli/help_texts.ts", import.meta.url);
  await Deno.writeTextFile(path, helpModule(await helpTexts()));
}
