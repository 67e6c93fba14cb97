import { assert, assertEquals, assertRejects } from "@std/assert";
import { HELP_FILES, helpModule, helpTexts } from "../scripts/make_help.ts";
import { createCli } from "../src/cli.ts";
import { exitCodesHelp, layOutHelp } from "../src/cli/help.ts";
import { HELP_TEXTS } from "../src/cli/help_texts.ts";
import { HELP_TEXTS as SPANISH_HELP_TEXTS } from "../src/cli/help_texts_es.ts";
import { type Language, LANGUAGES, translationInto } from "../src/language.ts";
import type { CommandName } from "../src/permissions.ts";

/** Which command a command line starts; the command itself is not run. */
async function started(args: readonly string[]): Promise<CommandName | null> {
  let name: CommandName | null = null;
  await createCli((command) => {
    name = command;
    return Promise.resolve();
  }).parse([...args]);
  return name;
}

Deno.test("createCli() starts the command that the arguments name", async (t) => {
  const cases: readonly (readonly [CommandName, readonly string[]])[] = [
    ["run", ["run", "fix it"]],
    ["run", ["run", "-"]],
    ["resume", ["run", "--session", "last"]],
    ["run", ["run", "--", "-v is not documented"]],
    ["run", ["run", "--json", "--", "--help"]],
    ["resume", ["resume", "last"]],
    ["resume", ["resume", "last", "and the docs"]],
    ["resume", ["resume", "last", "--budget", "+1", "--mode", "yolo"]],
    ["resume", ["resume", "last", "--", "-x"]],
    ["sessions", ["sessions"]],
    ["sessions", ["sessions", "--json", "--status", "corrupt", "--limit", "3", "--grep", "a"]],
    ["sessions show", ["sessions", "show", "2026", "--messages"]],
    ["sessions stats", ["sessions", "stats", "--since", "7", "--json"]],
    ["sessions export", ["sessions", "export", "last", "--format", "html", "-o", "a.html"]],
    ["resume", ["resume", "last", "--fork"]],
    ["resume", ["run", "--session", "last", "x", "--from-step", "0"]],
    ["sessions import", ["sessions", "import", "a.bundle", "--new-id"]],
    ["sessions import", ["sessions", "import", "-"]],
    ["sessions fork", ["sessions", "fork", "last", "--at", "0", "--json"]],
    ["sessions delete", ["sessions", "delete", "20260223-143022-a1b2c3"]],
    ["sessions verify", ["sessions", "verify"]],
    ["sessions verify", ["sessions", "verify", "last", "--repair", "--dry-run"]],
    ["sessions repair", ["sessions", "verify", "last", "--repair"]],
    ["cleanup", ["cleanup"]],
    ["cleanup", ["cleanup", "--older-than", "0", "--damaged", "--dry-run"]],
    ["permissions", ["permissions"]],
    ["schema", ["schema"]],
    ["permissions", ["permissions", "sessions", "show", "--json"]],
    ["completions", ["completions", "bash", "--name", "architect-sandbox"]],
    ["completions complete", ["completions", "complete", "bash", "--", "resume", ""]],
    ["completions complete", ["completions", "complete", "fish", "--", "run", "--help"]],
    ["help", ["--version"]],
    ["help", ["--help"]],
    ["help", ["sessions", "show", "--help"]],
  ];
  for (const [command, args] of cases) {
    await t.step(args.join(" "), async () => assertEquals(await started(args), command));
  }
});

Deno.test("createCli() starts nothing for a wrong command line", async (t) => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["there is no command", []],
    ['Unknown command "sesions". Did you mean command "sessions"?', ["sesions"]],
    ["there is no prompt", ["run"]],
    ["it is empty", ["run", ""]],
    ["it is empty", ["run", "--", " "]],
    ["it is empty", ["resume", ""]],
    ["it is empty", ["sessions", "show", ""]],
    ["there is no session id", ["resume"]],
    ["too many arguments", ["run", "fix", "--", "it"]],
    ["Too many arguments", ["run", "fix", "it"]],
    ["too many arguments", ["resume", "last", "fix", "--", "it"]],
    ['Did you mean option "--json"?', ["run", "x", "--jsn"]],
    ["Missing value", ["run", "x", "--session", ""]],
    ["can only occur once", ["run", "x", "--session", "a", "--no-session"]],
    ["can only occur once", ["run", "x", "--model", "a", "--model", "b"]],
    ["conflicts", ["run", "x", "-v", "--quiet"]],
    ["conflicts", ["run", "x", "--allow-commands", "--no-commands"]],
    ["--no-session", ["resume", "last", "--no-session"]],
    ["--session", ["resume", "last", "--session", "2026"]],
    ["there is no --session", ["run", "x", "--fork"]],
    ["there is no --session", ["run", "x", "--from-step", "3"]],
    ["--from-step", ["resume", "last", "--from-step", "-1"]],
    ["--at", ["sessions", "fork", "last", "--at", "1.5"]],
    ["Missing argument", ["sessions", "fork"]],
    ["it is empty", ["sessions", "import", ""]],
    ["both are -", ["run", "-", "--config", "-"]],
    ["both are -", ["resume", "last", "-", "-c", "-"]],
    ["--mode", ["run", "x", "--mode", "YOLO"]],
    ["--older-than", ["cleanup", "--older-than", "-1"]],
    ["--limit", ["sessions", "--limit", "0"]],
    ["--since", ["sessions", "stats", "--since", "0"]],
    ["--format", ["sessions", "export", "last", "--format", "pdf"]],
    ["--output", ["sessions", "export", "last", "-o", " "]],
    ["--status", ["sessions", "--status", "done"]],
    ['Did you mean command "show"?', ["sessions", "shw", "x"]],
    ["bash, zsh or fish", ["completions"]],
    ["a file name of letters", ["completions", "zsh", "--name", "a b"]],
    ["a file name of letters", ["completions", "zsh", "--name", "$(id)"]],
    ["one of bash, zsh, fish", ["completions", "complete", "sh", "--", "resume"]],
  ];
  for (const [message, args] of cases) {
    await t.step(args.join(" "), async () => {
      let startedAny = false;
      const cli = createCli(() => {
        startedAny = true;
        return Promise.resolve();
      });
      await assertRejects(async () => await cli.parse([...args]), Error, message);
      assertEquals(startedAny, false);
    });
  }
});

Deno.test("createCli() lets a person pick the session, where one can be asked", async (t) => {
  const cases: readonly (readonly [readonly string[], CommandName | null])[] = [
    [["resume"], "resume"],
    [["resume", "--json", "--mode", "yolo"], "resume"],
    [["resume", "--fork"], "resume"],
    [["resume", ""], null],
    [["resume", "--session", "last"], null],
    [["resume", "--no-session"], null],
    [["run"], null],
  ];
  for (const [args, command] of cases) {
    await t.step(args.join(" "), async () => {
      let name: CommandName | null = null;
      const cli = createCli((command) => {
        name = command;
        return Promise.resolve();
      }, { asks: true });
      if (command === null) await assertRejects(async () => await cli.parse([...args]));
      else await cli.parse([...args]);
      assertEquals(name, command);
    });
  }
});

Deno.test("createCli() keeps every run flag on run and resume", () => {
  const flags = (name: string, hidden: boolean): string[] =>
    createCli(() => Promise.resolve()).getCommand(name)!.getOptions(hidden).map(({ name }) => name);
  assertEquals(flags("run", true), flags("resume", true));
  // A resume is told its session, and saves: its help does not offer what it would refuse.
  const about = ["session", "no-session"];
  assertEquals(flags("run", false).filter((name) => !about.includes(name)), flags("resume", false));
});

const HELP: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: HELP_TEXTS,
  es: SPANISH_HELP_TEXTS,
};

Deno.test("the help that is shown without loading Cliffy is the one that Cliffy makes", async (t) => {
  // Written anew by scripts/make_help.ts.
  for (const language of LANGUAGES) {
    await t.step(language, async () => {
      assertEquals(await helpTexts(language), HELP[language]);
      const path = new URL(`../${HELP_FILES[language]}`, import.meta.url);
      assertEquals(await Deno.readTextFile(path), await helpModule(language, HELP[language]));
    });
  }
});

Deno.test("every help has examples and exit codes, in lines that fit a terminal", async (t) => {
  for (const language of LANGUAGES) {
    const translate = await translationInto(language);
    const examples = { en: "\nExamples:\n", es: "\nEjemplos:\n" }[language];
    for (const [command, text] of Object.entries(HELP[language])) {
      await t.step(`${language} ${command}`, () => {
        assertEquals(text.includes("\x1b"), false);
        assertEquals(text.includes(examples), true);
        assertEquals(text.endsWith(exitCodesHelp(translate)), true);
        assertEquals(text, layOutHelp(text, translate));
        assertEquals(text, text.normalize("NFC"));
        for (const line of text.split("\n")) assert(line.length <= 80, line);
      });
    }
  }
});

Deno.test("the Spanish help has the flags, commands and columns of the English one", async (t) => {
  /** What stands before each description: flags, values and commands. */
  const described = (text: string): string[] =>
    [...text.matchAll(/^( {2}\S.*? {2,}- )\S/gm)].map(([, before]) => before!);
  for (const [command, english] of Object.entries(HELP_TEXTS)) {
    await t.step(command || "architect", () => {
      const spanish = SPANISH_HELP_TEXTS[command]!;
      assertEquals(described(spanish), described(english));
      const header = (text: string): string[] => text.split("\n").slice(1, 3);
      const [usage, version] = header(english).map((line) => line.slice(9));
      assertEquals(header(spanish), [`Uso:     ${usage}`, `Versión: ${version}`]);
    });
  }
});

Deno.test("no description of the Spanish help is that of the English one, but names alone", () => {
  const descriptions = (texts: Readonly<Record<string, string>>): string[] =>
    Object.values(texts).flatMap((text) =>
      [...text.matchAll(/^ {2}\S.*? {2,}- (.*)$/gm)].map(([, words]) => words!)
    );
  const english = new Set(descriptions(HELP_TEXTS));
  assertEquals(descriptions(SPANISH_HELP_TEXTS).filter((words) => english.has(words)), []);
});

Deno.test("createCli() takes --lang before and after every command", async (t) => {
  const lines: readonly (readonly [string, CommandName])[] = [
    ["--lang es sessions", "sessions"],
    ["--lang=es sessions --json", "sessions"],
    ["sessions --lang es", "sessions"],
    ["sessions --json --lang=es", "sessions"],
    ["sessions --lang es show last", "sessions show"],
    ["--lang es sessions show last --messages", "sessions show"],
    ["sessions show --lang es last", "sessions show"],
    ["sessions show last --lang=es", "sessions show"],
    ["--lang es run x -v --mode yolo", "run"],
    ["--lang es run -- --lang", "run"],
    ["run --lang es -v x", "run"],
    ["run --lang en -- -v", "run"],
    ["run x --no-stream --lang es --budget=+1", "run"],
    ["--lang es resume last x", "resume"],
    ["resume last --lang es", "resume"],
    ["cleanup --lang es", "cleanup"],
    ["permissions --lang es sessions show", "permissions"],
    ["schema --lang es", "schema"],
    ["completions --lang es bash", "completions"],
    ["completions bash --lang es --name a", "completions"],
    ["completions complete --lang es bash -- run", "completions complete"],
  ];
  for (const [line, command] of lines) {
    await t.step(line, async () => assertEquals(await started(line.split(" ")), command));
  }
});

Deno.test("createCli() refuses a --lang that is no language, stands twice or alone", async (t) => {
  for (const words of ["", "sessions", "sessions show", "run", "schema", "completions bash"]) {
    const command = words === "" ? [] : words.split(" ");
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[...command, "--lang", "fr"], 'Cannot use --lang "fr": one of en, es is wanted'],
      [["--lang=ES", ...command], 'Cannot use --lang "ES": one of en, es is wanted'],
      [["--lang", "es", ...command, "--lang", "es"], 'Option "--lang" can only occur once'],
      [[...command, "--lang"], 'Missing value for option "--lang"'],
    ];
    for (const [args, message] of cases) {
      await t.step(args.join(" "), async () => {
        await assertRejects(() => started(args), Error, message);
      });
    }
  }
});
