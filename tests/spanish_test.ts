import { assertEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { SPANISH } from "../src/spanish.ts";

const SRC = fromFileUrl(new URL("../src/", import.meta.url));
const TABLE: readonly (readonly [string, string])[] = Object.entries(SPANISH);

/** The texts of all modules but the tables. */
async function sources(folder: string = SRC): Promise<string> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (!isDirectory) texts.push(await Deno.readTextFile(path));
    else if (path !== join(SRC, "spanish")) texts.push(await sources(path));
  }
  return texts.join("\n");
}

/** The parts of the table. */
async function parts(): Promise<Record<string, string>[]> {
  const found: Record<string, string>[] = [];
  for await (const { name } of Deno.readDir(join(SRC, "spanish"))) {
    if (name === "table.ts") continue;
    const module = await import(new URL(`../src/spanish/${name}`, import.meta.url).href);
    found.push(...Object.values<Record<string, string>>(module));
  }
  return found;
}

/** What a text and its translation must have alike, such as flags. */
function alike(pattern: RegExp): string[] {
  const found = (text: string) => [...text.matchAll(pattern)].map(([match]) => match).sort();
  return TABLE.filter(([english, spanish]) => `${found(english)}` !== `${found(spanish)}`)
    .map(([english]) => english);
}

Deno.test("SPANISH has no text that nobody says", async () => {
  const source = await sources();
  const forms = (text: string) => [JSON.stringify(text), `'${text}'`, `\`${text}\``];
  const unused = TABLE.map(([english]) => english)
    .filter((english) => !forms(english).some((form) => source.includes(form)));
  assertEquals(unused, []);
});

Deno.test("SPANISH has every text in one part only, and every part", async () => {
  const all = (await parts()).flatMap((part) => Object.keys(part)).sort();
  assertEquals(all, Object.keys(SPANISH).sort());
});

Deno.test("SPANISH keeps what people type as it is", () => {
  assertEquals(alike(/(?<![\w-])--?[a-z][a-z-]*/g), [], "flags");
  assertEquals(
    alike(
      /\barchitect (?:run|resume|sessions|cleanup|permissions|schema|completions)(?: (?:show|stats|export|import|fork|verify|delete))?/g,
    ),
    [],
    "commands",
  );
  assertEquals(alike(/\b[A-Z]+(?:_[A-Z]+)+\b/g), [], "variables");
});

Deno.test("SPANISH keeps quotes, line ends and what stands at both ends", () => {
  assertEquals(alike(/["`]/g), [], "quotes");
  assertEquals(alike(/^\s+|\s+$|\n/g), [], "white space");
  assertEquals(alike(/[.:]$/g), [], "final points");
});
