/**
 * Checks that the imports of src/ go down the layers only, and prints those that do not.
 *
 *     deno run --allow-read=. scripts/check_imports.ts
 */
import { checkImports } from "./import_rules.ts";

async function readSources(dir: string, prefix = ""): Promise<Record<string, string>> {
  const sources: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    const path = `${dir}/${name}`;
    if (isDirectory) Object.assign(sources, await readSources(path, `${prefix}${name}/`));
    else if (name.endsWith(".ts")) sources[prefix + name] = await Deno.readTextFile(path);
  }
  return sources;
}

const sources = await readSources("src");
const violations = checkImports(sources);
for (const { file, line, problem } of violations) console.error(`src/${file}:${line}: ${problem}`);
console.log(`${Object.keys(sources).length} files, ${violations.length} wrong imports`);
if (violations.length > 0) Deno.exit(1);
