import { assert, assertEquals } from "@std/assert";
import { createCli } from "../../src/cli.ts";
import { completeWord } from "../../src/cli/complete_word.ts";
import { LANGUAGES, translationInto } from "../../src/language.ts";

const cli = createCli(() => Promise.resolve());

/** Where the candidates come from; those that are known at once as their words. */
function offered(words: readonly string[]): string | readonly string[] {
  const { start, from } = completeWord(cli, words);
  if (typeof from === "string") return from;
  return from.map(({ value }) => value).filter((value) => value.startsWith(start));
}

Deno.test("completeWord() knows what may stand under the cursor", async (t) => {
  const cases: readonly (readonly [readonly string[], string | readonly string[]])[] = [
    [["re"], ["resume"]],
    [["completions", ""], ["bash", "zsh", "fish"]],
    [["sessions", "sho"], ["show"]],
    [["permissions", "sessions", "sho"], ["show"]],
    [["permissions", "none", ""], []],
    [["resume", ""], "sessions"],
    [["resume", "2026"], "sessions"],
    [["resume", "--json", "2026"], "sessions"],
    [["resume", "--budget", "1", ""], "sessions"],
    [["resume", "--budget=1", ""], "sessions"],
    [["resume", "--", ""], "sessions"],
    [["sessions", "show", ""], "sessions"],
    [["sessions", "verify", "--repair", ""], "sessions"],
    [["sessions", "delete", ""], "sessions by full id"],
    [["sessions", "fork", "--at", "4", ""], "sessions"],
    [["sessions", "export", ""], "sessions"],
    [["sessions", "export", "last", "--format", "b"], ["bundle"]],
    [["sessions", "export", "last", "-o", ""], "files"],
    [["sessions", "import", ""], "files"],
    [["resume", "last", "--from-step", ""], []],
    [["run", "--session", ""], "sessions"],
    [["run", "--session=20"], "sessions"],
    // The prompt is a person's own.
    [["run", ""], []],
    [["run", "fix it", "--session", "20"], "sessions"],
    [["resume", "2026", ""], []],
    [["resume", "2026", "--", ""], []],
    [["run", "-a", ""], "agents"],
    [["run", "--agent", "p"], "agents"],
    [["run", "--agent=p"], "agents"],
    [["run", "-c", ""], "files"],
    [["run", "--config="], "files"],
    [["run", "--record", "x"], "files"],
    [["run", "-m", ""], ["confirm-all", "confirm-sensitive", "yolo"]],
    [["run", "--mode=y"], ["yolo"]],
    [["sessions", "--status", "c"], ["corrupt"]],
    [["cleanup", "--status", "run"], ["running"]],
    [["run", "--model", ""], []],
    [["run", "--api-key", ""], []],
    [["cleanup", "--dr"], ["--dry-run"]],
    [["run", "--no-such="], []],
    [["no-such", ""], ["--lang", "--help", "--version"]],
    [["--lang", ""], ["en", "es"]],
    [["--lang=e"], ["en", "es"]],
    [["run", "--lang", "es"], ["es"]],
    [["sessions", "show", "2026", "--lang="], ["en", "es"]],
    [["--lang", "es", "sess"], ["sessions"]],
    [["--lang", "es", "sessions", "show", ""], "sessions"],
    [["--lang", "es", "schema", "--"], ["--help"]],
    [["--lang=es", "run", "x", "--la"], []],
    [["schema", "--"], ["--lang", "--help"]],
    [["run", "--mode", "yolo", "--mod"], ["--model"]],
    // One excludes the other, whichever was first.
    [["run", "--json", "--ev"], []],
    [["run", "--events", "--js"], []],
    [["run", "--session", "a", "--no-s"], ["--no-session", "--no-stream"]],
    [["resume", "--ses"], []],
    [["--v"], ["--version"]],
    [["resume", "--ver"], ["--verbose"]],
    [[], offered([""])],
  ];
  for (const [words, wanted] of cases) {
    await t.step(words.join(" "), () => assertEquals(offered(words), wanted));
  }
});

Deno.test("completeWord() offers the flags where nothing else may stand", () => {
  assertEquals(offered(["sessions", "show", "2026", ""]), [
    "--messages",
    "--json",
    "--lang",
    "--help",
  ]);
  assertEquals(offered(["sessions", "show", "2026", "--json", ""]), [
    "--messages",
    "--lang",
    "--help",
  ]);
});

Deno.test("completeWord() keeps what stands before a value in the same word", () => {
  const { start, before, from } = completeWord(cli, ["run", "--session=2026"]);
  assertEquals([start, before, from], ["2026", "--session=", "sessions"]);
});

const TOLD = [[""], ["--"], ["run", "--"], ["sessions", ""], ["cleanup", "-"], ["completions", ""]];

Deno.test("completeWord() tells what each command and flag is", () => {
  for (const words of TOLD) {
    const { from } = completeWord(cli, words);
    assert(Array.isArray(from) && from.length > 0);
    for (const { value, description } of from) assert(description !== "", value);
  }
});

Deno.test("completeWord() tells it in the language of the tree", async () => {
  const translate = await translationInto("es");
  const spanish = createCli(() => Promise.resolve(), { translate });
  const told = new Map<string, string>();
  for (const words of TOLD) {
    const [ours, theirs] = [completeWord(cli, words), completeWord(spanish, words, translate)]
      .map(({ from }) => Array.isArray(from) ? from : []);
    assertEquals(theirs!.map(({ value }) => value), ours!.map(({ value }) => value));
    for (const [index, { value, description }] of theirs!.entries()) {
      assert(description !== ours![index]!.description, `${value}: ${description}`);
      told.set(value, description);
    }
  }
  assertEquals(told.get("--help"), "Muestra esta ayuda.");
  assertEquals(told.get("--version"), "Muestra la versión.");
});

Deno.test("completeWord() offers every language there is", () => {
  assertEquals(offered(["run", "--lang", ""]), LANGUAGES);
});

Deno.test("completeWord() knows every value that is an id, a file or one of a few words", () => {
  const commands = [cli, ...cli.getCommands(true).flatMap((c) => [c, ...c.getCommands(true)])];
  for (const command of commands) {
    const path = command.getPath().split(" ").slice(1);
    for (const { flags, args: [value] } of command.getOptions(true)) {
      if (value === undefined || !/^(id|file|agent|mode|status|format)$/.test(value.name)) continue;
      const found = offered([...path, flags.at(-1)!, ""]);
      assert(found.length > 0, `${path.join(" ")} ${flags}`);
    }
  }
});
